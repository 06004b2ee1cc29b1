#include "mutants/okk_gdma.h"

#include <algorithm>
#include <optional>

#include "mutants/extent.h"
#include "mutants/mutants.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"

// The faults of okk-gdma outside the address plan. They wrap the implementation: how it interprets
// a case, which cases it accepts, and which other memory it changes.

namespace strideproof::mutants {
namespace {

namespace gdma = strideproof::okk_gdma;

// ---- the parameters ----

void mistake_parameters(Case& c) {
  int64_t* const dst = given(c, "dst_stride");
  int64_t* const src = given(c, "src_stride");
  if (has(Fault::dst_stride_for_src) && dst && src) std::copy_n(dst, 4, src);
  if (has(Fault::n_c_strides_swapped) && src) std::swap(src[0], src[1]);
  if (has(Fault::constant_truncated) && c.operation->parameter("C")) c["C"] &= 0xffff;
}

// ---- what is accepted and rejected ----

using Tensor = spec::Tensor<int64_t>;

bool same_start(const Case& c) {
  const gdma::Kind kind = gdma::kind(*c.operation);
  return gdma::dst_space(kind) == gdma::src_space(kind) && c["dst_addr"] == c["src_addr"];
}

// The label for which a fault rejects a legal case.
uint64_t rejected(const Case& c) {
  const Profile& profile = *c.profile;
  uint64_t labels = 0;
  const auto reject = [&](Fault fault, bool where, ConstraintId label) {
    if (has(fault) && where) labels |= bit(label);
  };
  const Extent dst = extent_of(c, on_dst);
  reject(Fault::window_end_rejected, ends_with_memory(profile, dst), ConstraintId::dst_end);
  if (!gdma::is_copy(gdma::kind(*c.operation))) return labels;
  const Extent src = extent_of(c, on_src);
  const bool in_place = same_start(c);
  reject(Fault::interleaved_rejected, meet(profile, dst, src) && !in_place, ConstraintId::overlap);
  reject(Fault::in_place_rejected, in_place, ConstraintId::overlap);
  reject(Fault::touching_rejected, touch(profile, dst, src), ConstraintId::overlap);
  return labels;
}

// The overlaps that ranges shorter by one element do not show.
bool overlaps_in_an_end(const Case& c) {
  return !same_start(c) &&
         common_bytes(extent_of(c, on_dst), extent_of(c, on_src)) <= c.operation->element_bytes;
}

ConstraintResults misjudge(Case c) {
  if (has(Fault::w_stride_accepted))
    for (int64_t* stride : {given(c, "dst_stride"), given(c, "src_stride")})
      if (stride != nullptr && stride[3] == 2) stride[3] = 1;
  if (has(Fault::row_overlap_accepted) && c.operation->parameter("row_stride"))
    c["row_stride"] = std::max(c["row_stride"], c["cols"]);

  ConstraintResults results = spec::evaluate(c);
  if (has(Fault::alias_accepted)) results.violated &= ~bit(ConstraintId::dst_alias);
  if (has(Fault::overlap_accepted)) results.violated &= ~bit(ConstraintId::overlap);
  if (has(Fault::range_one_short) && results.violated == bit(ConstraintId::overlap) &&
      overlaps_in_an_end(c))
    results.violated = 0;
  if (results.legal()) results.violated |= rejected(c);
  return results;
}

// ---- memory ----

// Writes in the chunk after that of the address or, in the last chunk of a window, in the one
// before. The write faults unless an operand has opened the chunk.
int64_t in_another_chunk(const Profile& profile, int64_t address) {
  constexpr int64_t into = 2048;
  const int64_t chunk = address / Machine::chunk_bytes * Machine::chunk_bytes;
  for (const Window& window : profile.windows)
    if (address >= window.first && address < window.end() &&
        chunk + Machine::chunk_bytes + into < window.end())
      return chunk + Machine::chunk_bytes + into;
  return chunk - into;
}

void damage(Machine& machine, const Case& c, const Tensor& dst) {
  const bool local = dst.space == Space::local;
  const bool default_layout =
      c.operation->parameter("dst_stride") == nullptr || c.arguments.is_null(3);
  if (has(Fault::padding_written) && local && default_layout) write_padding(machine, dst);
  if (has(Fault::far_lane_written) && local) write_far_lane(machine, dst);
  if (has(Fault::far_page_written) && !local)
    invert(machine.base(dst.space) + (dst.address ^ 2048));
  if (has(Fault::far_chunk_written) && !local)
    invert(machine.base(dst.space) + in_another_chunk(machine.profile(), dst.address));
  if (has(Fault::source_changed) && c.operation->parameter("src_addr"))
    invert(machine.base(gdma::src_space(gdma::kind(*c.operation))) + c["src_addr"]);
}

void write_though_rejected(Machine& machine, const Case& c) {
  const Space space = gdma::dst_space(gdma::kind(*c.operation));
  const bool local = space == Space::local;
  const int64_t lane_bytes = machine.profile().lane_bytes;
  const int64_t lane = local ? c["dst_addr"] / lane_bytes : 0;
  const int64_t offset = c["dst_addr"] - lane * lane_bytes;
  if (machine.open(space, lane, offset, 1)) invert(machine.at(space, lane, offset));
}

bool keeps_upper_bits(const Case& c) {
  if (!gdma::is_copy(gdma::kind(*c.operation))) return false;
  return has(Fault::carry_lost) ||
         (has(Fault::carry_off_unit) && c["dst_addr"] % c.profile->unit_bytes != 0);
}

// Copies so that both addresses keep the upper 32 bits of their start.
void copy_without_carry(Machine& machine, const gdma::Copy<int64_t>& p) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  uint8_t* const dst = machine.base(p.dst_space);
  uint8_t* const src = machine.base(p.src_space);
  const auto seen = [](int64_t start, int64_t address) {
    constexpr int64_t carry = int64_t{1} << 32;
    return start / carry * carry + address % carry;
  };
  optimized::for_each_group(
      plan_of(active(), m, p), optimized::copy_nest<int64_t>, dst, src,
      [&](const auto& nest, const auto& columns, uint8_t* to, const uint8_t* from) {
        const auto& [run, inner, middle, outer] = nest.loops;
        for (int64_t l = 0; l < columns.count; ++l)
          for (int64_t i = 0; i < outer.count; ++i)
            for (int64_t j = 0; j < middle.count; ++j)
              for (int64_t k = 0; k < inner.count; ++k)
                for (int64_t b = 0; b < run.count; ++b) {
                  const int64_t d = to - dst + l * columns.dst + i * outer.dst + j * middle.dst +
                                    k * inner.dst + b;
                  const int64_t s = from - src + l * columns.src + i * outer.src + j * middle.src +
                                    k * inner.src + b;
                  dst[seen(p.dst_addr, d)] = src[seen(p.src_addr, s)];
                }
      });
}

}  // namespace

Result run_okk_gdma(Machine& machine, const Case& given_case) {
  Case c = given_case;
  mistake_parameters(c);
  const Result result = {misjudge(c)};
  if (!result.constraint_results.legal()) {
    if (has(Fault::writes_though_rejected)) write_though_rejected(machine, c);
    return result;
  }
  const Tensor dst = spec::tensor_of(c, on_dst);
  std::optional<KeptRow> kept;
  if (has(Fault::last_row_skipped)) kept.emplace(machine, dst);

  if (keeps_upper_bits(c))
    copy_without_carry(machine, gdma::copy_of(*c.operation, c.arguments));
  else
    optimized::execute_okk_gdma(
        machine, c, [](const auto& m, const auto& p) { return plan_of(active(), m, p); });

  damage(machine, c, dst);
  if (kept) kept->put_back();
  return result;
}

}  // namespace strideproof::mutants
