// Copies of memcpy_4D within lanes: the first element in another lane, channels, block rows.

#include "spec/solver/theorems/bm_copies_lanes.h"

#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {

InLanes::InLanes(Proof& proof, const TensorCopy& copy)
    : x(copy),
      a(x.dst.shape),
      b(x.src.shape),
      s(x.dst.stride),
      t(x.src.stride),
      X(x.m.lanes),
      Q(x.start_lane),
      P(x.dst_channel),
      P_(x.src_channel),
      known(x.known) {
  const auto monotone = proof.use(lemmas::product_monotone);
  known.push_back(proof.prove("as many elements", a.n * a.c * P == b.n * b.c * P_,
                              {as_many_elements(proof, x)}));
  known.push_back(monotone.instance(1, a.h, a.w));
  known.push_back(monotone.instance(1, b.h, b.w));
}

Fact same_size_of(Proof& proof, const InLanes& l, const Compared& channels) {
  const Fact same_size = proof.prove("channels of one size", l.P == l.P_);
  return proof.prove("a channel has as many elements", steps_of(channels.a) == steps_of(channels.b),
                     {same_size});
}

SymBool moves(const TensorCopy& x, bool of_dst, const Dim4<Sym>& one, const Dim4<Sym>& other) {
  return of_dst ? moves(x, other, one) : moves(x, one, other);
}

Matched matched(Proof& proof, const InLanes& l, const Compared& channels) {
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto in_range = proof.use(lemmas::digits_in_range);
  const auto equal = proof.use(equal_factors);
  const Pair e = any_pair(proof, l.x);
  const Dim4<Sym>&i = e.i, &j = e.j;
  const Fact same_size = proof.prove("channels of one size", l.P == l.P_);
  const Sym M = j.n * l.a.c + j.c, M_ = i.n * l.b.c + i.c;
  const Sym r = j.h * l.a.w + j.w, r_ = i.h * l.b.w + i.w;
  const Fact numbered =
      proof.prove("elements are counted by channels",
                  all_of(M * l.P + r == M_ * l.P_ + r_, 0 <= r, r < l.P, 0 <= r_, r_ < l.P_),
                  Facts{e.exist, e.numbered, in_range.instance(j.h, j.w, l.a.h, l.a.w),
                        in_range.instance(i.h, i.w, l.b.h, l.b.w)} +
                      bounds_of(proof, {l.a.h, l.a.w, l.b.h, l.b.w}));
  const Step of_i = {i.w, i.h}, of_j = {j.w, j.h};
  const Fact same = proof.prove(
      "the same channel, the same place in it",
      all_of(M == M_, number(channels.a, of_i) == number(channels.b, of_j)),
      {numbered, same_size, equal.instance(l.P_, l.P, M_), radix.instance(M, r, M_, r_, l.P)});
  const Fact in_channel =
      channels.alike(proof, of_i, of_j, same_size_of(proof, l, channels), {e.exist, same});
  return {i, j, M, M_, same_size, same, in_channel, e.exist};
}

Next next_of(Proof& proof, const InLanes& l) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto equal = proof.use(equal_factors);
  const Sym c = l.X - l.Q;
  const ChannelPlace next = channel_place(proof, l.x, c);
  return {moves(l.x, {0, c, 0, 0}, {0, c, 0, 0}),
          l.known + next.known +
              Facts{digits.instance(1, 0, l.X), equal.instance(next.block, 1, l.s.c),
                    equal.instance(next.block, 1, l.t.c), quotients.instance(l.Q + c, 1 * l.X, l.X),
                    equal.instance(l.P, l.P_, c)}};
}

namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

// One side has several channels and ends its first one before the other does.
void lanes_differ(Proof& proof, const TensorCopy& x, const SymBool& claimed) {
  const bool dst_first(
      all_of(x.dst.shape.c != 1, any_of(x.src.shape.c == 1, x.dst_channel < x.src_channel)));
  const InLanes l(proof, x);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto equal = proof.use(equal_factors);
  const Dim4<Sym>&first = dst_first ? l.a : l.b, &other = dst_first ? l.b : l.a;
  const Sym &end = dst_first ? l.P : l.P_, &size = dst_first ? l.P_ : l.P;
  const Sym n = end / size, rest = end % size, h = rest / other.w, w = rest % other.w;
  const Facts known = l.known + channel_place(proof, x, 0).known +
                      channel_place(proof, x, 1).known +
                      Facts{divide.instance(end, size),
                            divide.instance(rest, other.w),
                            below.instance(end, other.n, size),
                            below.instance(end, 1, size),
                            below.instance(rest, other.h, other.w),
                            monotone.instance(2, first.n * first.c, end),
                            monotone.instance(1, first.n, first.c),
                            equal.instance(other.c, 1, other.n),
                            equal.instance(other.n * other.c, other.n, size),
                            equal.instance(n, 0, other.c),
                            equal.instance(other.c, 1, n),
                            equal.instance(n * other.c, n, size)};
  proof.conclude("an element in the next lane is one of the first lane on the other side",
                 all_of(!claimed, moves(x, dst_first, {0, 1, 0, 0}, {n, 0, h, w})), known);
}

void channels_part(Proof& proof, const InLanes& l, const SymBool& claimed,
                   const Compared& channels) {
  const auto equal = proof.use(equal_factors);
  const ChannelPlace none = channel_place(proof, l.x, 0);
  const Parted apart = channels.parted(proof, "p", same_size_of(proof, l, channels));
  const Dim4<Sym> from = {0, 0, apart.of_a[1], apart.of_a[0]},
                  to = {0, 0, apart.of_b[1], apart.of_b[0]};
  const Fact become = proof.prove("the steps are of one channel", becomes(l.x, from, to),
                                  l.known + Facts{apart.exist, apart.numbered});
  const Fact leave = proof.prove("and lead to other places", leaves(l.x, from, to),
                                 l.x.known + none.known +
                                     Facts{apart.part, equal.instance(none.block, 0, l.s.c),
                                           equal.instance(none.block, 0, l.t.c)});
  proof.conclude("an element of the first channel does not lie where it came from",
                 all_of(!claimed, moves(l.x, from, to)), {become, leave});
}

void as_many_channels(Proof& proof, const InLanes& l, const SymBool& claimed,
                      const Compared& channels) {
  const Matched e = matched(proof, l, channels);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto quotients = proof.use(equal_quotients);
  const auto later = proof.use(lemmas::division_monotone);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const Dim4<Sym>&i = e.i, &j = e.j, &a = l.a, &b = l.b, &s = l.s, &t = l.t;
  const ChannelPlace to = channel_place(proof, l.x, j.c), from = channel_place(proof, l.x, i.c);
  const Sym last = l.Q + (b.c - 1);
  const Fact as_many = proof.prove("as many channels", b.c == a.c);
  const Fact element = proof.prove("the same n and c", all_of(j.n == i.n, j.c == i.c),
                                   {as_many, e.exist, e.same_channel, equal.instance(b.c, a.c, i.n),
                                    radix.instance(j.n, j.c, i.n, i.c, a.c)});
  proof.conclude_if(
      "in place, each element lies where it came from", claimed, stays(l.x, i, j),
      l.x.known + to.known + from.known +
          Facts{e.exist, as_many, element, e.in_channel,
                quotients.instance(l.Q + j.c, l.Q + i.c, l.X), later.instance(l.Q + i.c, last, l.X),
                equal.instance(i.n, 0, t.n), equal.instance(j.n, 0, s.n),
                equal.instance(s.n, t.n, i.n), equal.instance(j.n, i.n, s.n),
                equal.instance(from.block, 0, t.c), equal.instance(to.block, 0, s.c),
                equal.instance(s.c, t.c, from.block), equal.instance(to.block, from.block, s.c)});
  const Sym image = a.c * l.P, image_ = b.c * l.P_;
  const Fact images = proof.prove(
      "as many n", a.n == b.n,
      l.known + Facts{as_many, e.same_size, equal.instance(b.c, a.c, l.P_),
                      equal.instance(l.P_, l.P, a.c), equal.instance(image_, image, b.n),
                      monotone.instance(1, a.c, l.P), radix.instance(a.n, 0, b.n, 0, image)});
  const Next next = next_of(proof, l);
  const ChannelPlace none = channel_place(proof, l.x, 0);
  proof.conclude("else the next n, or the first channel in the next block row, does not",
                 any_of(claimed, moves(l.x, {1, 0, 0, 0}, {1, 0, 0, 0}), next.moves),
                 next.known + none.known + channel_place(proof, l.x, b.c - 1).known +
                     Facts{images, as_many, e.same_size, equal.instance(none.block, 0, s.c),
                           equal.instance(none.block, 0, t.c), equal.instance(b.c, a.c, l.P_),
                           equal.instance(l.P_, l.P, a.c)});
}

// With transpose, where there are several rows of channels.
void lanes_are_exchanged(Proof& proof, const InLanes& l, const SymBool& claimed) {
  const auto monotone = proof.use(lemmas::product_monotone);
  proof.conclude("an element of the next lane is one of the first lane on the other side",
                 all_of(!claimed, any_of(moves(l.x, {0, 1, 0, 0}, {0, 1, 0, 0}),
                                         moves(l.x, {1, 0, 0, 0}, {1, 0, 0, 0}))),
                 l.x.known + channel_place(proof, l.x, 0).known +
                     channel_place(proof, l.x, 1).known +
                     Facts{monotone.instance(2, l.b.n, l.b.c), monotone.instance(1, l.b.n, l.b.c),
                           monotone.instance(2, l.b.c, l.b.n)});
}

template <class Plant = Sound>
void in_place_in_lanes(Proof& proof) {
  const TensorCopy x = any_tensor_copy(proof, Space::local);
  const Told told = told_of<Plant>(proof);
  const SymBool claimed = counts_as_in_place<Plant>(proof, x, told);
  const auto& compared = told.compared();
  const ExactArithmetic exact;
  if (!compared.empty() && compared.front().a.size() == 4)
    return walk_decides(proof, x, claimed, compared.front());
  // What decides about the case comes first: the premises of InLanes make that hard.
  if (x.transposed) return lanes_are_exchanged(proof, InLanes(proof, x), claimed);
  if (compared.empty()) return lanes_differ(proof, x, claimed);
  const Compared &channels = compared.front(), &rows = compared.back();
  if (!channels.same) return channels_part(proof, InLanes(proof, x), claimed, channels);
  if (bool(x.src.shape.c == x.dst.shape.c))
    return as_many_channels(proof, InLanes(proof, x), claimed, channels);
  if (compared.size() == 1) return lanes_are_left(proof, x, claimed);
  if (!rows.same) return rows_part(proof, InLanes(proof, x), claimed, rows);
  rows_alike(proof, InLanes(proof, x), claimed, channels, rows);
}

// ---- control ----

std::string channels_in_lanes(const Model& v) {
  const Dim4<int64_t> src = {v["N'"], v["C'"], v["H'"], v["W'"]};
  return bytes_onto_themselves(v, {v["offset"], v["lane"], shape_of(v), strides_of(v), 0}, src,
                               false);
}

}  // namespace

std::vector<Theorem> bm_lane_copy_theorems() {
  using AnyStart = Planted<Fault::in_place_ignores_start>;
  Proof::Limits small = toy_limits({{"lane", {1, 1}},
                                    {"offset", {0, 0}},
                                    {"transpose", {0, 0}},
                                    {"H", {1, 2}},
                                    {"W", {1, 1}},
                                    {"H'", {1, 1}},
                                    {"W'", {1, 2}},
                                    {"c", {3, 3}},
                                    {"c'", {3, 7}},
                                    {"n'", {0, 0}}});
  for (const std::string mark : {"", "'"}) {
    small["N" + mark] = {1, 2}, small["C" + mark] = {3, 8};
    small["h" + mark] = small["w" + mark] = {0, 0};
    for (const char* stride : {"sn", "sc", "sh"}) small[stride + mark] = {1, 3};
    for (const char* step : {"p0", "p1", "q0", "q1"}) small[step + mark] = {0, 1};
  }
  return {
      {"sharing.bm.in_place.lanes",
       "In lanes memcpy_4D that starts where it copies from counts as in place exactly where every "
       "element stays, whatever the shapes, by what sharing.bm.walks says of two walks.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       in_place_in_lanes<>,
       {"lanes below the start lane count as beginning in block row 0", in_place_in_lanes<AnyStart>,
        small, channels_in_lanes, in_place_is_imagined<AnyStart>}}};
}

}  // namespace strideproof::solver
