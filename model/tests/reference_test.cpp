// Both implementations reject what the document, or the ledger, rejects: one illegal case for each label,
// the exact labels violated, and not a byte touched.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <span>

#include "model/tests/asc_illegal.h"
#include "model/tests/bm_atomic_illegal.h"
#include "model/tests/okk_bdc_illegal.h"
#include "model/tests/okk_gdma_illegal.h"
#include "model/tests/small_world.h"
#include "model/tests/tik_illegal.h"
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
      SmallWorld world(3, contents(c));
      const Memory before = world.memory();
      const ConstraintResults constraint_results =
          implementation.run(world.machine, c).constraint_results;
      EXPECT_EQ(labels(*c.operation, constraint_results.violated), one.labels);
      EXPECT_FALSE(constraint_results.too_costly);
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

// okk-gdma: 32 labels, two of them named by the kind of memory. okk-bdc: 39, ten of them named by the
// number of sources.
INSTANTIATE_TEST_SUITE_P(Each, Rejection,
                         testing::Values(FamilyIllegal{Family::okk_gdma, okk_gdma_illegal, 34},
                                         FamilyIllegal{Family::okk_bdc, okk_bdc_illegal, 49},
                                         FamilyIllegal{Family::bm_atomic, bm_atomic_illegal, 79},
                                         FamilyIllegal{Family::tik, tik_illegal, 20},
                                         FamilyIllegal{Family::asc, asc_illegal, 8}),
                         FamilyName{});

// What a violated label leaves undecided.
TEST(Reference, EvaluatesOnlyWhatCanBeAsked) {
  const auto evaluated = [](std::string_view line) {
    const Case c = parse_case(line);
    SmallWorld world(0);
    return labels(*c.operation, reference::run(world.machine, c).constraint_results.evaluated);
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
  const std::string move =
      "path dtype.min dtype.max sid.min sid.max nburst.min nburst.max burst.min burst.max "
      "src_stride.min src_stride.max dst_stride.min dst_stride.max";
  EXPECT_EQ(evaluated("data_move toy dst_space=2 dst=1 src_space=2 src=1 dtype=0 sid=0 nburst=0 "
                      "burst=1 src_stride=0 dst_stride=0"),
            move);
  EXPECT_EQ(evaluated("data_move toy dst_space=2 dst=0 src_space=2 src=2048 dtype=0 sid=0 nburst=1 "
                      "burst=65 src_stride=0 dst_stride=0"),
            move + " dst.aligned src.aligned dst.start src.start dst.end");
  EXPECT_EQ(evaluated("data_move toy dst_space=2 dst=0 src_space=0 src=0x100000001 dtype=0 sid=0 "
                      "nburst=1 burst=1 src_stride=65536 dst_stride=0"),
            move + " dst.aligned dst.start dst.end");
  EXPECT_EQ(evaluated("asc_copy_l12l0b_trans toy dst=1 src=1 index_id=0 repeat=0 src_stride=0 "
                      "dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=7"),
            "dtype.known addrmode.false dst_frac_stride.max");
  EXPECT_EQ(evaluated("asc_copy_l12l0b_trans toy dst=0 src=4096 index_id=0 repeat=1 src_stride=0 "
                      "dst_stride=0 addrmode=0 dst_frac_stride=65536 dtype=0"),
            "dtype.known addrmode.false dst_frac_stride.max src.aligned src.end");
  EXPECT_EQ(evaluated("asc_copy_l12l0b_trans toy dst=0 src=1 index_id=0 repeat=1 src_stride=0 "
                      "dst_stride=0 addrmode=0 dst_frac_stride=0 dtype=0"),
            "dtype.known addrmode.false dst_frac_stride.max dst.aligned src.aligned dst.end "
            "dst.overlap");
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
      // the ends of ranges; a single burst makes no use of the strides
      "data_move toy dst_space=2 dst=0 src_space=0 src=0x100000000 dtype=9 sid=15 nburst=1 burst=1 "
      "src_stride=65535 dst_stride=65535",
      // any address of GM, and its first and last bytes; the last bytes of UB and L1
      "data_move toy dst_space=2 dst=2016 src_space=0 src=0xfffff000 dtype=0 sid=0 nburst=1 "
      "burst=1 src_stride=0 dst_stride=0",
      "data_move toy dst_space=3 dst=0 src_space=0 src=0xffffffff dtype=0 sid=0 nburst=3 burst=2 "
      "src_stride=0 dst_stride=61",
      "data_move toy dst_space=0 dst=0x100000fe0 src_space=2 src=2016 dtype=0 sid=0 nburst=1 "
      "burst=1 src_stride=0 dst_stride=0",
      "data_move toy dst_space=0 dst=0x100000001 src_space=2 src=0 dtype=0 sid=0 nburst=2 burst=1 "
      "src_stride=62 dst_stride=0",
      // UB to UB: neighbours, interleaved, in place
      "data_move toy dst_space=2 dst=64 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=2 "
      "src_stride=0 dst_stride=0",
      "data_move toy dst_space=2 dst=64 src_space=2 src=0 dtype=0 sid=0 nburst=4 burst=2 "
      "src_stride=2 dst_stride=2",
      "data_move toy dst_space=2 dst=64 src_space=2 src=64 dtype=0 sid=0 nburst=1 burst=2 "
      "src_stride=1 dst_stride=0",
      // offsets that are whole blocks; the last bytes of L1 and L0B; repeat 0 wants no memory
      "asc_copy_l12l0b_trans toy dst=7680 src=3584 index_id=0 repeat=1 src_stride=65535 "
      "dst_stride=65535 addrmode=0 dst_frac_stride=65536 dtype=2",
      "asc_copy_l12l0b_trans toy dst=7168 src=3072 index_id=0 repeat=1 src_stride=0 dst_stride=0 "
      "addrmode=0 dst_frac_stride=0 dtype=0",
      "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=3 repeat=1 src_stride=0 dst_stride=0 "
      "addrmode=0 dst_frac_stride=14 dtype=4",
      "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=4 src_stride=1 dst_stride=1 "
      "addrmode=0 dst_frac_stride=0 dtype=5",
      "asc_copy_l12l0b_trans toy dst=9223372036854775296 src=9223372036854775776 index_id=65535 "
      "repeat=0 src_stride=65535 dst_stride=65535 addrmode=0 dst_frac_stride=65535 dtype=0",
      // (f + 1) * 4 = (i + 1) * 6 has no solution below three iterations
      "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=3 src_stride=0 dst_stride=3 "
      "addrmode=0 dst_frac_stride=5 dtype=6",
  };
  for (const std::string_view line : legal) {
    const Case c = parse_case(line);
    SmallWorld world(3);
    const ConstraintResults constraint_results =
        reference::run(world.machine, c).constraint_results;
    EXPECT_EQ(labels(*c.operation, constraint_results.violated), "") << line;
    EXPECT_EQ(constraint_results.evaluated, c.operation->labels) << line;
    EXPECT_TRUE(constraint_results.legal()) << line;
  }
}

// System windows of bm1684 are apart: an operand stays in the one where it starts.
TEST(Reference, NoOperandLeavesItsWindow) {
  Machine machine(*find_profile("bm1684"));
  const auto violated = [&](std::string_view line) {
    const Case c = parse_case(line);
    return labels(*c.operation, reference::run(machine, c).constraint_results.violated);
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
    std::string_view reading = {};  // of it the second
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
      // whether operands share bytes; how many words a mask keeps
      {"bm_atomic_cwtrans bm1684 src_addr=0 src_local_idx=0 dst_addr=1024 dst_local_idx=0 "
       "src_c=2112 "
       "src_w=2048 format=2 src_c_stride=2048 dst_c_stride=2112",
       "", true},
      {"bm_atomic_memcpy_4D bm1684 src_addr=0x100000000 src_local_idx=0 src_shape=1,1,4096,4096 "
       "src_stride=1,1,4096,1 src_format=2 dst_addr=0x100000001 dst_local_idx=0 "
       "dst_shape=1,1,4096,4096 dst_stride=1,1,4096,1 dst_format=2 direction=2 transpose=0",
       "", true},
      {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0 "
       "local_mem_idx=0 "
       "dst_global_mem_addr=0x02000000 shape=64,64,32,33",
       "", true, "mask-room"},
      {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=1 mask_local_mem_addr=0 "
       "local_mem_idx=0 "
       "dst_global_mem_addr=0x02000000 shape=64,64,32,33",
       "data_local_mem_addr.aligned", false, "mask-room"},
  };
  for (const Costly& costly : cases) {
    const Case c = parse_case(costly.line);
    Machine machine(*c.profile);  // system memory is not open: an access would fault
    Readings readings = default_readings;
    if (!costly.reading.empty()) readings[static_cast<size_t>(ledger_index(costly.reading))] = 1;
    const ConstraintResults constraint_results =
        reference::run(machine, c, readings).constraint_results;
    EXPECT_EQ(labels(*c.operation, constraint_results.violated), costly.labels) << costly.line;
    EXPECT_EQ(constraint_results.too_costly, costly.too_costly) << costly.line;
    EXPECT_FALSE(constraint_results.legal());
  }
}

}  // namespace
}  // namespace strideproof
