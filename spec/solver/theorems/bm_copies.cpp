#include "spec/solver/theorems/bm_copies.h"

#include <fmt/format.h>

#include <algorithm>

namespace strideproof::solver {

// Extents and strides are those of parameters, but block rows: of these there are as many as `as_many` says.
Fact Compared::as_parameters(Proof& proof, const Fact& as_many) const {
  Facts known = {as_many};
  for (const auto* walk : {&a, &b})
    for (const auto& dimension : *walk)
      known = known + bounds_of(proof, {dimension.extent, dimension.stride});
  return proof.prove("walks of parameters", all_of(of_parameters(a), of_parameters(b)), known);
}

Fact Compared::alike(Proof& proof, const Step& i, const Step& j, const Fact& as_many,
                     const Facts& steps) const {
  const Fact known = proof.cite("sharing.bm.walks", alike_if_same(*this, i, j));
  return proof.prove("the steps lead as far", leads_to(a, i) == leads_to(b, j),
                     Facts{known, told, as_many, as_parameters(proof, as_many)} + steps);
}

Parted Compared::parted(Proof& proof, const std::string& name, const Fact& as_many) const {
  Step i, j;
  for (size_t k = 0; k < a.size(); ++k) {
    i.push_back(proof.variable(fmt::format("{}{}", name, k), 0, most_extent));
    j.push_back(proof.variable(fmt::format("{}{}'", name, k), 0, most_extent));
  }
  const Facts known = {proof.cite("sharing.bm.walks", parted_if_not(*this, i, j)), told, as_many,
                       as_parameters(proof, as_many)};
  return {i, j, proof.prove("both exist", all_of(exists(a, i), exists(b, j)), known),
          proof.prove("they have one number", number(a, i) == number(b, j), known),
          proof.prove("the steps part", leads_to(a, i) != leads_to(b, j), known)};
}

namespace {

bool identical(const SymWalk& a, const SymWalk& b) {
  const auto same = [](const auto& x, const auto& y) {
    return z3::eq(x.extent.term(), y.extent.term()) && z3::eq(x.stride.term(), y.stride.term());
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

SymBool Told::operator()(const SymWalk& a, const SymWalk& b) const {
  for (const Compared& before : compared_)
    if (identical(before.a, a) && identical(before.b, b)) return before.same;
  const auto form_of = [&](const SymWalk& walk, const char* side) {
    if (says_ == Says::what_is) return padded(spec::bm_atomic::reduced(walk));
    return any_form(proof_, fmt::format("{}{}", side, compared_.size()));
  };
  const WalkPair walks = {a, b, form_of(a, "a"), form_of(b, "b")};
  const SymBool same = proof_.variable(fmt::format("same{}", compared_.size()), 0, 1) == 1;
  const Fact known = cite_same(proof_, walks, same);
  const SymBool is_same = same_form(walks.of_a, walks.of_b);
  const bool told(same);
  compared_.push_back(
      {walks, told, proof_.prove("what the code is told", told ? is_same : !is_same, {known})});
  return told;
}

bm_atomic::Tensor4D<Sym> any_tensors(Proof& proof) {
  const auto any_shape_of = [&](const std::string& mark) -> Dim4<Sym> {
    const auto extent = [&](const char* name) {
      return proof.variable(name + mark, 1, most_extent);
    };
    return {extent("N"), extent("C"), extent("H"), extent("W")};
  };
  bm_atomic::Tensor4D<Sym> op;
  op.dst_shape = any_shape_of(""), op.src_shape = any_shape_of("'");
  op.dst_stride = any_u32_strides(proof), op.src_stride = any_u32_strides(proof, "'");
  return op;
}

TensorCopy any_tensor_copy(Proof& proof, Space space) {
  using bm_atomic::Format;
  const bool local = space == Space::local;
  MachineShape<Sym> m = {1, 1, 1, {}};
  if (local)
    m = {proof.variable("X", 2, most_lanes), proof.variable("S", 1, most_lane_bytes), 1, {}};
  bm_atomic::Tensor4D<Sym> op = any_tensors(proof);
  const Dim4<Sym>&a = op.dst_shape, &b = op.src_shape;
  const bool transposed(proof.variable("transpose", 0, 1) == 1);
  op.transpose = transposed ? 1 : 0;
  if (transposed) op.src_shape = {a.c, a.n, a.h, a.w};
  op.src_format = op.dst_format = static_cast<int>(Format::uint8);
  op.direction = selector(local ? bm_atomic::Direction::L2L : bm_atomic::Direction::S2S);
  const InLane start =
      local ? any_lane_offset(proof, m) : InLane{0, proof.variable("A", 0, memory_end - 1), {}};
  op.dst_addr = op.src_addr = start.offset;
  op.dst_local_idx = op.src_local_idx = start.lane;

  const Tensor<Sym> src = spec::bm_atomic::operand_of(m, op, on_src),
                    dst = spec::bm_atomic::operand_of(m, op, on_dst);
  const Facts starts = local ? starts_in(proof, m, dst, start) : start.known;
  std::vector<bm_atomic::Tensor4D<Sym>> of_widths = {op, op, op};
  of_widths[1].src_format = of_widths[1].dst_format = static_cast<int>(Format::float16);
  of_widths[2].src_format = of_widths[2].dst_format = static_cast<int>(Format::float32);
  const ExactArithmetic exact;
  return {m,
          of_widths,
          src,
          dst,
          transposed ? spec::bm_atomic::transposed(dst) : dst,
          transposed,
          local ? spec::start_of(m, dst.address).lane : Sym(0),
          a.h * a.w,
          b.h * b.w,
          starts + bounds_of(proof, {m.lanes, a.n, a.c, a.h, a.w, b.n, b.c, b.h, b.w})};
}

Fact as_many_elements(Proof& proof, const TensorCopy& x) {
  return proof.given(steps_of(whole(x.src)) == steps_of(whole(x.order)));
}

SymWalk whole(const Tensor<Sym>& t) {
  return {
      {t.shape.w, 1}, {t.shape.h, t.stride.h}, {t.shape.c, t.stride.c}, {t.shape.n, t.stride.n}};
}
Step step_of(const Dim4<Sym>& at) { return {at.w, at.h, at.c, at.n}; }
Dim4<Sym> element_of(const Step& step) { return {step[3], step[2], step[1], step[0]}; }

SymBool becomes(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j) {
  return all_of(exists(whole(x.src), step_of(i)), exists(whole(x.order), step_of(j)),
                number(whole(x.src), step_of(i)) == number(whole(x.order), step_of(j)));
}

namespace {

SymBool at_one_place(const TensorCopy& x, const bm_atomic::Tensor4D<Sym>& op, const Dim4<Sym>& i,
                     const Dim4<Sym>& j) {
  const ExactArithmetic exact;
  const auto from = spec::place_of(x.m, spec::bm_atomic::operand_of(x.m, op, on_src), i);
  const auto to = spec::place_of(x.m, spec::bm_atomic::operand_of(x.m, op, on_dst),
                                 x.transposed ? Dim4<Sym>{j.c, j.n, j.h, j.w} : j);
  return all_of(from.lane == to.lane, from.byte == to.byte);
}

}  // namespace

SymBool stays(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j) {
  SymBool all = true;
  for (const auto& op : x.of_widths) all = all_of(all, at_one_place(x, op, i, j));
  return all;
}
SymBool leaves(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j) {
  SymBool all = true;
  for (const auto& op : x.of_widths) all = all_of(all, !at_one_place(x, op, i, j));
  return all;
}
SymBool moves(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j) {
  return all_of(becomes(x, i, j), leaves(x, i, j));
}

Pair any_pair(Proof& proof, const TensorCopy& x) {
  const auto index = [&](const std::string& mark) -> Dim4<Sym> {
    const auto of = [&](const char* name) {
      return proof.variable(name + mark, 0, most_extent - 1);
    };
    return {of("n"), of("c"), of("h"), of("w")};
  };
  const Dim4<Sym> i = index("'"), j = index("");
  const SymWalk src = whole(x.src), dst = whole(x.order);
  return {i, j, proof.given(all_of(exists(src, step_of(i)), exists(dst, step_of(j)))),
          proof.given(number(src, step_of(i)) == number(dst, step_of(j)))};
}

ChannelPlace channel_place(Proof& proof, const TensorCopy& x, const Sym& c) {
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const ExactArithmetic exact;
  const Sym q = x.start_lane + c;
  return {q / x.m.lanes,
          q % x.m.lanes,
          {divide.instance(q, x.m.lanes), below.instance(q, 1, x.m.lanes)}};
}

void walk_decides(Proof& proof, const TensorCopy& x, const SymBool& claimed,
                  const Compared& walks) {
  proof.conclude("the code says what it is told", claimed == SymBool(walks.same));
  const auto equal = proof.use(equal_factors);
  // The steps to an element of one channel in a lane lead through no block row.
  const auto only_channel = [&](const Dim4<Sym>& i, const Dim4<Sym>& j) {
    Facts known;
    if (x.src.space == Space::system) return known;
    for (const Sym& c : {i.c, j.c}) {
      const ChannelPlace at = channel_place(proof, x, c);
      known = known + x.known + at.known;
      for (const auto* t : {&x.src, &x.dst}) {
        known.push_back(equal.instance(at.block, 0, t->stride.c));
        known.push_back(equal.instance(c, 0, t->stride.c));
        known.push_back(equal.instance(c, 0, t->stride.n));
      }
    }
    return known;
  };
  const Fact as_many = as_many_elements(proof, x);
  if (walks.same) {
    const Pair e = any_pair(proof, x);
    const Fact alike =
        walks.alike(proof, step_of(e.i), step_of(e.j), as_many, {e.exist, e.numbered});
    proof.conclude("in place, each element lies where it came from", stays(x, e.i, e.j),
                   only_channel(e.i, e.j) + Facts{e.exist, alike});
    return;
  }
  const Parted apart = walks.parted(proof, "p", as_many);
  const Dim4<Sym> from = element_of(apart.of_a), to = element_of(apart.of_b);
  const Fact leave = proof.prove("and lead to other places", leaves(x, from, to),
                                 only_channel(from, to) + Facts{apart.exist, apart.part});
  proof.conclude("else an element does not", moves(x, from, to),
                 {apart.exist, apart.numbered, leave});
}

std::string bytes_onto_themselves(const Model& v, const Tensor4& dst,
                                  const Dim4<int64_t>& src_shape, bool transpose) {
  using bm_atomic::Direction;
  Tensor4 to = dst;
  to.format = static_cast<int>(bm_atomic::Format::uint8);
  const Tensor4 from = {to.address, to.lane, src_shape, strides_of(v, "'"), to.format};
  return tensor_line(to, from, dst.address >= src_window ? Direction::S2S : Direction::L2L,
                     transpose);
}

}  // namespace strideproof::solver
