// The tensors of networks, moved by the other engines: logic and shifts between tiles in local
// memory (okk-bdc), general copies, conversions and masks (bm-atomic), bursts (tik data_move),
// weights as fractals (asc).

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "corpus/networks/split.h"
#include "spec/vocabulary/integer.h"

namespace strideproof::networks {
namespace {

constexpr int64_t input_arena = 0x100000000, output_arena = 0x1ff800000;  // bm1684
constexpr int64_t most_elements = 1 << 16;  // of a line: each is replayed often
constexpr int64_t block = 32, fractal = 512;

std::string dims(const Shape& s) { return fmt::format("{},{},{},{}", s.n, s.c, s.h, s.w); }
int64_t elements(const Shape& s) { return s.n * s.c * s.h * s.w; }

// Lines without repetition.
class Lines {
 public:
  explicit Lines(const Network& network) : network_(network) {}

  std::string write() {
    const Profile& bm1684 = *find_profile("bm1684");
    for (const Tensor& tensor : network_.tensors) {
      const Shape tile = tiles(tensor.shape, 4, slot(bm1684), bm1684).front().size;
      if (elements(tile) > most_elements) continue;
      logic(tile, slot(bm1684));
      general(tile, slot(bm1684));
      bursts(tile);
    }
    for (const Matrix& matrix : network_.matrices) {
      sections(matrix, bm1684);
      fractals(matrix);
    }
    return std::move(text_);
  }

 private:
  static int64_t slot(const Profile& profile) { return profile.lane_bytes / 32; }

  bool add(const std::string& line) {
    if (!seen_.insert(line).second) return false;
    text_ += line + "\n";
    return true;
  }

  // One of the twelve functions of okk-bdc for each tile, in turn: slots 0 and 1 into slot 2.
  void logic(const Shape& tile, int64_t slot) {
    if (tile.c > 4095) return;
    constexpr const char* binary[] = {"and", "or", "xor", "arithmetic_shift", "logical_shift"};
    const int64_t turn = turn_++ % 12;
    const std::string shape = "shape=" + dims(tile) + " dst_stride=null";
    if (turn < 5) {
      add(
          fmt::format("okk_bdc_32bit_{} bm1684 dst_addr={:#x} src0_addr=0 src1_addr={:#x} {} "
                      "src0_stride=null src1_stride=null{} fill=1",
                      binary[turn], 2 * slot, slot, shape, turn < 3 ? "" : " data.src1=counts"));
    } else if (turn < 10) {
      add(
          fmt::format("okk_bdc_32bit_{}_C bm1684 dst_addr={:#x} src_addr=0 C={} {} "
                      "src_stride=null fill=1",
                      binary[turn - 5], 2 * slot, turn < 8 ? 0x7fffff : tile.w % 33, shape));
    } else {
      add(
          fmt::format("okk_bdc_32bit_C_{} bm1684 dst_addr={:#x} src_addr=0 C=0x7fff0001 {} "
                      "src_stride=null data.src=counts fill=1",
                      binary[turn - 7], 2 * slot, shape));
    }
  }

  // float32 becomes float16 when loaded and float32 when stored; a tile is copied within system
  // memory, set, and packed by a mask.
  void general(const Shape& tile, int64_t slot) {
    const Shape flat{tile.c * tile.h * tile.w, tile.h * tile.w, tile.w, 1};
    const auto local = [&](int64_t element_bytes) {
      const int64_t sc = round_up(tile.h * tile.w, 128 / element_bytes);
      return dims({ceil_div(tile.c, int64_t{64}) * sc, sc, tile.w, 1});
    };
    const std::string shape = dims(tile);
    if (!add(
            fmt::format("bm_atomic_memcpy_4D bm1684 src_addr={:#x} src_local_idx=0 src_shape={} "
                        "src_stride={} src_format=0 dst_addr=0 dst_local_idx=0 dst_shape={} "
                        "dst_stride={} dst_format=4 direction=0 transpose=0 data.src=floats fill=1",
                        input_arena, shape, dims(flat), shape, local(2))))
      return;
    add(
        fmt::format("bm_atomic_memcpy_4D bm1684 src_addr=0 src_local_idx=0 src_shape={} "
                    "src_stride={} src_format=4 dst_addr={:#x} dst_local_idx=0 dst_shape={} "
                    "dst_stride={} dst_format=0 direction=1 transpose=0 fill=1",
                    shape, local(2), output_arena, shape, dims(flat)));
    add(
        fmt::format("bm_atomic_memcpy_1D bm1684 src_addr={:#x} dst_addr={:#x} length={} format=0 "
                    "direction=2 fill=1",
                    input_arena, output_arena, elements(tile)));
    add(
        fmt::format("bm_atomic_memset_4D bm1684 start_addr={:#x} shape={} stride={} "
                    "const_val=0xff800000 format=0 is_local_mem=1 local_idx=0 fill=1",
                    slot, shape, local(4)));
    add(
        fmt::format("program bm1684 fill=1 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 "
                    "mask_local_mem_addr={:#x} local_mem_idx=0 dst_global_mem_addr={:#x} shape={} "
                    "data.src1=mask ; bm_get_mask_memcpy_res_num",
                    slot, output_arena, shape));
  }

  // A channel is a burst, padded to whole blocks; as many channels as the unified buffer holds
  // twice.
  void bursts(const Shape& tile) {
    const Profile& ascend310 = *find_profile("ascend310");
    const int64_t burst = ceil_div(tile.h * tile.w * 4, block);
    const int64_t half = ascend310.buffer_bytes[static_cast<int>(Space::ub)] / 2;
    const int64_t nburst = std::min(tile.n * tile.c, half / (burst * block));
    if (nburst == 0) return;
    const auto move = [&](Space dst, int64_t to, Space src, int64_t from, int64_t gap) {
      add(
          fmt::format("data_move ascend310 dst_space={} dst={:#x} src_space={} src={:#x} dtype=5 "
                      "sid=0 nburst={} burst={} src_stride={} dst_stride=0 fill=1",
                      static_cast<int>(dst), to, static_cast<int>(src), from, nburst, burst, gap));
    };
    move(Space::ub, 0, Space::system, input_arena, 0);
    move(Space::ub, half / block * block, Space::ub, 0, 0);
    move(Space::system, output_arena, Space::ub, 0, 0);
    move(Space::l1, 0, Space::system, input_arena, burst);  // every other channel
  }

  // A matrix in sections, transposed if a lane holds it; its first rows are also transposed as
  // channels and columns.
  void sections(const Matrix& m, const Profile& profile) {
    const int64_t lane = profile.lane_bytes;
    const auto copy = [&](int64_t rows, int64_t sec_size, int direction, int transpose) {
      const int64_t local_rows = transpose != 0 ? m.cols : rows;
      const int64_t columns = transpose != 0 ? rows : m.cols;
      const int64_t channels = ceil_div(columns, sec_size);
      const int64_t bytes = local_rows * ceil_div(channels, profile.lanes) *
                            round_up(sec_size, profile.unit_bytes / 4) * 4;
      if (bytes > lane || rows * m.cols > 4 * most_elements) return;
      add(
          fmt::format("bm_atomic_memcpy_2D bm1684 global_mem_addr={:#x} local_mem_addr=0 "
                      "local_mem_idx=0 row={} col={} row_stride={} sec_size={} format=0 "
                      "direction={} transpose={} result_add=0 fill=1",
                      input_arena, rows, m.cols, m.row_stride, sec_size, direction, transpose));
    };
    const int64_t rows = std::min<int64_t>(m.rows, 128);
    copy(rows, m.cols_per_channel, 0, 0);
    copy(rows, ceil_div(rows, profile.lanes), 0, 1);
    copy(rows, ceil_div(rows, profile.lanes), 1, 1);
    const int64_t of_src = ceil_div(rows, profile.lanes) * m.cols * 4;
    const int64_t of_dst = ceil_div(m.cols, profile.lanes) * rows * 4;
    if (of_src <= lane / 2 && of_dst <= lane / 2)
      add(
          fmt::format("bm_atomic_cwtrans bm1684 src_addr=0 src_local_idx=0 dst_addr={:#x} "
                      "dst_local_idx=0 src_c={} src_w={} format=0 src_c_stride={} dst_c_stride={} "
                      "fill=1",
                      lane / 2, rows, m.cols, m.cols, rows));
  }

  // A strip of the weights, 16 rows of float16, 32 rows of bytes: as many squares as L0B holds.
  void fractals(const Matrix& m) {
    const Profile& ascend910b = *find_profile("ascend910b");
    const int64_t l0b = ascend910b.buffer_bytes[static_cast<int>(Space::l0b)];
    const auto transpose = [&](const char* name, int dtype, int64_t side, int64_t square) {
      const int64_t per = square / fractal;
      const int64_t repeat = std::min(ceil_div(m.cols, side), l0b / square);
      add(
          fmt::format("{} ascend910b dst=0 src=0 index_id={} repeat={} src_stride=1 dst_stride={} "
                      "addrmode=0 dst_frac_stride=0 dtype={} fill=1",
                      name, m.rows % 7, std::min<int64_t>(repeat, 255), per - 1, dtype));
    };
    transpose("asc_copy_l12l0b_trans", 2, 16, fractal);
    transpose("asc_copy_l12l0b_trans_sync", 1, 32, 2 * fractal);
    transpose("asc_copy_l12l0b_trans", 6, 16, 2 * fractal);
  }

  const Network& network_;
  std::set<std::string> seen_;
  std::string text_;
  int64_t turn_ = 0;
};

}  // namespace

std::string engines_text(const Network& network) { return Lines(network).write(); }

}  // namespace strideproof::networks
