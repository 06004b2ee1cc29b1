#include "conform/command/layers/coverage.h"

#include <algorithm>

#include "conform/command/names.h"
#include "conform/command/paths.h"
#include "corpus/corpus.h"
#include "model/implementation.h"
#include "proofs/theorems/theorems.h"
#include "props/generate.h"
#include "props/laws.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

// True if an implementation runs a small legal case, so that it knows the operation.
template <class Run>
bool knows(const Operation& operation, Run run) {
  props::Random random(1);
  const Profile& profile = *operation.profiles.back();
  for (int i = 0; i < 100; ++i) {
    const Case c = props::generate_case(random, operation, profile, 0);
    if (!spec::evaluate(c).legal() || spec::cost(c) > 10'000) continue;
    Machine machine(profile);
    for (const spec::OperandRange& piece : spec::footprint(c))
      machine.open(piece.space, piece.lane, piece.first, piece.size);
    try {
      return run(machine, c).constraint_results.legal();
    } catch (const std::logic_error&) {
      return false;
    }
  }
  return false;
}

}  // namespace

LayerCoverage coverage(const Operation& operation) {
  LayerCoverage layers;
  const std::string name(operation.name);
  layers.reference =
      knows(operation, [](Machine& m, const Case& c) { return reference::run(m, c); });
  layers.optimized = knows(operation, optimized::run);
  layers.properties = 1;
  for (const props::Law& law : props::laws())
    if (matches_glob(std::string(law.operations), name)) ++layers.properties;
  layers.fuzz_target = strideproof::name(operation.family);
  std::ranges::replace(layers.fuzz_target, '-', '_');
  layers.fuzz_target.insert(0, "strideproof_fuzz_");
  for (const solver::Theorem& theorem : solver::theorems())
    layers.theorems += std::ranges::count(theorem.operations, name);
  static const std::vector<corpus::Entry> boundary = corpus::read(corpus_folder("boundary"));
  for (const corpus::Entry& entry : boundary)
    layers.boundary_cases += entry.program.steps.back().operation == &operation ? 1 : 0;
  return layers;
}

}  // namespace strideproof
