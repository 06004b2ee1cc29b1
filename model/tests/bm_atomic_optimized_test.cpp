// bm-atomic, optimized: the operations do what the reference does, and no more;
// walks go where rows lie.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/optimized/bm_atomic.h"
#include "model/tests/bm_atomic_half.h"
#include "model/tests/bm_atomic_world.h"
#include "spec/operations/bm_atomic_selectors.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

constexpr int64_t toy_system = 0xfffff000, toy_base = 0x08000000;

TEST(BmAtomic, LinearRunsGoOnInTheNextLane) {
  for (int format = 0; format < 5; ++format)
    for (int length : {1, 2, 60, 64, 70, 128, 190}) {
      const auto line = [&](int64_t src, int64_t dst, int direction) {
        expect_as_reference(
            fmt::format("bm_atomic_memcpy_1D toy src_addr={} dst_addr={} length={} format={} "
                        "direction={} fill=4",
                        src, dst, length, format, direction));
      };
      for (const int64_t local : {toy_base, toy_base + 252, toy_base + 256, toy_base + 212}) {
        line(toy_system + 8, local, 0);
        line(local, 0xfffffffc, 1);
      }
      if (length <= 70) line(toy_base + 252, toy_base + 600, 3);
      line(toy_system + 4, 0xfffffff8, 2);
      line(toy_system + 4, toy_system + 4, 2);
    }
}

TEST(BmAtomic, MatricesOfEveryFormat) {
  for (int format = 0; format < 5; ++format)
    for (int idx = 0; idx < 4; ++idx)
      for (int col : {1, 2, 4, 5})
        for (int sec : {1, 2, 5, 11})
          for (int flags = 0; flags < (format == 0 ? 4 : 2); ++flags)
            for (int direction : {0, 1})
              expect_as_reference(fmt::format(
                  "bm_atomic_memcpy_2D toy global_mem_addr={} local_mem_addr=4 local_mem_idx={} "
                  "row=3 col={} row_stride={} sec_size={} format={} direction={} transpose={} "
                  "result_add={} fill=9",
                  0xffffffe0, idx, col, direction == 0 ? idx * 2 : col + idx, sec, format,
                  direction, flags & 1, flags >> 1));
}

TEST(BmAtomic, LargeMatrices) {
  for (const char* line : {
           "global_mem_addr=0x100000004 local_mem_addr=4 local_mem_idx=61 row=130 col=70 "
           "row_stride=71 sec_size=33 format=0 direction=0 transpose=1 result_add=0",
           "global_mem_addr=0x100000004 local_mem_addr=4 local_mem_idx=61 row=130 col=70 "
           "row_stride=71 sec_size=33 format=1 direction=1 transpose=1 result_add=0",
           "global_mem_addr=0x100000003 local_mem_addr=3 local_mem_idx=3 row=200 col=300 "
           "row_stride=300 sec_size=70 format=2 direction=0 transpose=1 result_add=0",
           "global_mem_addr=0x100000003 local_mem_addr=3 local_mem_idx=3 row=200 col=300 "
           "row_stride=300 sec_size=3 format=3 direction=1 transpose=1 result_add=0",
           "global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=3 row=200 col=300 "
           "row_stride=303 sec_size=3 format=4 direction=1 transpose=0 result_add=0",
       })
    expect_as_reference(std::string("bm_atomic_memcpy_2D bm1684 ") + line + " fill=2");
}

// Without NaN, of which any may come.
TEST(BmAtomic, SumsOfEveryClass) {
  for (int transpose : {0, 1})
    for (int direction : {0, 1}) {
      const Case c = parse_case(fmt::format(
          "bm_atomic_memcpy_2D toy global_mem_addr={} local_mem_addr=0 local_mem_idx=1 row=12 "
          "col=9 "
          "row_stride=9 sec_size=4 format=0 direction={} transpose={} result_add=1 data.src=floats",
          toy_system, direction, transpose));
      auto [fast, slow] = worlds_of(c);
      for (World* world : {&fast, &slow})
        for (const Space space : {Space::local, Space::system}) {
          auto* const words = reinterpret_cast<uint32_t*>(world->machine.base(space) +
                                                          (space == Space::local ? 0 : toy_system));
          for (int64_t i = 0; i < (space == Space::local ? 256 : 1024); ++i)
            if (oracle::is_nan(words[i]) || (words[i] & 0x7fffffff) == 0x7f800000)
              words[i] = 0x00000003;
        }
      ASSERT_TRUE(optimized::run(fast.machine, c).constraint_results.legal());
      reference::run(slow.machine, c);
      EXPECT_TRUE(fast == slow) << print(c);
    }
}

std::string numbers(std::initializer_list<int64_t> values) {
  return fmt::format("{}", fmt::join(values, ","));
}

struct Operand4D {
  int64_t address, idx;
  std::string shape, stride;
  int format;
};

std::string line_4d(const Operand4D& src, const Operand4D& dst, int direction, int transpose) {
  return fmt::format(
      "bm_atomic_memcpy_4D toy src_addr={} src_local_idx={} src_shape={} src_stride={} "
      "src_format={} "
      "dst_addr={} dst_local_idx={} dst_shape={} dst_stride={} dst_format={} direction={} "
      "transpose={} fill=3",
      src.address, src.idx, src.shape, src.stride, src.format, dst.address, dst.idx, dst.shape,
      dst.stride, dst.format, direction, transpose);
}

// Both sides of 24 elements: with gaps, without, from every lane; and a source that is broadcast.
TEST(BmAtomic, TensorsReshapeAndConvert) {
  const Operand4D tight[] = {{0, 0, "1,2,3,4", "24,12,4,1", 0},
                             {0, 1, "4,3,2,1", "8,2,1,1", 0},
                             {0, 3, "1,1,1,24", "9,9,9,1", 0},
                             {0, 2, "2,6,2,1", "12,2,1,1", 0}};
  const Operand4D gapped[] = {{0, 0, "1,2,3,4", "40,20,5,1", 0},
                              {0, 2, "2,1,4,3", "22,8,4,1", 0},
                              {0, 3, "3,2,1,4", "9,4,0,1", 0},
                              {0, 1, "2,3,2,2", "24,6,3,1", 0}};
  std::vector<Operand4D> all(std::begin(tight), std::end(tight));
  all.insert(all.end(), std::begin(gapped), std::end(gapped));
  std::vector<Operand4D> sources = all;
  sources.push_back({0, 1, "2,3,2,2", "0,0,2,1", 0});
  const int pairs[][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 2}, {0, 3}, {0, 4}, {2, 0},
                          {3, 0}, {4, 0}, {2, 4}, {3, 4}, {4, 2}, {4, 3}};
  Sifted sifted;
  for (Operand4D src : sources)
    for (Operand4D dst : all)
      for (const auto& [from, to] : pairs)
        for (int direction = 0; direction < 4; ++direction) {
          src.format = from, dst.format = to;
          const bool src_local = bm_atomic::src_is_local(int64_t{direction}),
                     dst_local = bm_atomic::dst_is_local(int64_t{direction});
          if (src_local && dst_local && from == 0) src.idx = (dst.idx + 2) % 4;
          src.address = src_local ? 0 : toy_system + 4;
          dst.address = dst_local ? (src_local ? 128 : 4) : 0xfffffffc;
          sifted.expect(line_4d(src, dst, direction, 0));
        }
}

TEST(BmAtomic, TensorsTranspose) {
  Sifted sifted;
  for (int format = 0; format < 5; ++format)
    for (int64_t n : {1, 2, 5})
      for (int64_t c : {1, 3, 6})
        for (int64_t h : {1, 2})
          for (int64_t w : {1, 2, 3})
            for (int gaps = 0; gaps < 4; ++gaps)  // of rows: none, of src, of dst, of both
              for (int direction = 0; direction < 4; ++direction) {
                const int64_t idx = (n + c + w) % 4;
                const auto tensor = [&](int64_t images, int64_t channels, int64_t gap, bool local,
                                        int64_t address) {
                  const int64_t row = w + gap, channel = row * h;
                  const int64_t blocks = local ? (idx + channels + 3) / 4 : channels;
                  return Operand4D{address, idx, numbers({images, channels, h, w}),
                                   numbers({blocks * channel, channel, row, 1}), format};
                };
                const bool src_local = bm_atomic::src_is_local(int64_t{direction}),
                           dst_local = bm_atomic::dst_is_local(int64_t{direction});
                sifted.expect(
                    line_4d(tensor(n, c, gaps & 1, src_local, src_local ? 0 : toy_system + 4),
                            tensor(c, n, gaps >> 1, dst_local, dst_local ? 128 : 0xfffffffc),
                            direction, 1));
              }
}

TEST(BmAtomic, LargeTensors) {
  for (const char* line : {
           "src_addr=0x100000000 src_local_idx=0 src_shape=70,130,1,1 src_stride=130,1,1,1 "
           "src_format=1 dst_addr=0x100010000 dst_local_idx=0 dst_shape=130,70,1,1 "
           "dst_stride=70,1,1,1 dst_format=1 direction=2 transpose=1",
           "src_addr=0x100000000 src_local_idx=0 src_shape=3,130,5,7 src_stride=4550,35,7,1 "
           "src_format=4 dst_addr=8 dst_local_idx=63 dst_shape=3,130,5,7 dst_stride=192,64,7,1 "
           "dst_format=0 direction=0 transpose=0",
           "src_addr=8 src_local_idx=62 src_shape=3,130,5,7 src_stride=192,64,7,1 "
           "src_format=0 dst_addr=0x100000002 dst_local_idx=0 dst_shape=1,13650,1,1 "
           "dst_stride=0,1,0,1 "
           "dst_format=4 direction=1 transpose=0",
       })
    expect_as_reference(std::string("bm_atomic_memcpy_4D bm1684 ") + line + " fill=2");
}

TEST(BmAtomic, InPlaceNothingChanges) {
  const auto in_place = [](const char* shape, const char* stride, const char* dst_stride,
                           int direction, int transpose) {
    const int64_t address = direction == 3 ? 8 : toy_system;
    expect_as_reference(line_4d({address, 1, shape, stride, 1}, {address, 1, shape, dst_stride, 1},
                                direction, transpose));
  };
  in_place("1,5,2,3", "0,6,3,1", "9,6,3,1", 3, 0);
  in_place("2,2,3,4", "24,12,4,1", "24,12,4,1", 2, 0);
  in_place("1,1,2,3", "40,7,3,1", "7,40,3,1", 2, 1);
}

TEST(BmAtomic, FillsOfEveryFormat) {
  for (int format = 0; format < 5; ++format)
    for (int local : {0, 1})
      for (int idx = 0; idx < 4; ++idx)
        for (const char* shape_and_stride :
             {"shape=2,6,3,2 stride=20,6,2,1", "shape=1,3,2,5 stride=0,11,6,1",
              "shape=3,1,1,1 stride=0,1,1,1"})
          expect_as_reference(
              fmt::format("bm_atomic_memset_4D toy start_addr={} {} const_val=0x87654321 format={} "
                          "is_local_mem={} "
                          "local_idx={} fill=1",
                          local != 0 ? 4 : 0xfffffffc, shape_and_stride, format, local,
                          local != 0 ? idx : 4294967295));
}

TEST(BmAtomic, ChannelsAndColumnsTranspose) {
  for (int format = 0; format < 5; ++format)
    for (int c : {1, 2, 4, 5, 9})
      for (int w : {1, 3, 4, 7})
        for (int src = 0; src < 4; ++src)
          for (int dst = 0; dst < 4; ++dst)
            expect_as_reference(
                fmt::format("bm_atomic_cwtrans toy src_addr=4 src_local_idx={} dst_addr=132 "
                            "dst_local_idx={} src_c={} "
                            "src_w={} format={} src_c_stride={} dst_c_stride={} fill=6",
                            src, dst, c, w, format, w + src, c + dst % 2));
  expect_as_reference(
      "bm_atomic_cwtrans bm1684 src_addr=4 src_local_idx=5 dst_addr=0x10000 dst_local_idx=60 "
      "src_c=300 "
      "src_w=150 format=2 src_c_stride=150 dst_c_stride=320 fill=6");
}

TEST(BmAtomic, MasksKeepAndCount) {
  for (int idx = 0; idx < 4; ++idx)
    for (const char* shape : {"1,1,1,1", "2,5,1,3", "1,9,2,2", "3,2,3,1", "1,4,1,8"})
      for (const char* data : {"mask", "unique"})
        for (int mask : {0, 96, 128})
          expect_as_reference(
              fmt::format("bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 "
                          "mask_local_mem_addr={} local_mem_idx={} "
                          "dst_global_mem_addr=0xffffffc0 shape={} data.src={} fill=8",
                          mask, idx, shape, data));
}

TEST(BmAtomic, TheCountIsThatOfTheLastMaskCopy) {
  const Case mask = parse_case(
      "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=64 local_mem_idx=0 "
      "dst_global_mem_addr=0xffffffc0 shape=1,4,1,2 fill=8");
  const Case count = parse_case("bm_get_mask_memcpy_res_num toy fill=8");
  World& world = worlds_of(mask).first;
  EXPECT_EQ(optimized::run(world.machine, count).returned, 0U);
  optimized::run(world.machine, mask);
  EXPECT_EQ(optimized::run(world.machine, count).returned, 8U);
  EXPECT_EQ(optimized::run(world.machine, count).returned, 8U);
  for (int lane = 0; lane < 4; ++lane) std::memset(world.machine.at(Space::local, lane, 64), 0, 8);
  *world.machine.at(Space::local, 2, 71) = 1;
  optimized::run(world.machine, mask);
  EXPECT_EQ(optimized::run(world.machine, count).returned, 1U);
  Case illegal = mask;
  illegal["mask_local_mem_addr"] = 65;
  EXPECT_FALSE(optimized::run(world.machine, illegal).constraint_results.legal());
  EXPECT_EQ(optimized::run(world.machine, count).returned, 1U);
}

// ---- walks ----

TEST(Rows, TheCursorIsWhereTheRowIs) {
  for (int64_t first = 0; first < 4; ++first)
    for (const int64_t block : {0, 7, -900}) {
      const optimized::Rows<int64_t> rows = {100, first, 4, 256, block};
      auto cursor = row_cursor(rows, int64_t{0});
      for (int64_t i = 0; i < 20; ++i, cursor = optimized::next(rows, cursor))
        ASSERT_EQ(cursor.at, 100 + (first + i) % 4 * 256 + (first + i) / 4 * block);
    }
}

TEST(RunSequence, CoalescesAdjacentRuns) {
  const auto m = spec::machine_shape<int64_t>(*find_profile("toy"));
  const auto runs = [&](Space space, const Dim4<int64_t>& stride) {
    const auto path = optimized::path_of(
        m, {space, 2, space == Space::local ? 256 : toy_system, {2, 3, 4, 5}, stride, 5});
    return std::vector<int64_t>{path.run, path.rows, path.channel_count, path.images};
  };
  using Runs = std::vector<int64_t>;
  EXPECT_EQ(runs(Space::system, {60, 20, 5, 1}), (Runs{120, 1, 1, 1}));
  EXPECT_EQ(runs(Space::system, {61, 20, 5, 1}), (Runs{60, 1, 1, 2}));
  EXPECT_EQ(runs(Space::system, {60, 21, 5, 1}), (Runs{20, 1, 3, 2}));
  EXPECT_EQ(runs(Space::system, {60, 20, 6, 1}), (Runs{5, 4, 3, 2}));
  EXPECT_EQ(runs(Space::local, {60, 20, 5, 1}), (Runs{20, 1, 3, 2}));
}

}  // namespace
}  // namespace strideproof
