#include "proofs/theorems/plan_controls.h"

#include <algorithm>

#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "proofs/theorems/theorems.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace plans {
namespace {

// The original implementation agrees with the reference on the case, or program, and the faulty one
// does not.
bool found_out(Fault fault, const std::string& line) {
  const Program p = parse_program(line);
  mutants::activate(Fault::none);
  const bool agrees =
      Harness(*p.profile, mutants::run).check(p).kind == strideproof::VerdictKind::pass;
  mutants::activate(fault);
  const bool differs = is_finding(Harness(*p.profile, mutants::run).check(p).kind);
  mutants::activate(Fault::none);
  return agrees && differs;
}

bool is_found_out(Harness::Run run, const std::string& line) {
  const Program p = parse_program(line);
  return Harness(*p.profile, optimized::run).check(p).kind == strideproof::VerdictKind::pass &&
         is_finding(Harness(*p.profile, run).check(p).kind);
}

}  // namespace

Proof::Limits toy(Proof::Limits more) {
  more.insert({{"es", {1, 1}}, {"X", {4, 4}}, {"S", {256, 256}}, {"U", {16, 16}}});
  return more;
}

Control control(Fault fault, std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line) {
  const auto rows = optimized::faults();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const optimized::FaultRow& r) { return r.fault == fault; });
  return {std::string(row->description), std::move(claim), limits, std::move(line),
          [fault](const std::string& text) { return found_out(fault, text); }};
}

std::string description(LoopFault fault) {
  switch (fault) {
    case LoopFault::group_over_wrap: return "lanes walked in step go on past the last one";
    case LoopFault::source_rewound:
      return "where a run of dst ends, that of src is read from its start";
    case LoopFault::matrix_steps_exchanged:
      return "the steps of the images of dst and src are exchanged";
    case LoopFault::last_round_lost: return "vectors are interleaved a round too few";
    case LoopFault::rest_unpacked: return "the words after the last whole vector are lost";
    case LoopFault::source_as_destination: return "the source is walked as the destination is";
    case LoopFault::one_column_if_either:
      return "one stack where either operand is in system memory";
    case LoopFault::heights_exchanged: return "the first C mod lanes stacks are the lower ones";
    case LoopFault::operands_exchanged: return "nests step through dst as through src, and so back";
    case LoopFault::rows_as_batches:
      return "nests have a row for each batch, and the other way round";
    case LoopFault::subnormal_as_normal:
      return "the smallest exponent of a float16 is taken for an ordinary one";
    case LoopFault::ties_upwards: return "halfway between two float16 the larger one is taken";
    case LoopFault::nan_least: return "NaN becomes the smallest integer";
    case LoopFault::loops_kept: break;
  }
  return "no loop is left out or becomes one with another";
}

Control control(const std::string& planted, Result (*run)(Machine&, const Case&),
                std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line) {
  return {planted, std::move(claim), toy(limits), std::move(line),
          [run](const std::string& text) { return is_found_out(run, text); }};
}

std::vector<std::string> operations_of(bool (*kinds)(okk_gdma::Kind)) {
  std::vector<std::string> names;
  for (const Operation& operation : catalogue())
    if (operation.family == Family::okk_gdma && kinds(okk_gdma::kind(operation)))
      names.emplace_back(operation.name);
  return names;
}

bool touches_local(okk_gdma::Kind kind) {
  return dst_space(kind) == Space::local || (!is_fill(kind) && src_space(kind) == Space::local);
}
bool touches_system(okk_gdma::Kind kind) {
  return dst_space(kind) == Space::system || (!is_fill(kind) && src_space(kind) == Space::system);
}

}  // namespace plans

std::vector<Theorem> plan_theorems() {
  std::vector<Theorem> all;
  for (const auto& part :
       {plans::walks(), plans::columns(), plans::groups(), plans::nests(), plans::fills(),
        plans::operands(), plans::matrices(), plans::roles(), plans::words_walked()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace strideproof::solver
