// The plans that make rows columns, or images channels: cwtrans, each channel of memcpy_2D with
// transpose, the exchange of N and C by memcpy_4D.

#include "proofs/theorems/plans.h"

namespace strideproof::solver {

AnyMatrix any_matrix(Proof& proof, bool transposed) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const auto [address, start] = any_address(proof, m, Space::local);
  const Sym rows = any_extent(proof, "row"), cols = any_extent(proof, "col"),
            row_stride = proof.variable("row_stride", transposed ? 0 : INT32_MIN, any_u32);
  return {m,
          spec::matrix_in_lanes(m, es, address, start.lane, transposed ? cols : rows,
                                transposed ? rows : cols, any_extent(proof, "sec_size")),
          spec::matrix_in_system(es, proof.variable("B", 0, memory_end), rows, cols, row_stride)};
}

void conclude_place(Proof& proof, const MachineShape<Sym>& m, const Sym& visited,
                    const Tensor<Sym>& t, const Dim4<Sym>& at, const Facts& facts) {
  exactly([&] {
    const auto place = spec::place_of(m, t, at);
    return proof.conclude("an element is where the layout has it",
                          visited == place.lane * m.lane_bytes + place.byte, facts);
  });
}

namespace {

using optimized::address_of;

// Element (n, c, h, w) of src is element (c, n, h, w) of dst. `from` and `to` are its indices in
// the tensors.
void conclude_swap(Proof& proof, const MachineShape<Sym>& m, const optimized::SwapPlan<Sym>& plan,
                   const Dim4<Sym>& at, const Tensor<Sym>& dst, const Dim4<Sym>& to,
                   const Tensor<Sym>& src, const Dim4<Sym>& from, const Facts& inside = {}) {
  conclude_place(proof, m, address_of(plan.dst, {at.c, at.n, at.h, at.w}), dst, to);
  conclude_place(proof, m, address_of(plan.src, at), src, from);
  proof.conclude("which the plan has", is_inside(at, plan.src.shape), inside);
}

// If is_matrix, a row of `bytes` bytes is an element of matrices: row c, column n of src, and row
// n, column c of dst. transpose() moves these.
void conclude_matrix(Proof& proof, const char* claim, const optimized::SwapPlan<Sym>& plan,
                     const Dim4<Sym>& at) {
  const auto& [dst, src] = plan;
  const SymBool is_matrix = optimized::is_matrix(plan);
  const ExactArithmetic exact;
  const Sym bytes = optimized::row_bytes(src), byte = at.w * src.w;
  const auto in_matrix = [&](const optimized::Rows<Sym>& rows, const Sym& row, const Sym& column) {
    return row_at(rows, row) + column * bytes + byte;
  };
  proof.conclude_if(
      claim, is_matrix,
      all_of(any_of(bytes == 1, bytes == 2, bytes == 4), 0 <= byte, byte < bytes,
             address_of(src, at) == in_matrix(src.channels, at.c, at.n),
             address_of(dst, {at.c, at.n, at.h, at.w}) == in_matrix(dst.channels, at.n, at.c)),
      {equal_factors(src.n, bytes, at.n), equal_factors(dst.n, bytes, at.c),
       equal_factors(at.h, 0, src.h), equal_factors(at.h, 0, dst.h)});
}

}  // namespace

void cwtrans(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Sym rows = any_extent(proof, "C"), columns = any_extent(proof, "W");
  const Tensor<Sym> dst = any_tensor(proof, m, es, {1, columns, 1, rows}).t,
                    src = any_tensor(proof, m, es, {1, rows, 1, columns}, "2").t;
  const Sym c = any_index(proof, "c"), w = any_index(proof, "w");
  proof.given(all_of(c < rows, w < columns));
  const auto plan = code.cwtrans_plan(m, dst, src);
  proof.conclude("and no other", all_of(plan.src.shape.n == columns, plan.src.shape.c == rows));
  conclude_swap(proof, m, plan, {w, c, 0, 0}, dst, {0, w, 0, c}, src, {0, c, 0, w});
}

// Row r of the system matrix is column r mod sec of channel r div sec in local memory.
void transposed_matrix(Proof& proof, const PlanCode& code) {
  const auto [m, local, system] = any_matrix(proof, true);
  const bool to_local = any_bool(proof, "to_local");
  const Sym &rows = system.shape.n, &columns = system.shape.w, &sec = local.shape.w,
            &count = local.shape.c;
  const Sym r = any_index(proof, "r"), j = any_index(proof, "j");
  proof.given(all_of(r < rows, j < columns));
  const Sym channel = r / sec, i = r % sec;
  const Sym other_channel = any_index(proof, "channel"), other_row = any_index(proof, "i");
  proof.conclude("each row of the matrix is one of a channel", exactly([&] {
                   return all_of(r == channel * sec + i, 0 <= i, i < sec, 0 <= channel,
                                 channel < count);
                 }),
                 {division_below(r, count, sec)});
  proof.learn("the channel begins within the matrix", exactly([&] { return channel * sec; }),
              {0, most_extent - 1}, {});
  const Sym width = exactly([&] { return min_of(sec, rows - channel * sec); });
  exactly([&] {
    proof.given(all_of(other_channel < count, other_row < min_of(sec, rows - other_channel * sec)));
    const Sym row = other_channel * sec + other_row;
    return proof.conclude("each row of a channel is one of the matrix",
                          all_of(row < rows, row / sec == other_channel, row % sec == other_row),
                          {division_of_digits(other_channel, other_row, sec)});
  });
  const auto plan = code.transposed_channel(m, local, system, channel, to_local);
  const Dim4<Sym> of_local = {j, channel, 0, i}, of_system = {r, 0, 0, j};
  const auto& [n, c, h, w] = plan.src.shape;
  proof.conclude("and no other",
                 to_local ? all_of(n == columns, c == width) : all_of(n == width, c == columns));
  if (to_local)
    return conclude_swap(proof, m, plan, {j, i, 0, 0}, local, of_local, system, of_system);
  conclude_swap(proof, m, plan, {i, j, 0, 0}, system, of_system, local, of_local);
}

// N and C: row h of src(n, c) and of dst(c, n), or all rows of a channel as one.
void exchanged_images(Proof& proof, const PlanCode& code) {
  const int64_t es = any_element_bytes(proof);
  const Dim4<Sym> shape = any_shape(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Tensor<Sym> dst = any_tensor(proof, m, es, {shape.c, shape.n, shape.h, shape.w}).t,
                    src = any_tensor(proof, m, es, shape, "2").t;
  const auto plan = code.swap_plan(m, dst, src);
  const auto [n, c, h, w] = any_indices(proof, shape);
  const Dim4<Sym>& rows = plan.src.shape;
  const bool coalesced(rows.h != shape.h);
  const Sym unit = coalesced ? h * shape.w + w : w;
  const Dim4<Sym> at = {n, c, coalesced ? Sym(0) : h, unit};
  conclude_swap(proof, m, plan, at, dst, {c, n, h, w}, src, {n, c, h, w},
                {digits_in_range(h, w, shape.h, shape.w)});
  const ExactArithmetic exact;
  proof.conclude("and no other",
                 all_of(rows.n == shape.n, rows.c == shape.c, rows.h * rows.w == shape.h * shape.w,
                        at.h * rows.w + unit == h * shape.w + w));
  conclude_matrix(proof, "rows of matrices are moved as elements", plan, at);
  if (!is_in_lane(plan)) return;
  const auto other = exchanged(plan);
  proof.conclude(
      "with images as rows an element is at the same place",
      all_of(address_of(other.dst, {n, c, at.h, unit}) == address_of(plan.dst, {c, n, at.h, unit}),
             address_of(other.src, {c, n, at.h, unit}) == address_of(plan.src, at)));
  conclude_matrix(proof, "so are those of images as rows", other, {c, n, at.h, unit});
}

}  // namespace strideproof::solver
