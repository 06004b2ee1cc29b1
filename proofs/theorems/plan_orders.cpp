// The orders in which loops go through layouts: by columns, or in NCHW order.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::address_of;
using optimized::ByteLayout;
using optimized::ColumnGroup;
using optimized::row_at;
using optimized::Rows;

// Channels of any operand: longest_lane and widest_step bound their steps.
Rows<Sym> any_rows(Proof& proof, const Sym& lanes, const std::string& suffix = "") {
  const auto step = [&](const char* name, int64_t most) {
    return proof.variable(name + suffix, -most, most);
  };
  const Rows<Sym> rows = {step("start", memory_end),
                          proof.variable("first" + suffix, 0, most_lanes - 1), lanes,
                          step("lane", longest_lane), step("block", widest_step)};
  proof.given(rows.first < lanes);
  return rows;
}

// ---- columns ----

// The k-th channel of column l, c = k*X + l, lies k block rows after channel l. Arguments Q, c, X,
// S, e.
const Lemma<5> channel_of_column = {
    "a column's channel",
    {"Q", "c", "X", "S", "e"},
    [](Sym q, Sym c, Sym x, Sym s, Sym e) {
      return given(0 <= q, 0 <= c, 0 < x)
          .follows((q + c) % x * s + (q + c) / x * e ==
                   (q + c % x) % x * s + (q + c % x) / x * e + c / x * e);
    },
    [](const Sym& q, const Sym& c, const Sym& x, const Sym& s, const Sym& e) {
      const Sym k = c / x, l = c % x, block = (q + l) / x, lane = (q + l) % x;
      return Instances{division(c, x),
                       division(q + c, x),
                       division(q + l, x),
                       mixed_radix((q + c) / x, (q + c) % x, block + k, lane, x),
                       equal_factors((q + c) % x, lane, s),
                       equal_factors((q + c) / x, block + k, e)};
    }};

// Column l starts l lanes after column 0. If that is past the last lane, it starts X lanes earlier,
// in the next block row. Arguments: Q first lane, l, X, S lane step, e block-row step.
const Lemma<5> start_of_column = {
    "a column's start",
    {"Q", "l", "X", "S", "e"},
    [](Sym q, Sym l, Sym x, Sym s, Sym e) {
      return given(0 <= q, q < x, 0 <= l, l < x)
          .follows((q + l) % x * s + (q + l) / x * e ==
                   (q + l) * s + select(l >= x - q, e - x * s, Sym(0)));
    },
    [](const Sym& q, const Sym& l, const Sym& x, const Sym& s, const Sym& e) {
      const Sym block = (q + l) / x, lane = (q + l) % x;
      return Instances{division(q + l, x),
                       mixed_radix(block, lane, 1, q + l - x, x),
                       mixed_radix(block, lane, 0, q + l, x),
                       equal_factors(lane, q + l - x, s),
                       equal_factors(lane, q + l, s),
                       equal_factors(block, 1, e),
                       equal_factors(block, 0, e)};
    }};
Fact start_of(const Rows<Sym>& rows, const Sym& column) {
  return start_of_column(rows.first, column, rows.lanes, rows.lane, rows.block);
}

// Columns start in equal steps in a group, and share their nest; the next group follows.
void conclude_groups(Proof& proof, const PlanCode& code, const optimized::Plan<Sym, 2>& plan) {
  const auto grouped = code.grouped(plan);
  const Rows<Sym>&dst = plan.operands[0].channels, &src = plan.operands[1].channels;
  const Sym most = proof.variable("most", 1, 64), column = any_index(proof, "column");
  proof.given(column < plan.columns);
  const Sym count = optimized::group_from(grouped, column, most);
  proof.conclude("a group has columns, and no more than there are",
                 all_of(1 <= count, count <= most, column + count <= plan.columns));
  const auto group_at = [&](const Sym& at, const Sym& columns) {
    return exactly([&] {
      return ColumnGroup<Sym, 2>{at, columns, {row_at(dst, at), row_at(src, at)}};
    });
  };
  const ColumnGroup<Sym, 2> first = optimized::first_group(grouped, most),
                            group = group_at(column, count);
  proof.learn("a column starts in memory of the destination", group.start[0], {-far, far},
              {start_of(dst, column)});
  proof.learn("and of the source", group.start[1], {-far, far}, {start_of(src, column)});
  const ColumnGroup<Sym, 2> next = optimized::next_group(grouped, group, most);
  const bool extra(optimized::has_extra_channel(plan, group));
  const Sym s = proof.variable("s", 0, most_extent);
  proof.given(all_of(column <= s, s < column + count));

  const ExactArithmetic exact;
  const auto starts = [&](const ColumnGroup<Sym, 2>& at) {
    return all_of(at.start[0] == row_at(dst, at.column), at.start[1] == row_at(src, at.column));
  };
  proof.conclude("the first group begins with column 0, where it starts",
                 all_of(first.column == 0, starts(first)), {start_of(dst, 0), start_of(src, 0)});
  proof.conclude(
      "its columns start in equal steps",
      all_of(row_at(dst, s) == group.start[0] + (s - column) * dst.lane,
             row_at(src, s) == group.start[1] + (s - column) * src.lane),
      {start_of(dst, column), start_of(src, column), start_of(dst, s), start_of(src, s)});
  proof.conclude("and share its nest", (s < plan.extra_columns) == extra);
  proof.conclude(
      "the next group begins with the column after it, where that starts",
      all_of(next.column == column + count, implies(next.column < plan.columns, starts(next))),
      {start_of(dst, column), start_of(src, column), start_of(dst, next.column),
       start_of(src, next.column)});
}

void columns_hold_channels(Proof& proof, const PlanCode& code) {
  const Sym X = proof.variable("X", 1, most_lanes), C = proof.variable("C", 0, most_extent);
  const auto layout = [&](const char* suffix) {
    return ByteLayout<Sym>{{1, C, 1, 1}, any_rows(proof, X, suffix), 0, 0, 0};
  };
  const auto plan = optimized::plan_of(X, optimized::Layouts<Sym, 2>{layout(""), layout("2")});
  if (any_bool(proof, "groups")) return conclude_groups(proof, code, plan);
  const Sym c = any_index(proof, "c"), k = proof.variable("k", 0, most_extent),
            l = proof.variable("l", 0, most_extent);
  const auto in_columns = [&](const Sym& at, const Sym& column) {
    return all_of(0 <= column, column < plan.columns, 0 <= at,
                  at < C / X + select(column < plan.extra_columns, Sym(1), Sym(0)));
  };
  const ExactArithmetic exact;
  proof.given(all_of(c < C, in_columns(k, l)));
  prove_division(proof, "C = K*X + T", C, X);
  prove_division(proof, "c = k*X + l", c, X);
  proof.conclude("a channel is in its column", in_columns(c / X, c % X),
                 {product_monotone(C / X, c / X, X), product_monotone(C / X + 1, c / X, X)});
  const Sym channel = k * X + l;
  proof.conclude("a column holds channels", all_of(0 <= channel, channel < C, l < X),
                 {product_monotone(k + 1, C / X, X), product_monotone(k, C / X, X)});
  proof.conclude("each at no other place", all_of(channel / X == k, channel % X == l),
                 {division(channel, X), mixed_radix(k, l, channel / X, channel % X, X)});
  for (const auto& [shape, rows, n, h, w] : plan.operands)
    proof.conclude("in equal steps from the start of the column",
                   row_at(rows, c) == row_at(rows, c % X) + c / X * rows.block,
                   {channel_of_column(rows.first, c, X, rows.lane, rows.block)});
}

// ---- NCHW order ----

// Element (n, c, h, w) has its place and its order in a run.
void runs_hold_elements(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof);
  const Dim4<Sym> shape = any_shape(proof), at = any_indices(proof, shape);
  // N*C*H*W fits memory, as that many elements are written.
  const Sym count = exactly([&] { return shape.w * shape.h * shape.c * shape.n; });
  proof.given(count <= memory_end);
  const Sym lanes = any_bool(proof, "in_lanes") ? proof.variable("X", 2, most_lanes) : Sym(1);
  const auto step = [&](const char* name) {
    return proof.variable(name, -widest_step, widest_step);
  };
  const ByteLayout<Sym> t = {shape, any_rows(proof, lanes), step("sn"), step("sh"), es};
  const ByteLayout<Sym> runs = code.runs_of(t);

  // A run is a row, a channel, an image, or the whole tensor.
  const Dim4<Sym>& extent = runs.shape;
  const bool one_row(extent.h == 1), one_channel(extent.c == 1), one_image(extent.n == 1);
  const Sym n = one_image ? Sym(0) : at.n, c = one_channel ? Sym(0) : at.c,
            h = one_row ? Sym(0) : at.h;
  const ExactArithmetic exact;
  const Sym &W = shape.w, &H = shape.h, &C = shape.c;
  const Sym in_channel = at.h * W + at.w, in_image = at.c * (H * W) + in_channel;
  const Sym in_tensor = at.n * (C * (H * W)) + in_image;
  const Sym k = !one_row ? at.w : !one_channel ? in_channel : !one_image ? in_image : in_tensor;
  proof.conclude("each element is in a run", is_inside({n, c, h, k}, extent),
                 {digits_in_range(at.h, at.w, H, W), digits_in_range(at.c, in_channel, C, H * W),
                  digits_in_range(at.n, in_image, shape.n, C * (H * W))});
  proof.conclude(
      "the run has the element at its place",
      address_of(runs, {n, c, h, 0}) + es * k == address_of(t, at),
      {equal_steps(at.h, H, t.h, es * W), equal_steps(at.c, C, t.channels.block, es * (H * W)),
       equal_steps(at.n, shape.n, t.n, es * (C * (H * W)))});
  proof.conclude("the runs have the element in NCHW order",
                 ((n * extent.c + c) * extent.h + h) * extent.w + k == in_tensor);
  proof.conclude("the runs hold as many elements as the tensor",
                 extent.n * extent.c * extent.h * extent.w == count);
}

}  // namespace

std::vector<Theorem> order_theorems() {
  return {
      theorem(
          "plan.columns",
          "The columns of a plan hold each channel once, in equal steps; the groups of columns "
          "follow each other and hold each column once. The columns of a group start in equal "
          "steps and share their nest.",
          {"okk_*", "bm_atomic_mem*_4D", "bm_atomic_memcpy_[12]D", "data_move"},
          columns_hold_channels,
          {{Fault::group_over_wrap,
            "groups=1 C=2..4 most=4 start=0 first=0..3 lane=256 block=1 start2=0 first2=0 lane2=1 "
            "block2=4 column=0..3 s=0..3",
            // One byte a channel.
            "okk_gdma_8bit_set_C_local toy dst_addr={first*256} C=255 shape=1,{C},1,1 "
            "dst_stride=0,{block},0,1"}}),
      theorem(
          "plan.runs",
          "The runs of a layout hold each of its elements at its place, in NCHW order, and nothing "
          "else.",
          {"bm_atomic_memcpy_4D", "bm_atomic_mask_memcpy_4D"}, runs_hold_elements,
          {{Fault::bm_gaps_joined,
            "in_lanes=0 start=0 first=0 lane=1 block=1 N=1 C=1 H=2 W=1 sn=0 sh=2..4",
            // Conversion of uint8 to float32, rows equally far apart.
            "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
            "src_shape={N},{C},{H},{W} src_stride=0,1,{sh},1 src_format=2 dst_addr=0xfffff000 "
            "dst_local_idx=0 dst_shape={N},{C},{H},{W} dst_stride=0,0,1,1 dst_format=0 "
            "direction=2 transpose=0"},
           {Fault::bm_block_row_kept,
            "in_lanes=1 es=4 start=0 first=3 lane=256 block=4..16 N=1 C=2 H=1 W=1 sn=0 sh=0",
            // Conversion of uint8 to float32 in lanes, one word a channel.
            "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 "
            "src_shape={N},{C},{H},{W} src_stride=0,1,0,1 src_format=2 dst_addr=0 "
            "dst_local_idx={first} dst_shape={N},{C},{H},{W} dst_stride=0,{block/4},0,1 "
            "dst_format=0 direction=0 transpose=0"}})};
}

}  // namespace strideproof::solver
