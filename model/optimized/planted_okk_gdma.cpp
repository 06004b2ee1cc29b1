#include <algorithm>
#include <vector>

#include "model/optimized/okk_gdma.h"
#include "model/optimized/planted_families.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"

// The faults of okk-gdma that are not in the address plan. Here they surround the implementation: what it takes
// a case for, what it accepts, what it does to memory beside its task.

namespace strideproof::optimized {

template void execute_okk_gdma<Planted>(Machine&, const Case&);

}  // namespace strideproof::optimized

namespace strideproof::planted {
namespace {

using optimized::Planted;
namespace gdma = strideproof::okk_gdma;

bool has(Fault fault) { return Planted::has(fault); }

// ---- the parameters ----

// Where a dim4 parameter that is given starts in Arguments::value; nullptr: NULL, or none.
int64_t* given(Case& c, std::string_view name) {
  const Parameter* p = c.operation->parameter(name);
  if (p == nullptr) return nullptr;
  const auto place = static_cast<int>(p - c.operation->parameters.data());
  return c.arguments.is_null(place) ? nullptr : &c.arguments.value[static_cast<size_t>(p->slot)];
}

void mistake_parameters(Case& c) {
  int64_t* const dst = given(c, "dst_stride");
  int64_t* const src = given(c, "src_stride");
  if (has(Fault::dst_stride_for_src) && dst && src) std::copy_n(dst, 4, src);
  if (has(Fault::n_c_strides_swapped) && src) std::swap(src[0], src[1]);
  if (has(Fault::constant_truncated) && c.operation->parameter("C")) c["C"] &= 0xffff;
}

// ---- what is accepted and rejected ----

Judgement misjudge(Case c) {
  if (has(Fault::w_stride_accepted))
    for (int64_t* stride : {given(c, "dst_stride"), given(c, "src_stride")})
      if (stride != nullptr && stride[3] == 2) stride[3] = 1;
  if (has(Fault::row_overlap_accepted) && c.operation->parameter("row_stride"))
    c["row_stride"] = std::max(c["row_stride"], c["cols"]);

  Judgement judgement = spec::judge(c);
  const auto bit = [](auto label) { return uint64_t{1} << static_cast<int>(label); };
  if (has(Fault::alias_accepted)) judgement.violated &= ~bit(gdma::Label::dst_alias);
  if (has(Fault::overlap_accepted)) judgement.violated &= ~bit(gdma::Label::overlap);
  if (!judgement.legal()) return judgement;

  const auto reject = [&, marks = spec::landmarks(c)](Fault fault, gdma::Mark mark, auto label) {
    if (has(fault) && (marks & bit(mark)) != 0) judgement.violated |= bit(label);
  };
  using gdma::Label, gdma::Mark;
  reject(Fault::interleaved_rejected, Mark::operands_interleaved, Label::overlap);
  reject(Fault::in_place_rejected, Mark::in_place, Label::overlap);
  reject(Fault::window_end_rejected, Mark::dst_last_byte, Label::dst_end);
  return judgement;
}

// ---- memory ----

using Tensor = spec::Tensor<int64_t>;

// Calls with(parameters), the typed view of the case.
template <class With>
auto visit(const Case& c, With with) {
  const gdma::Kind kind = gdma::kind(*c.operation);
  if (gdma::is_fill(kind)) return with(gdma::fill_of(*c.operation, c.arguments));
  if (gdma::is_matrix(kind)) return with(gdma::matrix_of(*c.operation, c.arguments));
  return with(gdma::copy_of(*c.operation, c.arguments));
}

void invert(uint8_t* byte) { *byte = static_cast<uint8_t>(~*byte); }

// The last of several rows of the last channel; empty where a channel has one row.
struct Row {
  uint8_t* first = nullptr;
  std::vector<uint8_t> bytes;
};

Row last_row(Machine& machine, const Tensor& dst) {
  const auto& [n, c, h, w] = dst.shape;
  if (h == 1) return {};
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto place = spec::place_of(m, dst, {n - 1, c - 1, h - 1, 0});
  uint8_t* const first = machine.at(dst.space, place.lane, place.byte);
  return {first, {first, first + w * dst.element_bytes}};
}

void write_padding(Machine& machine, const Tensor& dst) {
  const Profile& profile = machine.profile();
  const int64_t size = dst.shape.h * dst.shape.w * dst.element_bytes;
  const int64_t end = dst.address % profile.lane_bytes + size;
  const int64_t padding =
      std::min(round_up(size, profile.unit_bytes) - size, profile.lane_bytes - end);
  std::fill_n(machine.base(Space::local) + dst.address + size, padding, uint8_t{0});
}

// In the chunk behind that of the address or, in the last one of a window, in the one before. It is
// not opened for this: unless an operand has opened it, the write faults.
int64_t in_another_chunk(const Profile& profile, int64_t address) {
  constexpr int64_t into = 2048;
  const int64_t chunk = address / Machine::chunk_bytes * Machine::chunk_bytes;
  for (const Window& window : profile.windows)
    if (address >= window.first && address < window.end() &&
        chunk + Machine::chunk_bytes + into < window.end())
      return chunk + Machine::chunk_bytes + into;
  return chunk - into;
}

bool meets_two_boundaries(const Case& c) {
  const auto met = [&, marks = spec::landmarks(c)](gdma::Mark mark) {
    return (marks >> static_cast<int>(mark) & 1) != 0;
  };
  using gdma::Mark;
  return (has(Fault::wrap_with_tail) && met(Mark::dst_wrap) && met(Mark::run_tail)) ||
         (has(Fault::carry_off_unit) && met(Mark::src_over_4gib) && met(Mark::dst_off_unit)) ||
         (has(Fault::broadcast_column) && met(Mark::src_broadcast) &&
          gdma::copy_of(*c.operation, c.arguments).shape.w == 1);
}

void damage(Machine& machine, const Case& c, const Tensor& dst) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const bool local = dst.space == Space::local;
  const bool default_layout =
      c.operation->parameter("dst_stride") == nullptr || c.arguments.is_null(3);
  if (has(Fault::padding_written) && local && default_layout) write_padding(machine, dst);
  if (has(Fault::far_lane_written) && local) {
    const auto at = spec::start_of(m, dst.address);
    invert(machine.at(Space::local, spec::lane_of(m, at.lane, dst.shape.c), at.offset));
  }
  if (has(Fault::far_page_written) && !local)
    invert(machine.base(dst.space) + (dst.address ^ 2048));
  if (has(Fault::far_chunk_written) && !local)
    invert(machine.base(dst.space) + in_another_chunk(machine.profile(), dst.address));
  if (gdma::is_copy(gdma::kind(*c.operation)) && meets_two_boundaries(c)) {
    const auto& [n, channels, h, w] = dst.shape;
    const auto last = spec::place_of(m, dst, {n - 1, channels - 1, h - 1, w - 1});
    invert(machine.at(dst.space, last.lane, last.byte + dst.element_bytes - 1));
  }
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

// A copy in which both addresses keep the upper 32 bits with which they start.
void copy_without_carry(Machine& machine, const gdma::Copy<int64_t>& p) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  uint8_t* const dst = machine.base(p.dst_space);
  uint8_t* const src = machine.base(p.src_space);
  const auto seen = [](int64_t start, int64_t address) {
    constexpr int64_t carry = int64_t{1} << 32;
    return start / carry * carry + address % carry;
  };
  const auto plan = optimized::plan_of<Planted>(m, p);
  optimized::for_each_band(
      plan, dst, src, [&](const auto& nest, const auto& stacks, uint8_t* to, const uint8_t* from) {
        const auto& [run, inner, middle, outer] = nest.loops;
        for (int64_t l = 0; l < stacks.count; ++l)
          for (int64_t i = 0; i < outer.count; ++i)
            for (int64_t j = 0; j < middle.count; ++j)
              for (int64_t k = 0; k < inner.count; ++k)
                for (int64_t b = 0; b < run.count; ++b) {
                  const int64_t d = to - dst + l * stacks.dst + i * outer.dst + j * middle.dst +
                                    k * inner.dst + b;
                  const int64_t s = from - src + l * stacks.src + i * outer.src + j * middle.src +
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
  if (!result.judgement.legal()) {
    if (has(Fault::writes_though_rejected)) write_though_rejected(machine, c);
    return result;
  }
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const Tensor dst = visit(c, [&](const auto& p) { return spec::okk_gdma::dst_of(m, p); });
  const Row kept = has(Fault::last_row_skipped) ? last_row(machine, dst) : Row{};

  if (has(Fault::carry_lost) && gdma::is_copy(gdma::kind(*c.operation)))
    copy_without_carry(machine, gdma::copy_of(*c.operation, c.arguments));
  else
    optimized::execute_okk_gdma<Planted>(machine, c);

  damage(machine, c, dst);
  std::copy(kept.bytes.begin(), kept.bytes.end(), kept.first);
  return result;
}

}  // namespace strideproof::planted
