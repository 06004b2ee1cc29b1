#include "conform/tests/plugins/variant_elements.h"

#include <algorithm>
#include <cstring>

namespace strideproof::variants {

ElementList::ElementList(Machine& machine, Space space, int64_t first, int64_t bytes)
    : machine_(machine), space_(space), first_(first), bytes_(bytes) {
  constexpr int64_t largest_buffer = int64_t{1} << 32;
  for (const Window& window : machine.profile().windows)
    if (window.first <= first && first < window.end()) window_ = &window;
  exist_ = space == Space::system ? window_ != nullptr : first < largest_buffer;
}

void ElementList::add(int64_t lane, int64_t from) {
  if (!exist_) return;
  const int64_t offset = first_ + from;
  exist_ = machine_.open(space_, lane, offset, bytes_) &&
           (space_ != Space::system || (window_->first <= offset && offset < window_->end()));
  if (exist_) elements_.push_back(machine_.at(space_, lane, offset));
}

std::optional<Elements> ElementList::take() {
  if (!exist_) return std::nullopt;
  return std::move(elements_);
}

int64_t round_up(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

int64_t count_of(const Four& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape) count = std::min(count * extent, most_elements);
  return count;
}

Four aligned_stride(const Profile& profile, int64_t lane, const Four& shape, int64_t bytes) {
  const auto [n, c, h, w] = shape;
  const int64_t channel = round_up(h * w, profile.unit_bytes / bytes);
  return {round_up(lane + c, profile.lanes) / profile.lanes * channel, channel, w, 1};
}

Four continuous_stride(const Four& shape) {
  const auto [n, c, h, w] = shape;
  return {c * h * w, h * w, w, 1};
}

std::optional<Elements> elements(Machine& machine, const Tensor& tensor) {
  if (count_of(tensor.shape) >= most_elements) return std::nullopt;
  const int64_t lanes = machine.profile().lanes;
  const auto [sn, sc, sh, sw] = tensor.stride;
  ElementList list(machine, tensor.space, tensor.first, tensor.bytes);
  for (int64_t n = 0; n < tensor.shape[0]; ++n)
    for (int64_t c = 0; c < tensor.shape[1]; ++c)
      for (int64_t h = 0; h < tensor.shape[2]; ++h)
        for (int64_t w = 0; w < tensor.shape[3]; ++w) {
          const bool local = tensor.space == Space::local;
          const int64_t channel = local ? (tensor.lane + c) / lanes : c;
          list.add(local ? (tensor.lane + c) % lanes : 0,
                   tensor.bytes * (n * sn + channel * sc + h * sh + w * sw));
        }
  return list.take();
}

bool overlap(const Elements& elements, int64_t bytes) {
  Elements sorted = elements;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end(), [&](uint8_t* one, uint8_t* next) {
           return one + bytes > next;
         }) != sorted.end();
}

bool overlap(const Elements& one, int64_t bytes, const Elements& other, int64_t other_bytes) {
  Elements sorted = other;
  std::sort(sorted.begin(), sorted.end());
  return std::any_of(one.begin(), one.end(), [&](uint8_t* first) {
    const auto after = std::lower_bound(sorted.begin(), sorted.end(), first + bytes);
    return after != sorted.begin() && *(after - 1) + other_bytes > first;
  });
}

uint32_t load(const uint8_t* from, int64_t bytes) {
  uint32_t value = 0;
  std::memcpy(&value, from, static_cast<size_t>(bytes));
  return value;
}

void store(uint8_t* to, uint32_t value, int64_t bytes) {
  std::memcpy(to, &value, static_cast<size_t>(bytes));
}

void copy_at_once(const Elements& dst, const Elements& src, int64_t bytes) {
  std::vector<uint32_t> values;
  for (const uint8_t* from : src) values.push_back(load(from, bytes));
  for (size_t i = 0; i < dst.size(); ++i) store(dst[i], values[i], bytes);
}

void copy_in_order(const Elements& dst, const Elements& src, int64_t bytes) {
  for (size_t i = 0; i < dst.size(); ++i) store(dst[i], load(src[i], bytes), bytes);
}

}  // namespace strideproof::variants
