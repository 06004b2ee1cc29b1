#include "spec/tests/naive.h"

#include "spec/vocabulary/okk_gdma.h"

namespace strideproof::naive {
namespace {

using namespace okk_gdma;

// Goes through the channels of a tensor: the next one lies in the next lane, behind the last lane
// in lane 0 and one block row further.
struct Channel {
  int64_t lane, block;
  void next(int64_t lanes) {
    if (++lane == lanes) lane = 0, ++block;
  }
};

int64_t block_rows_from(int64_t start_lane, int64_t channels, int64_t lanes) {
  Channel at{start_lane, 0};
  for (int64_t c = 1; c < channels; ++c) at.next(lanes);
  return at.block + 1;
}

int64_t padded(int64_t elements, int64_t unit) {
  while (elements % unit != 0) ++elements;
  return elements;
}

struct Walk {
  Space space;
  int64_t element_bytes, address;
  Dim4<int64_t> shape;
  int64_t last_width;
  Stride<int64_t> given;
};

Walk walk_of(const Case& c, bool dst) {
  const Operation& operation = *c.operation;
  const Kind k = kind(operation);
  const Space space = dst ? dst_space(k) : src_space(k);
  if (is_copy(k)) {
    const Copy<int64_t> op = copy_of(operation, c.arguments);
    return {space,    op.element_bytes, dst ? op.dst_addr : op.src_addr,
            op.shape, op.shape.w,       dst ? op.dst_stride : op.src_stride};
  }
  if (is_fill(k)) {
    const Fill<int64_t> op = fill_of(operation, c.arguments);
    return {space, op.element_bytes, op.dst_addr, op.shape, op.shape.w, op.dst_stride};
  }
  const Matrix<int64_t> op = matrix_of(operation, c.arguments);
  const int64_t address = dst ? op.dst_addr : op.src_addr;
  if (space == Space::system)
    return {
        space, 4, address, {op.rows, 1, 1, op.cols}, op.cols, {false, {op.row_stride, 0, 0, 1}}};
  int64_t channels = 1, left = op.cols;
  for (; left > op.cols_per_channel; left -= op.cols_per_channel) ++channels;
  return {space, 4, address, {op.rows, channels, 1, op.cols_per_channel}, left, {true, {}}};
}

}  // namespace

std::vector<Byte> elements(const Case& c, Operands operand) {
  const Profile& p = *c.profile;
  const Walk walk = walk_of(c, operand == on_dst);
  const auto& [N, C, H, W] = walk.shape;
  const bool local = walk.space == Space::local;
  const int64_t es = walk.element_bytes;
  const Channel start{local ? walk.address / p.lane_bytes : 0, 0};
  const int64_t offset = local ? walk.address % p.lane_bytes : walk.address;

  Dim4<int64_t> stride = walk.given.stride;
  if (walk.given.null) {
    const int64_t channel = local ? padded(H * W, p.unit_bytes / es) : H * W;
    const int64_t blocks = local ? block_rows_from(start.lane, C, p.lanes) : C;
    stride = {blocks * channel, channel, W, 1};
  }
  std::vector<Byte> all;
  for (int64_t n = 0; n < N; ++n) {
    Channel at = start;
    for (int64_t ch = 0; ch < C; ++ch) {
      const int64_t base = n * stride.n + (local ? at.block : ch) * stride.c;
      for (int64_t h = 0; h < H; ++h)
        for (int64_t w = 0; w < (ch == C - 1 ? walk.last_width : W); ++w)
          all.push_back({at.lane, offset + es * (base + h * stride.h + w * stride.w)});
      if (local) at.next(p.lanes);
    }
  }
  return all;
}

std::set<Byte> bytes(const Case& c, Operands operand) {
  const bool matrix = is_matrix(kind(*c.operation));
  std::set<Byte> all;
  for (const Byte& element : elements(c, operand))
    for (int64_t b = 0; b < (matrix ? 4 : c.operation->element_bytes); ++b)
      all.insert({element.lane, element.offset + b});
  return all;
}

int64_t pick(std::mt19937_64& random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

namespace {

bool rare(std::mt19937_64& random) { return pick(random, 0, 19) == 0; }

int64_t random_address(std::mt19937_64& random, Space space, const Profile& p) {
  const int64_t step = pick(random, 0, 9) == 0 ? 1 : 4;
  const int64_t near = step * pick(random, 0, 12);
  if (space == Space::local) {
    const int64_t lane = pick(random, 0, p.lanes);  // X is one too many
    return lane * p.lane_bytes + (pick(random, 0, 2) == 0 ? p.lane_bytes - near : near);
  }
  const Window& window =
      p.windows[static_cast<size_t>(pick(random, 0, static_cast<int64_t>(p.windows.size()) - 1))];
  const int64_t middle = window.first + window.size / 2;
  return pick(random, 0, 3) == 0 ? window.end() - near : middle - 16 + near;
}

}  // namespace

Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile) {
  Case c;
  c.operation = &operation;
  c.profile = &profile;
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    const bool dst = parameter.operands == on_dst;
    int64_t* value = &c.arguments.value[static_cast<size_t>(parameter.slot)];
    if (parameter.nullable && pick(random, 0, 2) == 0) c.arguments.null_mask |= uint32_t{1} << p;
    for (int slot = 0; slot < slots(parameter.type); ++slot) switch (parameter.role) {
        case Role::address:
          value[slot] = random_address(
              random, dst ? dst_space(kind(operation)) : src_space(kind(operation)), profile);
          break;
        case Role::extent:
        case Role::count:
          value[slot] = rare(random) ? pick(random, -1, 0) : pick(random, 1, 4);
          break;
        case Role::stride:
          value[slot] = rare(random) ? -1 : pick(random, 0, 12);
          if (slot == 3 && pick(random, 0, 9) != 0) value[slot] = 1;  // the w stride
          break;
        default: value[slot] = pick(random, 0, highest(parameter.type)); break;
      }
    if (parameter.role == Role::extent && parameter.type == CType::dim4 && pick(random, 0, 2) == 0)
      value[1] = pick(random, 1, 3 * profile.lanes);  // channels that wrap
  }
  return c;
}

}  // namespace strideproof::naive
