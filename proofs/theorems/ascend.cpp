#include "proofs/theorems/ascend.h"

#include <fmt/format.h>

#include "model/implementation.h"

namespace strideproof::solver {

spec::Buffers<Sym> any_buffers(Proof& proof) {
  const auto bytes = [&](const char* name) {
    const Sym units = proof.variable(name, 0, int64_t{1} << 31);
    return units * 512;
  };
  const auto windows = any_windows(proof);
  return {bytes("UB"), bytes("L1"), bytes("L0B"), windows};
}

tik::Move<Sym> any_move(Proof& proof) {
  namespace spec = strideproof::spec::tik;
  tik::Move<Sym> op;
  op.dst = proof.variable("dst", 0, largest_offset);
  op.src = proof.variable("src", 0, largest_offset);
  op.dtype = proof.variable("dtype", 0, tik::dtype_count - 1);
  op.nburst = proof.variable("N", 1, spec::largest_nburst);
  op.burst = proof.variable("L", 1, spec::largest_burst);
  op.src_stride = proof.variable("S", 0, spec::largest_stride);
  op.dst_stride = proof.variable("D", 0, spec::largest_stride);
  return op;
}

BurstByte any_byte(Proof& proof, const tik::Move<Sym>& op, const std::string& mark) {
  namespace spec = strideproof::spec::tik;
  const Sym n = proof.variable("n" + mark, 0, spec::largest_nburst - 1);
  const Sym at = proof.variable("at" + mark, 0, spec::largest_burst * spec::block_bytes - 1);
  const Fact exists = proof.given(all_of(n < op.nburst, at < op.burst * spec::block_bytes));
  return {n, at, Facts{exists} + bounds_of(proof, {n, at, op.nburst, op.burst})};
}

std::string move_line(const Moved& m) {
  return fmt::format(
      "data_move toy dst_space={} dst={} src_space={} src={} dtype=0 sid=0 nburst={} burst={} "
      "src_stride={} dst_stride={}",
      static_cast<int>(m.dst_space), m.dst, static_cast<int>(m.src_space), m.src, m.nburst, m.burst,
      m.src_stride, m.dst_stride);
}

AnyTranspose any_transpose(Proof& proof) {
  namespace spec = strideproof::spec::asc;
  asc::Transpose<Sym> op;
  op.dst = proof.variable("dst", 0, INT32_MAX);
  op.src = proof.variable("src", 0, INT32_MAX);
  op.index_id = proof.variable("index", 0, UINT16_MAX);
  op.repeat = proof.variable("repeat", 0, UINT8_MAX);
  op.src_stride = proof.variable("S", 0, UINT16_MAX);
  op.dst_stride = proof.variable("D", 0, UINT16_MAX);
  op.dtype = proof.variable("dtype", 0, asc::dtype_count - 1);
  const bool b8(spec::is_b8(op.dtype)), b16(spec::is_b16(op.dtype));
  // 16-bit elements ignore the parameter: any value of 64 bits is legal.
  op.dst_frac_stride = proof.variable("F", 0, b16 ? INT64_MAX : spec::largest_frac_stride);
  const int64_t es = b8 ? 1 : b16 ? 2 : 4;
  return {op, es, 32 / es, b16 ? 1 : 2};
}

std::string transpose_line(const Transposed& t) {
  return fmt::format(
      "asc_copy_l12l0b_trans toy dst={} src={} index_id={} repeat={} src_stride={} dst_stride={} "
      "addrmode=0 dst_frac_stride={} dtype={}",
      t.dst, t.src, t.index_id, t.repeat, t.src_stride, t.dst_stride, t.dst_frac_stride, t.dtype);
}

Buffers buffers_after(const std::string& line, int64_t bytes) {
  const Program program = parse_program(line);
  Machine machine(*program.profile);
  for (const Window& window : program.profile->windows)
    machine.open(Space::system, 0, window.first, window.size);
  for (const Case& step : program.steps)
    if (!reference::run(machine, step).constraint_results.legal()) return {};
  const uint8_t *const l1 = machine.base(Space::l1), *const l0b = machine.base(Space::l0b);
  return {{l1, l1 + bytes}, {l0b, l0b + bytes}};
}

}  // namespace strideproof::solver
