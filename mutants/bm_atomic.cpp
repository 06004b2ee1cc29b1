#include "mutants/bm_atomic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "model/optimized/bm_atomic_execution.h"
#include "mutants/common.h"
#include "spec/spec.h"

// The faults of bm-atomic outside the address plan: in the interpretation and acceptance of a case,
// in the operations on elements, and in the changes of memory and of the count.

namespace strideproof::mutants {
namespace {

using namespace strideproof::bm_atomic;

// ---- the parameters ----

// For memcpy_4D with more than a block of images, of at least a block of channels.
void lose_last_images(Case& c) {
  constexpr int64_t block = 16;
  int64_t* const src = &c["src_shape"];
  if (c["transpose"] == 0 || src[0] < block || src[1] < block) return;
  src[0] -= src[0] % block;
  (&c["dst_shape"])[1] = src[0];
}

void mistake_parameters(Case& c) {
  using enum Fault;
  switch (active()) {
    case bm_local_idx_ignored:
      for (const Parameter& parameter : c.operation->parameters)
        if (parameter.name.ends_with("_idx")) c[parameter.name] = 0;
      break;
    case bm_dst_idx_for_src: return assign(c, "src_local_idx", "dst_local_idx");
    case bm_length_20_bits: c["length"] &= 0xfffff; break;
    case bm_added_to_source:
      if (c["result_add"] != 0) c["direction"] = 1 - c["direction"];  // the sum is the same
      break;
    case bm_result_add_ignored: c["result_add"] = 0; break;
    case bm_row_stride_ignored: return assign(c, "row_stride", "col");
    case bm_swap_block_lost: return lose_last_images(c);
    case bm_transpose_ignored: c["transpose"] = 0; break;
    case bm_dst_strides_for_src: return assign(c, "src_stride", "dst_stride");
    case bm_reshape_ignored:
      if (c["transpose"] == 0) assign(c, "dst_shape", "src_shape");
      break;
    case bm_int8_as_uint8:
      if (is(c["src_format"], Format::int8) && c["dst_format"] != c["src_format"])
        c["src_format"] = static_cast<int>(Format::uint8);
      break;
    case bm_constant_truncated: c["const_val"] &= 0xffff; break;
    case bm_constant_low_byte: c["const_val"] = (c["const_val"] & 0xff) * 0x01010101; break;
    case bm_last_image_lost: c["shape"] = std::max<int64_t>(c["shape"] - 1, 1); break;
    case bm_c_strides_swapped: std::swap(c["src_c_stride"], c["dst_c_stride"]); break;
    case bm_c_stride_of_dst: return assign(c, "src_c_stride", "dst_c_stride");
    default: break;
  }
}

// The case that a fault makes of a legal case; it is legal too, so it touches only existing bytes.
Case mistaken(const Case& c) {
  Case other = c;
  mistake_parameters(other);
  return spec::evaluate(other).legal() ? other : c;
}

// ---- what is accepted and rejected ----

uint64_t rejected(const Case& c) {
  using enum Fault;
  using enum ConstraintId;
  switch (active()) {
    case bm_rows_overlap_rejected:
      return label_if(c["row"] > 1 && c["row_stride"] < c["col"], row_stride_col);
    case bm_idx_of_system_checked:
      return label_if(std::max(c["src_local_idx"], c["dst_local_idx"]) >= c.profile->lanes,
                      src_local_idx_max);
    default: return 0;
  }
}

// ---- elements: the plans run, or elements are stored one by one as a fault has them ----

struct MutantPlans : MutantCopies {
  static auto layout_of(const auto&... values) { return mutants::layout_of(active(), values...); }
  static auto runs_of(const auto&... values) { return mutants::runs_of(active(), values...); }
  static auto plan_of(const auto&... values) { return mutants::plan_of(active(), values...); }
  static auto transposed_channel(const auto&... values) {
    return mutants::transposed_channel(active(), values...);
  }
  static auto cwtrans_plan(const auto&... values) {
    return mutants::cwtrans_plan(active(), values...);
  }
  static auto swap_plan(const auto&... values) { return mutants::swap_plan(active(), values...); }
};

// ---- conversions ----

float load(Format format, const uint8_t* at) {
  float value = 0;
  if (format == Format::float32)
    std::memcpy(&value, at, sizeof value);
  else
    optimized::converter(format, Format::float32)(reinterpret_cast<uint8_t*>(&value), at, 1);
  return value;
}

void store(Format format, float value, uint8_t* at) {
  if (format == Format::float32)
    std::memcpy(at, &value, sizeof value);
  else
    optimized::converter(Format::float32, format)(at, reinterpret_cast<uint8_t*>(&value), 1);
}

// The number that a fault converts instead.
float mistaken_number(Format from, Format to, float value) {
  const bool half = from == Format::float16 || to == Format::float16;
  const bool integer = to == Format::uint8 || to == Format::int8;
  if (has(Fault::bm_half_flushed) && half && std::fabs(value) < 0x1p-14F) return 0;
  if (std::isnan(value))
    return has(Fault::bm_nan_to_zero) && (to == Format::uint8 || to == Format::float16) ? 0 : value;
  if (has(Fault::bm_half_stays_finite) && to == Format::float16 && std::isfinite(value))
    return std::fmin(std::fmax(value, -65504.0F), 65504.0F);
  if (has(Fault::bm_uint8_truncated) && to == Format::uint8) return std::trunc(value);
  if (has(Fault::bm_uint8_at_127) && to == Format::uint8) return std::fmin(value, 127.0F);
  // In float64 the sum is exact.
  if (has(Fault::bm_rounds_half_up) && integer && std::fabs(value) < 1000)
    return static_cast<float>(std::floor(double{value} + 0.5));
  if (has(Fault::bm_saturation_missing) && integer && std::fabs(value) < 0x1p31F) {
    const auto low = static_cast<uint8_t>(std::llrint(value));
    return static_cast<float>(to == Format::uint8 ? int{low} : int{static_cast<int8_t>(low)});
  }
  return value;
}

// Runs the plans, then replaces the elements that a fault converts differently.
void convert(Machine& machine, const Case& c) {
  const auto from = static_cast<Format>(c["src_format"]), to = static_cast<Format>(c["dst_format"]);
  std::vector<float> numbers;
  each_element(machine, c, on_src, spec::dtype_bytes(c, on_src),
               [&](const uint8_t* at) { numbers.push_back(load(from, at)); });
  optimized::execute_bm_atomic<MutantPlans>(machine, c);
  auto number = numbers.begin();
  each_element(machine, c, on_dst, spec::dtype_bytes(c, on_dst), [&](uint8_t* at) {
    const float right = *number++, wrong = mistaken_number(from, to, right);
    if (std::bit_cast<uint32_t>(right) != std::bit_cast<uint32_t>(wrong)) store(to, wrong, at);
  });
}

// ---- masks ----

// Stores the words that the mask keeps, one by one, as a fault sees the mask and counts the words.
void pack(Machine& machine, const Case& c) {
  std::vector<int32_t> words, mask;
  const auto read_into = [](std::vector<int32_t>& all) {
    return [&](const uint8_t* at) { std::memcpy(&all.emplace_back(), at, mask_word_bytes); };
  };
  each_element(machine, c, on_src, mask_word_bytes, read_into(words));
  each_element(machine, c, on_src1, mask_word_bytes, read_into(mask));
  const optimized::baseline::WordTags one;
  uint8_t* const dst = machine.base(Space::system) + c["dst_global_mem_addr"];
  int64_t at = 0;
  bool kept = true;
  machine.mask_count = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    kept = AllTrue(one.ints, is_kept(active(), one, Set(one.ints, mask[i])));
    if (kept) std::memcpy(dst + at * mask_word_bytes, &words[i], mask_word_bytes);
    at = place_after(active(), at, int64_t{kept});
    machine.mask_count += kept ? 1 : 0;
  }
  if (has(Fault::bm_mask_overshoots) && !kept)
    std::memcpy(dst + at * mask_word_bytes, &words.back(), mask_word_bytes);
}

// Runs the plans with the active fault, in the plan or in the operations on elements.
void execute_plans(Machine& machine, const Case& c) {
  const Kind k = kind(*c.operation);
  constexpr Fault packing[] = {Fault::bm_mask_low_bit, Fault::bm_mask_low_byte,
                               Fault::bm_mask_leaves_gaps, Fault::bm_mask_overshoots};
  if (k == Kind::memcpy_4D && c["src_format"] != c["dst_format"]) return convert(machine, c);
  if (k == Kind::mask_memcpy_4D && std::any_of(std::begin(packing), std::end(packing), has))
    return pack(machine, c);
  optimized::execute_bm_atomic<MutantPlans>(machine, c);
}

// ---- memory ----

// Replaces subnormal sums in local memory by 0.
void flush_sums(Machine& machine, const Case& c) {
  each_element(machine, c, on_dst, sizeof(float), [](uint8_t* sum) {
    float value = 0;
    std::memcpy(&value, sum, sizeof value);
    if (std::fpclassify(value) == FP_SUBNORMAL) std::memset(sum, 0, sizeof value);
  });
}

void mistake_count(uint32_t& count, uint32_t before, const Case& c) {
  using enum Fault;
  switch (active()) {
    case bm_count_accumulates: count += before; break;
    case bm_count_of_all: count = static_cast<uint32_t>(spec::cost(c)); break;
    case bm_count_kept_if_none:
      if (count == 0) count = before;
      break;
    case bm_count_in_bytes: count *= mask_word_bytes; break;
    case bm_count_16_bit: count &= 0xffff; break;
    default: break;
  }
}

void execute(Machine& machine, const Case& c) {
  const uint32_t before = machine.mask_count;
  if (has(Fault::bm_square_copied) && c["src_c"] == c["src_w"])
    return copy_bytes(machine, c, [](Operands, uint8_t* at) { return at; });
  execute_plans(machine, c);
  if (has(Fault::bm_add_flushed) && c["result_add"] != 0 && is(c["direction"], Direction::S2L))
    flush_sums(machine, c);
  if (kind(*c.operation) == Kind::mask_memcpy_4D) mistake_count(machine.mask_count, before, c);
}

}  // namespace

Result run_bm_atomic(Machine& machine, const Case& c) {
  const ConstraintResults right = spec::evaluate(c);
  Result result = {misjudged(c, right, right.legal() ? rejected(c) : 0)};
  if (result.constraint_results.legal()) {
    if (right.legal()) execute(machine, mistaken(c));
    result.returned = optimized::returned_by(machine, c);
  } else if (has(Fault::bm_count_reset_if_rejected) && kind(*c.operation) == Kind::mask_memcpy_4D) {
    machine.mask_count = 0;
  }
  return result;
}

}  // namespace strideproof::mutants
