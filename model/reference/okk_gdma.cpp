// "GDMA Functions" of OKKernel, in plain loops. Quotations are the document's sentences; where the
// document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/okk_gdma.h"

#include <algorithm>

#include "model/reference/choices.h"
#include "model/reference/families.h"
#include "model/reference/marking.h"
#include "model/reference/tensor.h"

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

void check_stride(CaseEvaluator& checks, Operands which, const Index& shape,
                  const Stride<int64_t>& given, int64_t element_bytes, bool any_w = false) {
  checks.strides(which, shape, given, element_bytes);
  // "dst_stride->w and src_stride->w are only allowed to be one." set_C: fill-w-stride
  checks.require(of(ConstraintId::dst_stride_w_one, which),
                 given.null || given.stride.w == 1 ||
                     (any_w && has_sign(shape.w, given.stride.w, checks.choices)));
}

void check_place(CaseEvaluator& checks, Operands which, const Tensor& t,
                 const EnclosingRange& touched) {
  checks.aligned(of(ConstraintId::dst_aligned, which), t.address, t.element_bytes);
  const bool padding = checks.choices.takes("aligned-tail", 1) && t.padded;
  checks.place(which, t, padding ? enclosing_padding(t) : touched);
}

// "If dst_stride is NULL, the destination tensor is in the 128-byte aligned layout" (local memory)
// or "in the continuous layout" (system memory).
Tensor tensor(const Profile& profile, Space space, int64_t element_bytes, int64_t address,
              const Index& shape, const Stride<int64_t>& given, const Choices& choices) {
  if (space == Space::local)
    return local_tensor(profile, element_bytes, address, shape, given, choices);
  Tensor t = tensor_at(profile, space, element_bytes, address, shape);
  const Wide channel = Wide{shape.h} * shape.w;
  t.stride = {shape.c * channel, channel, shape.w, 1};
  if (!given.null) t.stride = wide(in_elements(given.stride, element_bytes, choices));
  return t;
}

// "dst(n, c, h, w) = src(n, c, h, w)"
Result copy(Machine& machine, const Case& c, const Choices& choices) {
  const Copy<int64_t> p = copy_of(*c.operation, c.arguments);
  const Profile& profile = machine.profile();
  const int64_t bytes = element_bytes(c);
  CaseEvaluator checks(c, machine, choices);
  if (is_unchecked(p.shape, choices)) return checks;
  checks.shape(ConstraintId::shape_n_min, p.shape);
  check_stride(checks, on_dst, p.shape, p.dst_stride, bytes);
  check_stride(checks, on_src, p.shape, p.src_stride, bytes);
  if (is_empty(p.shape)) {
    checks.aligned(ConstraintId::dst_aligned, p.dst_addr, bytes);
    checks.aligned(ConstraintId::src_aligned, p.src_addr, bytes);
    return checks;
  }
  // Without valid extents there are no bytes to check.
  if (!checks.evaluates(ConstraintId::dst_end) && !checks.evaluates(ConstraintId::src_end))
    return checks;
  const Tensor dst =
      tensor(profile, dst_space(c), bytes, p.dst_addr, p.shape, p.dst_stride, choices);
  const Tensor src =
      tensor(profile, src_space(c), bytes, p.src_addr, p.shape, p.src_stride, choices);
  check_place(checks, on_dst, dst, enclosing(dst));
  check_place(checks, on_src, src, enclosing(src));
  checks.alias(dst);
  checks.overlap(ConstraintId::overlap, dst, src);
  if (!checks.to_be_run(elements(p.shape))) return checks;

  move_each(
      p.shape, choices, [&](const Index& i) { return read(machine, src, i); },
      [&](const Index& i, uint32_t bits) { write(machine, dst, i, bits); });
  return checks;
}

// "dst(n, c, h, w) = C"
Result fill(Machine& machine, const Case& c, const Choices& choices) {
  const Fill<int64_t> p = fill_of(*c.operation, c.arguments);
  const bool any_w =
      choices.takes("fill-w-stride", 2) || (choices.takes("fill-w-stride", 1) && p.shape.w == 1);
  const int64_t bytes = element_bytes(c);
  CaseEvaluator checks(c, machine, choices);
  if (is_unchecked(p.shape, choices)) return checks;
  checks.shape(ConstraintId::shape_n_min, p.shape);
  check_stride(checks, on_dst, p.shape, p.dst_stride, bytes, any_w);
  if (is_empty(p.shape)) {
    checks.aligned(ConstraintId::dst_aligned, p.dst_addr, bytes);
    return checks;
  }
  if (!checks.evaluates(ConstraintId::dst_end)) return checks;
  const Tensor dst =
      tensor(machine.profile(), dst_space(c), bytes, p.dst_addr, p.shape, p.dst_stride, choices);
  check_place(checks, on_dst, dst, enclosing(dst));
  checks.fill_alias(dst);
  if (!checks.to_be_run(elements(p.shape))) return checks;
  for_each(p.shape, [&](const Index& i) { write(machine, dst, i, static_cast<uint32_t>(p.C)); });
  return checks;
}

// "The elements of each row ... are continuous": row x, column y in system memory.
Tensor system_matrix(const Profile& profile, const Matrix<int64_t>& p, int64_t address,
                     const Choices& choices) {
  Tensor t = tensor_at(profile, Space::system, 4, address, {p.rows, 1, 1, p.cols});
  t.stride = {in_elements(p.row_stride, 4, choices), 0, 0, 1};
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
  const int64_t start = choices.takes("matrix-start-npu", 1) ? 0 : t.start_lane;
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

void check_matrix(CaseEvaluator& checks, const Matrix<int64_t>& p) {
  const Choices& choices = checks.choices;
  using enum ConstraintId;
  checks.extent(rows_min, rows_max, p.rows, true);
  checks.extent(cols_min, cols_max, p.cols);
  checks.extent(cols_per_channel_min, cols_per_channel_max, p.cols_per_channel);
  checks.require(cols_per_channel_min, p.cols_per_channel >= 1);
  const int64_t stride = in_elements(p.row_stride, 4, choices);
  const bool used = p.rows != 1 || choices.takes("unused-stride", 1);
  const bool whole = is_whole(p.rows, p.row_stride, 4, choices);
  const bool sign = has_sign(p.rows, p.row_stride, choices);
  const bool apart =
      !used || stride >= p.cols || (choices.takes("negative-stride", 1) && stride <= -p.cols);
  checks.require(row_stride_min, whole && sign && (apart || choices.takes("source-overlap", 0)));
  checks.require(row_stride_cols, whole && (p.rows != 1 || sign) &&
                                      (apart || (sign && choices.takes("destination-alias", 1))));
}

// "dst(x, y) = src(x, y)"
Result matrix(Machine& machine, const Case& c, const Choices& choices) {
  const Matrix<int64_t> p = matrix_of(*c.operation, c.arguments);
  const Profile& profile = machine.profile();
  CaseEvaluator checks(c, machine, choices);
  const Index extents = {p.rows, 1, 1, p.cols};
  if (is_unchecked(extents, choices)) return checks;
  check_matrix(checks, p);
  if (is_empty(extents)) {
    checks.aligned(ConstraintId::dst_aligned, p.dst_addr, 4);
    checks.aligned(ConstraintId::src_aligned, p.src_addr, 4);
    return checks;
  }
  if (!checks.evaluates(ConstraintId::dst_end) && !checks.evaluates(ConstraintId::src_end))
    return checks;
  const bool to_local = dst_space(c) == Space::local;
  const Tensor local = local_matrix(profile, p, to_local ? p.dst_addr : p.src_addr, choices);
  const Tensor system = system_matrix(profile, p, to_local ? p.src_addr : p.dst_addr, choices);
  check_place(checks, to_local ? on_dst : on_src, local, enclosing_columns(local, p));
  check_place(checks, to_local ? on_src : on_dst, system, enclosing(system));
  if (!checks.to_be_run(Wide{p.rows} * p.cols)) return checks;
  for (int64_t x = 0; x < p.rows; ++x)
    for (int64_t y = 0; y < p.cols; ++y) {
      const Index in_local = in_channel(p, x, y), in_system = {x, 0, 0, y};
      if (to_local)
        write(machine, local, in_local, read(machine, system, in_system));
      else
        write(machine, system, in_system, read(machine, local, in_local));
    }
  return checks;
}

}  // namespace

Result run_okk_gdma(Machine& machine, const Case& c, const Readings& readings) {
  const Choices choices(readings);
  const Kind k = kind(*c.operation);
  if (is_copy(k)) return copy(machine, c, choices);
  if (is_fill(k)) return fill(machine, c, choices);
  return matrix(machine, c, choices);
}

}  // namespace strideproof::reference
