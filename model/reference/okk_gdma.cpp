// "GDMA Functions" of OKKernel, in plain loops. Quotations are the document's sentences; where the
// document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/okk_gdma.h"

#include <algorithm>
#include <vector>

#include "model/reference/families.h"
#include "model/reference/marking.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {
namespace {

using namespace okk_gdma;

constexpr int64_t largest_extent = 65535;  // gdma-shape-limit

// The document's names: okk_gdma_16bit_cpy_L2S moves elements of 16 bits from local memory, "L", to
// system memory, "S".
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

// The readings of the ledger, by name. All false: the defaults.
struct Choices {
  bool larger_shapes, signed_strides, any_address, free_w_of_one_column, free_fill_w_of_one_column,
      free_fill_w, start_not_counted, last_wins, all_read_first, overlap_in_order, disjoint_ranges,
      padding_counts;
};

Choices choices_of(const Readings& readings) {
  static const int shape = ledger_index("gdma-shape-limit"), sign = ledger_index("negative-stride"),
                   alignment = ledger_index("address-alignment"),
                   copy_w = ledger_index("w-stride-of-one-column"),
                   fill_w = ledger_index("fill-w-stride"), start = ledger_index("matrix-start-npu"),
                   alias = ledger_index("destination-alias"),
                   overlap = ledger_index("copy-overlap"), disjoint = ledger_index("disjoint-by"),
                   tail = ledger_index("aligned-tail");
  return {.larger_shapes = readings[shape] == 1,
          .signed_strides = readings[sign] == 1,
          .any_address = readings[alignment] == 1,
          .free_w_of_one_column = readings[copy_w] == 1,
          .free_fill_w_of_one_column = readings[fill_w] == 1,
          .free_fill_w = readings[fill_w] == 2,
          .start_not_counted = readings[start] == 1,
          .last_wins = readings[alias] == 1,
          .all_read_first = readings[overlap] == 1,
          .overlap_in_order = readings[overlap] == 2,
          .disjoint_ranges = readings[disjoint] == 1,
          .padding_counts = readings[tail] == 1};
}

struct Labels {
  ConstraintId n_min, c_min, h_min, w_one, aligned, start, end;
};
constexpr Labels dst_labels = {ConstraintId::dst_stride_n_min, ConstraintId::dst_stride_c_min,
                               ConstraintId::dst_stride_h_min, ConstraintId::dst_stride_w_one,
                               ConstraintId::dst_addr_aligned, ConstraintId::dst_addr_start,
                               ConstraintId::dst_end};
constexpr Labels src_labels = {ConstraintId::src_stride_n_min, ConstraintId::src_stride_c_min,
                               ConstraintId::src_stride_h_min, ConstraintId::src_stride_w_one,
                               ConstraintId::src_addr_aligned, ConstraintId::src_addr_start,
                               ConstraintId::src_end};

// gdma-shape-limit
void check_extent(ConstraintEvaluator& checks, ConstraintId min, ConstraintId max, int64_t extent,
                  const Choices& choices) {
  checks.require(min, extent >= 1);
  checks.require(max, extent <= largest_extent || choices.larger_shapes);
}

void check_shape(ConstraintEvaluator& checks, const Index& shape, const Choices& choices) {
  check_extent(checks, ConstraintId::shape_n_min, ConstraintId::shape_n_max, shape.n, choices);
  check_extent(checks, ConstraintId::shape_c_min, ConstraintId::shape_c_max, shape.c, choices);
  check_extent(checks, ConstraintId::shape_h_min, ConstraintId::shape_h_max, shape.h, choices);
  check_extent(checks, ConstraintId::shape_w_min, ConstraintId::shape_w_max, shape.w, choices);
}

void check_stride(ConstraintEvaluator& checks, const Labels& label, const Index& shape,
                  const Stride<int64_t>& given, bool any_w, const Choices& choices) {
  // negative-stride; the stride of a single element is never used
  const auto holds = [&](int64_t extent, int64_t stride) {
    return given.null || extent == 1 || stride >= 0 || choices.signed_strides;
  };
  checks.require(label.n_min, holds(shape.n, given.stride.n));
  checks.require(label.c_min, holds(shape.c, given.stride.c));
  checks.require(label.h_min, holds(shape.h, given.stride.h));
  // "dst_stride->w and src_stride->w are only allowed to be one." set_C: fill-w-stride
  checks.require(label.w_one,
                 given.null || given.stride.w == 1 || (any_w && holds(shape.w, given.stride.w)));
}

// nullptr: the system address lies in no window.
const Window* window_of(const Profile& profile, int64_t address) {
  for (const Window& window : profile.windows)
    if (window.first <= address && address < window.end()) return &window;
  return nullptr;
}

void check_place(ConstraintEvaluator& checks, const Labels& label, const Profile& profile,
                 const Tensor& t, EnclosingRange touched, const Choices& choices) {
  // address-alignment
  checks.require(label.aligned, t.address % t.element_bytes == 0 || choices.any_address);
  if (t.space == Space::local) {
    // aligned-tail: by default only the bytes touched need memory
    if (choices.padding_counts && t.padded) touched = enclosing_padding(t);
    checks.require(label.start, t.start_lane < profile.lanes);
    checks.require(label.end, touched.first >= 0 && touched.end <= profile.lane_bytes);
    return;
  }
  const Window* window = window_of(profile, t.address);
  checks.require(label.start, window != nullptr);
  if (window != nullptr)
    checks.require(label.end, touched.first >= window->first && touched.end <= window->end());
}

// "If dst_stride is NULL, the destination tensor is in the 128-byte aligned layout" (local memory)
// or
// "in the continuous layout" (system memory).
Tensor tensor(const Profile& profile, Space space, int64_t element_bytes, int64_t address,
              const Index& shape, const Stride<int64_t>& given) {
  if (space == Space::local) return local_tensor(profile, element_bytes, address, shape, given);
  Tensor t = tensor_at(profile, space, element_bytes, address, shape);
  const Wide channel = Wide{shape.h} * shape.w;
  t.stride = {shape.c * channel, channel, shape.w, 1};
  if (!given.null) t.stride = {given.stride.n, given.stride.c, given.stride.h, given.stride.w};
  return t;
}

// destination-alias, copy-overlap, disjoint-by
void check_overlap(ConstraintEvaluator& checks, Machine& machine, const Tensor& dst,
                   const Tensor& src, const Choices& choices) {
  if (checks.evaluates(ConstraintId::dst_alias))
    require(checks, ConstraintId::dst_alias, choices.last_wins ? true : is_injective(machine, dst));
  if (checks.evaluates(ConstraintId::overlap))
    require(checks, ConstraintId::overlap,
            choices.all_read_first || choices.overlap_in_order
                ? true
                : is_disjoint_or_same(machine, dst, src, choices.disjoint_ranges));
}

// "dst(n, c, h, w) = src(n, c, h, w)"
Result copy(Machine& machine, const Case& c, const Choices& choices) {
  const Copy<int64_t> p = copy_of(*c.operation, c.arguments);
  const Profile& profile = machine.profile();
  const bool any_w = choices.free_w_of_one_column && p.shape.w == 1;
  ConstraintEvaluator checks(*c.operation);
  check_shape(checks, p.shape, choices);
  check_stride(checks, dst_labels, p.shape, p.dst_stride, any_w, choices);
  check_stride(checks, src_labels, p.shape, p.src_stride, any_w, choices);
  // Without valid extents there are no bytes to check.
  if (!checks.evaluates(ConstraintId::dst_end) && !checks.evaluates(ConstraintId::src_end))
    return {checks.constraint_results()};
  const Tensor dst =
      tensor(profile, dst_space(c), element_bytes(c), p.dst_addr, p.shape, p.dst_stride);
  const Tensor src =
      tensor(profile, src_space(c), element_bytes(c), p.src_addr, p.shape, p.src_stride);
  check_place(checks, dst_labels, profile, dst, enclosing(dst), choices);
  check_place(checks, src_labels, profile, src, enclosing(src), choices);
  check_overlap(checks, machine, dst, src, choices);
  if (!to_be_run(checks, elements(p.shape))) return {checks.constraint_results()};

  std::vector<uint32_t> before;
  if (choices.all_read_first)
    for_all(p.shape, [&](const Index& i) {
      before.push_back(read(machine, src, i));
      return true;
    });
  size_t next = 0;
  for_all(p.shape, [&](const Index& i) {
    write(machine, dst, i, choices.all_read_first ? before[next++] : read(machine, src, i));
    return true;
  });
  return {checks.constraint_results()};
}

// "dst(n, c, h, w) = C"
Result fill(Machine& machine, const Case& c, const Choices& choices) {
  const Fill<int64_t> p = fill_of(*c.operation, c.arguments);
  const bool any_w = choices.free_fill_w || (choices.free_fill_w_of_one_column && p.shape.w == 1);
  ConstraintEvaluator checks(*c.operation);
  check_shape(checks, p.shape, choices);
  check_stride(checks, dst_labels, p.shape, p.dst_stride, any_w, choices);
  if (!checks.evaluates(ConstraintId::dst_end)) return {checks.constraint_results()};
  const Tensor dst =
      tensor(machine.profile(), dst_space(c), element_bytes(c), p.dst_addr, p.shape, p.dst_stride);
  check_place(checks, dst_labels, machine.profile(), dst, enclosing(dst), choices);
  if (!to_be_run(checks, elements(p.shape))) return {checks.constraint_results()};
  for_all(p.shape, [&](const Index& i) {
    write(machine, dst, i, static_cast<uint32_t>(p.C));
    return true;
  });
  return {checks.constraint_results()};
}

// "The elements of each row ... are continuous": row x, column y in system memory.
Tensor system_matrix(const Profile& profile, const Matrix<int64_t>& p, int64_t address) {
  Tensor t = tensor_at(profile, Space::system, 4, address, {p.rows, 1, 1, p.cols});
  t.stride = {p.row_stride, 0, 0, 1};
  return t;
}

// "in the matrix layout": row x, column y in channel y div cols_per_channel of local memory.
Tensor local_matrix(const Profile& profile, const Matrix<int64_t>& p, int64_t address,
                    const Choices& choices) {
  const int64_t channels = (p.cols + p.cols_per_channel - 1) / p.cols_per_channel;
  Tensor t =
      tensor_at(profile, Space::local, 4, address, {p.rows, channels, 1, p.cols_per_channel});
  t.padded = true;
  t.stride.w = 1;
  t.stride.h = p.cols_per_channel;
  t.stride.c = rounded(p.cols_per_channel, profile.unit_bytes / 4);
  const int64_t start = choices.start_not_counted ? 0 : t.start_lane;  // matrix-start-npu
  t.stride.n = (start + channels + t.lanes - 1) / t.lanes * t.stride.c;
  return t;
}

Index in_channel(const Matrix<int64_t>& p, int64_t x, int64_t y) {
  return {x, y / p.cols_per_channel, 0, y % p.cols_per_channel};
}

// The last byte belongs to the last column, or to the last column of the channel before it if the
// last channel is partly filled and starts a new lane.
EnclosingRange enclosing_columns(const Tensor& local, const Matrix<int64_t>& p) {
  const int64_t full = (local.shape.c - 1) * p.cols_per_channel;  // columns but the last channel's
  Wide last = offset(local, in_channel(p, p.rows - 1, p.cols - 1));
  if (full > 0) last = std::max(last, offset(local, in_channel(p, p.rows - 1, full - 1)));
  return {offset(local, {0, 0, 0, 0}), last + 4};
}

void check_matrix(ConstraintEvaluator& checks, const Matrix<int64_t>& p, const Choices& choices) {
  check_extent(checks, ConstraintId::rows_min, ConstraintId::rows_max, p.rows, choices);
  check_extent(checks, ConstraintId::cols_min, ConstraintId::cols_max, p.cols, choices);
  check_extent(checks, ConstraintId::cols_per_channel_min, ConstraintId::cols_per_channel_max,
               p.cols_per_channel, choices);
  // negative-stride
  const bool sign = p.rows == 1 || p.row_stride >= 0 || choices.signed_strides;
  checks.require(ConstraintId::row_stride_min, sign);
  // destination-alias: written rows do not overlap
  const bool apart =
      p.rows == 1 || p.row_stride >= p.cols || (choices.signed_strides && p.row_stride <= -p.cols);
  checks.require(ConstraintId::row_stride_cols, apart || (choices.last_wins && sign));
}

// "dst(x, y) = src(x, y)"
Result matrix(Machine& machine, const Case& c, const Choices& choices) {
  const Matrix<int64_t> p = matrix_of(*c.operation, c.arguments);
  const Profile& profile = machine.profile();
  ConstraintEvaluator checks(*c.operation);
  check_matrix(checks, p, choices);
  if (!checks.evaluates(ConstraintId::dst_end) && !checks.evaluates(ConstraintId::src_end))
    return {checks.constraint_results()};
  const bool to_local = dst_space(c) == Space::local;
  const Tensor local = local_matrix(profile, p, to_local ? p.dst_addr : p.src_addr, choices);
  const Tensor system = system_matrix(profile, p, to_local ? p.src_addr : p.dst_addr);
  check_place(checks, to_local ? dst_labels : src_labels, profile, local,
              enclosing_columns(local, p), choices);
  check_place(checks, to_local ? src_labels : dst_labels, profile, system, enclosing(system),
              choices);
  if (!to_be_run(checks, Wide{p.rows} * p.cols)) return {checks.constraint_results()};
  for (int64_t x = 0; x < p.rows; ++x)
    for (int64_t y = 0; y < p.cols; ++y) {
      const Index in_local = in_channel(p, x, y), in_system = {x, 0, 0, y};
      if (to_local)
        write(machine, local, in_local, read(machine, system, in_system));
      else
        write(machine, system, in_system, read(machine, local, in_local));
    }
  return {checks.constraint_results()};
}

}  // namespace

Result run_okk_gdma(Machine& machine, const Case& c, const Readings& readings) {
  const Choices choices = choices_of(readings);
  const Kind k = kind(*c.operation);
  if (is_copy(k)) return copy(machine, c, choices);
  if (is_fill(k)) return fill(machine, c, choices);
  return matrix(machine, c, choices);
}

}  // namespace strideproof::reference
