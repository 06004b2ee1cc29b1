// data_move of TIK, in plain loops. Quotations are the document's sentences; where
// the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/tik.h"

#include <array>
#include <cstring>

#include "model/reference/case_run.h"

namespace strideproof::reference {
namespace {

using namespace tik;

constexpr int64_t block = 32;  // bytes: the unit of burst, src_stride and dst_stride

// "UB->UB", "UB->GM", "GM->UB", "GM->L1"
bool is_path(int64_t from, int64_t to) {
  constexpr int64_t gm = static_cast<int64_t>(Space::system), ub = static_cast<int64_t>(Space::ub),
                    l1 = static_cast<int64_t>(Space::l1);
  if (from == ub) return to == ub || to == gm;
  return from == gm && (to == ub || to == l1);
}

void check_values(CaseRun& run, const Move<int64_t>& p) {
  using enum ConstraintId;
  run.require(path, is_path(p.src_space, p.dst_space));
  run.range(dtype_min, dtype_max, p.dtype, 0, dtype_count - 1);
  run.range(sid_min, sid_max, p.sid, 0, 15);             // "The value range is [0, 15]."
  run.range(nburst_min, nburst_max, p.nburst, 1, 4095);  // "The value range is [1, 4095]."
  // "The value range is [1, 65535], in the unit of 32 bytes."
  run.range(burst_min, burst_max, p.burst, 1, 65535);
  // "The value range is [0, 65535]." The range applies also if a single burst does not use the
  // strides.
  run.range(src_stride_min, src_stride_max, p.src_stride, 0, 65535);
  run.range(dst_stride_min, dst_stride_max, p.dst_stride, 0, 65535);
}

// The elements are blocks, (n, 0, 0, b) is block b of burst n. "Burst-to-burst stride",
// data-move-stride: from the end of a burst to the start of the next.
Tensor bursts(const CaseRun& run, const Move<int64_t>& p, int64_t space, int64_t offset,
              int64_t stride) {
  const Wide step = run.takes("data-move-stride", 1) ? stride : p.burst + stride;
  return {.space = static_cast<Space>(space),
          .element_bytes = block,
          .shape = {p.nburst, 1, 1, p.burst},
          .stride = {step, 0, 0, 1},
          .start = offset};
}

// "If the scope of dst is the L1 Buffer or Unified Buffer, the address offset must be 32-byte
// aligned."; each operand by its own scope: data-move-src-scope.
void check_place(CaseRun& run, Operands which, const Tensor& operand, bool is_alignment_required) {
  run.require(of(ConstraintId::dst_aligned, which),
              !is_alignment_required || operand.start % block == 0);
  run.place(which, operand);
}
bool is_src_alignment_required(const CaseRun& run, const Tensor& dst, const Tensor& src) {
  if (run.takes("data-move-src-scope", 2)) return dst.space != Space::system;
  return src.space != Space::system || run.takes("data-move-src-scope", 1);
}

}  // namespace

// dst[n][t] = src[n][t]. The distance of overlapping operands is a multiple of whole blocks, so
// ascending blocks are ascending elements of any dtype.
void run_tik(CaseRun& run) {
  const Move<int64_t> p = slots_as<Move>(run.c.arguments);
  check_values(run, p);
  if (!is_path(p.src_space, p.dst_space)) return;
  const Tensor dst = bursts(run, p, p.dst_space, p.dst, p.dst_stride);
  const Tensor src = bursts(run, p, p.src_space, p.src, p.src_stride);
  check_place(run, on_dst, dst, dst.space != Space::system);
  check_place(run, on_src, src, is_src_alignment_required(run, dst, src));
  run.overlap(ConstraintId::overlap, dst, src);
  if (!run.to_be_run(elements(dst.shape))) return;

  using Block = std::array<uint8_t, block>;
  const auto read_block = [&](const Index& i) {
    Block bytes;
    std::memcpy(bytes.data(), bytes_of(run.machine, src, i), block);
    return bytes;
  };
  move_each(dst.shape, run, read_block, [&](const Index& i, const Block& bytes) {
    std::memcpy(bytes_of(run.machine, dst, i), bytes.data(), block);
  });
}

}  // namespace strideproof::reference
