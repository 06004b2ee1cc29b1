#include "proofs/boundary/reading_difference.h"

#include <algorithm>

#include "proofs/boundary/condition.h"
#include "proofs/boundary/reading_conditions.h"
#include "spec/operations/okk_gdma.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::solver {
namespace {

namespace gdma = spec::okk_gdma;
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

// Reading 0: the w stride is 1. Reading 1: it is free if W = 1. Reading 2: it is free.
ReadingDifferences w_strides(const Operation& operation, std::string_view id,
                             const ReadingPair& pair) {
  ReadingDifferences all = beyond(operation, id);
  if (pair.other == 1) return by_columns(operation, std::move(all), true);
  return pair.one == 1 ? by_columns(operation, std::move(all), false) : all;
}

// Only cols_per_channel.max decides: a channel may be wider than its matrix. Other large extents may
// lead out of memory.
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

// If dst starts after src, an ascending memcpy_1D reads bytes that it has overwritten.
ReadingDifferences overlaps(const Operation& operation, std::string_view id,
                            const ReadingPair& pair) {
  const ReadingDifferences all = beyond(operation, id);
  if (pair.one == 0) return all;
  ReadingDifferences ordered = undecided(all);
  if (bm_atomic::is_kind(operation, bm_atomic::Kind::memcpy_1D))
    ordered.push_back({{all.front().goals.front(),
                        where("dst_addr.after",
                              []<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
                                const auto op = bm_atomic::linear_of(a);
                                return op.dst_addr > op.src_addr;
                              })},
                       true});
  return ordered;
}

ReadingDifferences of_okk_gdma(const Operation& operation, const Goal& goal) {
  if (operation.family != Family::okk_gdma) return {unknown};
  return {{{goal}, true}};
}

ReadingDifferences starts(const Operation& operation) {
  ReadingDifferences all;
  for (const char* label : {"dst.start.lane", "src.start.lane", "local.start.lane"})
    for (const ReadingDifference& one : at_landmark(operation, label)) all.push_back(one);
  return all;
}

// In place nothing moves, but only one reading may lead out of the buffer.
ReadingDifferences moved_bursts(const Operation& operation) {
  return {{{many_bursts(false)}, true},
          {{many_bursts(true), {operation.constraint("dst.end"), Side::beyond}}, false}};
}

// Only readings 0 and 1 of these entries differ by a formula.
bool has_only_two_known(std::string_view id) {
  return id == "gdma-shape-limit" || id == "shift-by-32" || id == "data-move-src-scope" ||
         id == "trans-frac-stride-limit";
}

// A reading accepts cases that violate constraints of other entries, or of none.
bool accepts_anything(std::string_view id) {
  return id == "linear-base" || id == "empty-copy" || id == "trans-repeat-zero";
}

}  // namespace

std::vector<ReadingDifference> reading_differences(const Operation& operation,
                                                   const ReadingPair& pair) {
  const std::string_view id = ledger()[static_cast<size_t>(pair.entry)].id;
  if (has_only_two_known(id) && pair.other > 1) return {unknown};
  if (id == "gdma-shape-limit") return larger_extents(operation, id);
  if (id == "negative-stride") return signed_strides(operation, id);
  if (id == "fill-w-stride" || id == "memcpy4d-src-w-stride" || id == "memcpy4d-dst-w-stride")
    return w_strides(operation, id, pair);
  if (id == "destination-alias") return aliases(operation, id);
  if (id == "copy-overlap") return overlaps(operation, id, pair);
  if (id == "trans-frac-stride-limit") return with(beyond(operation, id), repeats_never());
  if (id == "mask-local-alignment" || id == "mask-dst-alignment")
    return with(beyond(operation, id), addresses_of_words());
  if (id == "mask-room") return undecided(beyond(operation, id));
  for (const char* other : {"address-alignment", "trans-src-alignment", "trans-dst-alignment",
                            "cwtrans-stride", "transpose-conversion"})
    if (id == other) return beyond(operation, id);
  if (id == "disjoint-by") return of_okk_gdma(operation, offsets_meet());
  if (id == "aligned-tail") return of_okk_gdma(operation, padding_leaves_lane());
  if (id == "matrix-start-npu") return starts(operation);
  if (id == "wide-section") return {{{wide_section()}, true}};
  if (id == "shift-by-32") return shifts_by_32(operation);
  if (id == "data-move-stride") return moved_bursts(operation);
  if (id == "data-move-src-scope") return at_landmark(operation, "src.off.block");
  if (id == "trans-index-unit") return {{{another_square(true)}, true}};
  if (id == "trans-stride-unit") return {{{another_square(false)}, true}};
  return {unknown};
}

uint64_t held_by_either(const Operation& operation, int entry) {
  const std::string_view id = ledger()[static_cast<size_t>(entry)].id;
  uint64_t all = 0;
  if (accepts_anything(id)) return all;
  for (const Constraint& constraint : operation.constraints)
    if (constraint.stage <= Stage::start && constraint.citation != id)
      all |= uint64_t{1} << constraint.bit;
  return all;
}

}  // namespace strideproof::solver
