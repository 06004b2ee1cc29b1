#pragma once
// A machine for bm-atomic, all of its local memory and what is open of system memory filled and
// compared, and the operations by their formulas, element by element.

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "model/fill.h"
#include "model/machine.h"
#include "model/tests/bm_atomic_half.h"
#include "spec/operations/bm_atomic_selectors.h"

namespace strideproof {

class World {
 public:
  // Opens up to a MiB from the start of the last window.
  explicit World(const Profile& profile) : machine(profile) {
    constexpr int64_t mib = 1 << 20;
    const Window& window = profile.windows.back();
    machine.open(Space::system, 0, window.first, std::min(window.size, mib));
  }

  // All that is open as the fill of the case has it, in the data class of its source.
  void prepare(const Case& c) {
    const DataClass data = c.data[1];
    for (const int64_t chunk : machine.open_chunks())
      fill(machine.base(Space::system) + chunk, Machine::chunk_bytes, c.fill, Space::system, 0,
           chunk, data);
    for (int64_t lane = 0; lane < c.profile->lanes; ++lane)
      fill(machine.at(Space::local, lane, 0), c.profile->lane_bytes, c.fill, Space::local, lane, 0,
           data);
    machine.mask_count = 0;
  }

  friend bool operator==(World& a, World& b) {
    const auto same = [&](Space space, int64_t first, int64_t size) {
      return std::memcmp(a.machine.base(space) + first, b.machine.base(space) + first,
                         static_cast<size_t>(size)) == 0;
    };
    const Profile& p = a.machine.profile();
    bool equal = a.machine.open_chunks() == b.machine.open_chunks() &&
                 a.machine.mask_count == b.machine.mask_count &&
                 same(Space::local, 0, p.lanes * p.lane_bytes);
    for (const int64_t chunk : a.machine.open_chunks())
      equal = equal && same(Space::system, chunk, Machine::chunk_bytes);
    return equal;
  }

  Machine machine;
};

namespace brute {

using bm_atomic::Format;

struct Side {
  bool local;
  int64_t idx, address, element_bytes;
  int64_t stride[4];  // n, c, h, w
};

// The first byte of element (n, c, h, w).
inline uint8_t* at(Machine& machine, const Side& side, const int64_t (&i)[4]) {
  const int64_t lanes = machine.profile().lanes, q = side.idx + i[1];
  const int64_t block = side.local ? q / lanes : i[1];
  const int64_t offset = side.element_bytes * (i[0] * side.stride[0] + block * side.stride[1] +
                                               i[2] * side.stride[2] + i[3] * side.stride[3]);
  return machine.at(side.local ? Space::local : Space::system, side.local ? q % lanes : 0,
                    side.address + offset);
}

inline int64_t up(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

inline double number(Format format, const uint8_t* at) {
  uint16_t half = 0;
  float value = 0;
  switch (format) {
    case Format::uint8: return *at;
    case Format::int8: return static_cast<int8_t>(*at);
    case Format::float16: std::memcpy(&half, at, 2); return oracle::half_value(half);
    default: std::memcpy(&value, at, 4); return value;
  }
}

inline void put(Format format, double value, uint8_t* at) {
  const auto single = static_cast<float>(value);
  const uint16_t half = oracle::half_of(single);
  switch (format) {
    case Format::uint8: *at = static_cast<uint8_t>(oracle::integer_of(value, 0, 255)); break;
    case Format::int8: *at = static_cast<uint8_t>(oracle::integer_of(value, -128, 127)); break;
    case Format::float16: std::memcpy(at, &half, 2); break;
    default: std::memcpy(at, &single, 4);
  }
}

inline int64_t bytes_of(int64_t format) {
  return bm_atomic::element_bytes(static_cast<Format>(format));
}
inline bool dst_local(int64_t direction) { return direction == 0 || direction == 3; }
inline bool src_local(int64_t direction) { return direction == 1 || direction == 3; }

inline Side side_4d(const Case& c, bool dst) {
  const std::string prefix = dst ? "dst_" : "src_";
  const bool local = dst ? dst_local(c["direction"]) : src_local(c["direction"]);
  Side side = {local,
               local ? c[prefix + "local_idx"] : 0,
               c[prefix + "addr"],
               bytes_of(c[prefix + "format"]),
               {}};
  const Parameter& stride = *c.operation->parameter(prefix + "stride");
  std::copy_n(&c.arguments.value[static_cast<size_t>(stride.slot)], 4, side.stride);
  return side;
}

struct Index {
  int64_t i[4];
};
// All (n, c, h, w) of a shape, in NCHW order.
inline std::vector<Index> indices(const int64_t* shape) {
  std::vector<Index> all;
  for (int64_t n = 0; n < shape[0]; ++n)
    for (int64_t c = 0; c < shape[1]; ++c)
      for (int64_t h = 0; h < shape[2]; ++h)
        for (int64_t w = 0; w < shape[3]; ++w) all.push_back({{n, c, h, w}});
  return all;
}
inline const int64_t* shape_of(const Case& c, std::string_view name) {
  return &c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot)];
}

inline void memcpy_1D(Machine& machine, const Case& c) {
  const int64_t bytes = c["length"] * bytes_of(c["format"]),
                lane_bytes = machine.profile().lane_bytes;
  const auto byte = [&](bool local, int64_t address) {
    if (!local) return machine.at(Space::system, 0, address);
    const int64_t from_base = address - machine.profile().local_base;
    return machine.at(Space::local, from_base / lane_bytes, from_base % lane_bytes);
  };
  for (int64_t i = 0; i < bytes; ++i)
    *byte(dst_local(c["direction"]), c["dst_addr"] + i) =
        *byte(src_local(c["direction"]), c["src_addr"] + i);
}

inline void memcpy_2D(Machine& machine, const Case& c) {
  const int64_t es = bytes_of(c["format"]), sec = c["sec_size"], lanes = machine.profile().lanes;
  const int64_t columns = c["transpose"] != 0 ? c["row"] : c["col"];
  const int64_t sc = up(sec, machine.profile().unit_bytes / es), idx = c["local_mem_idx"];
  const int64_t sn = (idx + (columns + sec - 1) / sec + lanes - 1) / lanes * sc;
  const Side local = {true, idx, c["local_mem_addr"], es, {sn, sc, 0, 1}};
  for (int64_t r = 0; r < c["row"]; ++r)
    for (int64_t j = 0; j < c["col"]; ++j) {
      const int64_t x = c["transpose"] != 0 ? j : r, y = c["transpose"] != 0 ? r : j;
      uint8_t* const here = at(machine, local, {x, y / sec, 0, y % sec});
      uint8_t* const there =
          machine.at(Space::system, 0, c["global_mem_addr"] + es * (r * c["row_stride"] + j));
      uint8_t* const to = c["direction"] == 0 ? here : there;
      const uint8_t* const from = c["direction"] == 0 ? there : here;
      if (c["result_add"] != 0)
        put(Format::float32, number(Format::float32, to) + number(Format::float32, from), to);
      else
        std::memcpy(to, from, static_cast<size_t>(es));
    }
}

inline void memcpy_4D(Machine& machine, const Case& c) {
  const Side dst = side_4d(c, true), src = side_4d(c, false);
  const std::vector<Index> from = indices(shape_of(c, "src_shape")),
                           to = indices(shape_of(c, "dst_shape"));
  const auto format = [&](std::string_view name) { return static_cast<Format>(c[name]); };
  for (size_t e = 0; e < from.size(); ++e) {
    const auto& [n, ch, h, w] = from[e].i;
    uint8_t* const write =
        c["transpose"] != 0 ? at(machine, dst, {ch, n, h, w}) : at(machine, dst, to[e].i);
    const uint8_t* const read = at(machine, src, from[e].i);
    if (c["src_format"] == c["dst_format"])
      std::memmove(write, read, static_cast<size_t>(src.element_bytes));
    else
      put(format("dst_format"), number(format("src_format"), read), write);
  }
}

inline void memset_4D(Machine& machine, const Case& c) {
  const bool local = c["is_local_mem"] != 0;
  Side dst = {local, local ? c["local_idx"] : 0, c["start_addr"], bytes_of(c["format"]), {}};
  std::copy_n(shape_of(c, "stride"), 4, dst.stride);
  for (const Index& index : indices(shape_of(c, "shape")))
    for (int64_t b = 0; b < dst.element_bytes; ++b)
      at(machine, dst, index.i)[b] = static_cast<uint8_t>(c["const_val"] >> 8 * b);
}

inline void cwtrans(Machine& machine, const Case& c) {
  const int64_t es = bytes_of(c["format"]);
  const Side dst = {true, c["dst_local_idx"], c["dst_addr"], es, {0, c["dst_c_stride"], 0, 1}};
  const Side src = {true, c["src_local_idx"], c["src_addr"], es, {0, c["src_c_stride"], 0, 1}};
  for (int64_t ch = 0; ch < c["src_c"]; ++ch)
    for (int64_t w = 0; w < c["src_w"]; ++w)
      std::memcpy(at(machine, dst, {0, w, 0, ch}), at(machine, src, {0, ch, 0, w}),
                  static_cast<size_t>(es));
}

inline void mask_memcpy_4D(Machine& machine, const Case& c) {
  const int64_t* const shape = shape_of(c, "shape");
  const int64_t idx = c["local_mem_idx"], lanes = machine.profile().lanes;
  const int64_t sc = up(shape[2] * shape[3], machine.profile().unit_bytes / 4);
  const int64_t sn = (idx + shape[1] + lanes - 1) / lanes * sc;
  const Side data = {true, idx, c["data_local_mem_addr"], 4, {sn, sc, shape[3], 1}};
  Side mask = data;
  mask.address = c["mask_local_mem_addr"];
  uint8_t* to = machine.at(Space::system, 0, c["dst_global_mem_addr"]);
  machine.mask_count = 0;
  for (const Index& index : indices(shape)) {
    const uint8_t* const keep = at(machine, mask, index.i);
    if (std::all_of(keep, keep + 4, [](uint8_t byte) { return byte == 0; })) continue;
    std::memcpy(to, at(machine, data, index.i), 4);
    to += 4;
    ++machine.mask_count;
  }
}

inline void run(Machine& machine, const Case& c) {
  using bm_atomic::Kind;
  switch (bm_atomic::kind(*c.operation)) {
    case Kind::memcpy_1D: return memcpy_1D(machine, c);
    case Kind::memcpy_2D: return memcpy_2D(machine, c);
    case Kind::memcpy_4D: return memcpy_4D(machine, c);
    case Kind::memset_4D: return memset_4D(machine, c);
    case Kind::cwtrans: return cwtrans(machine, c);
    case Kind::mask_memcpy_4D: return mask_memcpy_4D(machine, c);
    case Kind::mask_count: return;
  }
}

}  // namespace brute

}  // namespace strideproof
