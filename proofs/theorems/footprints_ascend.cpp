// Footprints of data_move and of the transposing copy: runs, one a burst, a fractal or a square,
// hold exactly the bytes that the document names.

#include "model/implementation.h"
#include "proofs/theorems/ascend.h"
#include "proofs/theorems/theorems.h"
#include "spec/footprint.h"

namespace strideproof::solver {
namespace {

using spec::ByteRange;
using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// Byte `at` of the document is byte `j` of the run, which has the same size.
SymBool holds(const ByteRange<Sym>& run, const Sym& at, const Sym& j, const Sym& size) {
  return all_of(run.lane == 0, run.size == size, run.first + j == at);
}

template <class Mutation = Original>
void bursts_are_runs(Proof& proof) {
  const tik::Move<Sym> op = any_move(proof);
  const BurstByte byte = any_byte(proof, op);
  const auto dst = spec::tik::dst_of(op), src = spec::tik::src_of(op);
  const auto to = spec::tik::burst_at<Sym, Mutation>(dst, byte.n),
             from = spec::tik::burst_at<Sym, Mutation>(src, byte.n);
  const ExactArithmetic exact;
  const auto documented = [&](const Sym& start, const Sym& gap) {
    return start + byte.n * (op.burst + gap) * 32 + byte.at;
  };
  const Sym length = op.burst * 32;
  proof.conclude("there is a run for each burst",
                 all_of(dst.count == op.nburst, src.count == op.nburst));
  proof.conclude("byte t of burst n of the destination is byte t of run n",
                 holds(to, documented(op.dst, op.dst_stride), byte.at, length));
  proof.conclude("and so is that of the source",
                 holds(from, documented(op.src, op.src_stride), byte.at, length));
}

template <class Mutation = Original>
void squares_are_runs(Proof& proof) {
  const AnyTranspose any = any_transpose(proof);
  const asc::Transpose<Sym>& op = any.op;
  const auto squares = spec::asc::squares_of(op);
  const Sym i = proof.variable("i", 0, UINT8_MAX - 1), f = proof.variable("f", 0, any.fractals - 1);
  const Sym t = proof.variable("t", 0, 511), u = proof.variable("u", 0, 512 * any.fractals - 1);
  proof.given(i < op.repeat);
  const bool second(f == 1);
  const Sym of = second ? 1 : 0;
  const auto fractal = spec::asc::fractal_at<Sym, Mutation>(squares, i, of);
  const auto square = spec::asc::square_at(squares, i);
  const ExactArithmetic exact;
  const int64_t bytes = 512 * any.fractals;
  proof.conclude("there are as many fractals and squares",
                 all_of(squares.repeat == op.repeat, squares.fractals == any.fractals));
  proof.conclude(
      "byte t of a fractal is byte t of its run",
      holds(fractal, op.dst + (i * (op.dst_stride + 1) + of * (op.dst_frac_stride + 1)) * 512 + t,
            t, 512));
  proof.conclude("byte u of a square is byte u of its run",
                 holds(square, op.src + (op.index_id + i * op.src_stride) * bytes + u, u, bytes));
}

// ---- controls ----

// The bytes of a buffer that the reference changes from 0 if the other memory holds ones.
std::set<int64_t> changed(const Case& c, Space dst, Space src) {
  Machine machine(*c.profile);
  const auto& toy = *c.profile;
  const auto size = [&](Space space) { return toy.buffer_bytes[static_cast<size_t>(space)]; };
  if (src == Space::system) {
    const Window& window = toy.windows[0];
    if (!machine.open(Space::system, 0, window.first, window.size)) return {};
    std::fill_n(machine.at(Space::system, 0, window.first), window.size, uint8_t{0xff});
  } else {
    std::fill_n(machine.base(src), size(src), uint8_t{0xff});
  }
  std::fill_n(machine.base(dst), size(dst), uint8_t{0});
  reference::run(machine, c);
  std::set<int64_t> bytes;
  for (int64_t i = 0; i < size(dst); ++i)
    if (machine.base(dst)[i] != 0) bytes.insert(i);
  return bytes;
}

std::set<int64_t> bytes_of(const std::vector<ByteRange<int64_t>>& runs) {
  std::set<int64_t> bytes;
  for (const auto& run : runs)
    for (int64_t i = 0; i < run.size; ++i) bytes.insert(run.first + i);
  return bytes;
}

template <class Mutation>
std::set<int64_t> bursts_in(const std::string& line) {
  const auto dst = spec::tik::dst_of(move_in(line));
  std::vector<ByteRange<int64_t>> runs;
  for (int64_t n = 0; n < dst.count; ++n)
    runs.push_back(spec::tik::burst_at<int64_t, Mutation>(dst, n));
  return bytes_of(runs);
}
template <class Mutation>
bool bursts_are_wrong(const std::string& line) {
  const std::set<int64_t> real = changed(parse_case(line), Space::ub, Space::system);
  return !real.empty() && bursts_in<Original>(line) == real && bursts_in<Mutation>(line) != real;
}
std::string move_to_ub(const Model& v) {
  return move_line(
      {Space::ub, v["dst"], Space::system, shared_address, v["N"], v["L"], v["S"], v["D"]});
}

template <class Mutation>
std::set<int64_t> fractals_in(const std::string& line) {
  const auto squares = spec::asc::squares_of(transpose_in(line));
  std::vector<ByteRange<int64_t>> runs;
  for (int64_t i = 0; i < squares.repeat; ++i)
    for (int64_t f = 0; f < squares.fractals; ++f)
      runs.push_back(spec::asc::fractal_at<int64_t, Mutation>(squares, i, f));
  return bytes_of(runs);
}
template <class Mutation>
bool fractals_are_wrong(const std::string& line) {
  const std::set<int64_t> real = changed(parse_case(line), Space::l0b, Space::l1);
  return !real.empty() && fractals_in<Original>(line) == real &&
         fractals_in<Mutation>(line) != real;
}
std::string transpose_from_0(const Model& v) {
  return transpose_line({v["dst"], 0, 0, v["repeat"], 0, v["D"], v["F"], v["dtype"]});
}

}  // namespace

std::vector<Theorem> ascend_footprint_theorems() {
  using NoGap = Mutant<FormulaFault::burst_gap_ignored>;
  using NextFractal = Mutant<FormulaFault::frac_stride_ignored>;
  return {{"footprint.bursts",
           "The runs that the footprint of data_move has are its bursts, byte by byte.",
           {"data_move"},
           bursts_are_runs<>,
           {"bursts follow each other without a gap",
            bursts_are_runs<NoGap>,
            {{"dst", {0, 0}},
             {"src", {0, 0}},
             {"N", {1, 3}},
             {"L", {1, 2}},
             {"S", {0, 0}},
             {"D", {0, 3}},
             {"n", {0, 2}}},
            move_to_ub,
            bursts_are_wrong<NoGap>}},
          {"footprint.squares",
           "The runs that the footprint of the transposing copy has are its fractals and its "
           "squares, byte by byte.",
           transposes(),
           squares_are_runs<>,
           {"the second fractal follows the first",
            squares_are_runs<NextFractal>,
            {{"dst", {0, 0}},
             {"src", {0, 0}},
             {"index", {0, 0}},
             {"repeat", {1, 1}},
             {"S", {0, 0}},
             {"D", {0, 0}},
             {"F", {0, 3}},
             {"dtype", {4, 6}}},
            transpose_from_0,
            fractals_are_wrong<NextFractal>}}};
}

}  // namespace strideproof::solver
