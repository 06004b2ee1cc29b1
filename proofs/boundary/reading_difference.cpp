#include "proofs/boundary/reading_difference.h"

#include <algorithm>

#include "proofs/boundary/condition.h"

namespace strideproof::solver {
namespace {

using bm_atomic::Linear, bm_atomic::Matrix2D, okk_gdma::Matrix, tik::Move;
using spec::MachineShape, spec::Operand, spec::Tensor;
using ReadingDifferences = std::vector<ReadingDifference>;

// Two readings of an entry that an operation leaves open.
struct Question {
  const Operation& operation;
  std::string_view entry;
  uint8_t one, other;
};

ReadingDifferences unknown(const Question&) { return {{}}; }

// One reading accepts cases that violate a constraint that cites the entry.
ReadingDifferences beyond(const Question& ask) {
  ReadingDifferences all;
  for (const Constraint& constraint : ask.operation.constraints)
    if (constraint.grade == Grade::assumed && constraint.citation == ask.entry)
      all.push_back({{&constraint, Side::beyond}});
  return all;
}

Goal landmark(const Question& ask, std::string_view label) {
  const auto& all = ask.operation.landmarks;
  return {nullptr, Side::inside, &*std::ranges::find(all, label, &Landmark::label)};
}

ReadingDifferences with(ReadingDifferences all, const Goal& goal) {
  for (ReadingDifference& difference : all) difference.push_back(goal);
  return all;
}

// ---- strides and values ----

// Reading 0: the w stride is 1. Reading 1: it is free if W = 1. Reading 2: it is free.
ReadingDifferences w_strides(const Question& ask) {
  ReadingDifferences all = beyond(ask);
  if (ask.one == 0 && ask.other == 2) return all;
  for (ReadingDifference& difference : all) {
    const Operands operands = difference.front().constraint->operands;
    const auto shape = std::ranges::find_if(ask.operation.parameters, [&](const Parameter& p) {
      return p.role == Role::extent && (p.operands & operands) != 0;
    });
    const auto w = static_cast<size_t>(shape->slot + 3);
    const bool one = ask.other == 1;
    difference.push_back(
        where([=]<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
          return (a.value[w] == I(1)) == Truth<I>(one);
        }));
  }
  return all;
}

// Extents that are too large; all readings reject those that are too small.
ReadingDifferences larger_extents(const Question& ask) {
  ReadingDifferences all = beyond(ask);
  std::erase_if(all, [](const ReadingDifference& difference) {
    return !difference.front().label().ends_with(".max");
  });
  return all;
}

// The bytes of a tensor as offsets in any lane, with strides of any sign.
template <class I>
spec::BoundingRange<I> offsets(const MachineShape<I>& m, const Tensor<I>& t) {
  const bool local = t.space == Space::local;
  const I start = local ? spec::start_of(m, t.address).offset : t.address;
  const I blocks = spec::last_index(m, t).c + I(1);
  return spec::bounding_range_of<I>(t, start, {I(0), blocks}, t.shape.w);
}

// Operands with strides of their own, which may have any sign, lie in their memory.
constexpr auto stay_inside = []<class I>(const MachineShape<I>& m, const Operand<I>& dst,
                                         const Operand<I>& src) {
  Truth<I> all(true);
  for (const Operand<I>& x : {dst, src}) {
    const auto [first, last] = offsets(m, x.tensor);
    Truth<I> inside(false);
    if (x.tensor.space == Space::local)
      inside = any_of(Truth<I>(!x.given), all_of(I(0) <= first, last < m.lane_bytes));
    else
      for (const Window& window : m.windows)
        inside = any_of(inside, all_of(I(window.first) <= first, last < I(window.end())));
    all = all_of(all, inside);
  }
  return all;
};

bool is_stored_matrix(const Operation& operation) {
  return operation.constraint("row_stride.cols") != nullptr;
}

// Overlap of dst with itself or with src is decided elsewhere; rows of a matrix do not overlap if
// they are written backwards.
ReadingDifferences signed_strides(const Question& ask) {
  if (ask.operation.family != Family::okk_gdma) return beyond(ask);
  const Goal inside = about_operands(stay_inside);
  if (!is_stored_matrix(ask.operation)) return with(beyond(ask), inside);
  return {{{ask.operation.constraint("row_stride.cols"), Side::beyond},
           about<Matrix>([]<class I>(const auto&, const Matrix<I>& op) {
             return op.row_stride + op.cols <= I(0);
           }),
           inside}};
}

ReadingDifferences aliases(const Question& ask) {
  if (!is_stored_matrix(ask.operation)) return beyond(ask);
  return with(beyond(ask), about<Matrix>([]<class I>(const auto&, const Matrix<I>& op) {
                return op.row_stride >= I(0);
              }));
}

ReadingDifferences shifts_by_32(const Question& ask) {
  if (!ask.operation.name.ends_with("_shift_C")) return unknown(ask);
  return {{landmark(ask, "C.left.32")}, {landmark(ask, "C.right.32")}};
}

ReadingDifferences words(const Question& ask) {
  return with(beyond(ask),
              where([]<class I>(const Profile&, const Operation& operation, const Arguments<I>& a) {
                Truth<I> words(true);
                for (const Parameter& p : operation.parameters)
                  if (p.role == Role::address)
                    words = all_of(words, a.value[static_cast<size_t>(p.slot)] % I(4) == I(0));
                return words;
              }));
}

// ---- places ----

// Two of the readings move the bytes, in different orders. If dst starts after src, an ascending
// memcpy_1D reads bytes that it has overwritten.
ReadingDifferences overlaps(const Question& ask) {
  if (ask.one == 0 || !bm_atomic::is_kind(ask.operation, bm_atomic::Kind::memcpy_1D))
    return beyond(ask);
  return with(beyond(ask), about<Linear>([]<class I>(const auto&, const Linear<I>& op) {
                return op.dst_addr > op.src_addr;
              }));
}

// The ranges of offsets meet, whatever the lane, and the copy is not in place.
ReadingDifferences disjoint_offsets(const Question& ask) {
  if (ask.operation.family != Family::okk_gdma) return unknown(ask);
  return {{about_operands(
      []<class I>(const MachineShape<I>& m, const Operand<I>& dst, const Operand<I>& src) {
        const auto x = offsets(m, dst.tensor), y = offsets(m, src.tensor);
        return all_of(x.first <= y.last, y.first <= x.last,
                      negation(spec::maps_onto_itself(m, dst.tensor, src.tensor)));
      })}};
}

// The padding of a tensor in the aligned layout leads past the lane.
template <class I>
Truth<I> padding_leaves(const MachineShape<I>& m, const Operand<I>& x) {
  const Tensor<I>& t = x.tensor;
  if (t.space != Space::local || x.given) return Truth<I>(false);
  const Dim4<I> last = spec::last_index(m, t);
  const I channel = spec::element_offset(t.stride, last.n, last.c, I(0), I(0));
  return spec::start_of(m, t.address).offset + I(t.element_bytes) * (channel + t.stride.c) >
         m.lane_bytes;
}
ReadingDifferences paddings(const Question& ask) {
  if (ask.operation.family != Family::okk_gdma) return unknown(ask);
  return {{about_operands(
      []<class I>(const MachineShape<I>& m, const Operand<I>& dst, const Operand<I>& src) {
        return any_of(padding_leaves(m, dst), padding_leaves(m, src));
      })}};
}

ReadingDifferences start_lanes(const Question& ask) {
  ReadingDifferences all;
  for (const Landmark& some : ask.operation.landmarks)
    if (some.id == LandmarkId::start_lane) all.push_back({{nullptr, Side::inside, &some}});
  return all;
}

// sec_size and the columns differ when rounded up, and there is a second row.
ReadingDifferences wide_sections(const Question&) {
  return {{about<Matrix2D>([]<class I>(const MachineShape<I>& m, const Matrix2D<I>& op) {
    const I unit = m.unit_bytes / I(bm_atomic::element_bytes_of(op.format));
    const I columns = spec::bm_atomic::local_columns(op);
    return all_of(op.transpose != I(0), spec::bm_atomic::local_rows(op) > I(1),
                  op.sec_size > columns, round_up(op.sec_size, unit) != round_up(columns, unit));
  })}};
}

// The program has several bursts. If the case maps onto itself, nothing moves, but only one reading
// may lead out of the buffer.
ReadingDifferences moved_bursts(const Question& ask) {
  const auto bursts = [](bool onto_itself) {
    return about<Move>([onto_itself]<class I>(const MachineShape<I>& m, const Move<I>& op) {
      const auto same =
          all_of(op.dst_space == op.src_space, spec::tik::Spec::maps_onto_itself(m, op, on_src));
      return all_of(op.nburst > I(1), same == Truth<I>(onto_itself));
    });
  };
  return {{bursts(false)}, {bursts(true), {ask.operation.constraint("dst.end"), Side::beyond}}};
}

struct EntryDifference {
  std::string_view entry;
  ReadingDifferences (*differences)(const Question&);
  bool only_first_two = false;  // other readings differ by no formula
};
constexpr EntryDifference entry_differences[] = {
    {"gdma-shape-limit", larger_extents, true},
    {"negative-stride", signed_strides},
    {"fill-w-stride", w_strides},
    {"memcpy4d-src-w-stride", w_strides},
    {"memcpy4d-dst-w-stride", w_strides},
    {"destination-alias", aliases},
    {"copy-overlap", overlaps},
    {"mask-local-alignment", words},
    {"mask-dst-alignment", words},
    {"mask-room", beyond},
    {"address-alignment", beyond},
    {"trans-src-alignment", beyond},
    {"trans-dst-alignment", beyond},
    {"cwtrans-stride", beyond},
    {"transpose-conversion", beyond},
    {"disjoint-by", disjoint_offsets},
    {"aligned-tail", paddings},
    {"matrix-start-npu", start_lanes},
    {"wide-section", wide_sections},
    {"shift-by-32", shifts_by_32, true},
    {"data-move-stride", moved_bursts},
    {"data-move-src-scope",
     [](const Question& ask) -> ReadingDifferences { return {{landmark(ask, "src.off.block")}}; },
     true},
    {"trans-frac-stride-limit",
     [](const Question& ask) { return with(beyond(ask), landmark(ask, "repeat.zero")); }, true},
    {"trans-index-unit",
     [](const Question& ask) -> ReadingDifferences {
       return {{landmark(ask, "b16"), landmark(ask, "index")}};
     }},
    {"trans-stride-unit",
     [](const Question& ask) -> ReadingDifferences {
       return {{landmark(ask, "b16"), landmark(ask, "src.adjacent")},
               {landmark(ask, "b16"), landmark(ask, "src.apart")}};
     }},
};

// A reading accepts cases that violate constraints of other entries, or of none.
bool accepts_anything(std::string_view id) {
  return id == "linear-base" || id == "empty-copy" || id == "trans-repeat-zero";
}

}  // namespace

std::vector<ReadingDifference> reading_differences(const Operation& operation,
                                                   const ReadingPair& pair) {
  const std::string_view id = ledger()[static_cast<size_t>(pair.entry)].id;
  const Question ask{operation, id, pair.one, pair.other};
  for (const EntryDifference& row : entry_differences)
    if (row.entry == id && !(row.only_first_two && pair.other > 1)) return row.differences(ask);
  return unknown(ask);
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
