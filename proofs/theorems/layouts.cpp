// Layouts: two elements of a tensor never share a byte, and columns of a matrix and elements of its
// rows correspond one to one.

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/formulas.h"
#include "proofs/theorems/theorems.h"
#include "spec/spec.h"

namespace strideproof::solver {

namespace {

// ---- matrices in lanes, of okk-gdma and of memcpy_2D ----

struct LocalMatrix {
  MachineShape<Sym> m;
  Address address;
  Sym columns;      // of a row, spread over the lanes
  Sym per_channel;  // columns of a full channel
  Tensor<Sym> t;
};

// A matrix of memcpy_2D, transposed or not, or, for elements of 4 bytes, of okk-gdma.
template <class Code>
LocalMatrix any_local_matrix(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Address a = any_address(proof, m, Space::local, es);
  const auto op = any_matrix(proof, a);
  Tensor<Sym> t;
  if (es == spec::okk_gdma::matrix_element_bytes && any_bool(proof, "which")) {
    t = spec::okk_gdma::Spec::tensor(m, op, on_dst);
  } else {
    const bool transposed = any_bool(proof, "transpose");
    bm_atomic::Matrix2D<Sym> matrix;
    matrix.local_mem_addr = a.start.offset, matrix.local_mem_idx = a.start.lane;
    matrix.row = transposed ? op.cols : op.rows, matrix.col = transposed ? op.rows : op.cols;
    matrix.sec_size = op.cols_per_channel, matrix.format = format;
    matrix.direction = selector(bm_atomic::Direction::S2L), matrix.transpose = transposed ? 1 : 0;
    t = at_address(proof, spec::bm_atomic::operand_of(m, matrix, on_dst), a);
  }
  // (C - 1)*cols_per_channel < cols <= C*cols_per_channel: the last channel is neither empty nor
  // wider than the others.
  const Sym& per_channel = op.cols_per_channel;
  exactly([&] {
    const Sym channels = ceil_div(op.cols, per_channel);
    return proof.prove("columns fill their channels but the last",
                       all_of((channels - 1) * per_channel < op.cols,
                              op.cols <= channels * per_channel, channels >= 1),
                       {ceil_div_bounds(op.cols, per_channel)});
  });
  return {m, a, op.cols, per_channel, Code::tensor(m, t)};
}

// ---- injective ----

// The offset of an element in its batch, and in its block. Each is below the next larger stride: in
// W <= sh <= sc <= sn each stride covers the reach of the smaller ones. `blocks`: block rows of the
// tensor; in system memory its channels.
struct Digits {
  Sym in_batch, in_channel;
};
Digits digits_of(Proof& proof, const Tensor<Sym>& t, const Sym& blocks, const Element& e) {
  const Dim4<Sym>& s = t.stride;
  const ExactArithmetic exact;
  const Sym in_channel = e.at.h * s.h + e.at.w, in_batch = e.block * s.c + in_channel;
  proof.prove("h*sh + w < sc", all_of(0 <= in_channel, in_channel < s.c),
              {digits_in_range(e.at.h, e.at.w, t.shape.h, s.h)});
  proof.prove("block*sc + h*sh + w < sn", all_of(0 <= in_batch, in_batch < s.n),
              {digits_in_range(e.block, in_channel, blocks, s.c)});
  return {in_batch, in_channel};
}

// Elements that share a byte are equal, digit by digit.
void prove_elements_disjoint(Proof& proof, const AnyOperand& x, const Sym& blocks) {
  const auto [a, b, same_lane, same_byte] = any_two_bytes(proof, x, x, element_in_memory);
  proof.given(all_of(same_lane, same_byte));
  const ExactArithmetic exact;
  const Dim4<Sym>& s = x.t.stride;
  const Digits p = digits_of(proof, x.t, blocks, a), q = digits_of(proof, x.t, blocks, b);
  proof.prove("the same number of element", a.at.n * s.n + p.in_batch == b.at.n * s.n + q.in_batch);
  proof.prove("the same n", all_of(a.at.n == b.at.n, p.in_batch == q.in_batch),
              {mixed_radix(a.at.n, p.in_batch, b.at.n, q.in_batch, s.n)});
  proof.prove("the same block", all_of(a.block == b.block, p.in_channel == q.in_channel),
              {mixed_radix(a.block, p.in_channel, b.block, q.in_channel, s.c)});
  proof.prove("the same h and w", all_of(a.at.h == b.at.h, a.at.w == b.at.w),
              {mixed_radix(a.at.h, a.at.w, b.at.h, b.at.w, s.h)});
  proof.conclude("the same element",
                 all_of(a.at.n == b.at.n, a.at.c == b.at.c, a.at.h == b.at.h, a.at.w == b.at.w));
}

// The tensor with names for its strides n and c. A step knows their values only if it cites the
// facts.
struct DefaultStrides {
  Tensor<Sym> t;
  Fact n, c;
};
DefaultStrides with_unknown_strides(Proof& proof, Tensor<Sym> t) {
  const auto n = proof.name("sn", t.stride.n), c = proof.name("sc", t.stride.c);
  t.stride.n = n.value, t.stride.c = c.value;
  return {t, n.definition, c.definition};
}

void prove_injective(Proof& proof, const MachineShape<Sym>& m, const Address& a,
                     const Tensor<Sym>& of_layout) {
  const bool local = of_layout.space == Space::local;
  const auto [t, n, c] = with_unknown_strides(proof, of_layout);
  const AnyOperand x = legal_operand(proof, {m, a, t});
  const Dim4<Sym>& shape = t.shape;
  const Sym end = a.start.lane + shape.c, blocks = local ? ceil_div(end, m.lanes) : shape.c;
  {
    const ExactArithmetic exact;
    proof.prove("a channel covers its rows", shape.h * shape.w <= t.stride.c,
                {c, round_up_bounds(shape.h * shape.w, m.unit_bytes / t.element_bytes)});
    proof.prove("an image covers its channels", blocks * t.stride.c == t.stride.n,
                {n, c, equal_factors(t.stride.c, of_layout.stride.c, blocks)});
    if (local)
      proof.prove("the last block row is counted", x.last_block < blocks,
                  {ceil_div_bounds(end, m.lanes), division_below(end - 1, blocks, m.lanes)});
  }
  prove_elements_disjoint(proof, x, blocks);
}

// Covers the aligned layout, the continuous layout, and a matrix in lanes.
template <class Code>
void layouts_are_injective(Proof& proof) {
  const int layout = any_choice(proof, "layout", 3);
  if (layout == 2) {
    const LocalMatrix x = any_local_matrix<Code>(proof);
    return prove_injective(proof, x.m, x.address, x.t);
  }
  const Space space = layout == 0 ? Space::local : Space::system;
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address a = any_address(proof, m, space, es);
  const Dim4<Sym> shape = any_shape(proof);
  const Dim4<Sym> stride = spec::strides_of(m, space, es, a.value, shape, Stride<Sym>{true, {}});
  prove_injective(proof, m, a,
                  Code::tensor(m, Tensor<Sym>{space, es, a.value, shape, stride, shape.w}));
}

// ---- matrices ----

// Columns of a matrix and elements of its rows correspond one to one.
template <class Code>
void matrix_columns(Proof& proof) {
  const LocalMatrix matrix = any_local_matrix<Code>(proof);
  const Tensor<Sym>& t = matrix.t;
  const Sym y = any_index(proof, "y"), c = any_index(proof, "c"), w = any_index(proof, "w");
  const auto width = [&](const Sym& channel) {
    return select(channel == t.shape.c - 1, t.last_width, t.shape.w);
  };
  proof.given(y < matrix.columns);
  proof.given(all_of(c < t.shape.c, w < width(c)));

  const Sym &per = matrix.per_channel, last = t.shape.c - 1;
  const ExactArithmetic exact;
  const Sym yc = y / per, yw = y % per;
  proof.conclude("a channel is not empty, and none is wider than the others",
                 all_of(1 <= width(c), width(c) <= per));
  proof.conclude(
      "a column lies in a channel, inside its width",
      all_of(0 <= yc, yc < t.shape.c, 0 <= yw, yw < width(yc)),
      {division(y, per), product_monotone(t.shape.c, yc, per), product_monotone(last, yc, per)});
  proof.conclude("an element is a column", c * per + w < matrix.columns,
                 {product_monotone(c + 1, last, per)});
  proof.conclude("column c*per + w is element (c, w)",
                 all_of((c * per + w) / per == c, (c * per + w) % per == w),
                 {division_of_digits(c, w, per)});
}

// ---- controls ----

// The n stride counts (Q + C) div X block rows.
struct RoundedDown : Formulas {
  static auto tensor(const auto& m, auto t) {
    t.stride.n = (spec::start_of(m, t.address).lane + t.shape.c) / m.lanes * t.stride.c;
    return t;
  }
};
// A partly filled channel is not counted: its columns are added to the previous channel.
struct FewChannels : Formulas {
  static auto tensor(const auto&, auto t) {
    const auto full = t.last_width == t.shape.w;
    t.shape.c = select(full, t.shape.c, t.shape.c - 1);
    t.last_width = select(full, t.last_width, t.last_width + t.shape.w);
    return t;
  }
};

}  // namespace

std::vector<Theorem> layout_theorems() {
  return {
      formula_theorem<RoundedDown>(
          "layout.injective",
          "Elements of a tensor in a default layout share no byte. This holds in the aligned "
          "layout for "
          "any start lane, in the continuous layout of system memory, and in a matrix in local "
          "memory, transposed or not, with a full or a partly filled last channel.",
          {"okk_*", "bm_atomic_mask_memcpy_4D", "bm_atomic_memcpy_2D"},
          layouts_are_injective<Formulas>, layouts_are_injective<RoundedDown>,
          "the n stride counts block rows rounded down", "layout=0 A=0 N=1..2 C=1..6 H=1..2 W=1..2",
          "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape={N},{C},{H},{W} dst_stride=null"),
      formula_theorem<FewChannels>(
          "layout.matrix.columns",
          "Columns of a matrix and elements of its rows correspond, also in a partly filled "
          "channel.",
          {"okk_gdma_*matrix*", "bm_atomic_memcpy_2D"}, matrix_columns<Formulas>,
          matrix_columns<FewChannels>, "channels are counted rounded down",
          "es=4 A=0 rows=1..2 cols=1..16 cols_per_channel=1..4",
          "okk_gdma_32bit_matrix_S2L toy dst_addr={A} src_addr=0xfffff000 rows={rows} "
          "cols={cols} cols_per_channel={cols_per_channel} row_stride={cols}")};
}

}  // namespace strideproof::solver
