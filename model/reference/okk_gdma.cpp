// "GDMA Functions" of OKKernel, in plain loops. Quotations are the document's sentences; where the
// document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/okk_gdma.h"

#include "model/reference/case_run.h"

namespace strideproof::reference {
namespace {

using namespace okk_gdma;

// The document's names: okk_gdma_16bit_cpy_L2S moves elements of 16 bits from local memory, L, to
// system memory, S.
bool names(const Case& c, std::string_view part) {
  return c.operation->name.find(part) != std::string_view::npos;
}
int64_t element_bytes(const Case& c) {
  if (names(c, "_8bit_")) return 1;
  if (names(c, "_16bit_")) return 2;
  return 4;
}
Space dst_space(const Case& c) {
  return names(c, "2L") || names(c, "_local") ? Space::local : Space::system;
}
Space src_space(const Case& c) { return names(c, "L2") ? Space::local : Space::system; }

void check_stride(CaseRun& run, Operands which, const Index& shape, const Stride<int64_t>& given,
                  int64_t element_bytes, bool any_w = false) {
  run.strides(which, shape, given, element_bytes);
  // "dst_stride->w and src_stride->w are only allowed to be one." set_C: fill-w-stride
  run.require(
      of(ConstraintId::dst_stride_w_one, which),
      given.null || given.stride.w == 1 || (any_w && has_sign(shape.w, given.stride.w, run)));
}

// "dst(n, c, h, w) = src(n, c, h, w)"
void copy(CaseRun& run) {
  const View<int64_t> v = view_of(*run.c.operation, run.c.arguments);
  const int64_t bytes = element_bytes(run.c);
  if (run.is_unchecked(v.shape)) return;
  run.shape(ConstraintId::shape_n_min, v.shape);
  check_stride(run, on_dst, v.shape, v.dst.stride, bytes);
  check_stride(run, on_src, v.shape, v.src.stride, bytes);
  run.aligned(ConstraintId::dst_aligned, v.dst.address, bytes);
  run.aligned(ConstraintId::src_aligned, v.src.address, bytes);
  if (is_empty(v.shape)) return;
  const Tensor dst =
      okk_tensor(run.profile, dst_space(run.c), bytes, v.dst.address, v.shape, v.dst.stride, run);
  const Tensor src =
      okk_tensor(run.profile, src_space(run.c), bytes, v.src.address, v.shape, v.src.stride, run);
  run.place(on_dst, dst);
  run.place(on_src, src);
  run.alias(dst);
  run.overlap(ConstraintId::overlap, dst, src);
  if (run.to_be_run(elements(v.shape))) copy_each(run, dst, src);
}

// "dst(n, c, h, w) = C"
void fill(CaseRun& run) {
  const View<int64_t> v = view_of(*run.c.operation, run.c.arguments);
  const bool any_w =
      run.takes("fill-w-stride", 2) || (run.takes("fill-w-stride", 1) && v.shape.w == 1);
  const int64_t bytes = element_bytes(run.c);
  if (run.is_unchecked(v.shape)) return;
  run.shape(ConstraintId::shape_n_min, v.shape);
  check_stride(run, on_dst, v.shape, v.dst.stride, bytes, any_w);
  run.aligned(ConstraintId::dst_aligned, v.dst.address, bytes);
  if (is_empty(v.shape)) return;
  const Tensor dst =
      okk_tensor(run.profile, dst_space(run.c), bytes, v.dst.address, v.shape, v.dst.stride, run);
  run.place(on_dst, dst);
  run.fill_alias(dst);
  if (!run.to_be_run(elements(v.shape))) return;
  for_each(v.shape,
           [&](const Index& i) { write(run.machine, dst, i, static_cast<uint32_t>(v.C)); });
}

void check_matrix(CaseRun& run, const Matrix<int64_t>& p) {
  using enum ConstraintId;
  run.extent(rows_min, rows_max, p.rows, true);
  run.extent(cols_min, cols_max, p.cols);
  run.extent(cols_per_channel_min, cols_per_channel_max, p.cols_per_channel);
  run.require(cols_per_channel_min, p.cols_per_channel >= 1);
  const int64_t stride = in_elements(p.row_stride, 4, run);
  const bool used = p.rows != 1 || run.takes("unused-stride", 1);
  const bool whole = is_whole(p.rows, p.row_stride, 4, run);
  const bool sign = has_sign(p.rows, p.row_stride, run);
  const bool rows_disjoint =
      !used || stride >= p.cols || (run.takes("negative-stride", 1) && stride <= -p.cols);
  run.require(row_stride_min, whole && sign && (rows_disjoint || run.takes("source-overlap", 0)));
  run.require(row_stride_cols, whole && (p.rows != 1 || sign) &&
                                   (rows_disjoint || (sign && run.takes("destination-alias", 1))));
  run.aligned(dst_aligned, p.dst_addr, 4);
  run.aligned(src_aligned, p.src_addr, 4);
}

// "dst(x, y) = src(x, y)": "in the matrix layout" in local memory; in system memory "The elements
// of each row ... are continuous".
void matrix(CaseRun& run) {
  const Matrix<int64_t> p = matrix_of(*run.c.operation, run.c.arguments);
  const Index extents = {p.rows, 1, 1, p.cols};
  if (run.is_unchecked(extents)) return;
  check_matrix(run, p);
  if (is_empty(extents) || p.cols_per_channel < 1) return;
  const bool to_local = dst_space(run.c) == Space::local;
  const int64_t local_address = to_local ? p.dst_addr : p.src_addr,
                lane_bytes = run.profile.lane_bytes;
  const Index last = in_channel(p.rows - 1, p.cols - 1, p.cols_per_channel);
  const Tensor local =
      local_matrix(run.profile, local_address / lane_bytes, local_address % lane_bytes, 4, last,
                   p.cols_per_channel, p.cols_per_channel, run);
  const Tensor system = tensor_from(run.profile, false, 0, to_local ? p.src_addr : p.dst_addr, 4,
                                    extents, {in_elements(p.row_stride, 4, run), 0, 0, 1});
  run.place(to_local ? on_dst : on_src, local, bounding_range_of_columns(local, last));
  run.place(to_local ? on_src : on_dst, system);
  if (!run.to_be_run(elements(extents))) return;
  for_each(extents, [&](const Index& in_system) {
    const Index in_local = in_channel(in_system.n, in_system.w, p.cols_per_channel);
    if (to_local)
      write(run.machine, local, in_local, read(run.machine, system, in_system));
    else
      write(run.machine, system, in_system, read(run.machine, local, in_local));
  });
}

}  // namespace

void run_okk_gdma(CaseRun& run) {
  switch (kind(*run.c.operation)) {
    case Kind::cpy: return copy(run);
    case Kind::set_C: return fill(run);
    case Kind::matrix: return matrix(run);
  }
}

}  // namespace strideproof::reference
