#pragma once
// Faults that several families have: they accept or reject operands that overlap, or that end with
// their memory, and change other memory. Also functions on labels and parameters for all faults.

#include <functional>
#include <vector>

#include "model/machine.h"
#include "mutants/mutants.h"
#include "spec/footprint.h"
#include "spec/vocabulary/case.h"

namespace strideproof::mutants {

// The slots of a parameter in Arguments::value; nullptr: the pointer is NULL, or there is no
// such parameter.
int64_t* given(Case& c, std::string_view name);

// Gives a parameter the values of another one, if the operation has both and neither is NULL.
void assign(Case& c, std::string_view to, std::string_view from);

constexpr uint64_t bit(ConstraintId id) { return uint64_t{1} << static_cast<int>(id); }

// ---- acceptance and rejection ----

constexpr uint64_t label_if(bool rejects, ConstraintId id) { return rejects ? bit(id) : 0; }

// The results that the active fault makes of those of the spec. `of_family`: the labels for which a
// fault of the family rejects a legal case, or those violated that it does not see.
ConstraintResults misjudged(const Case& c, ConstraintResults results, uint64_t of_family = 0);

// ---- other memory ----

// Calls each(first byte) for the elements of `bytes` bytes of an operand. The case is legal but for
// its contents. Lists are static where an access may end the operation, as no destructor would run.
template <class Each>
void each_element(Machine& machine, const Case& c, Operands which, int64_t bytes, Each each) {
  static std::vector<spec::OperandRange> runs;
  runs = spec::footprint(c);
  for (const spec::OperandRange& run : runs)
    for (int64_t at = 0; at < run.size && run.operand == which; at += bytes)
      each(machine.at(run.space, run.lane, run.first + at));
}
// Copies src to dst, each in the order of its elements; the fault takes seen(operand, byte) for a
// byte.
template <class Seen>
void copy_bytes(Machine& machine, const Case& c, Seen seen) {
  static std::vector<uint8_t> bytes;
  bytes.clear();
  each_element(machine, c, on_src, 1, [&](uint8_t* at) { bytes.push_back(*seen(on_src, at)); });
  auto next = bytes.begin();
  each_element(machine, c, on_dst, 1, [&](uint8_t* at) { *seen(on_dst, at) = *next++; });
}
// Runs an operation on tensors of OKKernel by `execute` if it is legal, then changes other memory
// as the active fault does.
Result run_on_tensors(Machine& machine, const Case& c, const ConstraintResults& results,
                      const std::function<void()>& execute);

}  // namespace strideproof::mutants
