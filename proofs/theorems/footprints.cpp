// Footprints of tensors: the bytes of a row are the runs that the code appends for it. Each byte of
// a run has an element, found by division, and each byte of an element lies in a run.

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {

namespace {

// ---- rows ----

// The runs of a row are longer by the slip.
void rows_are_runs(Proof& proof, const Mutant& mutant) {
  const AnyOperand x = legal_operand(proof, any_tensor(proof));
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  const int64_t es = x.t.element_bytes;
  const Element e = element_in_memory(proof, x);
  const Sym rest = proof.variable("rest", 0, es - 1);
  const Sym piece = any_index(proof, "piece");
  const Sym j = proof.variable("j", 0, 32 * any_u32 - 1);
  const bool adjacent(stride.w == 1);
  auto row = spec::row_runs(x.t, e.at.c);
  row.bytes = row.bytes + mutant.slip;
  proof.given(all_of(piece < row.count, j < row.bytes));

  // The element to which a byte of a run belongs.
  const Sym width = select(e.at.c == shape.c - 1, x.t.last_width, shape.w);
  const Sym w = adjacent ? j / es : piece;
  const Facts steps_of_one = {equal_steps(e.at.w, shape.w, stride.w, 1),
                              equal_steps(w, shape.w, stride.w, 1)};
  proof.conclude("each byte of a run has an element of the row", all_of(0 <= w, w < width));

  learn_steps(proof, "its step stays in memory", w, shape.w - 1, stride.w);
  const auto at = [&](const Sym& of_row) { return Dim4<Sym>{e.at.n, e.at.c, e.at.h, of_row}; };
  const auto place = spec::place_of(x.m, x.t, e.at), witness = spec::place_of(x.m, x.t, at(w));
  const Sym holding = adjacent ? Sym(0) : e.at.w, of_j = adjacent ? Sym(0) : piece;
  const auto holds = spec::run_at(x.m, x.t, row, at(holding));
  const auto run = spec::run_at(x.m, x.t, row, at(of_j));
  const ExactArithmetic exact;
  proof.conclude(
      "each byte of an element lies in a run of its row",
      all_of(holding < row.count, place.lane == holds.lane, holds.first <= place.byte + rest,
             place.byte + rest < holds.first + holds.size),
      steps_of_one);
  const Sym of_element = adjacent ? j % es : j;
  proof.conclude("each byte of a run is one of that element",
                 all_of(of_j == piece, witness.lane == run.lane, 0 <= of_element, of_element < es,
                        witness.byte + of_element == run.first + j),
                 steps_of_one);
}

// ---- flat memory ----

// Each lane holds its bytes of memcpy_1D; runs are shorter by the slip.
void flat_memory(Proof& proof, const Mutant& mutant) {
  const int64_t es = any_element_bytes(proof);
  MachineShape<Sym> m = any_machine(proof, Space::local, es);
  const int64_t base = find_profile("toy")->local_base;
  m.flat.first = base;
  const Sym first = proof.variable("A", 0, memory_end) + base,
            bytes = proof.variable("length", 1, any_u32) * es, end = first + bytes;
  proof.given(end - base <= m.lanes * m.lane_bytes);

  const Sym of_operand = proof.variable("byte", 0, 4 * any_u32 - 1);
  const Sym lane = proof.variable("lane", 0, most_lanes - 1);
  const Sym j = proof.variable("j", 0, most_lane_bytes - 1);
  const auto run_in = [&](const Sym& some_lane) {
    auto run = spec::flat_run(m, first, end, some_lane);
    run.size = run.size - mutant.slip;
    return run;
  };
  const auto run = run_in(lane);
  proof.given(all_of(of_operand < bytes, lane < m.lanes, j < run.size));

  // The lane of a byte, by division.
  const Sym offset = first - base + of_operand;
  const Sym of = offset / m.lane_bytes, at = offset % m.lane_bytes;
  proof.conclude("the lane of a byte exists", exactly([&] {
                   return all_of(0 <= of, of < m.lanes, offset == of * m.lane_bytes + at, 0 <= at,
                                 at < m.lane_bytes);
                 }),
                 {division_below(offset, m.lanes, m.lane_bytes)});
  const auto holds = run_in(of);
  const ExactArithmetic exact;
  proof.conclude("each byte of the operand lies in the run of its lane",
                 all_of(holds.lane == of, holds.first <= at, at < holds.first + holds.size));
  const Sym flat = lane * m.lane_bytes + run.first + j;
  proof.conclude("each byte of a run is one of the operand, in that lane",
                 all_of(0 <= run.first, run.first + j < m.lane_bytes, run.lane == lane,
                        first <= base + flat, base + flat < first + bytes,
                        flat / m.lane_bytes == lane, flat % m.lane_bytes == run.first + j),
                 {division_of_digits(lane, run.first + j, m.lane_bytes)});
}

// ---- controls ----

Confirm with(Mistake mistake) {
  return [=](const std::string& line) { return is_wrong(line, mistake); };
}

void lengthen(Runs& runs) {
  for (auto& run : runs) ++run.size;
}
void shorten(Runs& runs) {
  for (auto& run : runs) --run.size;
}

}  // namespace

std::vector<Theorem> footprint_theorems() {
  return {
      theorem(
          "footprint.rows",
          "The runs that the footprint has for a row hold each byte of its elements, and no other, "
          "whatever the w stride and though the last channel be partly filled.",
          {"okk_*", "bm_atomic_*", "data_move", "asc_*"}, rows_are_runs,
          {{"A run has a byte more.", 1,
            "memory=1 es=4 A=0 N=1 H=1 sn=0 sc=16 sh=0 C=1 W=2 last_width=2 sw=2..3",
            "okk_bdc_32bit_or_C toy dst_addr={A} src_addr={A} C=0xffffffff shape={N},{C},{H},{W} "
            "dst_stride={sn},{sc},{sh},{sw} src_stride={sn},{sc},{sh},{sw}",
            with(lengthen)}}),
      theorem(
          "footprint.flat",
          "The run of memcpy_1D in a lane holds the bytes of its elements that lie there, and no "
          "other.",
          {"bm_atomic_memcpy_1D"}, flat_memory,
          {{"A run loses its last byte.", 1, "es=1 A=250..260 length=1..9",
            "bm_atomic_memcpy_1D toy src_addr=0x100000000 dst_addr={A+134217728} length={length} "
            "format=2 direction=0",
            with(shorten)}})};
}

}  // namespace strideproof::solver
