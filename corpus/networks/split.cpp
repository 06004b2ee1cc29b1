#include "corpus/networks/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "spec/vocabulary/integer.h"

namespace strideproof::networks {
namespace {

// The places of tensors in system memory. Large outputs cross 0x200000000.
constexpr int64_t input_arena = 0x100000000, output_arena = 0x1ff800000;

// Local memory is divided into slots, as in a kernel that keeps operands, weights and results of
// one tile while it moves those of the next: tiles take slots 0 and 1 in turn.
constexpr int64_t slots = 32, joined_slot = 2, padded_slot = 8;

// Operations other than loading and storing use tiles of moderate size, as each line is replayed
// often.
constexpr int64_t most_elements_beside = 1 << 18;

// Elements from a channel to the one X lanes later, in the aligned layout.
int64_t channel_stride(int64_t h, int64_t w, int64_t element_bytes, const Profile& profile) {
  return round_up(h * w, profile.unit_bytes / element_bytes);
}

// Bytes in each lane of a tensor that starts in lane 0.
int64_t lane_bytes_of(const Shape& s, int64_t element_bytes, const Profile& profile) {
  return s.n * ceil_div(s.c, profile.lanes) * channel_stride(s.h, s.w, element_bytes, profile) *
         element_bytes;
}

int64_t offset(const Shape& at, const Shape& stride) {
  return at.n * stride.n + at.c * stride.c + at.h * stride.h + at.w * stride.w;
}

Shape continuous(const Shape& s) { return {s.c * s.h * s.w, s.h * s.w, s.w, 1}; }

// True if a tensor of this shape and stride is in the continuous layout.
bool is_continuous(const Shape& shape, const Shape& stride) {
  const Shape full = continuous(shape);
  const auto same = [](int64_t extent, int64_t a, int64_t b) { return extent == 1 || a == b; };
  return same(shape.n, stride.n, full.n) && same(shape.c, stride.c, full.c) &&
         same(shape.h, stride.h, full.h) && stride.w == 1;
}

std::string dims(const Shape& s) { return fmt::format("{},{},{},{}", s.n, s.c, s.h, s.w); }

// Collects lines; keeps the first of lines that differ only in their addresses.
class Lines {
 public:
  explicit Lines(const Profile& profile) : profile_(profile) {}

  void about(std::string comment) { comment_ = std::move(comment); }

  // key: identifies the line; words: its parameters.
  void add(const std::string& operation, const std::string& key, const std::string& words) {
    if (!seen_.insert(operation + key).second) return;
    if (!comment_.empty()) text_ += fmt::format("# {}\n", comment_);
    comment_.clear();
    text_ += fmt::format("{} {} {} {} fill=1\n", operation, profile_.name, words, key);
  }

  std::string take() { return std::move(text_); }

 private:
  const Profile& profile_;
  std::set<std::string> seen_;
  std::string comment_, text_;
};

// One tensor with one element size.
class TensorLines {
 public:
  TensorLines(Lines& lines, const Tensor& tensor, int64_t element_bytes, const Profile& profile)
      : lines_(lines),
        tensor_(tensor),
        element_bytes_(element_bytes),
        profile_(profile),
        slot_(profile.lane_bytes / slots) {}

  void write() {
    const std::vector<Tile> all = tiles(tensor_.shape, element_bytes_, slot_, profile_);
    lines_.about(fmt::format("{}, {} bits: {} in {} tile{}", tensor_.name, 8 * element_bytes_,
                             dims(tensor_.shape), all.size(), all.size() == 1 ? "" : "s"));
    for (size_t i = 0; i < all.size(); ++i) load_and_store(all[i], i % 2 == 0 ? 0 : slot_);
    const Shape& s = all.front().size;
    if (s.n * s.c * s.h * s.w > most_elements_beside) return;
    pad(s);
    join(s);
    lines_.add(name("set_C_local"), fmt::format("shape={} dst_stride=null", dims(s)),
               fmt::format("dst_addr={:#x} C={:#x}", slot_, lowest_value()));
  }

 private:
  std::string name(std::string_view rest) const {
    return fmt::format("okk_gdma_{}bit_{}", 8 * element_bytes_, rest);
  }

  // The system side of a tile: null if it is in the continuous layout.
  std::string system_stride(const Shape& size) const {
    return is_continuous(size, tensor_.stride) ? "null" : dims(tensor_.stride);
  }

  void load_and_store(const Tile& tile, int64_t local) {
    const int64_t at = offset(tile.first, tensor_.stride) * element_bytes_;
    const std::string shape = "shape=" + dims(tile.size);
    lines_.add(name("cpy_S2L"),
               fmt::format("{} dst_stride=null src_stride={}", shape, system_stride(tile.size)),
               fmt::format("dst_addr={:#x} src_addr={:#x}", local, input_arena + at));
    lines_.add(name("cpy_L2S"),
               fmt::format("{} dst_stride={} src_stride=null", shape, dims(tensor_.stride)),
               fmt::format("dst_addr={:#x} src_addr={:#x}", output_arena + at, local));
  }

  // Minus infinity, or the lowest integer: the initial value of max pooling.
  int64_t lowest_value() const {
    return element_bytes_ == 4 ? 0xff800000 : element_bytes_ == 2 ? 0xfc00 : 0x80;
  }

  // The tile becomes the inside of a tensor with a row and a column of padding on each side, for a
  // 3x3 convolution; in system memory the row above it is set.
  void pad(const Shape& s) {
    const Shape padded{s.n, s.c, s.h + 2, s.w + 2};
    const Shape above{s.n, s.c, 1, padded.w};
    lines_.add(name("set_C_system"),
               fmt::format("shape={} dst_stride={}", dims(above), dims(continuous(padded))),
               fmt::format("dst_addr={:#x} C={:#x}", output_arena, lowest_value()));
    const int64_t inside = padded_slot * slot_ + (padded.w + 1) * element_bytes_;
    lines_.add(name("cpy_S2L"),
               fmt::format("shape={} dst_stride={} src_stride={}", dims(s), dims(aligned(padded)),
                           system_stride(s)),
               fmt::format("dst_addr={:#x} src_addr={:#x}", inside, input_arena));
  }

  // The tile becomes the second half of the channels of a tensor twice as deep.
  void join(const Shape& s) {
    const Shape deep{s.n, 2 * s.c, s.h, s.w};
    lines_.add(name("cpy_S2S"),
               fmt::format("shape={} dst_stride={} src_stride={}", dims(s), dims(continuous(deep)),
                           system_stride(s)),
               fmt::format("dst_addr={:#x} src_addr={:#x}",
                           output_arena + s.c * s.h * s.w * element_bytes_, input_arena));
    const int64_t lane = s.c % profile_.lanes, rounds = s.c / profile_.lanes;
    lines_.add(name("cpy_L2L"),
               fmt::format("shape={} dst_stride={} src_stride=null", dims(s), dims(aligned(deep))),
               fmt::format("dst_addr={:#x} src_addr=0x0",
                           lane * profile_.lane_bytes + joined_slot * slot_ +
                               rounds * aligned(deep).c * element_bytes_));
  }

  // The strides of the aligned layout of a tensor that starts in lane 0.
  Shape aligned(const Shape& s) const {
    const int64_t sc = channel_stride(s.h, s.w, element_bytes_, profile_);
    return {ceil_div(s.c, profile_.lanes) * sc, sc, s.w, 1};
  }

  Lines& lines_;
  const Tensor& tensor_;
  int64_t element_bytes_;
  const Profile& profile_;
  int64_t slot_;  // bytes of a slot in each lane
};

void write(Lines& lines, const Matrix& m, const Profile& profile) {
  const int64_t slot = profile.lane_bytes / slots;
  const auto all = row_tiles(m, slot, profile);
  lines.about(fmt::format("{}: {} x {} in {} tile{}", m.name, m.rows, m.cols, all.size(),
                          all.size() == 1 ? "" : "s"));
  for (size_t i = 0; i < all.size(); ++i) {
    const int64_t at = all[i].first * m.row_stride * 4, local = i % 2 == 0 ? 0 : slot;
    const std::string key = fmt::format("rows={} cols={} cols_per_channel={} row_stride={}",
                                        all[i].second, m.cols, m.cols_per_channel, m.row_stride);
    lines.add("okk_gdma_32bit_matrix_S2L", key,
              fmt::format("dst_addr={:#x} src_addr={:#x}", local, input_arena + at));
    lines.add("okk_gdma_32bit_matrix_L2S", key,
              fmt::format("dst_addr={:#x} src_addr={:#x}", output_arena + at, local));
  }
}

// The largest multiple of step, at most extent, whose bytes fit; 0 if not even one fits.
int64_t largest(int64_t extent, int64_t step, int64_t bytes_of_step, int64_t bytes) {
  return std::min(extent, bytes / bytes_of_step * step);
}

}  // namespace

std::vector<Tile> tiles(const Shape& shape, int64_t element_bytes, int64_t lane_bytes,
                        const Profile& profile) {
  const auto cost = [&](const Shape& s) { return lane_bytes_of(s, element_bytes, profile); };
  Shape size = shape;
  size.n = largest(shape.n, 1, cost({1, shape.c, shape.h, shape.w}), lane_bytes);
  if (size.n == 0) {
    size.n = 1;
    size.c = largest(shape.c, profile.lanes, cost({1, 1, shape.h, shape.w}), lane_bytes);
  }
  if (size.c == 0) {
    size.c = std::min(shape.c, profile.lanes);
    size.h = shape.h;
    while (size.h > 0 && cost(size) > lane_bytes) --size.h;
  }
  if (size.h == 0) throw std::runtime_error(fmt::format("a row of {} does not fit", dims(shape)));

  std::vector<Tile> all;
  for (int64_t n = 0; n < shape.n; n += size.n)
    for (int64_t c = 0; c < shape.c; c += size.c)
      for (int64_t h = 0; h < shape.h; h += size.h)
        all.push_back({{n, c, h, 0},
                       {std::min(size.n, shape.n - n), std::min(size.c, shape.c - c),
                        std::min(size.h, shape.h - h), shape.w}});
  return all;
}

std::vector<std::pair<int64_t, int64_t>> row_tiles(const Matrix& matrix, int64_t lane_bytes,
                                                   const Profile& profile) {
  const Shape row{1, ceil_div(matrix.cols, matrix.cols_per_channel), 1, matrix.cols_per_channel};
  std::vector<std::pair<int64_t, int64_t>> all;
  for (const Tile& tile : tiles({matrix.rows, row.c, row.h, row.w}, 4, lane_bytes, profile)) {
    if (tile.size.c != row.c)
      throw std::runtime_error(fmt::format("a row of matrix {} does not fit", matrix.name));
    all.emplace_back(tile.first.n, tile.size.n);
  }
  return all;
}

std::string text(const Network& network, const Profile& profile) {
  Lines lines(profile);
  for (const Tensor& tensor : network.tensors)
    for (int64_t element_bytes : network.element_bytes)
      TensorLines(lines, tensor, element_bytes, profile).write();
  for (const Matrix& matrix : network.matrices) write(lines, matrix, profile);
  return lines.take();
}

}  // namespace strideproof::networks
