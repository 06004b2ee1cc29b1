#include "proofs/boundary/reading_conditions.h"

#include "proofs/boundary/condition.h"
#include "spec/operations/asc.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_gdma.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {
namespace {

namespace gdma = spec::okk_gdma;
namespace atomic = spec::bm_atomic;

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

// The bytes of an operand as offsets, in any lane.
template <class I>
spec::StepRange<I> offsets(const spec::MachineShape<I>& m, const spec::Tensor<I>& t) {
  const I first = t.space == Space::local ? spec::start_of(m, t.address).offset : t.address;
  return {first, spec::last_byte(m, t)};
}

// The padding of a tensor in the aligned layout leads past the lane.
template <class I>
Truth<I> padding_leaves(const spec::MachineShape<I>& m, const spec::Operand<I>& x) {
  const spec::Tensor<I>& t = x.tensor;
  if (t.space != Space::local || x.given) return Truth<I>(false);
  const auto start = spec::start_of(m, t.address);
  const I block = spec::block_row_of(m, start.lane, t.shape.c - I(1));
  const I channel = spec::element_offset(t.stride, t.shape.n - I(1), block, I(0), I(0));
  return start.offset + I(t.element_bytes) * (channel + t.stride.c) > m.lane_bytes;
}

}  // namespace

Goal signed_inside() {
  return where("strides",
               []<class I>(const Profile& profile, const Operation& o, const Arguments<I>& a) {
                 const auto m = spec::machine_shape<I>(profile);
                 return gdma::with_view(o, a, [&](const auto& op) {
                   const auto operands = spec::operands_of<gdma::Spec>(m, op);
                   Truth<I> inside(true);
                   for (const spec::Tensor<I>& t : {operands.dst.tensor, operands.src.tensor})
                     if (!gdma::is_matrix(gdma::kind(o)) || t.space == Space::system)
                       inside = all_of(inside, is_inside(m, t));
                   return inside;
                 });
               });
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

Goal offsets_meet() {
  return where("offsets",
               []<class I>(const Profile& profile, const Operation& o, const Arguments<I>& a) {
                 const auto m = spec::machine_shape<I>(profile);
                 const auto copy = gdma::copy_of(o, a);
                 const auto dst = gdma::dst_of(m, copy), src = gdma::src_of(m, copy);
                 const auto x = offsets(m, dst), y = offsets(m, src);
                 return all_of(x.first <= y.last, y.first <= x.last,
                               negation(spec::maps_onto_itself(m, dst, src)));
               });
}

Goal padding_leaves_lane() {
  return where("padding",
               []<class I>(const Profile& profile, const Operation& o, const Arguments<I>& a) {
                 const auto m = spec::machine_shape<I>(profile);
                 return gdma::with_view(o, a, [&](const auto& op) {
                   const auto x = spec::operands_of<gdma::Spec>(m, op);
                   return any_of(padding_leaves(m, x.dst), padding_leaves(m, x.src));
                 });
               });
}

Goal wide_section() {
  return where(
      "sec_size", []<class I>(const Profile& profile, const Operation&, const Arguments<I>& a) {
        const auto op = bm_atomic::matrix_of(a);
        const I unit = I(profile.unit_bytes / atomic::element_bytes_of(op.format));
        const I columns = atomic::local_columns(op);
        return all_of(op.transpose != I(0), atomic::local_rows(op) > I(1), op.sec_size > columns,
                      round_up(op.sec_size, unit) != round_up(columns, unit));
      });
}

Goal many_bursts(bool in_place) {
  return where("nburst.many", [in_place]<class I>(const Profile& profile, const Operation&,
                                                  const Arguments<I>& a) {
    const auto m = spec::machine_shape<I>(profile);
    const auto op = tik::move_of(a);
    const auto same =
        all_of(op.dst_space == op.src_space, spec::tik::Spec::is_in_place(m, op, on_src));
    return all_of(op.nburst > I(1), in_place ? same : negation(same));
  });
}

Goal another_square(bool by_index) {
  return where("square.another", [by_index]<class I>(const Profile&, const Operation&,
                                                     const Arguments<I>& a) {
    const auto op = asc::transpose_of(a);
    const I zero(0);
    return all_of(spec::asc::is_b16(op.dtype), op.repeat > zero,
                  by_index ? op.index_id > zero : all_of(op.repeat > I(1), op.src_stride > zero));
  });
}

Goal repeats_never() {
  return where("repeat.zero", []<class I>(const Profile&, const Operation&, const Arguments<I>& a) {
    const auto op = asc::transpose_of(a);
    return op.repeat == I(0);
  });
}

}  // namespace strideproof::solver
