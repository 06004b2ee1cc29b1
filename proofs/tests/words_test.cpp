// Symbolic words against machine words, operation by operation; and the goals of a shift.

#include "proofs/engine/words.h"

#include <gtest/gtest.h>

#include <random>

#include "model/optimized/baseline.h"

namespace strideproof::solver {
namespace {

class Words : public ::testing::Test {
 protected:
  int32_t value(const SymWord& word) const {
    return static_cast<int32_t>(word.term.simplify().get_numeral_uint64());
  }
  bool value(const SymBool& truth) const { return truth.term().simplify().is_true(); }

  // The operation as Highway has it on a vector of one word.
  template <class Operation>
  int32_t of_processor(Operation operation, int32_t a, int32_t b) const {
    const optimized::baseline::WordTags one;
    return GetLane(operation(one, Set(one.ints, a), Set(one.ints, b)));
  }
  template <class Operation>
  void expect_same(Operation operation, int32_t a, int32_t b) const {
    const SymWords words;
    EXPECT_EQ(value(operation(words, Set(words.ints, a), Set(words.ints, b))),
              of_processor(operation, a, b))
        << a << ' ' << b;
  }

  Context context;
};

TEST_F(Words, AreThoseOfProcessors) {
  std::mt19937 random(1);
  std::vector<int32_t> values = {0, 1, 2, 31, 32, INT32_MAX, INT32_MIN, -32, -1};
  for (int i = 0; i < 40; ++i) values.push_back(static_cast<int32_t>(random()));
  for (const int32_t a : values) {
    const SymWord x = Set(SymWords::Ints(), a);
    EXPECT_EQ(value(x), a);
    EXPECT_EQ(value(within(x, -32, 32)), -32 <= a && a <= 32);
    for (const int32_t b : values) {
      expect_same([](auto, auto v, auto w) { return And(v, w); }, a, b);
      expect_same([](auto, auto v, auto w) { return Or(v, w); }, a, b);
      expect_same([](auto, auto v, auto w) { return Add(v, w); }, a, b);
      expect_same([](auto, auto v, auto w) { return Sub(v, w); }, a, b);
      expect_same([](auto, auto v, auto w) { return IfThenElse(Eq(v, w), v, Neg(w)); }, a, b);
      expect_same([](auto, auto v, auto w) { return IfThenElse(Ne(v, w), v, Neg(w)); }, a, b);
      expect_same([](auto, auto v, auto w) { return IfThenElse(Lt(v, w), v, w); }, a, b);
      expect_same([](auto, auto v, auto w) { return IfThenElse(Gt(v, w), v, w); }, a, b);
    }
    expect_same([](auto, auto v, auto) { return ShiftLeft<13>(v); }, a, 0);
    expect_same([](auto, auto v, auto) { return ShiftRight<13>(v); }, a, 0);
    for (int32_t n = 0; n < 32; ++n) {
      expect_same([](auto, auto v, auto m) { return Shl(v, m); }, a, n);
      expect_same([](auto, auto v, auto m) { return Shr(v, m); }, a, n);
      expect_same(
          [](auto tags, auto v, auto m) {
            return BitCast(tags.ints, Shr(BitCast(tags.words, v), BitCast(tags.words, m)));
          },
          a, n);
      EXPECT_EQ(value(bit(x, static_cast<unsigned>(n))), (a >> n & 1) != 0);
    }
  }
}

TEST_F(Words, ShiftHasTheObligationThatItsAmountIsBelow32) {
  const SymWords words;
  const SymWord a = Set(words.ints, 1);
  for (const int32_t n : {0, 31, 32, 33}) {
    const size_t before = context.obligations().size();
    Shl(a, Set(words.ints, n));
    ASSERT_EQ(context.obligations().size(), before + 1);
    EXPECT_EQ(context.obligations().back().goal.simplify().is_true(), n < 32) << n;
  }
}

}  // namespace
}  // namespace strideproof::solver
