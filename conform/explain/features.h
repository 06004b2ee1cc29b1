#pragma once
// What follows from the parameters of an operation, put into words: templates over the integer type.
// With int64_t they describe a case to Terms; with Sym they give the formula behind a term, so that
// the solver finds cases of which it is true, and others of which it is not.
//
// A sink has say(name, sort, value, cost) for numbers and say(name, otherwise, truth, cost).

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "conform/explain/terms.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::explanation::features {

constexpr double simple = 1.1, usual = 1.3, derived = 1.5, far_fetched = 3.5;

// One value of a parameter: "shape.w".
template <class I>
struct Slot {
  const Parameter* parameter;
  int place;
  std::string name;
  I value;
};

template <class I>
std::vector<Slot<I>> slots_of(const Operation& operation, const Arguments<I>& arguments) {
  constexpr std::string_view dimensions[] = {"n", "c", "h", "w"};
  std::vector<Slot<I>> all;
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (arguments.is_null(static_cast<int>(p))) continue;
    for (int i = 0; i < slots(parameter.type); ++i) {
      std::string slot(parameter.name);
      if (slots(parameter.type) > 1) slot += fmt::format(".{}", dimensions[i]);
      all.push_back({&parameter, i, std::move(slot),
                     arguments.value[static_cast<size_t>(parameter.slot + i)]});
    }
  }
  return all;
}

Sort sort_of(const Parameter& parameter);
// Whether people compare the two: extents, strides of one dimension or of one tensor, addresses.
bool comparable(const Parameter& a, int place_of_a, const Parameter& b, int place_of_b);

inline bool surely_positive(int64_t value) { return value > 0; }
template <class I>
bool surely_positive(const I& value) {
  return value.literal() && *value.literal() > 0;
}

template <class I, class Sink>
void parameters(const Operation& operation, const Arguments<I>& arguments, Sink& sink) {
  for (size_t p = 0; p < operation.parameters.size(); ++p)
    if (operation.parameters[p].nullable)
      sink.add_feature(fmt::format("{} is null", operation.parameters[p].name),
                       fmt::format("{} is given", operation.parameters[p].name),
                       Truth<I>(arguments.is_null(static_cast<int>(p))), usual);
  const std::vector<Slot<I>> all = slots_of(operation, arguments);
  for (const Slot<I>& slot : all) {
    const Sort sort = sort_of(*slot.parameter);
    sink.add_feature(slot.name, sort, slot.value, sort == Sort::address ? far_fetched : usual);
  }
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b) {
      if (!comparable(*all[a].parameter, all[a].place, *all[b].parameter, all[b].place)) continue;
      const auto compare = [&](std::string_view relation, std::string_view otherwise,
                               const Truth<I>& value) {
        sink.add_feature(fmt::format("{} {} {}", all[a].name, relation, all[b].name),
                         fmt::format("{} {} {}", all[a].name, otherwise, all[b].name), value,
                         derived);
      };
      compare("=", "!=", all[a].value == all[b].value);
      if (all[a].parameter->role == Role::selector) continue;
      if (all[a].parameter->role == Role::extent && slots(all[a].parameter->type) == 1)
        for (const auto& [x, y] : {std::pair(&all[a], &all[b]), std::pair(&all[b], &all[a])})
          if (surely_positive(y->value))
            sink.add_feature(fmt::format("{} is a multiple of {}", x->name, y->name),
                             fmt::format("{} is no multiple of {}", x->name, y->name),
                             x->value % y->value == I(0), derived);
      compare("<", ">=", all[a].value < all[b].value);
      compare(">", "<=", all[a].value > all[b].value);
    }
}

// ---- operands ----

template <class I>
struct Named {
  std::string_view name;
  spec::Tensor<I> tensor;
};

template <class I>
std::vector<Named<I>> of_okk_gdma(const spec::MachineShape<I>& m, const Operation& operation,
                                  const Arguments<I>& arguments) {
  return spec::okk_gdma::with_view(operation, arguments, [&](const auto& op) {
    std::vector<Named<I>> all = {{"dst", spec::okk_gdma::dst_of(m, op)}};
    if constexpr (requires { op.src_addr; }) all.push_back({"src", spec::okk_gdma::src_of(m, op)});
    return all;
  });
}

template <class I>
std::vector<Named<I>> of_okk_bdc(const spec::MachineShape<I>& m, const Operation& operation,
                                 const Arguments<I>& arguments) {
  const auto view = spec::okk_bdc::view_of(operation, arguments);
  const bool two = okk_bdc::is_binary(okk_bdc::kind(operation));
  std::vector<Named<I>> all = {{"dst", spec::okk_bdc::operand_of(m, view, on_dst)},
                               {two ? "src0" : "src", spec::okk_bdc::operand_of(m, view, on_src)}};
  if (two) all.push_back({"src1", spec::okk_bdc::operand_of(m, view, on_src1)});
  return all;
}

template <class I>
std::vector<Named<I>> of_bm_atomic(const spec::MachineShape<I>& m, const Operation& operation,
                                   const Arguments<I>& arguments) {
  if (operation.parameters.empty()) return {};
  return spec::bm_atomic::with_view(operation, arguments, [&](const auto& op) {
    std::vector<Named<I>> all;
    const Operands there = spec::bm_atomic::operands_of(op);
    for (const Operands which : {on_dst, on_src, on_src1}) {
      if ((there & which) == 0) continue;
      std::string_view name = which == on_dst ? "dst" : which == on_src ? "src" : "mask";
      if constexpr (requires { op.local_mem_addr; }) name = which == on_dst ? "local" : "global";
      const auto seen = spec::bm_atomic::machine_of(m, spec::bm_atomic::side_of(op, which).memory);
      all.push_back({name, spec::bm_atomic::operand_of(seen, op, which)});
    }
    return all;
  });
}

template <class I>
std::vector<Named<I>> tensors_of(const Operation& operation, const Profile& profile,
                                 const Arguments<I>& arguments) {
  const auto m = spec::machine_shape<I>(profile);
  switch (operation.family) {
    case Family::okk_gdma: return of_okk_gdma(m, operation, arguments);
    case Family::okk_bdc: return of_okk_bdc(m, operation, arguments);
    case Family::bm_atomic: return of_bm_atomic(m, operation, arguments);
    case Family::tik:
    case Family::asc: break;
  }
  return {};
}

template <class I, class Sink>
void local(const Profile& profile, const Named<I>& x, Sink& sink) {
  const Dim4<I>& shape = x.tensor.shape;
  const I lanes(profile.lanes), start = x.tensor.address / I(profile.lane_bytes),
                                end = start + shape.c, block_rows = ceil_div(end, lanes);
  sink.add_feature(fmt::format("{} start lane", x.name), Sort::number, start, simple);
  sink.add_feature(fmt::format("({} start lane + C)", x.name), Sort::number, end, simple);
  sink.add_feature(fmt::format("({} start lane + C) mod {}", x.name, profile.lanes),
                   Sort::remainder, end % lanes, derived);
  sink.add_feature(fmt::format("{} block rows", x.name), Sort::number, block_rows, derived);
  sink.add_feature(fmt::format("{} N * block rows", x.name), Sort::number, shape.n * block_rows,
                   derived);
  sink.add_feature(fmt::format("{} channel bytes mod {}", x.name, profile.unit_bytes),
                   Sort::remainder,
                   shape.h * shape.w * I(x.tensor.element_bytes) % I(profile.unit_bytes), derived);
}

// Strides that are used and are not those of rows, or elements, behind each other.
template <class I, class Sink>
void gaps(const Named<I>& x, Sink& sink) {
  const Dim4<I>&shape = x.tensor.shape, &stride = x.tensor.stride;
  const I one(1);
  sink.add_feature(fmt::format("{} rows apart", x.name), fmt::format("{} rows adjacent", x.name),
                   all_of(shape.h > one, stride.h != shape.w), derived);
  sink.add_feature(fmt::format("{} elements apart", x.name),
                   fmt::format("{} elements adjacent", x.name),
                   all_of(shape.w > one, stride.w != one), derived);
}

// Of operands of one shape; of others nothing is said where that is known.
inline bool surely_differ(bool same) { return !same; }
template <class B>
bool surely_differ(const B& same) {
  return same.literal() == false;
}

template <class I, class Sink>
void strides(const Named<I>& a, const Named<I>& b, Sink& sink) {
  const Dim4<I>&s = a.tensor.shape, &t = b.tensor.shape, &p = a.tensor.stride, &q = b.tensor.stride;
  const Truth<I> same = all_of(s.n == t.n, s.c == t.c, s.h == t.h, s.w == t.w);
  if (surely_differ(same)) return;
  Truth<I> any(false);
  const auto differ = [&](std::string_view dimension, const I& extent, const I& of_a,
                          const I& of_b) {
    const Truth<I> used = all_of(extent > I(1), of_a != of_b);
    any = any_of(any, used);
    sink.add_feature(fmt::format("{} and {} {} strides differ", a.name, b.name, dimension),
                     fmt::format("{} and {} {} strides do not differ", a.name, b.name, dimension),
                     used, derived);
  };
  differ("n", s.n, p.n, q.n);
  differ("c", s.c, p.c, q.c);
  differ("h", s.h, p.h, q.h);
  differ("w", s.w, p.w, q.w);
  sink.add_feature(fmt::format("{} and {} strides differ", a.name, b.name),
                   fmt::format("{} and {} strides do not differ", a.name, b.name), any, derived);
}

// The elements that lie behind each other in every operand: of a row, of rows that are adjacent, and
// in system memory of channels and images.
template <class I>
I run_of(const std::vector<Named<I>>& all) {
  const I one(1);
  const Dim4<I>& shape = all.front().tensor.shape;
  const auto joined = [&](const I& extent, I Dim4<I>::*dimension, const I& run, bool local_too) {
    Truth<I> adjacent(true);
    for (const Named<I>& x : all)
      if (local_too || x.tensor.space != Space::local)
        adjacent = all_of(adjacent, x.tensor.stride.*dimension == run);
      else
        adjacent = Truth<I>(false);
    return any_of(extent == one, adjacent);
  };
  Truth<I> on = joined(shape.w, &Dim4<I>::w, one, true);
  I run = select(on, shape.w, one);
  for (const auto& [dimension, local_too] :
       {std::pair(&Dim4<I>::h, true), std::pair(&Dim4<I>::c, false),
        std::pair(&Dim4<I>::n, false)}) {
    on = all_of(on, joined(shape.*dimension, dimension, run, local_too));
    run = select(on, run * shape.*dimension, run);
  }
  return run;
}

template <class I, class Sink>
void operands(const Operation& operation, const Profile& profile, const Arguments<I>& arguments,
              Sink& sink) {
  const std::vector<Named<I>> all = tensors_of(operation, profile, arguments);
  for (const Named<I>& x : all) {
    if (x.tensor.space == Space::local) local(profile, x, sink);
    gaps(x, sink);
  }
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b) strides(all[a], all[b], sink);
  if (all.empty()) return;
  const spec::Tensor<I>& t = all.front().tensor;
  const I element(t.element_bytes), channel = t.shape.h * t.shape.w;
  sink.add_feature("elements of a run", Sort::number, run_of(all), derived);
  sink.add_feature("H*W", Sort::number, channel, derived);
  sink.add_feature("row bytes", Sort::number, t.shape.w * element, derived);
  sink.add_feature("channel bytes", Sort::number, channel * element, derived);
}

}  // namespace strideproof::explanation::features
