#include "spec/tensor_overlap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace strideproof::spec {
namespace {

const MachineShape<int64_t> toy = machine_shape<int64_t>(*find_profile("toy"));

struct Drawn {
  std::vector<std::pair<int64_t, int64_t>> elements;  // lane and offset in elements, in NCHW order
  std::map<int64_t, uint64_t> used;                   // by lane, a bit for each offset below 64
  bool apart = true;
};

// Steps from lane to lane, after the last one to lane 0 and the next block row.
Drawn draw(const Tensor<int64_t>& t) {
  Drawn drawn;
  const int64_t start = t.address / 256, offset = t.address % 256 / t.element_bytes;
  for (int64_t n = 0; n < t.shape.n; ++n) {
    int64_t lane = start, block = 0;
    for (int64_t c = 0; c < t.shape.c; ++c) {
      for (int64_t h = 0; h < t.shape.h; ++h)
        for (int64_t w = 0; w < t.shape.w; ++w) {
          const int64_t at = offset + n * t.stride.n + block * t.stride.c + h * t.stride.h + w;
          const uint64_t bit = uint64_t{1} << at;
          if ((drawn.used[lane] & bit) != 0) drawn.apart = false;
          drawn.used[lane] |= bit;
          drawn.elements.push_back({lane, at});
        }
      if (++lane == 4) lane = 0, ++block;
    }
  }
  return drawn;
}

bool disjoint(const Drawn& a, const Drawn& b) {
  for (const auto& [lane, used] : a.used) {
    const auto other = b.used.find(lane);
    if (other != b.used.end() && (used & other->second) != 0) return false;
  }
  return true;
}

std::string text(const Tensor<int64_t>& t) {
  const auto& [n, c, h, w] = t.shape;
  return fmt::format("at {} shape {},{},{},{} stride {},{},{}", t.address, n, c, h, w, t.stride.n,
                     t.stride.c, t.stride.h);
}

// Every start lane and number of channels up to three block rows, and strides that nest, touch,
// interleave and repeat.
std::vector<Tensor<int64_t>> tensors(const Dim4<int64_t>& shape, int64_t first) {
  std::vector<Tensor<int64_t>> all;
  for (int64_t lane = 0; lane < 4; ++lane)
    for (int64_t sn : {0, 1, 2, 5})
      for (int64_t sc : {0, 1, 2, 3, 6})
        for (int64_t sh : {1, 2, 3})
          all.push_back({Space::local, 4, lane * 256 + 4 * first, shape, {sn, sc, sh, 1}, shape.w});
  return all;
}

TEST(TensorOverlap, ExactInEveryLane) {
  for (int64_t channels = 1; channels <= 9; ++channels)
    for (const Dim4<int64_t>& shape : {Dim4<int64_t>{1, channels, 2, 1}, {2, channels, 1, 2}}) {
      const auto ones = tensors(shape, 1);
      std::vector<Drawn> drawn;
      for (const auto& t : ones) drawn.push_back(draw(t));
      for (size_t i = 0; i < ones.size(); ++i) {
        const Answer apart = drawn[i].apart ? Answer::yes : Answer::no;
        ASSERT_EQ(is_injective(toy, ones[i]), apart) << text(ones[i]);
        if (alias_slack(toy, ones[i]) >= 0) {
          ASSERT_TRUE(drawn[i].apart) << text(ones[i]);
        }
      }
      for (int64_t first : {0, 1, 2, 4, 9}) {
        const auto others = tensors(shape, first);
        for (size_t j = 0; j < others.size(); ++j) {
          const Drawn other = draw(others[j]);
          for (size_t i = j % 3; i < ones.size(); i += 3) {
            const auto& a = ones[i];
            const auto& b = others[j];
            const bool apart = disjoint(drawn[i], other);
            const int64_t slack = overlap_slack(toy, a, b);
            ASSERT_EQ(are_disjoint(toy, a, b), apart ? Answer::yes : Answer::no)
                << text(a) << " and " << text(b);
            if (slack >= 0) {
              ASSERT_TRUE(apart) << text(a) << " and " << text(b);
            }
            if (slack == -1) {
              ASSERT_FALSE(apart) << text(a) << " and " << text(b);
            }
            ASSERT_EQ(maps_onto_itself(toy, a, b), drawn[i].elements == other.elements)
                << text(a) << " and " << text(b);
          }
        }
      }
    }
}

TEST(TensorOverlap, NoLaneInCommonIsApartForGood) {
  const Tensor<int64_t> a{Space::local, 4, 0, {1, 2, 1, 2}, {2, 2, 2, 1}, 2};
  Tensor<int64_t> b = a;
  b.address = 2 * 256;
  EXPECT_EQ(overlap_slack(toy, a, b), unbounded);
  b.address = 1 * 256;
  EXPECT_EQ(overlap_slack(toy, a, b), -2);
}

}  // namespace
}  // namespace strideproof::spec
