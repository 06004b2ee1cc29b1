// data_move and the transposing copy read otherwise, and the counts of okk-bdc.

#include <algorithm>
#include <string>
#include <utility>

#include "conform/tests/plugins/variant.h"
#include "model/implementation.h"

namespace strideproof::variants {
namespace {

constexpr int64_t block = 32, fractal = 512;
constexpr int64_t gm = 0, ub = 2, l1 = 3;  // spaces

}  // namespace

Answer data_move_src_aligned(Case& c) {
  return value(c, "src") % block != 0 ? Answer::reject : Answer::run;
}

namespace {

bool are_move_values(const Case& c) {
  const auto is_in = [&](const char* name, int64_t least, int64_t most) {
    return least <= c[name] && c[name] <= most;
  };
  const int64_t from = c["src_space"], to = c["dst_space"];
  const bool path =
      (from == ub && (to == ub || to == gm)) || (from == gm && (to == ub || to == l1));
  return path && is_in("dtype", 0, 9) && is_in("sid", 0, 15) && is_in("nburst", 1, 4095) &&
         is_in("burst", 1, 65535) && is_in("src_stride", 0, 65535) && is_in("dst_stride", 0, 65535);
}

// The blocks of all bursts, one after the other.
std::optional<Elements> blocks(Machine& machine, const Case& c, const std::string& side,
                               bool start_to_start) {
  const int64_t burst = c["burst"], stride = c[side + "_stride"];
  const auto space = static_cast<Space>(c[side + "_space"]);
  if (c["nburst"] * burst >= most_elements) return std::nullopt;
  ElementList list(machine, space, c[side], block);
  for (int64_t n = 0; n < c["nburst"]; ++n)
    for (int64_t t = 0; t < burst; ++t)
      list.add(0, block * (n * (start_to_start ? stride : burst + stride) + t));
  return list.take();
}

}  // namespace

Answer move_bursts(Machine& machine, const Case& c, const MoveRules& rules) {
  if (!are_move_values(c)) return Answer::reject;
  const int64_t from = c["src_space"], to = c["dst_space"];
  if (to != gm && c["dst"] % block != 0) return Answer::reject;
  if ((rules.aligned_by_dst ? to : from) != gm && c["src"] % block != 0) return Answer::reject;
  const auto src = blocks(machine, c, "src", rules.start_to_start);
  const auto dst = blocks(machine, c, "dst", rules.start_to_start);
  if (!src || !dst || (*dst != *src && overlap(*dst, block, *src, block))) return Answer::reject;
  // A later burst may lie on an earlier one, if the stride is shorter than a burst.
  for (size_t i = 0; i < dst->size(); ++i) std::copy_n((*src)[i], block, (*dst)[i]);
  return Answer::done;
}

Answer trans_dst_stride(Case& c) {
  if (value(c, "repeat") <= 1) return Answer::run;
  return value(c, "dst_stride")-- == 0 ? Answer::reject : Answer::run;
}

namespace {

bool is_16_bit(const Case& c) { return c["dtype"] == 2 || c["dtype"] == 3; }

}  // namespace

Answer trans_index_unit(Case& c) {
  if (is_16_bit(c)) value(c, "index_id") *= 2;
  return Answer::run;
}

Answer trans_stride_unit(Case& c) {
  if (is_16_bit(c)) value(c, "src_stride") *= 2;
  return Answer::run;
}

Answer trans_repeat_zero(Case& c) { return value(c, "repeat") == 0 ? Answer::done : Answer::run; }

// More fractals than L0B holds: only a call that moves nothing may name them.
Answer trans_frac_stride_any(Case& c) {
  if (value(c, "repeat") == 0) value(c, "dst_frac_stride") = 0;
  return Answer::run;
}

Answer trans_frac_stride_limit(Case& c) {
  return value(c, "dst_frac_stride") > 65535 ? Answer::reject : Answer::run;
}

namespace {

// Where byte `at` of the source square lands: the number of its fractal, and the byte there.
std::pair<int64_t, int64_t> place_in_square(int64_t at, int64_t bytes) {
  const int64_t element = at / bytes, byte = at % bytes;
  if (bytes == 1) {  // 32 x 32: column x, row y
    const int64_t y = element % 32, x = element / 32;
    return {y / 16, y % 16 * 32 + x};
  }
  if (bytes == 2) return {0, (element % 16 * 16 + element / 16) * 2 + byte};
  // 16 x 16 of two fractals 16 x 8 side by side.
  const int64_t half = element / 128, row = element % 128 / 8, column = half * 8 + element % 8;
  return {row / 8, (column * 8 + row % 8) * 4 + byte};
}

}  // namespace

Answer trans(Machine& machine, const Case& c, const TransRules& rules) {
  const int64_t dtype = c["dtype"], repeat = c["repeat"], frac = c["dst_frac_stride"];
  const int64_t bytes = dtype < 2 ? 1 : dtype < 4 ? 2 : 4;
  const int64_t square = bytes == 2 ? 512 : 1024, fractals = square / fractal;
  if (dtype > 6 || c["addrmode"] != 0 || (bytes != 2 && frac > 65535) ||
      c["src"] % rules.src_unit != 0 || c["dst"] % rules.dst_unit != 0)
    return Answer::reject;
  if (repeat == 0) return Answer::done;
  ElementList src(machine, Space::l1, c["src"], 1), dst(machine, Space::l0b, c["dst"], 1);
  for (int64_t i = 0; i < repeat; ++i)
    for (int64_t at = 0; at < square; ++at) {
      const auto [f, byte] = place_in_square(at, bytes);
      const int64_t number = i * (c["dst_stride"] + 1) + (fractals == 1 ? 0 : f * (frac + 1));
      src.add(0, (c["index_id"] + i * c["src_stride"]) * square + at);
      dst.add(0, number * fractal + byte);
    }
  const auto from = src.take(), to = dst.take();
  if (!from || !to || overlap(*to, 1)) return Answer::reject;
  copy_at_once(*to, *from, 1);
  return Answer::done;
}

namespace {

bool is_arithmetic(const Case& c) {
  return c.operation->name.find("arithmetic") != std::string_view::npos;
}
bool is_out_of_range(int32_t count) { return count < -32 || count > 32; }

// To the left if count > 0. Beyond the range it uses the lower five bits.
uint32_t shift(uint32_t number, int32_t count, bool arithmetic) {
  if (is_out_of_range(count)) count &= 31;
  const bool negative = arithmetic && count <= 0 && (number >> 31) != 0;
  const uint64_t wide = negative ? 0xffffffff00000000 | number : number;
  return static_cast<uint32_t>(count > 0 ? wide << count : wide >> -count);
}

// The words of an operand of okk-bdc.
std::optional<Elements> words(Machine& machine, const Case& c, const std::string& side) {
  const int64_t address = c[side + "_addr"], lane = address / c.profile->lane_bytes;
  const Four shape = four(c, "shape");
  if (lane >= c.profile->lanes || count_of(shape) >= most_elements ||
      std::any_of(shape.begin(), shape.end(), [](int64_t e) { return e < 1; }))
    return std::nullopt;
  const std::string stride = side + "_stride";
  return elements(
      machine,
      {Space::local, lane, address % c.profile->lane_bytes, shape,
       is_null(c, stride) ? aligned_stride(*c.profile, lane, shape, 4) : four(c, stride), 4});
}

}  // namespace

// The legality of the rest is that of the case with counts of 0 in the place of those out of range.
Answer counts_not_looked_at(Machine& machine, const Case& c) {
  const bool two_tensors = has(c, "src1_addr");
  const auto dst = words(machine, c, "dst");
  const auto counts = words(machine, c, two_tensors ? "src1" : "src");
  const auto shifted = two_tensors ? words(machine, c, "src0") : counts;
  if (!dst || !counts || !shifted) return Answer::reject;
  std::vector<uint32_t> results;
  std::vector<std::pair<uint8_t*, uint32_t>> before;
  for (size_t i = 0; i < counts->size(); ++i) {
    const uint32_t count = load((*counts)[i], 4);
    const uint32_t number = two_tensors ? load((*shifted)[i], 4) : static_cast<uint32_t>(c["C"]);
    results.push_back(shift(number, static_cast<int32_t>(count), is_arithmetic(c)));
  }
  for (uint8_t* word : *counts) before.push_back({word, load(word, 4)});
  for (uint8_t* word : *dst) before.push_back({word, load(word, 4)});
  for (uint8_t* word : *counts)
    if (is_out_of_range(static_cast<int32_t>(load(word, 4)))) store(word, 0, 4);
  const bool legal = optimized::run(machine, c).constraint_results.legal();
  for (const auto& [word, content] : before) store(word, content, 4);
  for (size_t i = 0; legal && i < dst->size(); ++i) store((*dst)[i], results[i], 4);
  return legal ? Answer::done : Answer::reject;
}

}  // namespace strideproof::variants
