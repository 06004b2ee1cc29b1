// Values of the theorems about matrices, memcpy_1D, data_move and the transposing copy, which have
// names of their own for the parameters of a case.

#include "proofs/tests/case_values.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/profile.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::solver {

// ---- matrices ----

std::vector<Values> matrices(const Case& c) {
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
    values["layout"] = 2;
  }
  return all;
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

// ---- memcpy_1D ----

std::vector<Values> linear_copies(const Case& c) {
  const auto op = bm_atomic::linear_of(c.arguments);
  const int64_t es = bm_atomic::element_bytes_of(op.format), last = op.length - 1;
  int64_t machine = 0;
  for (const Profile& profile : profiles()) {
    if (&profile == c.profile) break;
    if (profile.lanes > 0) ++machine;
  }
  std::vector<Values> all;
  for (const int64_t of_dst : {0, 1})
    all.push_back({{"machine", machine},
                   {"es", es},
                   {"direction", op.direction},
                   {"src", op.src_addr},
                   {"dst", op.dst_addr},
                   {"length", op.length},
                   {"of_dst", of_dst},
                   {"byte", es * op.length - 1},
                   {"i", last},
                   {"rest", es - 1},
                   {"i'", last},
                   {"rest'", es - 1}});
  return all;
}

std::vector<Values> linear_operands(const Case& c) {
  const auto op = bm_atomic::linear_of(c.arguments);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const int64_t bytes = bm_atomic::element_bytes_of(op.format) * op.length;
  std::vector<Values> all;
  for (const Operands which : {on_dst, on_src}) {
    const auto side = spec::bm_atomic::side_of(op, which);
    const int64_t first = side.address - (side.flat ? m.flat.first : 0);
    all.push_back({{"X", m.lanes},
                   {"S", m.lane_bytes},
                   {"U", m.unit_bytes},
                   {"es", side.element_bytes},
                   {"local", side.flat ? 1 : 0},
                   {"A", first},
                   {"length", op.length},
                   {"byte", bytes - 1},
                   {"lane", (first + bytes - 1) / m.lane_bytes},
                   {"j", 0}});
  }
  return all;
}

// ---- data_move and the transposing copy ----

namespace {

Values buffers_in(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  return {{"UB", m.ub / 512},
          {"L1", m.l1 / 512},
          {"L0B", m.l0b / 512},
          {"profile", c.profile - profiles().data()}};
}

}  // namespace

std::vector<Values> bursts(const Case& c) {
  const auto op = tik::move_of(c.arguments);
  Values values = buffers_in(c);
  values.insert({{"dst", op.dst},
                 {"src", op.src},
                 {"dtype", op.dtype},
                 {"N", op.nburst},
                 {"L", op.burst},
                 {"S", op.src_stride},
                 {"D", op.dst_stride},
                 {"n", op.nburst - 1},
                 {"at", op.burst * 32 - 1}});
  return {values};
}

std::vector<Values> bursts_in_equal_steps(const Case& c) {
  const auto op = tik::move_of(c.arguments);
  const bool in_ub = op.dst_space == op.src_space && op.dst_space == static_cast<int>(Space::ub);
  if (!in_ub || (op.nburst != 1 && op.dst_stride != op.src_stride)) return {};
  auto all = bursts(c);
  for (Values& values : all) {
    values["dst_block"] = op.dst / 32, values["src_block"] = op.src / 32;
  }
  return all;
}

std::vector<Values> squares(const Case& c) {
  const auto op = asc::transpose_of(c.arguments);
  if (op.repeat == 0) return {};
  Values values = buffers_in(c);
  values.insert({{"dst", op.dst},
                 {"src", op.src},
                 {"index", op.index_id},
                 {"repeat", op.repeat},
                 {"S", op.src_stride},
                 {"D", op.dst_stride},
                 {"F", op.dst_frac_stride},
                 {"dtype", op.dtype},
                 {"i", op.repeat - 1},
                 {"h", 15}});
  return {values};
}

}  // namespace strideproof::solver
