// Shrinking goes down, ends, and keeps to valid lines.

#include "props/shrink.h"

#include "props/parameters.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

uint64_t distance(int64_t value, int64_t from) {
  return value < from ? static_cast<uint64_t>(from) - static_cast<uint64_t>(value)
                      : static_cast<uint64_t>(value) - static_cast<uint64_t>(from);
}

// How far each part is from its simplest value; first the number of steps and all extents together.
std::vector<uint64_t> measure(const Program& program) {
  std::vector<uint64_t> parts{program.steps.size(), 0};
  for (const Case& c : program.steps) {
    parts.push_back(c.fill);
    for (const DataClass data : c.data) parts.push_back(data == DataClass::unique ? 0 : 1);
    for (const Parameter& p : c.operation->parameters) {
      const bool one = p.role == Role::extent || p.role == Role::stride || p.role == Role::count;
      parts.push_back(p.nullable && !c.arguments.is_null(p) ? 1 : 0);
      for (int i = 0; i < slots(p.type); ++i) {
        parts.push_back(c.arguments.is_null(p) ? 0 : distance(values(c, p)[i], one ? 1 : 0));
        if (p.role == Role::extent) parts[1] += parts.back();
      }
    }
  }
  return parts;
}

// By the first parts alone as far as they decide; then smaller in one and larger in none.
bool below(const Program& candidate, const Program& from) {
  const std::vector<uint64_t> a = measure(candidate), b = measure(from);
  bool smaller = false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (i < 2 && a[i] < b[i]) return true;
    if (a[i] > b[i]) return false;
    smaller = smaller || a[i] < b[i];
  }
  return smaller;
}

TEST(Shrink, EveryCandidateIsALineBelow) {
  Random random(seed());
  for (int i = 0; i < 400; ++i) {
    Program program = generate_program(random, matching("*"), *find_profile("toy"), 4);
    const bool single = i % 4 != 0;
    if (single) {
      const Operation& operation = random.pick(catalogue());
      const Case c = generate_case(random, operation, *random.pick(operation.profiles), 2);
      program = {c.profile, c.fill, {c}};
    }
    for (const Program& candidate : shrink(program)) {
      ASSERT_FALSE(candidate.steps.empty());
      for (const Case& step : candidate.steps) ASSERT_EQ(step.fill, candidate.fill);
      ASSERT_LE(candidate.steps.size(), program.steps.size());
      if (candidate.steps.size() == program.steps.size()) {
        ASSERT_TRUE(below(candidate, program)) << print(candidate);
      }
      ASSERT_TRUE(!single || parse_program(print(candidate)) == candidate);
    }
  }
}

TEST(Shrink, MinimiseFindsTheSmallestWithTheProperty) {
  const Program start = parse_program(
      "program toy fill=77 ; okk_gdma_16bit_set_C_local dst_addr=0x222 C=0x123 shape=3,5,2,4 "
      "dst_stride=9,90,4,1 ; okk_gdma_16bit_cpy_L2S dst_addr=0x100000100 src_addr=0x222 "
      "shape=3,5,2,4 dst_stride=40,8,4,1 src_stride=null ; okk_gdma_8bit_set_C_system "
      "dst_addr=0x100000000 C=1 shape=2,2,2,2 dst_stride=null");
  const auto fails = [](const Program& program) {
    for (const Case& step : program.steps)
      if (step.operation->name == "okk_gdma_16bit_cpy_L2S" && step["shape"] >= 2 &&
          step["src_addr"] % 0x100 >= 6 && spec::evaluate(step).legal())
        return true;
    return false;
  };
  EXPECT_EQ(print(minimise(start, fails)),
            "okk_gdma_16bit_cpy_L2S toy dst_addr=0xfffff000 src_addr=6 shape=2,1,1,1 "
            "dst_stride=null src_stride=null fill=0");
}

struct Smallest {
  const char* name;
  std::string_view from, to;
  bool (*fails)(const Case&);  // of legal ones
};

class ShrinkTo : public testing::TestWithParam<Smallest> {};

TEST_P(ShrinkTo, TheSmallest) {
  const auto fails = [](const Program& program) {
    const Case& c = program.steps.front();
    return spec::evaluate(c).legal() && GetParam().fails(c);
  };
  const Case from = parse_case(GetParam().from);
  const Program start{from.profile, from.fill, {from}};
  ASSERT_TRUE(fails(start));
  EXPECT_EQ(print(minimise(start, fails)), GetParam().to);
}

constexpr Smallest smallest[] = {
    {"AtTheEndOfItsLane",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=222 src_addr=0x100000000 shape=2,1,2,1 "
     "dst_stride=30,2,3,1 src_stride=null",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0xff src_addr=0xfffff000 shape=1,1,1,1 dst_stride=null "
     "src_stride=null fill=0",
     [](const Case& c) { return spec::slack(c, *c.operation->constraint("dst.end")) == 0; }},
    {"ThroughItsLanes",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=256 rows=3 cols=10 "
     "cols_per_channel=2 row_stride=12",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0xfffff000 src_addr=0x300 rows=1 cols=2 "
     "cols_per_channel=1 row_stride=1 fill=0",
     [](const Case& c) {
       return c["src_addr"] / 256 +
                  (c["cols"] + c["cols_per_channel"] - 1) / c["cols_per_channel"] >
              4;
     }},
    {"AsASquare",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=7 cols=7 "
     "cols_per_channel=3 row_stride=7",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0xfffff000 rows=2 cols=2 "
     "cols_per_channel=1 row_stride=1 fill=0",
     [](const Case& c) { return c["rows"] == c["cols"] && c["rows"] > 1; }},
    {"ToAMultiple",
     "bm_atomic_memcpy_1D toy src_addr=0x8000040 dst_addr=0x100000000 length=240 format=1 "
     "direction=1",
     "bm_atomic_memcpy_1D toy src_addr=0x8000000 dst_addr=0xfffff000 length=16 format=0 "
     "direction=1 fill=0",
     [](const Case& c) { return c["length"] % 16 == 0; }},
    {"ToAnOddAddress",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000007 shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0xfffff001 shape=1,1,1,1 dst_stride=null "
     "src_stride=null fill=0",
     [](const Case& c) { return c["src_addr"] % 2 == 1; }},
    {"AsEqualStrides",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,3,3 "
     "dst_stride=9,9,7,1 src_stride=9,9,7,1",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffff000 shape=1,1,1,1 "
     "dst_stride=1,1,2,1 src_stride=1,1,2,1 fill=0",
     [](const Case& c) {
       const auto h = [&](std::string_view stride) {
         return c.arguments.value[static_cast<size_t>(c.operation->parameter(stride)->slot + 2)];
       };
       return h("dst_stride") == h("src_stride") && h("dst_stride") > 1;
     }},
};

INSTANTIATE_TEST_SUITE_P(Each, ShrinkTo, testing::ValuesIn(smallest),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Shrink, MinimiseKeepsToItsBudget) {
  const Program program = parse_program(
      "okk_gdma_16bit_set_C_local toy dst_addr=0x222 C=0x123 shape=3,5,2,4 dst_stride=9,90,4,1");
  int64_t asked = 0;
  const auto always = [&](const Program&) { return ++asked, true; };
  minimise(program, always, 3);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace strideproof::props
