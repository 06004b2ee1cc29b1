// Both implementations reject what the document, or the ledger, rejects: one illegal case for each label,
// the exact labels violated, and not a byte touched.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

#include "model/tests/okk_gdma_illegal.h"
#include "model/tests/small_world.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

struct FamilyIllegal {
  Family family;
  std::span<const Illegal> cases;
  size_t labels;  // of the family
};

class Rejection : public testing::TestWithParam<FamilyIllegal> {};

TEST_P(Rejection, HasTheLabelAndTouchesNothing) {
  for (const Implementation& implementation : implementations)
    for (const Illegal& one : GetParam().cases) {
      SCOPED_TRACE(fmt::format("{}: {}", implementation.name, one.line));
      const Case c = parse_case(one.line);
      SmallWorld world(3);
      const Memory before = world.memory();
      const Judgement judgement = implementation.run(world.machine, c).judgement;
      EXPECT_EQ(labels(*c.operation, judgement.violated), one.labels);
      EXPECT_FALSE(judgement.too_costly);
      EXPECT_EQ(difference(before, world.memory()), "");
    }
}

TEST_P(Rejection, HasALineForEachLabelOfTheFamily) {
  std::set<std::string_view> missing;
  for (const Operation& operation : catalogue())
    if (operation.family == GetParam().family)
      for (const Constraint& constraint : operation.constraints) missing.insert(constraint.label);
  ASSERT_EQ(missing.size(), GetParam().labels);
  for (const Illegal& one : GetParam().cases)
    for (size_t at = 0; at < one.labels.size();) {
      const size_t end = std::min(one.labels.find(' ', at), one.labels.size());
      missing.erase(one.labels.substr(at, end - at));
      at = end + 1;
    }
  EXPECT_EQ(missing, std::set<std::string_view>{});
}

// okk-gdma: 32 labels, two of them named by the kind of memory.
INSTANTIATE_TEST_SUITE_P(Each, Rejection,
                         testing::Values(FamilyIllegal{Family::okk_gdma, okk_gdma_illegal, 34}),
                         FamilyName{});

// What a violated label leaves undecided.
TEST(Reference, EvaluatesOnlyWhatCanBeAsked) {
  const auto evaluated = [](std::string_view line) {
    const Case c = parse_case(line);
    SmallWorld world(0);
    return labels(*c.operation, reference::run(world.machine, c).judgement.evaluated);
  };
  const std::string values =
      "shape.n.min shape.n.max shape.c.min shape.c.max shape.h.min shape.h.max shape.w.min "
      "shape.w.max dst_stride.n.min dst_stride.c.min dst_stride.h.min dst_stride.w.one "
      "src_stride.n.min src_stride.c.min src_stride.h.min src_stride.w.one";
  EXPECT_EQ(evaluated("okk_gdma_32bit_cpy_L2L toy dst_addr=1 src_addr=1 shape=0,1,1,1 "
                      "dst_stride=null src_stride=null"),
            values);
  EXPECT_EQ(evaluated("okk_gdma_32bit_cpy_L2L toy dst_addr=1 src_addr=2048 shape=1,1,2,1 "
                      "dst_stride=null src_stride=null"),
            values + " dst_addr.aligned src_addr.aligned src_addr.lane");
  EXPECT_EQ(evaluated("okk_gdma_32bit_cpy_L2L toy dst_addr=0 src_addr=252 shape=1,1,2,1 "
                      "dst_stride=null src_stride=null"),
            values +
                " dst_addr.aligned src_addr.aligned dst_addr.lane src_addr.lane dst.end "
                "src.end dst.alias");
  EXPECT_EQ(evaluated("okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=2 "
                      "cols_per_channel=2 row_stride=1"),
            "rows.min rows.max cols.min cols.max cols_per_channel.min cols_per_channel.max "
            "row_stride.cols src_addr.aligned src_addr.lane src.end");
}

// One step inside the lines above.
TEST(Reference, LegalAtTheEdge) {
  constexpr std::string_view legal[] = {
      // strides of a single element are free, but for w
      "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,1 "
      "dst_stride=-1,-2147483648,-7,1 src_stride=-1,-1,-1,1",
      "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=3 "
      "cols_per_channel=3 row_stride=-2147483648",
      "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=3 "
      "cols_per_channel=3 row_stride=-2147483648",
      // rows of a source may overlap
      "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=2 cols=3 "
      "cols_per_channel=3 row_stride=0",
      // the first and the last byte of a lane and of the window
      "okk_gdma_32bit_cpy_S2L toy dst_addr=1020 src_addr=0xfffff000 shape=1,1,1,1 dst_stride=null "
      "src_stride=null",
      "okk_gdma_8bit_set_C_local toy dst_addr=1007 C=1 shape=1,2,1,1 dst_stride=null",
      "okk_gdma_32bit_matrix_S2L toy dst_addr=744 src_addr=0x100000000 rows=1 cols=7 "
      "cols_per_channel=6 row_stride=7",
      "okk_gdma_32bit_cpy_S2L toy dst_addr=0 src_addr=0x100000ff4 shape=1,1,1,3 dst_stride=null "
      "src_stride=null",
      "okk_gdma_16bit_cpy_L2S toy dst_addr=0x100000000 src_addr=0 shape=2,1,1,2 dst_stride=null "
      "src_stride=126,0,0,1",
      // padding behind the last channel needs no memory
      "okk_gdma_8bit_set_C_local toy dst_addr=255 C=1 shape=1,1,1,1 dst_stride=null",
      // a c stride of 0 that never wraps; rows woven into each other; neighbours; in place
      "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,4,1,1 dst_stride=0,0,0,1 "
      "src_stride=null",
      "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0x100000001 shape=1,1,8,1 "
      "dst_stride=0,0,2,1 src_stride=0,0,2,1",
      "okk_gdma_32bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffffff8 shape=1,1,1,2 "
      "dst_stride=null src_stride=null",
      "okk_gdma_8bit_cpy_L2L toy dst_addr=5 src_addr=5 shape=2,6,2,3 dst_stride=null "
      "src_stride=32,16,3,1",
  };
  for (const std::string_view line : legal) {
    const Case c = parse_case(line);
    SmallWorld world(3);
    const Judgement judgement = reference::run(world.machine, c).judgement;
    EXPECT_EQ(labels(*c.operation, judgement.violated), "") << line;
    EXPECT_EQ(judgement.evaluated, c.operation->labels) << line;
    EXPECT_TRUE(judgement.legal()) << line;
  }
}

// System windows of bm1684 are apart: an operand stays in the one where it starts.
TEST(Reference, NoOperandLeavesItsWindow) {
  Machine machine(*find_profile("bm1684"));
  const auto violated = [&](std::string_view line) {
    const Case c = parse_case(line);
    return labels(*c.operation, reference::run(machine, c).judgement.violated);
  };
  EXPECT_EQ(violated("okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x02000000 src_addr=0x0207fffc "
                     "shape=1,1,1,2 dst_stride=null src_stride=null"),
            "src.end");
  EXPECT_EQ(violated("okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x02000000 src_addr=0x02080000 "
                     "shape=1,1,1,1 dst_stride=null src_stride=null"),
            "src_addr.window");
  EXPECT_EQ(violated("okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x10000000 src_addr=0xfffffff000 "
                     "shape=2,1,1,4096 dst_stride=234881024,0,0,1 src_stride=0,0,0,1"),
            "dst.end")
      << "both rows exist, in two windows";
}

// Past the budget the verdict alone is given, as far as it goes without the elements.
TEST(Reference, TooCostlyIsNeitherRunNorHung) {
  struct Costly {
    std::string_view line, labels;
    bool too_costly;
  };
  constexpr Costly cases[] = {
      {"okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=65535,65535,65535,65535 "
       "dst_stride=0,0,0,1",
       "dst.end", false},
      {"okk_gdma_8bit_set_C_system toy dst_addr=0x100000000 C=1 shape=65535,65535,65535,1 "
       "dst_stride=0,0,0,1",
       "", true},
      {"okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 rows=4096 cols=1025 "
       "cols_per_channel=32 row_stride=0",
       "", true},
      {"okk_gdma_8bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 shape=1,64,512,129 "
       "dst_stride=null src_stride=null",
       "", true},
      {"okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x100000001 "
       "shape=1,1,65535,65535 dst_stride=null src_stride=null",
       "", true},
  };
  for (const Costly& costly : cases) {
    const Case c = parse_case(costly.line);
    Machine machine(*c.profile);  // system memory is not open: an access would fault
    const Judgement judgement = reference::run(machine, c).judgement;
    EXPECT_EQ(labels(*c.operation, judgement.violated), costly.labels) << costly.line;
    EXPECT_EQ(judgement.too_costly, costly.too_costly) << costly.line;
    EXPECT_FALSE(judgement.legal());
  }
}

}  // namespace
}  // namespace strideproof
