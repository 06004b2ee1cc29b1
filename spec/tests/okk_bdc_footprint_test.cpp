// Family okk-bdc: footprints, hulls and the place of every byte against brute force.

#include <gtest/gtest.h>

#include <map>

#include "spec/spec.h"
#include "spec/tests/okk_bdc_naive.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

using naive::Byte;
using namespace naive::okk_bdc;

TEST(OkkBdc, FootprintIsExactAndInsideItsBoundingRanges) {
  std::mt19937_64 random(3);
  for (const Operation* operation : matching("okk_bdc_*"))
    for (const Profile* profile : operation->profiles) {
      int legal = 0;
      for (int i = 0; i < 1'500; ++i) {
        const Case c = random_case(random, *operation, *profile);
        if (!evaluate(c).legal()) continue;
        ++legal;
        const std::vector<spec::OperandRange> runs = footprint(c), around = bounding_ranges(c);
        EXPECT_EQ(cost(c), static_cast<int64_t>(elements(c, on_dst).size()));
        for (Operands operand : operands_of(c)) {
          const std::set<Byte> wanted = bytes(c, operand);
          std::set<Byte> found;
          for (const spec::OperandRange& run : runs)
            if (run.operand == operand)
              for (int64_t b = 0; b < run.size; ++b) found.insert({run.lane, run.first + b});
          ASSERT_EQ(found, wanted) << print(c);
          // A hull begins and ends with a byte of the operand, and there is one in each lane.
          std::map<int64_t, std::pair<int64_t, int64_t>> ends, hull_ends;
          for (const Byte& byte : wanted)
            ends.try_emplace(byte.lane, byte.offset, 0).first->second.second = byte.offset;
          for (const spec::OperandRange& hull : around)
            if (hull.operand == operand)
              hull_ends[hull.lane] = {hull.first, hull.first + hull.size - 1};
          ASSERT_EQ(hull_ends, ends) << print(c);
        }
      }
      EXPECT_GT(legal, 30) << operation->name;
    }
}

TEST(OkkBdc, EveryByteIsLocated) {
  std::mt19937_64 random(5);
  for (const Operation* operation : matching("okk_bdc_*"))
    for (int i = 0; i < 300; ++i) {
      const Case c = random_case(random, *operation, *find_profile("toy"));
      if (!evaluate(c).legal()) continue;
      const std::vector<int64_t> shape = dim4(c, "shape");
      std::map<Operands, std::vector<Byte>> all;
      std::map<Byte, Operands> first;  // to which each byte belongs
      for (Operands operand : operands_of(c)) {
        all[operand] = elements(c, operand);
        for (const Byte& byte : bytes(c, operand)) first.try_emplace(byte, operand);
      }
      for (int64_t lane = 0; lane < 4; ++lane)
        for (int64_t offset = 0; offset < 256; ++offset) {
          const Located located = locate(c, Space::local, lane, offset);
          const auto found = first.find({lane, offset});
          if (found == first.end()) {
            ASSERT_EQ(located.operand, 0) << print(c) << ' ' << lane << ' ' << offset;
            continue;
          }
          ASSERT_EQ(located.operand, found->second) << print(c);
          const auto& [n, ch, h, w] = located.element;
          const int64_t element = ((n * shape[1] + ch) * shape[2] + h) * shape[3] + w;
          // Of a broadcast byte any element will do.
          const Byte at = all[located.operand][static_cast<size_t>(element)];
          ASSERT_EQ(at.lane, lane) << print(c);
          ASSERT_EQ(at.offset + located.byte_of_element, offset) << print(c);
        }
      ASSERT_EQ(locate(c, Space::system, 0, 0).operand, 0);
    }
}

}  // namespace
}  // namespace strideproof::spec
