#include "model/tests/bm_atomic_values.h"

#include <fmt/format.h>

namespace strideproof {
namespace {

constexpr int64_t from = 0x100000000, to = 0x100000800;
constexpr auto local = Space::local, global = Space::system;
enum Format { float32, int16, uint8, int8, float16 };

// memcpy_4D within system memory: elements of one format become those of another.
ValueTable conversion(std::string_view name, Format src, Format dst, std::vector<uint32_t> before,
                      std::vector<uint32_t> after, std::vector<Choice> choices = {}) {
  constexpr int bytes[] = {4, 2, 1, 1, 2};
  const std::string line = fmt::format(
      "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,{0} "
      "src_stride=0,0,0,1 src_format={1} dst_addr=0x100000800 dst_local_idx=0 dst_shape=1,1,1,{0} "
      "dst_stride=0,0,0,1 dst_format={2} direction=2 transpose=0",
      before.size(), static_cast<int>(src), static_cast<int>(dst));
  return {name,
          line,
          {{global, 0, from, bytes[src], std::move(before)}},
          {{global, 0, to, bytes[dst], std::move(after)}},
          0,
          std::move(choices)};
}

void append_conversions(std::vector<ValueTable>& all) {
  // 1, -2, -0, 1 + 2^-11 (a tie), 1 + 3*2^-11 (a tie), a little more than the first tie; 65504,
  // below 65520, +-65520, 65536; 2^-14, 2^-14 - 2^-24, below 2^-14; 2^-24, 2^-25 (a tie), a little
  // more, 1.5 * 2^-24 (a tie); -1.5 * 2^-24; +-infinity
  const std::vector<uint32_t> singles = {
      0x3f800000, 0xc0000000, 0x80000000, 0x3f801000, 0x3f803000, 0x3f801001, 0x477fe000,
      0x477fefff, 0x477ff000, 0xc77ff000, 0x47800000, 0x38800000, 0x387fc000, 0x387fffff,
      0x33800000, 0x33000000, 0x33000001, 0x33c00000, 0xb3c00000, 0x7f800000, 0xff800000};
  all.push_back(conversion(
      "float32_to_float16", float32, float16, singles,
      {0x3c00, 0xc000, 0x8000, 0x3c00, 0x3c02, 0x3c01, 0x7bff, 0x7bff, 0x7c00, 0xfc00, 0x7c00,
       0x0400, 0x03ff, 0x0400, 0x0001, 0x0000, 0x0001, 0x0002, 0x8002, 0x7c00, 0xfc00}));
  all.push_back(conversion(
      "float32_to_float16_truncated", float32, float16, singles,
      {0x3c00, 0xc000, 0x8000, 0x3c00, 0x3c01, 0x3c00, 0x7bff, 0x7bff, 0x7bff, 0xfbff, 0x7c00,
       0x0400, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x0000, 0x8000, 0x7c00, 0xfc00},
      {{"f32-to-f16", 1}}));
  all.push_back(conversion("NaN_to_float16_truncated", float32, float16,
                           {0x7fc00000, 0xffc00001, 0x7f800001}, {0x7c00, 0xfc00, 0x7c00},
                           {{"f32-to-f16", 1}}));

  all.push_back(conversion(
      "float32_to_float16_largest", float32, float16, singles,
      {0x3c00, 0xc000, 0x8000, 0x3c00, 0x3c02, 0x3c01, 0x7bff, 0x7bff, 0x7bff, 0xfbff, 0x7bff,
       0x0400, 0x03ff, 0x0400, 0x0001, 0x0000, 0x0001, 0x0002, 0x8002, 0x7c00, 0xfc00},
      {{"f16-overflow", 1}}));

  const std::vector<uint32_t> halves = {0x0000, 0x8000, 0x3c00, 0x0001, 0x83ff,
                                        0x0400, 0x7bff, 0x7c00, 0xfc00};
  all.push_back(conversion("float16_to_float32", float16, float32, halves,
                           {0x00000000, 0x80000000, 0x3f800000, 0x33800000, 0xb87fc000, 0x38800000,
                            0x477fe000, 0x7f800000, 0xff800000}));
  // Exponent 0 is 2^-15 like any other, 31 is 2^16.
  all.push_back(conversion("float16_to_float32_rebiased", float16, float32, halves,
                           {0x38000000, 0xb8000000, 0x3f800000, 0x38002000, 0xb87fe000, 0x38800000,
                            0x477fe000, 0x47800000, 0xc7800000},
                           {{"f16-to-f32", 1}}));
  all.push_back(conversion("NaN_to_float32_rebiased", float16, float32, {0x7e00, 0xfc01},
                           {0x47c00000, 0xc7802000}, {{"f16-to-f32", 1}}));

  // 0.5, 1.5, 2.5, -0.5, -3, 254.5, 255.5, 256, 2^-24, +-infinity
  const std::vector<uint32_t> unsigned_edges = {0x3f000000, 0x3fc00000, 0x40200000, 0xbf000000,
                                                0xc0400000, 0x437e8000, 0x437f8000, 0x43800000,
                                                0x33800000, 0x7f800000, 0xff800000};
  all.push_back(conversion("float32_to_uint8", float32, uint8, unsigned_edges,
                           {0, 2, 2, 0, 0, 254, 255, 255, 0, 255, 0}));
  all.push_back(conversion("float32_to_uint8_away_from_zero", float32, uint8, unsigned_edges,
                           {1, 2, 3, 0, 0, 255, 255, 255, 0, 255, 0}, {{"to-int-rounding", 1}}));
  all.push_back(conversion("float32_to_uint8_truncated", float32, uint8, unsigned_edges,
                           {0, 1, 2, 0, 0, 254, 255, 255, 0, 255, 0}, {{"to-int-rounding", 2}}));

  all.push_back(conversion("float32_to_uint8_half_up", float32, uint8, unsigned_edges,
                           {1, 2, 3, 0, 0, 255, 255, 255, 0, 255, 0}, {{"to-int-rounding", 3}}));
  all.push_back(conversion("float32_to_uint8_lower_bits", float32, uint8, unsigned_edges,
                           {0, 2, 2, 0, 253, 254, 0, 0, 0, 255, 0}, {{"to-int-range", 1}}));

  // 126.5, 127.5, -128.5, -129, -0.5, -1.5, -2.5
  const std::vector<uint32_t> signed_edges = {0x42fd0000, 0x42ff0000, 0xc3008000, 0xc3010000,
                                              0xbf000000, 0xbfc00000, 0xc0200000};
  all.push_back(conversion("float32_to_int8", float32, int8, signed_edges,
                           {126, 127, 0x80, 0x80, 0, 0xfe, 0xfe}));
  all.push_back(conversion("float32_to_int8_away_from_zero", float32, int8, signed_edges,
                           {127, 127, 0x80, 0x80, 0xff, 0xfe, 0xfd}, {{"to-int-rounding", 1}}));
  all.push_back(conversion("float32_to_int8_truncated", float32, int8, signed_edges,
                           {126, 127, 0x80, 0x80, 0, 0xff, 0xfe}, {{"to-int-rounding", 2}}));

  all.push_back(conversion("float32_to_int8_half_up", float32, int8, signed_edges,
                           {127, 127, 0x80, 0x80, 0, 0xff, 0xfe}, {{"to-int-rounding", 3}}));
  all.push_back(conversion("float32_to_int8_floor", float32, int8, signed_edges,
                           {126, 127, 0x80, 0x80, 0xff, 0xfe, 0xfd}, {{"to-int-rounding", 4}}));

  const std::vector<uint32_t> nans = {0x7fc00000, 0xffc00001, 0x7f800001};
  all.push_back(conversion("NaN_to_uint8", float32, uint8, nans, {255, 255, 255}));
  all.push_back(conversion("NaN_to_int8", float32, int8, nans, {127, 127, 127}));
  all.push_back(
      conversion("NaN_to_int8_zero", float32, int8, nans, {0, 0, 0}, {{"nan-to-int", 1}}));
  all.push_back(conversion("NaN_to_int8_smallest", float32, int8, nans, {0x80, 0x80, 0x80},
                           {{"nan-to-int", 2}}));
  all.push_back(
      conversion("NaN_to_uint8_smallest", float32, uint8, nans, {0, 0, 0}, {{"nan-to-int", 2}}));

  // -100, 0.5, 1.5, 254, +-infinity, NaN
  const std::vector<uint32_t> small = {0xd640, 0x3800, 0x3e00, 0x5bf0, 0x7c00, 0xfc00, 0x7e00};
  all.push_back(
      conversion("float16_to_int8", float16, int8, small, {0x9c, 0, 2, 127, 127, 0x80, 127}));
  all.push_back(conversion("float16_to_uint8", float16, uint8, small, {0, 0, 2, 254, 255, 0, 255}));

  const std::vector<uint32_t> bytes = {0, 1, 0x7f, 0x80, 0xff};
  all.push_back(conversion("uint8_to_float32", uint8, float32, bytes,
                           {0, 0x3f800000, 0x42fe0000, 0x43000000, 0x437f0000}));
  all.push_back(conversion("int8_to_float32", int8, float32, bytes,
                           {0, 0x3f800000, 0x42fe0000, 0xc3000000, 0xbf800000}));
  all.push_back(
      conversion("uint8_to_float16", uint8, float16, bytes, {0, 0x3c00, 0x57f0, 0x5800, 0x5bf8}));
  all.push_back(
      conversion("int8_to_float16", int8, float16, bytes, {0, 0x3c00, 0x57f0, 0xd800, 0xbc00}));
  const std::vector<Choice> any_pair = {{"conversion-pairs", 1}};
  all.push_back(conversion("uint8_to_int8", uint8, int8, bytes, {0, 1, 127, 127, 127}, any_pair));
  all.push_back(
      conversion("int8_to_int16", int8, int16, bytes, {0, 1, 0x7f, 0xff80, 0xffff}, any_pair));
  all.push_back(conversion("int16_to_float32", int16, float32, {1, 0x8000, 0xffff},
                           {0x3f800000, 0xc7000000, 0xbf800000}, any_pair));
  all.push_back(conversion("float32_to_int16", float32, int16,
                           {0xbf800000, 0x47000000, 0xc7000100, 0x7fc00000},
                           {0xffff, 0x7fff, 0x8000, 0x7fff}, any_pair));
  // src(n, c) = 1, 2; 3, 4 and dst(c, n) = 1, 3; 2, 4.
  all.push_back({"transposed_and_converted",
                 "bm_atomic_memcpy_4D toy src_addr=0x100000000 src_local_idx=0 src_shape=2,2,1,1 "
                 "src_stride=2,1,1,1 src_format=2 dst_addr=0x100000800 dst_local_idx=0 "
                 "dst_shape=2,2,1,1 dst_stride=2,1,1,1 dst_format=0 direction=2 transpose=1",
                 {{global, 0, from, 1, {1, 2, 3, 4}}},
                 {{global, 0, to, 4, {0x3f800000, 0x40400000, 0x40000000, 0x40800000}}},
                 0,
                 {{"transpose-conversion", 1}}});
  // Equal formats: the bits, also of a signalling NaN.
  all.push_back(conversion("float32_to_float32", float32, float32, {0x7f800001, 0xff812345, 1},
                           {0x7f800001, 0xff812345, 1}));
}

void append_sums(std::vector<ValueTable>& all) {
  const auto matrix = [](int direction) {
    return fmt::format(
        "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=32 local_mem_idx=1 "
        "row=1 col=8 row_stride=8 sec_size=4 format=0 direction={} transpose=0 result_add=1",
        direction);
  };
  // 1 + 2, 2.5 + 0.25, -1 + 1, subnormal 1 + 2, largest + largest, 2^24 + 1 (a tie),
  // 2^24 + 2 + 1 (a tie), -0 + -0: two channels, in lanes 1 and 2.
  const Values first = {local, 1, 32, 4, {0x3f800000, 0x40200000, 0xbf800000, 0x00000001}};
  const Values second = {local, 2, 32, 4, {0x7f7fffff, 0x4b800000, 0x4b800001, 0x80000000}};
  const Values more = {global,
                       0,
                       from,
                       4,
                       {0x40000000, 0x3e800000, 0x3f800000, 0x00000002, 0x7f7fffff, 0x3f800000,
                        0x3f800000, 0x80000000}};
  all.push_back({"result_add_S2L",
                 matrix(0),
                 {first, second, more},
                 {{local, 1, 32, 4, {0x40400000, 0x40300000, 0, 3}},
                  {local, 2, 32, 4, {0x7f800000, 0x4b800000, 0x4b800002, 0x80000000}}}});
  all.push_back(
      {"result_add_L2S",
       matrix(1),
       {first, second, more},
       {{global,
         0,
         from,
         4,
         {0x40400000, 0x40300000, 0, 3, 0x7f800000, 0x4b800000, 0x4b800002, 0x80000000}}}});
  const std::string flushing =
      "bm_atomic_memcpy_2D toy global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=0 "
      "row=1 col=4 row_stride=0 sec_size=4 format=0 direction=0 transpose=0 result_add=1";
  // Subnormal 1 + 2; -1 + 0; 2^-126 + subnormal; 1.5 * 2^-126 - 2^-126 = 2^-127.
  const Values tiny = {local, 0, 0, 4, {1, 0x80000001, 0x00800000, 0x00c00000}};
  const Values tinier = {global, 0, from, 4, {2, 0x80000000, 0x00000001, 0x80800000}};
  all.push_back({"subnormal_sums",
                 flushing,
                 {tiny, tinier},
                 {{local, 0, 0, 4, {3, 0x80000001, 0x00800001, 0x00400000}}}});
  all.push_back({"subnormal_sums_flushed",
                 flushing,
                 {tiny, tinier},
                 {{local, 0, 0, 4, {0, 0x80000000, 0x00800000, 0}}},
                 0,
                 {{"add-subnormal", 1}}});
}

}  // namespace

std::vector<ValueTable> bm_atomic_values() {
  std::vector<ValueTable> all;
  append_conversions(all);
  append_sums(all);
  append_masks(all);
  return all;
}

}  // namespace strideproof
