// Features of the operands as tensors.

#include <fmt/format.h>

#include <algorithm>

#include "conform/explain/features.h"
#include "oracle/memory_range.h"
#include "spec/footprint.h"
#include "spec/saturating.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t most_bytes = int64_t{1} << 60;  // none has as many

using Tensor = spec::Tensor<int64_t>;

constexpr int64_t Dim4<int64_t>::*dimensions[] = {&Dim4<int64_t>::n, &Dim4<int64_t>::c,
                                                  &Dim4<int64_t>::h, &Dim4<int64_t>::w};

struct NamedTensor {
  std::string_view name;  // "dst", "src0"
  Tensor tensor;
};

// None in families that copy blocks.
std::vector<NamedTensor> tensors_of(const Case& c) {
  std::vector<NamedTensor> all;
  const Operation& operation = *c.operation;
  if (operation.family == Family::tik || operation.family == Family::asc) return all;
  const bool two_sources = operation.parameter("src1_addr") != nullptr;
  const bool of_matrix = operation.parameter("sec_size") != nullptr;
  const std::string_view names[] = {of_matrix ? "local" : "dst",
                                    two_sources ? "src0"
                                    : of_matrix ? "global"
                                                : "src",
                                    two_sources ? "src1" : "mask"};
  for (int k = 0; k < operand_count; ++k)
    if (has_bit(operation.operands, k))
      all.push_back({names[k], spec::tensor_of(c, static_cast<Operands>(1 << k))});
  return all;
}

int64_t start_lane(const Profile& profile, const Tensor& x) {
  return x.address / profile.lane_bytes % profile.lanes;
}

// The operand is in local memory.
int64_t block_rows_of(const Profile& profile, const Tensor& x) {
  return ceil_div(start_lane(profile, x) + x.shape.c, profile.lanes);
}

// The offset in a lane, or the address.
int64_t first_of(const Profile& profile, const Tensor& x) {
  return x.space == Space::local ? x.address % profile.lane_bytes : x.address;
}

// The bytes of so many strides; most_bytes if they are more.
int64_t size_of(int64_t extent, int64_t stride, const Tensor& x) {
  using spec::Saturating;
  const Saturating size = Saturating(extent) * Saturating(stride) * Saturating(x.element_bytes);
  return std::min(size.value(), most_bytes);
}

// The bytes of an operand if an element followed each stride, the last ones too: extents times
// strides. In local memory they are offsets in a lane.
Window whole_strides_of(const Profile& profile, const Tensor& x) {
  const bool local = x.space == Space::local;
  const int64_t extents[] = {x.shape.n, local ? block_rows_of(profile, x) : x.shape.c, x.shape.h,
                             x.shape.w};
  const int64_t strides[] = {x.stride.n, x.stride.c, x.stride.h, x.stride.w};
  int64_t size = 0;
  for (size_t d = 0; d < std::size(extents); ++d)
    size = std::max(size, size_of(extents[d], strides[d], x));
  return {first_of(profile, x), size};
}

// The length of an operand as the C model of the BM1684 computes it, modulo 2^32, for its checks of
// the end of memory. In system memory: N * n stride. In local memory: (N - 1) * n stride + (block
// rows - 1) * c stride + H * W, or 0 if the n stride is 0; H * W is rounded up to U/4 elements if
// the c stride is a multiple of U/4.
Window length_of(const Profile& profile, const Tensor& x) {
  const auto times = [](int64_t count, int64_t stride) {
    return static_cast<uint32_t>(count) * static_cast<uint32_t>(stride);
  };
  const auto &shape = x.shape, &stride = x.stride;
  uint32_t elements = times(shape.n, stride.n);
  if (x.space == Space::local && stride.n != 0) {
    const int64_t unit = profile.unit_bytes / 4;  // elements, whatever their size
    const int64_t channel = shape.h * shape.w;
    elements = times(shape.n - 1, stride.n) + times(block_rows_of(profile, x) - 1, stride.c) +
               static_cast<uint32_t>(stride.c % unit == 0 ? round_up(channel, unit) : channel);
  }
  return {first_of(profile, x), elements * static_cast<uint32_t>(x.element_bytes)};
}

// True if these bytes of an operand leave the lane, or the window of system memory.
bool leaves_memory(const Profile& profile, const std::vector<Window>& offered, const Tensor& x,
                   const Window& whole) {
  Window limits = limits_around(profile, x.space, 0, whole.first);
  for (const Window& window : offered)
    if (x.space != Space::local && window.first <= whole.first && whole.first < window.end())
      limits = window;
  return limits.size > 0 && whole.size > limits.end() - whole.first;
}

void describe_tensor(const Profile& profile, const NamedTensor& x, Features& features) {
  const auto &shape = x.tensor.shape, &stride = x.tensor.stride;
  if (x.tensor.space == Space::local) {
    const int64_t start = x.tensor.address / profile.lane_bytes, end = start + shape.c,
                  block_rows = ceil_div(end, profile.lanes),
                  channel_bytes = shape.h * shape.w * x.tensor.element_bytes;
    const std::string name(x.name), end_name = fmt::format("({} start lane + C)", name);
    features.add(name + " start lane", Sort::number, start, simple);
    features.add(end_name, Sort::number, end, simple);
    features.add(fmt::format("{} mod {}", end_name, profile.lanes), Sort::remainder,
                 end % profile.lanes, derived);
    features.add(name + " block rows", Sort::number, block_rows, derived);
    features.add(name + " N * block rows", Sort::number, shape.n * block_rows, derived);
    features.add(fmt::format("{} channel bytes mod {}", name, profile.unit_bytes), Sort::remainder,
                 channel_bytes % profile.unit_bytes, derived);
  }
  features.add(
      x.name, "whole strides leave memory", "whole strides stay in memory",
      leaves_memory(profile, features.offered(), x.tensor, whole_strides_of(profile, x.tensor)),
      derived);
  features.add(x.name, "length leaves memory", "length stays in memory",
               leaves_memory(profile, features.offered(), x.tensor, length_of(profile, x.tensor)),
               derived);
  features.add(x.name, "rows apart", "rows adjacent", shape.h > 1 && stride.h != shape.w, derived);
  features.add(x.name, "elements apart", "elements adjacent", shape.w > 1 && stride.w != 1,
               derived);
  // Compared for all extents, as code may look at strides alone.
  const auto compare = [&](std::string_view is, std::string_view is_not, bool equal) {
    features.add(x.name, is, is_not, equal, combined);
  };
  compare("h stride = W", "h stride != W", stride.h == shape.w);
  if (x.tensor.space == Space::local) return;  // channels lie in lanes
  const spec::Saturating channel = spec::Saturating(shape.h) * spec::Saturating(shape.w);
  const spec::Saturating image = spec::Saturating(shape.c) * channel;
  compare("c stride = H*W", "c stride != H*W", stride.c == channel.value());
  compare("n stride = C*H*W", "n stride != C*H*W", stride.n == image.value());
}

// Only operands of one shape have comparable strides.
void compare_strides(const NamedTensor& a, const NamedTensor& b, Features& features) {
  if (!(a.tensor.shape == b.tensor.shape)) return;
  const std::string both = fmt::format("{} and {} ", a.name, b.name);
  bool any = false;
  for (size_t d = 0; d < std::size(dimensions); ++d) {
    const bool differ = a.tensor.shape.*dimensions[d] > 1 &&
                        a.tensor.stride.*dimensions[d] != b.tensor.stride.*dimensions[d];
    any = any || differ;
    features.add(fmt::format("{}{} strides", both, "nchw"[d]), "differ", "do not differ", differ,
                 derived);
  }
  features.add(both + "strides", "differ", "do not differ", any, derived);
}

// Elements that are contiguous in every operand: of a row, of adjacent rows and, in system memory,
// of channels and images.
int64_t run_of(const std::vector<NamedTensor>& all) {
  int64_t run = 1;
  for (size_t d = std::size(dimensions); d-- > 0;) {
    const int64_t extent = all.front().tensor.shape.*dimensions[d];
    const bool contiguous = std::ranges::all_of(all, [&](const NamedTensor& x) {
      return (x.tensor.space != Space::local || d >= 2) && x.tensor.stride.*dimensions[d] == run;
    });
    if (extent > 1 && !contiguous) break;
    run *= extent;
  }
  return run;
}

// Calls `visit` for every two operands.
template <class Visit>
void visit_pairs(const std::vector<NamedTensor>& all, Visit visit) {
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b) visit(all[a], all[b]);
}

}  // namespace

void describe_operands(const Case& c, Features& features) {
  const std::vector<NamedTensor> all = tensors_of(c);
  if (all.empty()) return;
  for (const NamedTensor& x : all) {
    describe_tensor(*c.profile, x, features);
    // The operands of memcpy_2D, by role too.
    if (features.of_all() && (x.name == "local" || x.name == "global")) {
      const bool to_system = bm_atomic::is(c["direction"], bm_atomic::Direction::L2S);
      const bool is_src = to_system == (x.name == "local");
      describe_tensor(*c.profile, {is_src ? "src" : "dst", x.tensor}, features);
    }
  }
  visit_pairs(all,
              [&](const NamedTensor& a, const NamedTensor& b) { compare_strides(a, b, features); });
  const Tensor& t = all.front().tensor;
  const int64_t channel = t.shape.h * t.shape.w;
  features.add("run elements", Sort::number, run_of(all), derived);
  features.add("H*W", Sort::number, channel, derived);
  features.add("row bytes", Sort::number, t.shape.w * t.element_bytes, derived);
  features.add("channel bytes", Sort::number, channel * t.element_bytes, derived);
  features.add("elements", Sort::number, spec::cost(c), derived);
}

void describe_pairs(const Case& c, bool legal, Features& features) {
  const std::vector<NamedTensor> all = tensors_of(c);
  if (all.size() < 2) return;
  bool any_meet = false;
  visit_pairs(all, [&](const NamedTensor& a, const NamedTensor& b) {
    const Profile& profile = *c.profile;
    const Window one = whole_strides_of(profile, a.tensor),
                 other = whole_strides_of(profile, b.tensor);
    any_meet = any_meet || (a.tensor.space == b.tensor.space && one.first < other.end() &&
                            other.first < one.end());
    if (!legal) return;
    if (a.tensor.space == Space::local && b.tensor.space == Space::local)
      features.add(fmt::format("{} and {} start lanes", a.name, b.name), "are equal", "differ",
                   start_lane(profile, a.tensor) == start_lane(profile, b.tensor), derived);
  });
  if (legal) {
    const bool touch = spec::common_bytes(c, on_dst, c, on_src) == 0 ||
                       spec::common_bytes(c, on_dst, c, on_src1) == 0;
    features.add("operands", "touch", "do not touch", touch, simple);
  }
  features.add("whole strides", "meet", "do not meet", any_meet, derived);
}

}  // namespace strideproof::explanation
