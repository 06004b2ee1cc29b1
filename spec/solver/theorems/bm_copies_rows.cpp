// Channels of one size, walked alike, but not as many in each n.

#include "spec/solver/theorems/bm_copies_lanes.h"

namespace strideproof::solver {
namespace {

// As many channels in all.
Fact channels_in_all(Proof& proof, const InLanes& l, const Fact& same_size) {
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const Sym count = l.a.n * l.a.c, count_ = l.b.n * l.b.c;
  return proof.prove("as many channels in all", count == count_,
                     l.known + Facts{same_size, equal.instance(l.P_, l.P, count_),
                                     radix.instance(count, 0, count_, 0, l.P)});
}

// Y block rows in each n of dst, and Y_ of src.
struct WholeRows {
  Sym Y, Y_;
  Fact same_size, are_whole, as_compared;  // as many in all
};
WholeRows whole_rows(Proof& proof, const InLanes& l, const Compared& rows) {
  const auto divide = proof.use(lemmas::division);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const Dim4<Sym>&a = l.a, &b = l.b;
  const Sym &X = l.X, Y = a.c / X, Y_ = b.c / X;
  const Fact multiples = proof.prove("multiples of X", all_of(a.c % X == 0, b.c % X == 0));
  const Fact are_whole = proof.prove(
      "channels of whole block rows", all_of(a.c == Y * X, b.c == Y_ * X, Y >= 1, Y_ >= 1),
      l.x.known + Facts{multiples, divide.instance(a.c, X), divide.instance(b.c, X)});
  const Fact same_size = proof.prove("channels of one size", l.P == l.P_);
  const Fact as_many = proof.prove(
      "as many block rows in all", a.n * Y == b.n * Y_,
      l.x.known + Facts{channels_in_all(proof, l, same_size), are_whole,
                        equal.instance(a.c, Y * X, a.n), equal.instance(b.c, Y_ * X, b.n),
                        radix.instance(a.n * Y, 0, b.n * Y_, 0, X)});
  return {
      Y, Y_, same_size, are_whole,
      proof.prove("as the code compares them", steps_of(rows.a) == steps_of(rows.b), {as_many})};
}

}  // namespace

void lanes_are_left(Proof& proof, const TensorCopy& x, const SymBool& claimed) {
  const bool dst_fewer(x.dst.shape.c < x.src.shape.c);
  const InLanes l(proof, x);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto product = proof.use(lemmas::product_not_negative);
  const auto equal = proof.use(equal_factors);
  const Dim4<Sym>&fewer = dst_fewer ? l.a : l.b, &more = dst_fewer ? l.b : l.a;
  const Sym &X = l.X, n = more.c / fewer.c, c = more.c % fewer.c, blocks = fewer.c / X;
  const ChannelPlace none = channel_place(proof, l.x, 0);
  const ChannelPlace of_fewer = channel_place(proof, l.x, fewer.c),
                     of_rest = channel_place(proof, l.x, c);
  const SymBool whole_rows = fewer.c % X == 0, rest = more.c % X != 0;
  const Fact one_is_none =
      proof.prove("one of both is no multiple of X", any_of(!whole_rows, rest));
  const Fact less = proof.prove("which has fewer channels", fewer.c < more.c);
  const Fact same_size = proof.prove("channels of one size", l.P == l.P_);
  const Facts counts = l.x.known + Facts{less, channels_in_all(proof, l, same_size),
                                         divide.instance(more.c, fewer.c)};
  const Fact several = proof.prove(
      "the side of fewer channels has several n", fewer.n >= 2,
      counts + Facts{monotone.instance(1, more.n, more.c), equal.instance(fewer.n, 1, fewer.c)});
  const Fact left = proof.prove("its next n would be in another lane of the other side",
                                any_of(whole_rows, of_fewer.lane != l.Q),
                                l.x.known + of_fewer.known +
                                    Facts{digits.instance(of_fewer.block, 0, X),
                                          quotients.instance(fewer.c, of_fewer.block * X, X)});
  const Fact rows =
      proof.prove("or it has whole block rows",
                  implies(whole_rows, all_of(fewer.c == blocks * X, blocks >= 0, n >= 0)),
                  counts + Facts{divide.instance(fewer.c, X)});
  const Fact more_n = proof.prove(
      "and the other side, if it has not, several n",
      implies(all_of(whole_rows, rest), more.n >= 2),
      counts + Facts{rows, equal.instance(more.n, 1, more.c), product.instance(fewer.n, blocks),
                     equal.instance(fewer.c, blocks * X, fewer.n),
                     digits.instance(fewer.n * blocks, 0, X),
                     quotients.instance(more.c, fewer.n * blocks * X, X)});
  const Fact comes = proof.prove(
      "whose next one would be in another lane",
      implies(all_of(whole_rows, rest), all_of(of_rest.lane != l.Q, n < fewer.n)),
      counts + of_rest.known +
          Facts{rows, more_n, equal.instance(fewer.c, blocks * X, n), product.instance(n, blocks),
                digits.instance(n * blocks + of_rest.block, 0, X),
                quotients.instance(more.c, (n * blocks + of_rest.block) * X, X),
                below.instance(more.c, fewer.n, fewer.c), monotone.instance(2, more.n, more.c)});
  const Sym &p = dst_fewer ? l.P : l.P_, &p_ = dst_fewer ? l.P_ : l.P;
  proof.conclude("where they are no multiples of X the first of an n comes to another lane",
                 all_of(!claimed, any_of(moves(l.x, dst_fewer, {1, 0, 0, 0}, {0, fewer.c, 0, 0}),
                                         moves(l.x, dst_fewer, {n, c, 0, 0}, {1, 0, 0, 0}))),
                 counts + none.known +
                     Facts{several, left, more_n, comes, same_size, one_is_none,
                           equal.instance(l.P, l.P_, fewer.c), equal.instance(l.P, l.P_, more.c),
                           equal.instance(n * fewer.c + c, more.c, p),
                           equal.instance(n * fewer.c + c, more.c, p_)});
}

void rows_part(Proof& proof, const InLanes& l, const SymBool& claimed, const Compared& rows) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto equal = proof.use(equal_factors);
  const WholeRows r = whole_rows(proof, l, rows);
  const Dim4<Sym>&a = l.a, &b = l.b;
  const Sym &X = l.X, &Q = l.Q;
  const Parted apart = rows.parted(proof, "q", r.as_compared);
  const Sym &y_ = apart.of_a[0], &n_ = apart.of_a[1], &y = apart.of_b[0], &n = apart.of_b[1];
  const ChannelPlace at = channel_place(proof, l.x, y * X), at_ = channel_place(proof, l.x, y_ * X);
  const Dim4<Sym> from = {n_, y_ * X, 0, 0}, to = {n, y * X, 0, 0};
  const Fact first = proof.prove(
      "the first channel of a block row lies in the start lane",
      all_of(at.block == y, at.lane == Q, at_.block == y_, at_.lane == Q),
      l.x.known + Facts{apart.exist, digits.instance(y, Q, X), digits.instance(y_, Q, X),
                        quotients.instance(Q + y * X, y * X + Q, X),
                        quotients.instance(Q + y_ * X, y_ * X + Q, X)});
  const Fact exist =
      proof.prove("both sides have it", all_of(0 <= y * X, y * X < a.c, 0 <= y_ * X, y_ * X < b.c),
                  l.x.known + Facts{apart.exist, r.are_whole, monotone.instance(y + 1, r.Y, X),
                                    monotone.instance(y_ + 1, r.Y_, X), monotone.instance(0, y, X),
                                    monotone.instance(0, y_, X)});
  const Sym M = n * a.c + y * X, M_ = n_ * b.c + y_ * X;
  const Fact same = proof.prove(
      "it is the same one", M == M_,
      {apart.numbered, r.are_whole, equal.instance(a.c, r.Y * X, n),
       equal.instance(b.c, r.Y_ * X, n_), equal.instance(n * r.Y + y, n_ * r.Y_ + y_, X)});
  const Fact become =
      proof.prove("and so is its first element", becomes(l.x, from, to),
                  l.x.known + Facts{apart.exist, exist, same, r.same_size,
                                    equal.instance(M, M_, l.P), equal.instance(l.P, l.P_, M_)});
  const Fact leave = proof.prove("and leads to another place", leaves(l.x, from, to),
                                 {apart.part, first, equal.instance(at.block, y, l.s.c),
                                  equal.instance(at_.block, y_, l.t.c)});
  proof.conclude("an element of the start lane does not lie where it came from",
                 all_of(!claimed, moves(l.x, from, to)), {become, leave});
}

void rows_alike(Proof& proof, const InLanes& l, const SymBool& claimed, const Compared& channels,
                const Compared& rows) {
  const Matched e = matched(proof, l, channels);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const WholeRows r = whole_rows(proof, l, rows);
  const Dim4<Sym>&i = e.i, &j = e.j, &s = l.s, &t = l.t;
  const Sym &X = l.X, &Q = l.Q, &Y = r.Y, &Y_ = r.Y_;
  const Sym y = j.c / X, lane_of_j = j.c % X, y_ = i.c / X, lane_of_i = i.c % X;
  const Sym number = j.n * Y + y, number_ = i.n * Y_ + y_;
  const Fact counted = proof.prove(
      "channels are counted by block rows",
      all_of(e.M == number * X + lane_of_j, e.M_ == number_ * X + lane_of_i, 0 <= y, y < Y, 0 <= y_,
             y_ < Y_, 0 <= lane_of_j, lane_of_j < X, 0 <= lane_of_i, lane_of_i < X,
             j.c == y * X + lane_of_j, i.c == y_ * X + lane_of_i),
      l.x.known + Facts{e.exist, r.are_whole, divide.instance(j.c, X), divide.instance(i.c, X),
                        below.instance(j.c, Y, X), below.instance(i.c, Y_, X),
                        equal.instance(l.a.c, Y * X, j.n), equal.instance(l.b.c, Y_ * X, i.n)});
  const Fact same_row = proof.prove(
      "the same block row and lane", all_of(number == number_, lane_of_j == lane_of_i),
      {e.same_channel, counted, radix.instance(number, lane_of_j, number_, lane_of_i, X)});
  const Fact as_far =
      rows.alike(proof, {y_, i.n}, {y, j.n}, r.as_compared, {e.exist, counted, same_row});
  const Sym carry = select(Q + lane_of_j >= X, 1, 0), lane = Q + lane_of_j - carry * X;
  const ChannelPlace to = channel_place(proof, l.x, j.c), from = channel_place(proof, l.x, i.c);
  const Fact blocks = proof.prove(
      "lanes below the start lane are one block row further",
      all_of(to.block == y + carry, from.block == y_ + carry, to.lane == lane, from.lane == lane),
      l.x.known + Facts{counted, same_row, digits.instance(y + carry, lane, X),
                        digits.instance(y_ + carry, lane, X),
                        quotients.instance(Q + j.c, (y + carry) * X + lane, X),
                        quotients.instance(Q + i.c, (y_ + carry) * X + lane, X),
                        equal.instance(carry, 0, X), equal.instance(carry, 1, X)});
  proof.conclude_if(
      "in place, each element lies where it came from", claimed, stays(l.x, i, j),
      l.x.known + Facts{e.in_channel, as_far, blocks, counted,
                        equal.instance(to.block, y + carry, s.c),
                        equal.instance(from.block, y_ + carry, t.c), equal.instance(carry, 0, s.c),
                        equal.instance(carry, 0, t.c), equal.instance(carry, 1, s.c),
                        equal.instance(carry, 1, t.c)});
  const Next next = next_of(proof, l);
  proof.conclude("else an element of lane 0 does not", any_of(claimed, next.moves),
                 next.known + Facts{r.are_whole, r.same_size, monotone.instance(1, Y, X),
                                    monotone.instance(1, Y_, X)});
}

}  // namespace strideproof::solver
