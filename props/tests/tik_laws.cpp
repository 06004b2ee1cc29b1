// The laws of data_move. Bursts are rows of blocks.

#include "props/tests/laws.h"
#include "spec/operations/tik.h"

namespace strideproof::props::tik {
namespace {

using namespace strideproof::tik;
using spec::block_bytes;

constexpr int64_t gm = static_cast<int64_t>(Space::system), ub = static_cast<int64_t>(Space::ub);

// The bytes of src reach dst by way of GM, and are left there.
Equation by_way_of_gm(Random& random, const Case& c) {
  if (c["src_space"] != ub || c["dst_space"] != ub) return {};
  const Window& window = random.pick(c.profile->windows);
  const int64_t place = window.first + random.below(100), gap = random.below(3);
  const Case out = with(c, {{"dst_space", gm}, {"dst", place}, {"dst_stride", gap}}),
             in = with(c, {{"src_space", gm}, {"src", place}, {"src_stride", gap}}),
             saved = with(out, {{"src", c["dst"]}, {"src_stride", c["dst_stride"]}});
  return {{c, saved}, {out, in}};
}

Equation parts_of_bursts(Random& random, const Case& c) {
  const int64_t burst = c["burst"];
  if (burst < 2) return {};
  const auto part = [&](int64_t first, int64_t blocks) {
    return with(c, {{"burst", blocks},
                    {"dst", c["dst"] + first * block_bytes},
                    {"src", c["src"] + first * block_bytes},
                    {"dst_stride", c["dst_stride"] + burst - blocks},
                    {"src_stride", c["src_stride"] + burst - blocks}});
  };
  const int64_t head = random.between(1, burst - 1);
  return {{c}, {part(0, head), part(head, burst - head)}};
}

Equation one_burst(Random&, const Case& c) {
  if (c["nburst"] < 2 || c["dst_stride"] != 0 || c["src_stride"] != 0) return {};
  return {{c}, {with(c, {{"burst", c["burst"] * c["nburst"]}, {"nburst", 1}})}};
}

Equation other_type(Random& random, const Case& c) {
  const int64_t dtype = random.below(dtype_count), sid = random.between(0, largest_sid);
  return {{c}, {with(c, {{"dtype", dtype}, {"sid", sid}})}};
}

}  // namespace

std::vector<Law> laws() {
  return {
#define LAW(name, operations, equation) {name, operations, equation},
#include "props/tik.def"
  };
}

}  // namespace strideproof::props::tik
