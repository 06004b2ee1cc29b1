// Values of the theorems about matrices, of okk-gdma and of memcpy_2D.

#include "model/optimized/bm_atomic_2d.h"
#include "proofs/tests/case_values.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"

namespace strideproof::solver {
namespace {

using spec::Tensor;
using spec::bm_atomic::operand_of;
using Machine = spec::MachineShape<int64_t>;

Machine machine_of(const Case& c) { return spec::machine_shape<int64_t>(*c.profile); }

// The matrix of memcpy_2D; its last element.
Values matrix_of_bm(const Case& c, const bm_atomic::Matrix2D<int64_t>& op) {
  Values values = values_of(c, operand_of(machine_of(c), op, on_dst));
  const bool to_local = op.direction == static_cast<int>(bm_atomic::Direction::S2L);
  const int64_t r = op.row - 1;
  for (const auto& [name, value] : Values{{"row", op.row},
                                          {"col", op.col},
                                          {"row_stride", op.row_stride},
                                          {"sec_size", op.sec_size},
                                          {"transpose", op.transpose},
                                          {"B", op.global_mem_addr},
                                          {"direction", to_local ? 0 : 1},
                                          {"r", r},
                                          {"channel", r / op.sec_size},
                                          {"i", r % op.sec_size},
                                          {"j", op.col - 1}})
    values[name] = value;
  return values;
}

}  // namespace

std::vector<Values> matrices_of_okk(const Case& c) {
  int64_t rows = 0, cols = 0, per_channel = 0;
  if (c.operation->family == Family::okk_gdma) {
    const auto op = okk_gdma::matrix_of(*c.operation, c.arguments);
    rows = op.rows, cols = op.cols, per_channel = op.cols_per_channel;
  } else {
    const auto op = bm_atomic::matrix_of(c.arguments);
    rows = spec::bm_atomic::local_rows(op), cols = spec::bm_atomic::local_columns(op);
    per_channel = op.sec_size;
  }
  auto all = tensors_in<Space::local>(c);
  for (Values& values : all) {
    values["rows"] = rows, values["cols"] = cols, values["cols_per_channel"] = per_channel;
  }
  return all;
}

std::vector<Values> transposed_matrices(const Case& c) {
  const auto op = bm_atomic::matrix_of(c.arguments);
  if (op.transpose == 0) return {};
  return {matrix_of_bm(c, op)};
}

std::vector<Values> straight_matrices(const Case& c) {
  auto all = matrices_of_okk(c);
  const bool bm = c.operation->family == Family::bm_atomic;
  for (Values& values : all) {
    if (bm) {
      const auto op = bm_atomic::matrix_of(c.arguments);
      if (op.transpose != 0) return {};
      for (const auto& [name, value] : matrix_of_bm(c, op)) values[name] = value;
      values["to_local"] = 1 - values["direction"];
    } else {
      const auto op = okk_gdma::matrix_of(*c.operation, c.arguments);
      values["to_local"] = op.dst_space == Space::local ? 1 : 0;
      values["B"] = op.dst_space == Space::local ? op.src_addr : op.dst_addr;
      values["row_stride"] = op.row_stride;
    }
    const int64_t cols = values["cols"], per = values["cols_per_channel"];
    const bool full = cols % per == 0;  // the last channel
    values["per"] = per, values["A'"] = values["B"];
    values["x"] = values["rows"] - 1, values["y"] = cols - 1;
    values["full"] = full ? 1 : 0;
    values["c"] = full ? cols / per - 1 : 0;
    values["w"] = (cols - 1) % per;
  }
  return all;
}

namespace {

std::vector<Values> parts_of_matrix(const Case& c) {
  const Machine m = machine_of(c);
  const bool bm = c.operation->family == Family::bm_atomic;
  int64_t es = spec::okk_gdma::matrix_element_bytes;
  okk_gdma::Matrix<int64_t> p;
  if (bm) {
    const auto op = bm_atomic::matrix_of(c.arguments);
    if (op.transpose != 0) return {};
    es = spec::bm_atomic::element_bytes_of(op.format);
    p = optimized::straight_matrix(m, op);
  } else {
    p = okk_gdma::matrix_of(*c.operation, c.arguments);
  }
  const auto parts = optimized::parts_of(m, p, es);
  std::vector<Values> all;
  for (const auto& [shape, local, system] : {parts.full, parts.partial}) {
    if (shape.c == 0) continue;
    const bool to_local = p.dst_space == Space::local;
    const auto &dst = to_local ? local : system, &src = to_local ? system : local;
    all.push_back(values_of(c, {dst.space, es, dst.address, shape, dst.stride, shape.w}));
    set_source(all.back(), src.space, src.address, src.stride);
  }
  return all;
}

}  // namespace

bool copies_are_planned(const Operation& operation) {
  return operation.family == Family::bm_atomic
             ? bm_atomic::kind(operation) != bm_atomic::Kind::memset_4D
             : !okk_gdma::is_fill(okk_gdma::kind(operation));
}

std::vector<Values> planned_copies(const Case& c) {
  if (c.operation->family == Family::bm_atomic)
    return bm_atomic::kind(*c.operation) == bm_atomic::Kind::memcpy_2D ? parts_of_matrix(c)
                                                                       : copies_of_one_shape(c);
  return is_matrix(okk_gdma::kind(*c.operation)) ? parts_of_matrix(c) : copies(c);
}

std::vector<Values> written_rows(const Case& c) {
  const auto rows = [](int64_t count, int64_t width, int64_t stride) {
    return std::vector<Values>{{{"rows", count}, {"cols", width}, {"stride", stride}}};
  };
  if (c.operation->family == Family::okk_gdma) {
    const auto op = okk_gdma::matrix_of(*c.operation, c.arguments);
    return rows(op.rows, op.cols, op.row_stride);
  }
  if (bm_atomic::kind(*c.operation) == bm_atomic::Kind::memcpy_2D) {
    const auto op = bm_atomic::matrix_of(c.arguments);
    if (op.direction != static_cast<int>(bm_atomic::Direction::L2S)) return {};
    return rows(op.row, op.col, op.row_stride);
  }
  const auto op = bm_atomic::cwtrans_of(c.arguments);
  return rows(op.src_w, op.src_c, op.dst_c_stride);
}

}  // namespace strideproof::solver
