#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "corpus/corpus.h"
#include "corpus/networks/split.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::networks {
namespace {

const Profile& bm1684() { return *find_profile("bm1684"); }

std::string content(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

int64_t elements(const Shape& s) { return s.n * s.c * s.h * s.w; }

bool meet(const Tile& a, const Tile& b) {
  const auto apart = [](int64_t first, int64_t size, int64_t other, int64_t other_size) {
    return first + size <= other || other + other_size <= first;
  };
  return !apart(a.first.n, a.size.n, b.first.n, b.size.n) &&
         !apart(a.first.c, a.size.c, b.first.c, b.size.c) &&
         !apart(a.first.h, a.size.h, b.first.h, b.size.h) &&
         !apart(a.first.w, a.size.w, b.first.w, b.size.w);
}

// Tiles lie inside the shape, are disjoint, and have as many elements: each element occurs once.
void expect_exact_cover(const Shape& shape, const std::vector<Tile>& all) {
  int64_t sum = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto& [first, size] = all[i];
    EXPECT_TRUE(first.n >= 0 && first.n + size.n <= shape.n && first.c >= 0 &&
                first.c + size.c <= shape.c && first.h >= 0 && first.h + size.h <= shape.h &&
                first.w == 0 && size.w == shape.w);
    for (size_t j = 0; j < i; ++j) EXPECT_FALSE(meet(all[i], all[j])) << i << " and " << j;
    sum += elements(size);
  }
  EXPECT_EQ(sum, elements(shape));
}

class Networks : public testing::TestWithParam<const char*> {
 protected:
  std::string stem() const { return std::string("corpus/networks/") + GetParam(); }
};

TEST_P(Networks, lines_are_what_table_and_splitter_give) {
  EXPECT_EQ(text(read_table(stem() + ".shapes"), bm1684()), content(stem() + ".txt"))
      << "make the lines anew, see corpus/README.md";
  EXPECT_EQ(engines_text(read_table(stem() + ".shapes")), content(stem() + "_engines.txt"))
      << "make the lines anew, see corpus/README.md";
}

TEST_P(Networks, every_line_is_legal) {
  for (const corpus::Entry& entry : corpus::read(stem() + ".txt"))
    for (const Case& c : entry.program.steps) {
      EXPECT_TRUE(spec::evaluate(c).legal()) << entry.file << ":" << entry.line << ": " << print(c);
      EXPECT_EQ(c.profile, &bm1684());
    }
}

TEST_P(Networks, every_line_of_the_other_engines_is_legal) {
  for (const corpus::Entry& entry : corpus::read(stem() + "_engines.txt"))
    for (const Case& c : entry.program.steps)
      EXPECT_TRUE(spec::evaluate(c).legal()) << entry.file << ":" << entry.line << ": " << print(c);
}

TEST(AllNetworks, every_operation_has_lines) {
  std::set<const Operation*> met;
  for (const corpus::Entry& entry : corpus::read("corpus/networks"))
    for (const Case& c : entry.program.steps) met.insert(c.operation);
  for (const Operation& operation : catalogue())
    EXPECT_TRUE(met.count(&operation) != 0) << operation.name;
}

TEST_P(Networks, tiles_cover_each_tensor_exactly_once) {
  const Network network = read_table(stem() + ".shapes");
  for (const Tensor& tensor : network.tensors)
    for (int64_t element_bytes : network.element_bytes)
      for (int64_t lane_bytes : {bm1684().lane_bytes, bm1684().lane_bytes / 32}) {
        SCOPED_TRACE(tensor.name);
        expect_exact_cover(tensor.shape, tiles(tensor.shape, element_bytes, lane_bytes, bm1684()));
      }
  for (const Matrix& matrix : network.matrices) {
    int64_t next = 0;
    for (const auto& [first, rows] : row_tiles(matrix, bm1684().lane_bytes / 32, bm1684())) {
      EXPECT_EQ(first, next) << matrix.name;
      next = first + rows;
    }
    EXPECT_EQ(next, matrix.rows) << matrix.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Networks,
                         testing::Values("resnet50", "mobilenetv2", "yolov5s", "bert_base"),
                         [](const auto& tested) { return std::string(tested.param); });

// 4 x 130 x 5 x 7 words: a sample takes 3 channels of 35 words, rounded up to 64, of a lane: 768
// bytes.
TEST(Tiles, cut_along_n_then_c_then_h) {
  const Shape shape{4, 130, 5, 7};
  const auto sizes = [&](int64_t lane_bytes) {
    std::vector<Shape> found;
    for (const Tile& tile : tiles(shape, 4, lane_bytes, bm1684())) found.push_back(tile.size);
    return found;
  };
  EXPECT_EQ(sizes(4 * 768), std::vector<Shape>{shape});
  EXPECT_EQ(sizes(3 * 768), (std::vector<Shape>{{3, 130, 5, 7}, {1, 130, 5, 7}}));
  EXPECT_EQ(sizes(767).front(), (Shape{1, 128, 5, 7}));
  EXPECT_EQ(sizes(767).at(1), (Shape{1, 2, 5, 7}));
  EXPECT_EQ(sizes(255).front(), (Shape{1, 64, 4, 7}));
  EXPECT_EQ(sizes(255).at(1), (Shape{1, 64, 1, 7}));
  EXPECT_THROW(tiles(shape, 4, 127, bm1684()), std::runtime_error);
}

TEST(Table, a_bad_line_is_named) {
  const std::string path = testing::TempDir() + "bad.shapes";
  std::ofstream(path) << "batch 1\ntensor input 3 x 5\n";
  try {
    read_table(path);
    FAIL() << "accepted";
  } catch (const corpus::Error& error) {
    EXPECT_THAT(error.what(), testing::EndsWith("bad.shapes:2: 'x' is not a positive number"));
  }
}

}  // namespace
}  // namespace strideproof::networks
