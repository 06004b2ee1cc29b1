#include "spec/tests/bm_atomic_naive.h"

#include <array>

#include "spec/tests/naive.h"

namespace strideproof::bm_atomic_naive {
namespace {

using bm_atomic::Format;
using bm_atomic::Kind;
using naive::pick;
using Four = std::array<int64_t, 4>;

Four four(const Case& c, std::string_view parameter) {
  const auto slot = static_cast<size_t>(c.operation->parameter(parameter)->slot);
  const auto& v = c.arguments.value;
  return {v[slot], v[slot + 1], v[slot + 2], v[slot + 3]};
}

int64_t size_of(int64_t format) { return format == 0 ? 4 : format == 1 || format == 4 ? 2 : 1; }

bool to_local(const Case& c) { return c["direction"] == 0 || c["direction"] == 3; }
bool from_local(const Case& c) { return c["direction"] == 1 || c["direction"] == 3; }

// Where a tensor starts: lane and offset, or a system address.
struct At {
  Space space;
  int64_t lane, address, size;
};

Element element(const Case& c, const At& at, const Four& stride, int64_t n, int64_t ch, int64_t h,
                int64_t w) {
  const int64_t lanes = c.profile->lanes;
  if (at.space == Space::system)
    return {at.space, 0,
            at.address + at.size * (n * stride[0] + ch * stride[1] + h * stride[2] + w * stride[3]),
            at.size};
  const int64_t block = (at.lane + ch) / lanes;
  return {
      at.space, (at.lane + ch) % lanes,
      at.address + at.size * (n * stride[0] + block * stride[1] + h * stride[2] + w * stride[3]),
      at.size};
}

// In NCHW order, or with `swapped` in that of (C, N, H, W).
std::vector<Element> tensor(const Case& c, const At& at, const Four& shape, const Four& stride,
                            bool swapped = false) {
  std::vector<Element> all;
  for (int64_t outer = 0; outer < shape[swapped ? 1 : 0]; ++outer)
    for (int64_t inner = 0; inner < shape[swapped ? 0 : 1]; ++inner)
      for (int64_t h = 0; h < shape[2]; ++h)
        for (int64_t w = 0; w < shape[3]; ++w)
          all.push_back(
              element(c, at, stride, swapped ? inner : outer, swapped ? outer : inner, h, w));
  return all;
}

// "128-byte aligned": the rows of a channel rounded up to units, channels c and c + X one behind the
// other, as many of these as any lane holds for each n.
Four aligned_layout(const Case& c, int64_t size, int64_t lane, const Four& shape) {
  const int64_t unit = c.profile->unit_bytes / size, lanes = c.profile->lanes;
  int64_t channel = 0, blocks = 0;
  while (channel < shape[2] * shape[3]) channel += unit;
  while (blocks * lanes < lane + shape[1]) ++blocks;
  return {blocks * channel, channel, shape[3], 1};
}

std::vector<Element> of_linear(const Case& c, bool dst) {
  const int64_t size = size_of(c["format"]), first = c[dst ? "dst_addr" : "src_addr"];
  const bool local = dst ? to_local(c) : from_local(c);
  std::vector<Element> all;
  for (int64_t i = 0; i < c["length"]; ++i) {
    const int64_t address = first + i * size, inside = address - c.profile->local_base;
    if (!local)
      all.push_back({Space::system, 0, address, size});
    else if (inside < 0)
      all.push_back({Space::local, -1, 0, size});
    else
      all.push_back(
          {Space::local, inside / c.profile->lane_bytes, inside % c.profile->lane_bytes, size});
  }
  return all;
}

std::vector<Element> of_matrix(const Case& c, bool dst) {
  const int64_t size = size_of(c["format"]), section = c["sec_size"];
  const bool transpose = c["transpose"] != 0;
  const int64_t columns = c[transpose ? "row" : "col"];
  const int64_t channels = columns / section + (columns % section == 0 ? 0 : 1);
  const At local{Space::local, c["local_mem_idx"], c["local_mem_addr"], size};
  const Four stride = aligned_layout(c, size, local.lane, {1, channels, 1, section});
  std::vector<Element> all;
  for (int64_t r = 0; r < c["row"]; ++r)
    for (int64_t j = 0; j < c["col"]; ++j) {
      const int64_t x = transpose ? j : r, y = transpose ? r : j;
      if (dst == to_local(c))
        all.push_back(element(c, local, stride, x, y / section, 0, y % section));
      else
        all.push_back(
            {Space::system, 0, c["global_mem_addr"] + size * (r * c["row_stride"] + j), size});
    }
  return all;
}

std::vector<Element> of_tensor(const Case& c, bool dst) {
  if (dst)
    return tensor(c,
                  {to_local(c) ? Space::local : Space::system, c["dst_local_idx"], c["dst_addr"],
                   size_of(c["dst_format"])},
                  four(c, "dst_shape"), four(c, "dst_stride"));
  return tensor(c,
                {from_local(c) ? Space::local : Space::system, c["src_local_idx"], c["src_addr"],
                 size_of(c["src_format"])},
                four(c, "src_shape"), four(c, "src_stride"), c["transpose"] != 0);
}

std::vector<Element> of_cwtrans(const Case& c, bool dst) {
  const At at{Space::local, c[dst ? "dst_local_idx" : "src_local_idx"],
              c[dst ? "dst_addr" : "src_addr"], size_of(c["format"])};
  const Four stride = {0, c[dst ? "dst_c_stride" : "src_c_stride"], 0, 1};
  std::vector<Element> all;
  for (int64_t ch = 0; ch < c["src_c"]; ++ch)
    for (int64_t w = 0; w < c["src_w"]; ++w)
      all.push_back(element(c, at, stride, 0, dst ? w : ch, 0, dst ? ch : w));
  return all;
}

std::vector<Element> of_mask(const Case& c, Operands operand) {
  const Four shape = four(c, "shape");
  if (operand == on_dst)
    return tensor(c, {Space::system, 0, c["dst_global_mem_addr"], 4}, shape,
                  {shape[1] * shape[2] * shape[3], shape[2] * shape[3], shape[3], 1});
  const int64_t lane = c["local_mem_idx"];
  const At at{Space::local, lane,
              c[operand == on_src ? "data_local_mem_addr" : "mask_local_mem_addr"], 4};
  return tensor(c, at, shape, aligned_layout(c, 4, lane, shape));
}

// ---- random cases ----

bool rare(std::mt19937_64& random) { return pick(random, 0, 19) == 0; }

int64_t random_address(std::mt19937_64& random, const Profile& p, bool local, bool flat) {
  const int64_t step = pick(random, 0, 9) == 0 ? 1 : pick(random, 0, 1) == 0 ? 4 : 64;
  const int64_t near = step * pick(random, 0, 12);
  const bool at_end = pick(random, 0, 2) == 0;
  if (flat) {
    const int64_t lane = p.local_base + p.lane_bytes * pick(random, 0, p.lanes);
    return at_end ? lane - near : lane + near;
  }
  if (local) return at_end ? p.lane_bytes - near % p.lane_bytes : near % p.lane_bytes;
  const Window& window =
      p.windows[static_cast<size_t>(pick(random, 0, static_cast<int64_t>(p.windows.size()) - 1))];
  return at_end ? window.end() - near : window.first + window.size / 2 + near;
}

// Whether the operand of an address is local; a direction that names nothing is system.
bool is_local(const Case& c, const Parameter& address) {
  switch (bm_atomic::kind(*c.operation)) {
    case Kind::memset_4D: return c["is_local_mem"] != 0;
    case Kind::memcpy_1D:
    case Kind::memcpy_4D: return address.operands == on_dst ? to_local(c) : from_local(c);
    default: return address.type == CType::u32;
  }
}

int64_t random_value(std::mt19937_64& random, const Parameter& p, const Profile& profile) {
  if (p.name.ends_with("idx")) return pick(random, 0, rare(random) ? profile.lanes + 1 : 3);
  if (p.name.ends_with("format")) return pick(random, 0, rare(random) ? 6 : 4);
  if (p.name == "direction") return pick(random, 0, rare(random) ? 5 : 3);
  if (p.role == Role::selector) return pick(random, 0, 3) == 0 ? 1 : 0;
  if (p.role == Role::stride) return rare(random) ? pick(random, 0, 99) : pick(random, 0, 12);
  if (p.role == Role::constant) return pick(random, 0, 0xffffffff);
  return rare(random) ? 0 : pick(random, 1, 4);
}

// Shapes and formats that go together more often than chance would have it.
void match_sides(std::mt19937_64& random, Case& c) {
  auto& v = c.arguments.value;
  const auto slot = [&](std::string_view name) {
    return static_cast<size_t>(c.operation->parameter(name)->slot);
  };
  if (pick(random, 0, 4) == 0) return;
  const size_t src = slot("src_shape"), dst = slot("dst_shape");
  for (size_t i = 0; i < 4; ++i) v[dst + i] = v[src + i];
  if (c["transpose"] != 0 || pick(random, 0, 2) == 0) std::swap(v[dst], v[dst + 1]);
  if (pick(random, 0, 2) == 0) std::swap(v[dst + 1], v[dst + 3]);
  if (pick(random, 0, 3) != 0) c["dst_format"] = c["src_format"];
  if (pick(random, 0, 3) != 0) return;
  c["dst_addr"] = c["src_addr"];
  c["dst_local_idx"] = c["src_local_idx"];
  for (size_t i = 0; i < 4; ++i) v[slot("dst_stride") + i] = v[slot("src_stride") + i];
}

}  // namespace

std::vector<Element> elements(const Case& c, Operands operand) {
  const bool dst = operand == on_dst;
  switch (bm_atomic::kind(*c.operation)) {
    case Kind::memcpy_1D: return of_linear(c, dst);
    case Kind::memcpy_2D: return of_matrix(c, dst);
    case Kind::memcpy_4D: return of_tensor(c, dst);
    case Kind::memset_4D:
      return tensor(c,
                    {c["is_local_mem"] != 0 ? Space::local : Space::system, c["local_idx"],
                     c["start_addr"], size_of(c["format"])},
                    four(c, "shape"), four(c, "stride"));
    case Kind::cwtrans: return of_cwtrans(c, dst);
    case Kind::mask_memcpy_4D: return of_mask(c, operand);
    case Kind::mask_count: break;
  }
  return {};
}

std::set<Byte> bytes(const std::vector<Element>& elements) {
  std::set<Byte> all;
  for (const Element& e : elements)
    for (int64_t b = 0; b < e.size; ++b) all.insert({e.space, e.lane, e.offset + b});
  return all;
}

Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile) {
  Case c;
  c.operation = &operation;
  c.profile = &profile;
  for (const Parameter& p : operation.parameters) {
    int64_t* value = &c.arguments.value[static_cast<size_t>(p.slot)];
    for (int i = 0; i < slots(p.type); ++i) {
      value[i] = random_value(random, p, profile);
      if (p.role == Role::stride && i == 3 && !rare(random)) value[i] = 1;  // the w stride
    }
    // Channels that wrap.
    if (p.role == Role::extent && pick(random, 0, 3) == 0)
      value[slots(p.type) == 4 ? 1 : 0] = pick(random, 1, 3 * profile.lanes);
  }
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::address)
      c[p.name] = random_address(random, profile, is_local(c, p),
                                 bm_atomic::kind(operation) == Kind::memcpy_1D && is_local(c, p));
  if (bm_atomic::kind(operation) == Kind::memcpy_4D) match_sides(random, c);
  return c;
}

}  // namespace strideproof::bm_atomic_naive
