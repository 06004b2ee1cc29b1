#pragma once
// Unknowns of the theorems about layouts: operands whose strides the document gives, and matrices.

#include "proofs/theorems/bdc.h"
#include "proofs/theorems/bm_atomic.h"

namespace strideproof::solver {

// Two tensors made separately are equal.
SymBool lie_alike(const Tensor<Sym>& a, const Tensor<Sym>& b);

// The tensors that the code of each operand of the element size makes of these strides in that
// memory: okk-gdma, okk-bdc, and, for NULL, mask_memcpy_4D, which has no other strides. All are
// equal, so one of them is returned.
template <class Mutation>
Tensor<Sym> operand_with(Proof& proof, const MachineShape<Sym>& m, Space space,
                         int64_t element_bytes, const Address& a, const Dim4<Sym>& shape,
                         const Stride<Sym>& stride) {
  const okk_gdma::Fill<Sym> set = {element_bytes, space, a.value, 0, shape, stride};
  const okk_gdma::Copy<Sym> copy = {element_bytes, space, space,  a.value,
                                    a.value,       shape, stride, stride};
  const Tensor<Sym> t = spec::okk_gdma::dst_of<Sym, Mutation>(m, set);
  SymBool alike = all_of(lie_alike(t, spec::okk_gdma::dst_of<Sym, Mutation>(m, copy)),
                         lie_alike(t, spec::okk_gdma::src_of<Sym, Mutation>(m, copy)));
  const bool local = space == Space::local;
  if (local && element_bytes == okk_bdc::element_bytes) {
    const spec::okk_bdc::Given<Sym> given = {a.value, stride};
    const spec::okk_bdc::View<Sym> words = {shape, given, given, given, 0};
    for (const Operands which : {on_dst, on_src, on_src1})
      alike =
          all_of(alike, lie_alike(t, spec::okk_bdc::operand_of<Sym, Mutation>(m, words, which)));
  }
  if (stride.null && element_bytes == bm_atomic::mask_word_bytes) {
    const bm_atomic::MaskedCopy<Sym> masked = {a.start.offset, a.start.offset, a.start.lane,
                                               a.value, shape};
    for (const Operands which : {on_src, on_src1, on_dst})
      if (local == (which != on_dst))
        alike = all_of(
            alike,
            lie_alike(
                t, at_address(proof, spec::bm_atomic::operand_of<Sym, Mutation>(m, masked, which),
                              a)));
  }
  proof.prove("all such operands lie alike", alike);
  return t;
}

// ---- matrices in lanes, of okk-gdma and of memcpy_2D ----

struct LocalMatrix {
  int64_t element_bytes;
  MachineShape<Sym> m;
  Address address;
  Sym columns, per_channel;  // the columns that are spread over the lanes
  Tensor<Sym> t;
  Facts columns_fit;  // the last channel holds 1 to W of them
};

// Any of them: transposed or not, and for elements of 4 bytes also of okk-gdma, the places are the
// same.
template <class Mutation>
LocalMatrix any_local_matrix(Proof& proof) {
  const AnyFormat width = any_format(proof);
  const int64_t es = width.element_bytes;
  const auto m = any_machine(proof, Space::local, es);
  const Address a = any_address(proof, m, Space::local, es);
  const auto op = any_matrix(proof, a);
  const auto in_bm = [&](bool transposed) {
    const bm_atomic::Matrix2D<Sym> matrix = {0,
                                             a.start.offset,
                                             a.start.lane,
                                             transposed ? op.cols : op.rows,
                                             transposed ? op.rows : op.cols,
                                             0,
                                             op.cols_per_channel,
                                             width.format,
                                             selector(bm_atomic::Direction::S2L),
                                             transposed ? 1 : 0,
                                             0};
    return at_address(proof, spec::bm_atomic::operand_of<Sym, Mutation>(m, matrix, on_dst), a);
  };
  const Tensor<Sym> t = in_bm(false);
  SymBool alike = lie_alike(t, in_bm(true));
  if (es == spec::okk_gdma::matrix_element_bytes)
    alike = all_of(alike, lie_alike(t, spec::okk_gdma::dst_of<Sym, Mutation>(m, op)));
  proof.prove("all such matrices lie alike", alike);
  return {es, m, a, op.cols, op.cols_per_channel, t, channels_hold_columns(proof, op)};
}

std::vector<std::string> matrices();  // the operations that have a matrix

}  // namespace strideproof::solver
