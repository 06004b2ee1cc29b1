#include "proofs/theorems/plan_controls.h"

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
  return {std::string(mutants::description(fault)), std::move(claim), toy(limits), std::move(line),
          [fault](const std::string& text) { return found_out(fault, text); }};
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
