// Symbolic words against machine words, operation by operation; and the goals of a shift.

#include "proofs/engine/words.h"

#include <gtest/gtest.h>

#include <random>

#include "model/optimized/words.h"

namespace strideproof::solver {
namespace {

using optimized::Word;

class Words : public ::testing::Test {
 protected:
  uint32_t value(const SymWord& word) const {
    return static_cast<uint32_t>(word.term().simplify().get_numeral_uint64());
  }
  bool value(const SymBool& truth) const { return truth.term().simplify().is_true(); }

  Context context;
};

TEST_F(Words, AreThoseOfProcessors) {
  std::mt19937 random(1);
  std::vector<uint32_t> values = {0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0xffffffe0, 0xffffffff};
  for (int i = 0; i < 40; ++i) values.push_back(static_cast<uint32_t>(random()));
  const SymWords words;
  for (const uint32_t a : values) {
    const SymWord x = SymWords::word(a);
    EXPECT_EQ(value(x), a);
    EXPECT_EQ(value(words.half(x)), Word::half(a));
    EXPECT_EQ(value(words.negated(x)), Word::negated(a));
    EXPECT_EQ(value(words.positive(x)), Word::positive(a));
    EXPECT_EQ(value(within(x, -32, 32)), static_cast<uint32_t>(a + 32) <= 64);
    for (const uint32_t b : values) {
      const SymWord y = SymWords::word(b);
      EXPECT_EQ(value(words.both(x, y)), Word::both(a, b));
      EXPECT_EQ(value(words.either(x, y)), Word::either(a, b));
      EXPECT_EQ(value(words.differing(x, y)), Word::differing(a, b));
      EXPECT_EQ(value(words.minus(x, y)), Word::minus(a, b));
      EXPECT_EQ(value(words.equal(x, b)), Word::equal(a, b));
      EXPECT_EQ(value(words.select(x == y, x, words.half(y))), Word::select(a == b, a, b / 2));
    }
    for (uint32_t n = 0; n < 32; ++n) {
      const SymWord amount = words.word(n);
      EXPECT_EQ(value(words.left(x, amount)), Word::left(a, n));
      EXPECT_EQ(value(words.right(x, amount)), Word::right(a, n));
      EXPECT_EQ(value(words.arithmetic_right(x, amount)), Word::arithmetic_right(a, n));
      EXPECT_EQ(value(bit(x, n)), (a >> n & 1) != 0);
    }
  }
}

TEST_F(Words, AShiftOwesThatItsAmountIsBelow32) {
  const SymWord a = SymWords::word(1);
  for (const uint32_t n : {0U, 31U, 32U, 33U}) {
    const size_t before = context.obligations().size();
    SymWords::left(a, SymWords::word(n));
    ASSERT_EQ(context.obligations().size(), before + 1);
    EXPECT_EQ(context.obligations().back().goal.simplify().is_true(), n < 32) << n;
  }
}

// A theorem about a word whose shift may exceed 31 is not proved.
TEST(WordProof, FailsWhereAShiftMayGoTooFar) {
  for (const int32_t high : {31, 32}) {
    const auto shifts = [high](Proof& proof) {
      const SymWord a = any_word(proof, "a"), n = any_word(proof, "n");
      proof.given(within(n, 0, high));
      const SymWord there = SymWords::left(a, n);
      proof.conclude("a shift is a function", there == SymWords::left(a, n));
    };
    const Control none = {"none",
                          shifts,
                          {},
                          [](const Model&) { return ""; },
                          [](const std::string&) { return false; }};
    const Report report = run({"name", "meaning", {"operation"}, shifts, none});
    EXPECT_EQ(report.status, high < 32 ? ProofStatus::proved : ProofStatus::refuted);
  }
}

}  // namespace
}  // namespace strideproof::solver
