#include "proofs/theorems/ascend.h"

#include "model/implementation.h"

namespace strideproof::solver {

MachineShape<Sym> any_buffers(Proof& proof) {
  const auto bytes = [&](const char* name) {
    const Sym units = proof.variable(name, 0, int64_t{1} << 31);
    return units * 512;
  };
  const auto windows = any_windows(proof);
  return {1, 1, 1, windows, {}, bytes("UB"), bytes("L1"), bytes("L0B")};
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
  proof.given(all_of(n < op.nburst, at < op.burst * spec::block_bytes));
  return {n, at};
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

Buffers buffers_after(const std::string& line, int64_t bytes) {
  const Case c = parse_case(line);
  Machine machine(*c.profile);
  uint8_t *const l1 = machine.base(Space::l1), *const l0b = machine.base(Space::l0b);
  for (int64_t i = 0; i < bytes; ++i) l1[i] = static_cast<uint8_t>(i * 31 + i / 32 * 7 + i / 512);
  if (!reference::run(machine, c).constraint_results.legal()) return {};
  return {{l1, l1 + bytes}, {l0b, l0b + bytes}};
}

}  // namespace strideproof::solver
