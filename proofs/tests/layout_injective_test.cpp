// A whole proof: no two elements of a tensor in local memory share a byte, for all lanes, lane
// sizes, shapes and nested strides. In one piece Z3 does not decide it in 100 s.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <tuple>
#include <utility>

#include "proofs/engine/lemmas.h"
#include "proofs/engine/theorem.h"

namespace strideproof::solver {
namespace {

// --- The layout, as code ----------------------------------------------------------------------

enum class Fault { none, blocks_rounded_down };

template <class I>
struct Tensor {
  I lanes, start_lane, offset;  // X, Q, R
  I c, h, w;                    // extents
  int64_t element_bytes;
  int64_t unit_elements;
};
template <class I>
struct Strides {
  I n, c, h;
};
template <class I>
struct Element {
  I n, c, h, w;
};
template <class I>
struct Place {
  I lane, byte;
};

template <class I>
I blocks(const Tensor<I>& t) {
  return ceil_div(I(t.start_lane + t.c), t.lanes);
}

template <Fault fault, class I>
Strides<I> aligned_strides(const Tensor<I>& t) {
  const I c = round_up(I(t.h * t.w), I(t.unit_elements));
  const I count = fault == Fault::none ? blocks(t) : I((t.start_lane + t.c) / t.lanes);
  return {count * c, c, t.w};
}

template <class I>
Place<I> place(const Tensor<I>& t, const Strides<I>& stride, const Element<I>& e) {
  const I channel = t.start_lane + e.c;
  const I element = e.n * stride.n + channel / t.lanes * stride.c + e.h * stride.h + e.w;
  return {channel % t.lanes, t.offset + I(t.element_bytes) * element};
}

// --- The theorem --------------------------------------------------------------------------------

constexpr int64_t extent = 65535, any_stride = INT32_MAX, any_lanes = 4096;
// With at least this many lanes, int64_t counts the bytes of every tensor with legal extents.
constexpr int64_t enough_lanes = 64;

Tensor<Sym> tensor(Proof& proof, int64_t element_bytes, int64_t fewest_lanes) {
  Tensor<Sym> t = {proof.variable("X", fewest_lanes, any_lanes),
                   proof.variable("Q", 0, any_lanes - 1),
                   proof.variable("R", 0, any_stride),
                   proof.variable("C", 1, extent),
                   proof.variable("H", 1, extent),
                   proof.variable("W", 1, extent),
                   element_bytes,
                   128 / element_bytes};
  proof.given(t.start_lane < t.lanes);
  return t;
}

// A byte of an element, and the facts that the proof needs.
struct Byte {
  Element<Sym> e;
  Sym rest;               // which byte of the element
  Sym lane, block, byte;  // byte: within the lane
  Sym in_block, in_batch;
  Fact split, block_in_range, in_block_in_range, in_batch_in_range;
};

// The strides are nested: each covers the extents below it.
struct Nested {
  Fact h, c, n;  // W <= sh, H*sh <= sc, blocks*sc <= sn
};

Byte byte_of_element(Proof& proof, const std::string& which, const Tensor<Sym>& t,
                     const Strides<Sym>& s, const Nested& nested) {
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto bounds = proof.use(lemmas::ceil_div_bounds);
  const auto in_range = proof.use(lemmas::digits_in_range);

  const auto index = [&](const char* name, const Sym& end) {
    const Sym i = proof.variable(name + which, 0, extent - 1);
    return std::pair(i, proof.given(i < end));
  };
  const Sym n = proof.variable("n" + which, 0, extent - 1);
  const auto [c, c_below] = index("c", t.c);
  const auto [h, h_below] = index("h", t.h);
  const auto [w, w_below] = index("w", t.w);
  const Sym rest = proof.variable("rest" + which, 0, t.element_bytes - 1);
  const Place<Sym> p = place(t, s, {n, c, h, w});

  const Sym channel = t.start_lane + c, block = channel / t.lanes;
  const Sym in_block = h * s.h + w, in_batch = block * s.c + in_block;
  const Fact split =
      proof.prove("the channel is block*X + lane", channel == block * t.lanes + p.lane,
                  {divide.instance(channel, t.lanes)});
  const Fact block_in_range =
      proof.prove("the block is one of the blocks", all_of(0 <= block, block < blocks(t)),
                  {c_below, proof.bounds(c), proof.bounds(t.start_lane), proof.bounds(t.lanes),
                   divide.instance(channel, t.lanes), below.instance(channel, blocks(t), t.lanes),
                   bounds.instance(t.start_lane + t.c, t.lanes)});
  const Fact in_block_in_range =
      proof.prove("h*sh + w < sc", all_of(0 <= in_block, in_block < s.c),
                  {h_below, w_below, nested.h, nested.c, proof.bounds(h), proof.bounds(w),
                   proof.bounds(s.h), in_range.instance(h, w, t.h, s.h)});
  const Fact in_batch_in_range =
      proof.prove("block*sc + h*sh + w < sn", all_of(0 <= in_batch, in_batch < s.n),
                  {block_in_range, in_block_in_range, nested.n, proof.bounds(s.c),
                   in_range.instance(block, in_block, blocks(t), s.c)});
  return {{n, c, h, w},     rest,     p.lane, block,          p.byte + rest,
          in_block,         in_batch, split,  block_in_range, in_block_in_range,
          in_batch_in_range};
}

void injective(Proof& proof, const Tensor<Sym>& t, const Strides<Sym>& s, const Nested& nested) {
  const auto radix = proof.use(lemmas::mixed_radix);
  const Sym lane_bytes = proof.variable("S", 1, any_stride);
  const Byte a = byte_of_element(proof, "", t, s, nested);
  const Byte b = byte_of_element(proof, "'", t, s, nested);
  const Fact inside = proof.given(all_of(a.byte < lane_bytes, b.byte < lane_bytes));
  const Fact shared = proof.given(a.lane * lane_bytes + a.byte == b.lane * lane_bytes + b.byte);

  const Fact same_byte =
      proof.prove("same lane, same byte of it", all_of(a.lane == b.lane, a.byte == b.byte),
                  {inside, shared, proof.bounds(a.byte), proof.bounds(b.byte),
                   radix.instance(a.lane, a.byte, b.lane, b.byte, lane_bytes)});
  const Fact same_element =
      proof.prove("same element number",
                  all_of(a.e.n * s.n + a.in_batch == b.e.n * s.n + b.in_batch, a.rest == b.rest),
                  {same_byte, proof.bounds(a.rest), proof.bounds(b.rest)});
  const Fact same_n = proof.prove("same n", all_of(a.e.n == b.e.n, a.in_batch == b.in_batch),
                                  {same_element, a.in_batch_in_range, b.in_batch_in_range,
                                   radix.instance(a.e.n, a.in_batch, b.e.n, b.in_batch, s.n)});
  const Fact same_block =
      proof.prove("same block", all_of(a.block == b.block, a.in_block == b.in_block),
                  {same_n, a.in_block_in_range, b.in_block_in_range,
                   radix.instance(a.block, a.in_block, b.block, b.in_block, s.c)});
  const Fact same_c =
      proof.prove("same c", a.e.c == b.e.c, {same_byte, same_block, a.split, b.split});
  const Fact same_row =
      proof.prove("same h, same w", all_of(a.e.h == b.e.h, a.e.w == b.e.w),
                  {same_block, nested.h, radix.instance(a.e.h, a.e.w, b.e.h, b.e.w, s.h)});
  proof.conclude("the same element",
                 all_of(a.e.n == b.e.n, a.e.c == b.e.c, a.e.h == b.e.h, a.e.w == b.e.w),
                 {same_n, same_c, same_row});
}

template <int64_t element_bytes>
void nested_injective(Proof& proof) {
  const Tensor<Sym> t = tensor(proof, element_bytes, 1);
  const Strides<Sym> s = {proof.variable("sn", 0, any_stride), proof.variable("sc", 0, any_stride),
                          proof.variable("sh", 0, any_stride)};
  const Fact h = proof.given(t.w <= s.h), c = proof.given(t.h * s.h <= s.c),
             n = proof.given(blocks(t) * s.c <= s.n);
  injective(proof, t, s, {h, c, n});
}

template <int64_t element_bytes, Fault fault = Fault::none, int64_t fewest_lanes = enough_lanes>
void aligned_injective(Proof& proof) {
  const Tensor<Sym> t = tensor(proof, element_bytes, fewest_lanes);
  const Strides<Sym> s = aligned_strides<fault>(t);
  const auto rounding = proof.use(lemmas::round_up_bounds);
  const Fact h = proof.prove("W <= sh", t.w <= s.h),
             c = proof.prove(
                 "H*sh <= sc", t.h * s.h <= s.c,
                 {proof.bounds(t.h * t.w), rounding.instance(t.h * t.w, t.unit_elements)}),
             n = proof.prove("blocks*sc <= sn", blocks(t) * s.c <= s.n);
  injective(proof, t, s, {h, c, n});
}

// --- Its control --------------------------------------------------------------------------------

constexpr const char* unknowns_of_a_case[] = {"X", "Q", "R",  "C",  "H",  "W",  "n",    "c",
                                              "h", "w", "n'", "c'", "h'", "w'", "rest", "rest'"};

std::string case_line(const Model& values) {
  std::string line;
  for (const char* unknown : unknowns_of_a_case) line += std::to_string(values[unknown]) + " ";
  return line;
}

// True if two elements share a byte in the faulty layout with the numbers of the line.
template <int64_t element_bytes, Fault fault>
bool elements_meet(const std::string& line) {
  std::istringstream in(line);
  Tensor<int64_t> t{0, 0, 0, 0, 0, 0, element_bytes, 128 / element_bytes};
  Element<int64_t> a, b;
  int64_t rest_a = 0, rest_b = 0;
  in >> t.lanes >> t.start_lane >> t.offset >> t.c >> t.h >> t.w >> a.n >> a.c >> a.h >> a.w >>
      b.n >> b.c >> b.h >> b.w >> rest_a >> rest_b;
  const Strides<int64_t> s = aligned_strides<fault>(t);
  const Place<int64_t> p = place(t, s, a), q = place(t, s, b);
  return std::tie(a.n, a.c, a.h, a.w) != std::tie(b.n, b.c, b.h, b.w) && p.lane == q.lane &&
         p.byte + rest_a == q.byte + rest_b;
}

template <int64_t element_bytes>
Control control() {
  constexpr Fault fault = Fault::blocks_rounded_down;
  return {"the blocks of a batch are rounded down",
          aligned_injective<element_bytes, fault>,
          {{"X", {enough_lanes, enough_lanes}},
           {"S", {256, 256}},
           {"C", {1, 8}},
           {"H", {1, 1}},
           {"W", {1, 1}},
           {"n", {0, 1}},
           {"n'", {0, 1}}},
          case_line,
          elements_meet<element_bytes, fault>};
}

void expect_holds(const Report& report) {
  EXPECT_EQ(report.status, Status::proved) << report.theorem << ": " << report.reason;
  EXPECT_EQ(report.control.status, Status::refuted) << report.theorem;
  EXPECT_TRUE(report.control.confirmed) << report.control.case_line;
  EXPECT_TRUE(report.holds());
  for (const ProofGoal& goal : report.goals) EXPECT_EQ(goal.status, Status::proved) << goal.name;
  EXPECT_EQ(report.paths, 1);
}

TEST(LayoutInjective, NestedStrides) {
  const char* meaning = "Elements of a tensor with nested strides share no byte.";
  expect_holds(run({"nested, 1 byte", meaning, {}, nested_injective<1>, control<1>()}));
  expect_holds(run({"nested, 2 bytes", meaning, {}, nested_injective<2>, control<2>()}));
  expect_holds(run({"nested, 4 bytes", meaning, {}, nested_injective<4>, control<4>()}));
}

TEST(LayoutInjective, AlignedLayout) {
  const char* meaning = "Elements of a tensor in the aligned layout share no byte.";
  expect_holds(run({"aligned, 1 byte", meaning, {}, aligned_injective<1>, control<1>()}));
  expect_holds(run({"aligned, 2 bytes", meaning, {}, aligned_injective<2>, control<2>()}));
  expect_holds(run({"aligned, 4 bytes", meaning, {}, aligned_injective<4>, control<4>()}));
}

// With few lanes the largest tensors reach beyond int64_t: range goals are part of the theorem.
TEST(LayoutInjective, FewLanesOverflow) {
  const Report report =
      run({"aligned, few lanes", "", {}, aligned_injective<4, Fault::none, 1>, control<4>()});
  ASSERT_EQ(report.status, Status::refuted);
  EXPECT_EQ(report.goals.back().kind, GoalKind::range);
  const Model& values = report.goals.back().counterexample;
  EXPECT_LT(values["X"], enough_lanes);
}

TEST(LayoutInjective, ConfirmationCanFail) {
  // The sound layout does not fail on the case that the faulty one fails on.
  const Report report = run({"nested", "", {}, nested_injective<4>, control<4>()});
  EXPECT_TRUE((elements_meet<4, Fault::blocks_rounded_down>(report.control.case_line)));
  EXPECT_FALSE((elements_meet<4, Fault::none>(report.control.case_line)));
}

}  // namespace
}  // namespace strideproof::solver
