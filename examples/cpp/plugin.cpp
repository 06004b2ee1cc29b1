// A plug-in in C++: the memories of bm1684, and two of its operations. Replace them by yours.
//
// It has no sp_status, so it is given legal cases alone. With WRONG set in the environment the copy
// leaves out channels past the last lane, so that you see a finding.

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "strideproof.h"
#include "strideproof_ops.h"

namespace {

constexpr int lanes = 64;
constexpr int64_t lane_bytes = 512 << 10, system_bytes = int64_t{1} << 40;
constexpr int unit = 128 / 4;  // elements to which a channel of the aligned layout is rounded up

// Memory that takes space only where it is used.
uint8_t* zeroes(int64_t size) {
  void* memory = mmap(nullptr, static_cast<size_t>(size), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<uint8_t*>(memory);
}

struct Machine {
  uint8_t* local = zeroes(lanes * lane_bytes);
  uint8_t* system = zeroes(system_bytes);
  bool wrong = std::getenv("WRONG") != nullptr;
};

Machine& machine() {
  static Machine made;
  return made;
}

uint8_t* place(int space, uint32_t lane, uint64_t offset, uint64_t size) {
  if (space == SP_LOCAL && lane < lanes && offset + size <= lane_bytes)
    return machine().local + lane * lane_bytes + offset;
  if (space == SP_SYSTEM && offset + size <= system_bytes) return machine().system + offset;
  return nullptr;
}

int start_lane(local_addr_t address) { return static_cast<int>(address / lane_bytes); }

dim4 aligned_stride(int start, const dim4& shape) {
  const int channel = (shape.h * shape.w + unit - 1) / unit * unit;
  return {(start + shape.c + lanes - 1) / lanes * channel, channel, shape.w, 1};
}

int64_t offset_of(const dim4& stride, int n, int c, int h, int w) {
  return 4 * (int64_t{n} * stride.n + int64_t{c} * stride.c + int64_t{h} * stride.h +
              int64_t{w} * stride.w);
}

// Channels go from lane to lane, and after the last lane on in the first, stride.c further.
uint8_t* local_element(local_addr_t address, const dim4& stride, int n, int c, int h, int w) {
  const int channel = start_lane(address) + c;
  return machine().local + channel % lanes * lane_bytes + address % lane_bytes +
         offset_of(stride, n, channel / lanes, h, w);
}

template <class Visit>
void for_each(const dim4& shape, Visit visit) {
  for (int n = 0; n < shape.n; ++n)
    for (int c = 0; c < shape.c; ++c)
      for (int h = 0; h < shape.h; ++h)
        for (int w = 0; w < shape.w; ++w) visit(n, c, h, w);
}

}  // namespace

extern "C" {

int sp_abi_version() { return 1; }
const char* sp_name() { return "example in C++"; }

int sp_reset(const char* profile) {
  const bool made = machine().local != nullptr && machine().system != nullptr;
  return made && profile == std::string_view("bm1684") ? 0 : 1;
}

int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  uint8_t* to = place(space, lane, offset, size);
  if (to != nullptr) std::memcpy(to, bytes, size);
  return to == nullptr;
}

int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  const uint8_t* from = place(space, lane, offset, size);
  if (from != nullptr) std::memcpy(bytes, from, size);
  return from == nullptr;
}

void okk_gdma_32bit_set_C_local(local_addr_t dst_addr, x32 C, const dim4* shape,
                                const dim4* dst_stride) {
  const dim4 to =
      dst_stride != nullptr ? *dst_stride : aligned_stride(start_lane(dst_addr), *shape);
  for_each(*shape, [&](int n, int c, int h, int w) {
    std::memcpy(local_element(dst_addr, to, n, c, h, w), &C, 4);
  });
}

void okk_gdma_32bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  const dim4 continuous{shape->c * shape->h * shape->w, shape->h * shape->w, shape->w, 1};
  const dim4 to =
      dst_stride != nullptr ? *dst_stride : aligned_stride(start_lane(dst_addr), *shape);
  const dim4 from = src_stride != nullptr ? *src_stride : continuous;
  for_each(*shape, [&](int n, int c, int h, int w) {
    if (machine().wrong && c >= lanes) return;
    std::memcpy(local_element(dst_addr, to, n, c, h, w),
                machine().system + src_addr + offset_of(from, n, c, h, w), 4);
  });
}

}  // extern "C"
