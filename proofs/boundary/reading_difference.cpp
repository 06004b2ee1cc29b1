#include "proofs/boundary/reading_difference.h"

#include <algorithm>

#include "proofs/boundary/condition.h"
#include "spec/operations/asc.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_gdma_landmarks.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {
namespace {

namespace gdma = spec::okk_gdma;
namespace atomic = spec::bm_atomic;
using ReadingDifferences = std::vector<ReadingDifference>;

const ReadingDifference unknown = {{}, false};

ReadingDifferences at_landmark(const Operation& operation, std::string_view label) {
  ReadingDifferences all;
  for (const Landmark& landmark : operation.landmarks)
    if (landmark.label == label) all.push_back({{{nullptr, Side::inside, &landmark}}, true});
  return all;
}

// One reading accepts cases that violate a constraint that cites the entry.
ReadingDifferences beyond(const Operation& operation, std::string_view id) {
  ReadingDifferences all;
  for (const Constraint& constraint : operation.constraints)
    if (constraint.grade == Grade::assumed && constraint.citation == id)
      all.push_back({{{&constraint, Side::beyond}}, true});
  return all;
}

ReadingDifferences with(ReadingDifferences all, const Goal& goal) {
  for (ReadingDifference& reading_difference : all) reading_difference.goals.push_back(goal);
  return all;
}

ReadingDifferences undecided(ReadingDifferences all) {
  for (ReadingDifference& reading_difference : all) reading_difference.decisive = false;
  return all;
}

// ---- strides and values ----

// W of the operand of a constraint on a w stride.
ReadingDifferences by_columns(const Operation& operation, ReadingDifferences all, bool one) {
  for (ReadingDifference& reading_difference : all) {
    const Constraint& w_one = *reading_difference.goals.front().constraint;
    const auto shape = std::find_if(
        operation.parameters.begin(), operation.parameters.end(), [&](const Parameter& p) {
          return p.role == Role::extent && (p.operands & w_one.operands) != 0;
        });
    const auto slot = static_cast<size_t>(shape->slot + 3);
    reading_difference.goals.push_back(
        where(std::string(shape->name) + ".w.one",
              [=]<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                return (a.value[slot] == I(1)) == Truth<I>(one);
              }));
  }
  return all;
}

// The w stride is free under reading 1 (if W = 1) and 2 (always).
ReadingDifferences w_strides(const Operation& operation, std::string_view id,
                             const ReadingPair& pair) {
  ReadingDifferences all = beyond(operation, id);
  if (pair.other == 1) return by_columns(operation, std::move(all), true);
  return pair.one == 1 ? by_columns(operation, std::move(all), false) : all;
}

// A channel may be wider than its matrix; any other large extent may lead out of memory.
ReadingDifferences larger_extents(const Operation& operation, std::string_view id) {
  ReadingDifferences all;
  for (ReadingDifference& reading_difference : beyond(operation, id)) {
    const std::string_view label = reading_difference.goals.front().label();
    reading_difference.decisive = label == "cols_per_channel.max";
    if (label.ends_with(".max")) all.push_back(reading_difference);
  }
  return all;
}

bool is_stored_matrix(const Operation& operation) {
  return operation.constraint("row_stride.cols") != nullptr;
}

// All bytes of a tensor, with strides of any sign, lie in its memory.
template <class I>
Truth<I> is_inside(const spec::MachineShape<I>& m, const spec::Tensor<I>& t) {
  const bool local = t.space == Space::local;
  const I start = local ? spec::start_of(m, t.address).offset : t.address;
  I blocks = t.shape.c - I(1);
  if (local) blocks = spec::block_row_of(m, spec::start_of(m, t.address).lane, blocks);
  const I zero(0), es(t.element_bytes);
  I low = start, high = start + es - I(1);
  for (const auto& [steps, stride] :
       {std::pair{t.shape.n - I(1), t.stride.n}, std::pair{blocks, t.stride.c},
        std::pair{t.shape.h - I(1), t.stride.h}, std::pair{t.shape.w - I(1), t.stride.w}}) {
    low = low + es * steps * min_of(stride, zero);
    high = high + es * steps * max_of(stride, zero);
  }
  if (local) return all_of(zero <= low, high < m.lane_bytes);
  Truth<I> inside(false);
  for (const Window& window : m.windows)
    inside = any_of(inside, all_of(I(window.first) <= low, high < I(window.end())));
  return inside;
}

// The operands with strides of their own: those of a matrix have them in system memory.
Goal signed_inside() {
  return where("strides",
               []<class I>(const Profile& profile, const Operation& o, const Arguments<I>& a) {
                 const auto m = spec::machine_shape<I>(profile);
                 return gdma::with_view(o, a, [&](const auto& op) {
                   const auto operands = gdma::operands_of(m, op);
                   Truth<I> inside(true);
                   for (const spec::Tensor<I>& t : {operands.dst.tensor, operands.src.tensor})
                     if (!gdma::is_matrix(gdma::kind(o)) || t.space == Space::system)
                       inside = all_of(inside, is_inside(m, t));
                   return inside;
                 });
               });
}

// Rows that are written backwards.
ReadingDifferences signed_rows(const Operation& operation) {
  return {{{{operation.constraint("row_stride.cols"), Side::beyond},
            where("row_stride.backwards",
                  []<class I>(const Profile&, const Operation& o, const Arguments<I>& a) {
                    const auto matrix = gdma::matrix_of(o, a);
                    return matrix.row_stride + matrix.cols <= I(0);
                  })},
           true}};
}

// Overlap of dst with itself or with src is decided elsewhere.
ReadingDifferences signed_strides(const Operation& operation, std::string_view id) {
  ReadingDifferences all =
      is_stored_matrix(operation) ? signed_rows(operation) : beyond(operation, id);
  if (operation.family != Family::okk_gdma) return undecided(all);
  const bool copy = gdma::is_copy(gdma::kind(operation));
  all = with(all, signed_inside());
  return copy ? undecided(all) : all;
}

ReadingDifferences aliases(const Operation& operation, std::string_view id) {
  if (!is_stored_matrix(operation)) return beyond(operation, id);
  return with(beyond(operation, id),
              where("row_stride.forwards",
                    []<class I>(const Profile&, const Operation& o, const Arguments<I>& a) {
                      const auto matrix = gdma::matrix_of(o, a);
                      return matrix.row_stride >= I(0);
                    }));
}

Goal addresses_of_words() {
  return where("addresses", []<class I>(const Profile&, const Operation& o, const Arguments<I>& a) {
    Truth<I> words(true);
    for (const Parameter& p : o.parameters)
      if (p.role == Role::address)
        words = all_of(words, a.value[static_cast<size_t>(p.slot)] % I(4) == I(0));
    return words;
  });
}

ReadingDifferences shifts_by_32(const Operation& operation) {
  const Parameter* count = operation.parameter("C");
  if (!operation.name.ends_with("_shift_C") || count == nullptr) return {unknown};
  const auto slot = static_cast<size_t>(count->slot);
  return {{{where("C.32",
                  [slot]<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                    return any_of(a.value[slot] == I(32), a.value[slot] == I(-32));
                  })},
           false}};
}

// ---- places ----

// An ascending memcpy_1D reads bytes later that it has overwritten.
ReadingDifferences overlaps(const Operation& operation, std::string_view id,
                            const ReadingPair& pair) {
  const ReadingDifferences all = beyond(operation, id);
  if (pair.one == 0) return all;
  ReadingDifferences ordered = undecided(all);
  if (bm_atomic::is_kind(operation, bm_atomic::Kind::memcpy_1D))
    ordered.push_back({{all.front().goals.front(),
                        where("dst_addr.behind",
                              []<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                                const auto op = bm_atomic::linear_of(a);
                                return op.dst_addr > op.src_addr;
                              })},
                       true});
  return ordered;
}

// The bytes of an operand as offsets, in any lane.
template <class I>
spec::StepRange<I> offsets(const spec::MachineShape<I>& m, const spec::Tensor<I>& t) {
  const I first = t.space == Space::local ? spec::start_of(m, t.address).offset : t.address;
  return {first, spec::last_byte(m, t)};
}

ReadingDifferences ranges_meet(const Operation& operation) {
  if (operation.family != Family::okk_gdma) return {unknown};
  return {{{where("offsets",
                  []<class I>(const Profile& profile, const Operation& o, const Arguments<I>& a) {
                    const auto m = spec::machine_shape<I>(profile);
                    const auto copy = gdma::copy_of(o, a);
                    const auto dst = gdma::dst_of(m, copy), src = gdma::src_of(m, copy);
                    const auto x = offsets(m, dst), y = offsets(m, src);
                    return all_of(x.first <= y.last, y.first <= x.last,
                                  negation(spec::maps_onto_itself(m, dst, src)));
                  })},
           true}};
}

// The padding of a tensor in the aligned layout leads past the lane.
template <class I>
Truth<I> padding_leaves(const spec::MachineShape<I>& m, const spec::LandmarkOperand<I>& x) {
  const spec::Tensor<I>& t = x.tensor;
  if (t.space != Space::local || x.given) return Truth<I>(false);
  const auto start = spec::start_of(m, t.address);
  const I block = spec::block_row_of(m, start.lane, t.shape.c - I(1));
  const I channel = spec::element_offset(t.stride, t.shape.n - I(1), block, I(0), I(0));
  return start.offset + I(t.element_bytes) * (channel + t.stride.c) > m.lane_bytes;
}

ReadingDifferences tails(const Operation& operation) {
  if (operation.family != Family::okk_gdma) return {unknown};
  return {{{where("padding",
                  []<class I>(const Profile& profile, const Operation& o, const Arguments<I>& a) {
                    const auto m = spec::machine_shape<I>(profile);
                    return gdma::with_view(o, a, [&](const auto& op) {
                      const auto x = gdma::operands_of(m, op);
                      return any_of(padding_leaves(m, x.dst), padding_leaves(m, x.src));
                    });
                  })},
           true}};
}

ReadingDifferences starts(const Operation& operation) {
  ReadingDifferences all;
  for (const char* label : {"dst.start.lane", "src.start.lane", "local.start.lane"})
    for (const ReadingDifference& one : at_landmark(operation, label)) all.push_back(one);
  return all;
}

// sec_size and the columns differ when rounded up, and there is a second row.
ReadingDifferences wide_sections() {
  return {{{where("sec_size",
                  []<class I>(const Profile& profile, const Operation&, const Arguments<I>& a) {
                    const auto op = bm_atomic::matrix_of(a);
                    const I unit = I(profile.unit_bytes / atomic::element_bytes_of(op.format));
                    const I columns = atomic::local_columns(op);
                    return all_of(op.transpose != I(0), atomic::local_rows(op) > I(1),
                                  op.sec_size > columns,
                                  round_up(op.sec_size, unit) != round_up(columns, unit));
                  })},
           true}};
}

// Several bursts, not each onto itself.
ReadingDifferences steps() {
  return {{{where("nburst.many",
                  []<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                    const auto op = tik::move_of(a);
                    return all_of(op.nburst > I(1),
                                  negation(spec::tik::maps_onto_itself(spec::tik::dst_of(op),
                                                                       spec::tik::src_of(op))));
                  })},
           true}};
}

// There is a second square of 16-bit elements.
ReadingDifferences squares() {
  return {{{where("index_id.some",
                  []<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                    const auto op = asc::transpose_of(a);
                    const I zero(0);
                    return all_of(
                        spec::asc::is_b16(op.dtype), op.repeat > zero,
                        any_of(op.index_id > zero, all_of(op.repeat > I(1), op.src_stride > zero)));
                  })},
           true}};
}

Goal repeats_never() {
  return where("repeat.zero", []<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
    const auto op = asc::transpose_of(a);
    return op.repeat == I(0);
  });
}

}  // namespace

std::vector<ReadingDifference> reading_differences(const Operation& operation,
                                                   const ReadingPair& pair) {
  const std::string_view id = ledger()[static_cast<size_t>(pair.entry)].id;
  if (id == "gdma-shape-limit") return larger_extents(operation, id);
  if (id == "negative-stride") return signed_strides(operation, id);
  if (id == "w-stride-of-one-column" || id == "fill-w-stride" || id == "memcpy4d-w-stride")
    return w_strides(operation, id, pair);
  if (id == "destination-alias") return aliases(operation, id);
  if (id == "copy-overlap") return overlaps(operation, id, pair);
  if (id == "trans-frac-stride-limit") return with(beyond(operation, id), repeats_never());
  if (id == "mask-alignment") return with(beyond(operation, id), addresses_of_words());
  if (id == "mask-room") return undecided(beyond(operation, id));
  for (const char* other : {"address-alignment", "trans-overlap", "trans-alignment", "empty-copy",
                            "cwtrans-stride", "transpose-conversion"})
    if (id == other) return beyond(operation, id);
  if (id == "disjoint-by") return ranges_meet(operation);
  if (id == "aligned-tail") return tails(operation);
  if (id == "matrix-start-npu") return starts(operation);
  if (id == "wide-section") return wide_sections();
  if (id == "shift-by-32") return shifts_by_32(operation);
  if (id == "data-move-stride") return steps();
  if (id == "data-move-src-scope") return at_landmark(operation, "src.off.block");
  if (id == "trans-square-unit") return squares();
  if (id == "trans-b8-merge") return at_landmark(operation, "b8");
  if (id == "trans-b32-merge") return at_landmark(operation, "b32");
  return {unknown};
}

uint64_t held_by_either(const Operation& operation, int entry) {
  const std::string_view id = ledger()[static_cast<size_t>(entry)].id;
  uint64_t all = 0;
  for (const Constraint& constraint : operation.constraints)
    if (constraint.stage <= Stage::start && constraint.citation != id)
      all |= uint64_t{1} << constraint.bit;
  return all;
}

}  // namespace strideproof::solver
