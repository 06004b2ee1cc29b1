#pragma once
// The elements of an operand, one by one, for implementations that loop over them.

#include <array>
#include <optional>
#include <vector>

#include "model/machine.h"

namespace strideproof::variants {

using Four = std::array<int64_t, 4>;     // n, c, h, w
using Elements = std::vector<uint8_t*>;  // the first byte of each, in NCHW order

inline constexpr int64_t most_elements = 1 << 22;  // of an operand; the checker gives fewer

// A tensor at a byte of system memory or of the lane of its first channel.
struct Tensor {
  Space space;
  int64_t lane, first;
  Four shape, stride;  // in elements
  int64_t bytes;       // of an element
};

// Adds elements to a list as long as they exist, in the window in which the operand starts. `from`
// counts bytes from `first`.
class ElementList {
 public:
  ElementList(Machine& machine, Space space, int64_t first, int64_t bytes);
  void add(int64_t lane, int64_t from);
  std::optional<Elements> take();  // no value: an element does not exist

 private:
  Machine& machine_;
  Space space_;
  int64_t first_, bytes_;
  const Window* window_ = nullptr;  // of system memory
  bool exist_ = true;
  Elements elements_;
};

int64_t round_up(int64_t value, int64_t unit);
int64_t count_of(const Four& shape);
// The strides of a tensor in local memory from this lane on.
Four aligned_stride(const Profile& profile, int64_t lane, const Four& shape, int64_t bytes);
Four continuous_stride(const Four& shape);
std::optional<Elements> elements(Machine& machine, const Tensor& tensor);

// True if two of them share a byte.
bool overlap(const Elements& elements, int64_t bytes);
bool overlap(const Elements& one, int64_t bytes, const Elements& other, int64_t other_bytes);

uint32_t load(const uint8_t* from, int64_t bytes);
void store(uint8_t* to, uint32_t value, int64_t bytes);
void copy_at_once(const Elements& dst, const Elements& src, int64_t bytes);
void copy_in_order(const Elements& dst, const Elements& src, int64_t bytes);

}  // namespace strideproof::variants
