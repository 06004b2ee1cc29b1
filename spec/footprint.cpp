#include "spec/footprint.h"

#include "spec/family.h"
#include "spec/saturating.h"

namespace strideproof::spec {
namespace {

// Calls with(F, machine, op, operand) for each operand that a case has, dst first.
template <class I, class With>
void for_each_operand(const Case& c, const Arguments<I>& arguments, With with) {
  if (c.operation->parameters.empty()) return;
  const auto see = [&]<class F>(F family, const auto& m, const auto& op) {
    if (!F::moves(op)) return;
    for (const Operands which : {on_dst, on_src, on_src1})
      if ((c.operation->operands & which) != 0) with(family, m, op, which);
  };
  with_operation(*c.operation, *c.profile, arguments, see);
}

// ---- runs ----

// Appends a run of bytes, merged with the last one if they are contiguous.
void append_run(Space space, const ByteRange<int64_t>& run, Operands operand,
                std::vector<OperandRange>& runs) {
  OperandRange* last = runs.empty() ? nullptr : &runs.back();
  if (last != nullptr && last->operand == operand && last->lane == run.lane &&
      last->first + last->size == run.first)
    last->size += run.size;
  else
    runs.push_back({space, run.lane, run.first, run.size, operand});
}

// Appends the exact bytes of a tensor in NCHW order, merging contiguous runs.
void append_runs(const MachineShape<int64_t>& m, const Tensor<int64_t>& t, Operands operand,
                 std::vector<OperandRange>& runs) {
  for (int64_t n = 0; n < t.shape.n; ++n)
    for (int64_t c = 0; c < t.shape.c; ++c) {
      const RowRuns<int64_t> row = row_runs(t, c);
      for (int64_t h = 0; h < t.shape.h; ++h)
        for (int64_t w = 0; w < row.count; ++w)
          append_run(t.space, run_at(m, t, row, {n, c, h, w}), operand, runs);
    }
}

// Appends bytes [first, end) of flat memory, split by lane, without bytes that do not exist.
void append_flat(const MachineShape<int64_t>& m, int64_t first, int64_t end, Operands operand,
                 std::vector<OperandRange>& runs) {
  for (int64_t lane = 0; lane < m.lanes; ++lane) {
    const ByteRange<int64_t> run = flat_run(m, first, end, lane);
    if (run.size > 0) runs.push_back({Space::local, run.lane, run.first, run.size, operand});
  }
}

// ---- bounding ranges ----

// The arguments in saturating arithmetic; one that must be 1 at least counts as 1 if it is less, so
// the bounding range of an illegal case still shows its start.
Arguments<Saturating> existing_arguments(const Case& c) {
  Arguments<Saturating> arguments;
  arguments.null_mask = c.arguments.null_mask;
  for (int slot = 0; slot < c.operation->slots; ++slot)
    arguments.value[slot] = Saturating(c.arguments.value[slot]);
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.rule == Rule::min && constraint.bound == 1)
      arguments.value[constraint.slot] = max_of(arguments.value[constraint.slot], Saturating(1));
  return arguments;
}

// Appends the bytes that are allowed.
void append_common(Space space, int64_t lane, BoundingRange<int64_t> bytes,
                   BoundingRange<int64_t> allowed, Operands operand,
                   std::vector<OperandRange>& runs) {
  const int64_t first = max_of(bytes.first, allowed.first);
  const int64_t last = min_of(bytes.last, allowed.last);
  if (first <= last) runs.push_back({space, lane, first, last - first + 1, operand});
}

BoundingRange<int64_t> bounding_range(const Tensor<Saturating>& t, const Saturating& start,
                                      const BlockRows<Saturating>& blocks,
                                      const Saturating& width) {
  const BoundingRange<Saturating> range = bounding_range_of(t, start, blocks, width);
  return {range.first.value(), range.last.value()};
}

void append_lane_bounding_ranges(const MachineShape<int64_t>& m, const Tensor<Saturating>& t,
                                 Operands operand, std::vector<OperandRange>& runs) {
  const int64_t address = t.address.value(), channels = t.shape.c.value();
  if (start_slack(m, Space::local, address) < 0) return;
  const Start<int64_t> start = start_of(m, address);
  const int64_t tail_lane = lane_of(m, start.lane, channels - 1);
  const int64_t end = start.lane + channels, wrapped = end - m.lanes;
  BlockRows<int64_t> known{0, 0};
  BoundingRange<int64_t> bytes{0, -1};
  for (int64_t lane = 0; lane < min_of(end, m.lanes); ++lane) {
    if (lane >= wrapped) lane = max_of(lane, start.lane);  // the others are empty
    const BlockRows<int64_t> blocks = block_rows(m, start.lane, channels, lane);
    if (blocks.count == 0) continue;
    const bool tail = lane == tail_lane && t.last_width != t.shape.w;
    if (tail || blocks.first != known.first || blocks.count != known.count) {
      bytes = bounding_range(t, Saturating(start.offset),
                             {Saturating(blocks.first), Saturating(blocks.count)},
                             tail ? t.last_width : t.shape.w);
      known = tail ? BlockRows<int64_t>{0, 0} : blocks;
    }
    append_common(Space::local, lane, bytes, {0, m.lane_bytes - 1}, operand, runs);
  }
}

// Appends the bounding range of the tensor's bytes in each lane. In system memory it appends the
// part of the range in each window, in a buffer the existing part. Precondition: extents >= 1;
// other values are arbitrary.
void append_bounding_ranges(const MachineShape<int64_t>& m, const Tensor<Saturating>& t,
                            Operands operand, std::vector<OperandRange>& runs) {
  if (t.space == Space::local) return append_lane_bounding_ranges(m, t, operand, runs);
  const BoundingRange<int64_t> bytes =
      bounding_range(t, t.address, {Saturating(0), t.shape.c}, t.shape.w);
  if (t.space != Space::system)
    return append_common(t.space, 0, bytes, {0, buffer_bytes(m, t.space) - 1}, operand, runs);
  for (const Window& window : m.windows)
    append_common(Space::system, 0, bytes, {window.first, window.end() - 1}, operand, runs);
}

// The first element of a tensor, in NCHW order, that holds a byte; false: none does. Tries every
// row. Sets the element and its byte in `located`. Strides >= 0 where used.
bool locate_in(const MachineShape<int64_t>& m, const Tensor<int64_t>& t, int64_t lane,
               int64_t offset, Located& located) {
  const int64_t step = t.stride.w * t.element_bytes;
  for (int64_t n = 0; n < t.shape.n; ++n)
    for (int64_t c = 0; c < t.shape.c; ++c)
      for (int64_t h = 0; h < t.shape.h; ++h) {
        const ElementPlace<int64_t> row = place_of(m, t, {n, c, h, 0});
        const int64_t width = c + 1 == t.shape.c ? t.last_width : t.shape.w;
        const int64_t at = offset - row.byte;
        const int64_t w = width == 1 || step == 0 ? 0 : at / step;
        const int64_t byte = at - w * step;
        if (row.lane != lane || at < 0 || w >= width || byte >= t.element_bytes) continue;
        located.element = {n, c, h, w};
        located.byte_of_element = byte;
        return true;
      }
  return false;
}

}  // namespace

int64_t element_count(const Dim4<int64_t>& shape) {
  Saturating count(1);
  for (int64_t extent : {shape.n, shape.c, shape.h, shape.w}) {
    if (extent < 1) return 0;
    count = count * Saturating(extent);
  }
  return count.value() == Saturating::limit ? Saturating::limit + 1 : count.value();
}

Tensor<int64_t> read_once(const MachineShape<int64_t>& m, Tensor<int64_t> t) {
  if (t.stride.n == 0) t.shape.n = 1;
  if (t.stride.h == 0) t.shape.h = 1;
  if (t.stride.w == 0) t.shape.w = 1;
  // Channels c and c + X lie in one lane.
  if (t.stride.c == 0) t.shape.c = min_of(t.shape.c, m.lanes);
  return t;
}

std::vector<OperandRange> footprint(const Case& c) {
  std::vector<OperandRange> runs;
  for_each_operand(c, c.arguments, [&]<class F>(F, const auto& m, const auto& op, Operands which) {
    const Tensor<int64_t> t = F::tensor(m, op, which);
    const Operands use = F::use_of(op, which);
    if (F::side(op, which).flat)
      append_flat(m, t.address, t.address + t.shape.w * t.element_bytes, use, runs);
    else
      append_runs(m, t, use, runs);
  });
  return runs;
}

std::vector<OperandRange> bounding_ranges(const Case& c, std::vector<OperandRange> reused) {
  reused.clear();
  const auto m = machine_shape<int64_t>(*c.profile);
  for_each_operand(c, existing_arguments(c),
                   [&]<class F>(F, const auto& wide, const auto& op, Operands which) {
                     const Tensor<Saturating> t = F::tensor(wide, op, which);
                     const Operands use = F::use_of(op, which);
                     const Saturating end = t.address + t.shape.w * Saturating(t.element_bytes);
                     if (F::side(op, which).flat)
                       append_flat(m, t.address.value(), end.value(), use, reused);
                     else if (F::exists(wide, op, which))
                       append_bounding_ranges(m, t, use, reused);
                   });
  return reused;
}

int64_t common_bytes(const Case& a, Operands of_a, const Case& b, Operands of_b) {
  const std::vector<OperandRange> ranges = bounding_ranges(a), others = bounding_ranges(b);
  int64_t most = INT64_MIN;
  for (const OperandRange& x : ranges)
    for (const OperandRange& y : others)
      if (x.operand == of_a && y.operand == of_b && x.space == y.space && x.lane == y.lane)
        most = std::max(most,
                        std::min(x.first + x.size, y.first + y.size) - std::max(x.first, y.first));
  return most;
}

Located locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  Located located;
  for_each_operand(c, c.arguments, [&]<class F>(F, const auto& m, const auto& op, Operands which) {
    const Tensor<int64_t> t = F::tensor(m, op, which);
    const bool flat = F::side(op, which).flat;
    if (located.operand != 0 || space != (flat ? Space::local : t.space)) return;
    const int64_t at = flat ? m.flat.first + lane * m.lane_bytes + offset : offset;
    if (!locate_in(m, t, space != Space::local || flat ? 0 : lane, at, located)) return;
    located.operand = F::use_of(op, which);
    const int64_t es = F::dtype_bytes(op, which);
    const int64_t byte = located.element[3] * t.element_bytes + located.byte_of_element;
    located.element[3] = byte / es, located.byte_of_element = byte % es;
  });
  return located;
}

}  // namespace strideproof::spec
