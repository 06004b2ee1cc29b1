#pragma once
// The formulas of the spec that theorems receive, and theorems about them. The fault of a control is
// a struct that derives from Formulas and replaces one formula.

#include <algorithm>

#include "proofs/theorems/counterexample.h"
#include "spec/family.h"
#include "spec/footprint.h"
#include "spec/layout.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {

struct Formulas {
  static auto block_rows(const auto&... given) { return spec::block_rows(given...); }
  static auto bounding_range_of(const auto&... given) { return spec::bounding_range_of(given...); }
  static auto flat_run(const auto&... given) { return spec::flat_run(given...); }
  static auto is_contiguous(const auto&... given) { return spec::is_contiguous(given...); }
  static auto maps_onto_itself(const auto&... given) { return spec::maps_onto_itself(given...); }
  static auto row_runs(const auto&... given) { return spec::row_runs(given...); }
  // The tensor that the spec makes of an operand.
  static auto tensor(const auto&, const auto& t) { return t; }
};

// The bytes of a tensor, in runs that are joined as spec::append_run joins them.
template <class Code>
std::set<Byte> footprint_of(const spec::MachineShape<int64_t>& m, const spec::Tensor<int64_t>& t) {
  std::vector<spec::ByteRange<int64_t>> runs;
  const auto append = [&](const spec::ByteRange<int64_t>& run) {
    if (!runs.empty() && Code::is_contiguous(runs.back(), run))
      runs.back() = spec::coalesce(runs.back(), run);
    else
      runs.push_back(run);
  };
  if (t.space == Space::system && m.windows.front().first == m.flat.first) {
    const int64_t end = t.address + t.shape.w * t.element_bytes;
    for (int64_t lane = 0; lane < m.lanes; ++lane)
      if (const auto run = Code::flat_run(m, t.address, end, lane); run.size > 0) append(run);
  } else {
    for (int64_t n = 0; n < t.shape.n; ++n)
      for (int64_t ch = 0; ch < t.shape.c; ++ch)
        for (int64_t h = 0; h < t.shape.h; ++h)
          for (int64_t w = 0; w < Code::row_runs(t, ch).count; ++w)
            append(spec::run_at(m, t, Code::row_runs(t, ch), {n, ch, h, w}));
  }
  std::set<Byte> bytes;
  for (const spec::ByteRange<int64_t>& run : runs)
    for (int64_t i = 0; i < run.size; ++i) bytes.insert({run.lane, run.first + i});
  return bytes;
}

// True if a byte lies in the bounding range of a tensor in its lane.
template <class Code>
bool encloses(const spec::MachineShape<int64_t>& m, const spec::Tensor<int64_t>& t,
              const Byte& byte) {
  const spec::Start<int64_t> start = spec::start_of(m, t.address);
  const auto blocks = Code::block_rows(m, start.lane, t.shape.c, byte.lane);
  const auto range = Code::bounding_range_of(t, start.offset, blocks, t.shape.w);
  return blocks.count > 0 && range.first <= byte.offset && byte.offset <= range.last;
}

// The destination of a case has the bytes that the reference writes by the formulas of the spec, and
// other bytes by the faulty ones.
template <class Faulty>
bool is_wrong(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  const auto agrees = [&]<class Code>(Code, const auto& machine, const auto& made) {
    const spec::Tensor<int64_t> t = Code::tensor(machine, made);
    return footprint_of<Code>(machine, t) == real &&
           (t.space != Space::local || std::ranges::all_of(real, [&](const Byte& byte) {
              return encloses<Code>(machine, t, byte);
            }));
  };
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  return !real.empty() &&
         spec::with_operation(*c.operation, c.arguments, [&]<class F>(F, const auto& op) {
           const Operands dst = F::use_of(op, on_dst);
           const auto seen = spec::machine_of(m, F::side(op, dst).flat);
           const auto t = F::tensor(m, op, dst);
           return agrees(Formulas(), seen, t) && !agrees(Faulty(), seen, t);
         });
}

// A theorem about formulas: `claim` with those of the spec, and in the control with faulty ones.
// `line` is the text of its case, of profile toy.
template <class Faulty>
Theorem formula_theorem(const std::string& name, const std::string& meaning,
                        std::initializer_list<std::string_view> operations, void (*claim)(Proof&),
                        void (*of_faulty)(Proof&), const std::string& fault,
                        const Proof::Limits& limits, const std::string& line,
                        bool (*confirm)(const std::string&) = is_wrong<Faulty>) {
  return {name,
          meaning,
          operations_matching(operations),
          claim,
          {fault, of_faulty, toy(limits), case_of(line), confirm}};
}

}  // namespace strideproof::solver
