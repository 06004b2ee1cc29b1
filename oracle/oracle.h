#pragma once
// The oracle holds the reference and its machine, and with them what every byte should be.
//
//   Oracle oracle(profile);
//   const Expectation& e = oracle.expect(program);   // fills its machine, runs the reference
//   ... the implementation under test runs on the same windows, prepared with the same seed ...
//   Verdict v = oracle.compare(program, outcome, found);
//
// Its machine is the shadow of the memory of the implementation under test: what is outside the
// windows of a program must be on both sides what earlier programs left there (sweep).

#include "model/implementation.h"
#include "oracle/difference.h"
#include "oracle/verdict.h"
#include "oracle/windows.h"

namespace strideproof {

// Whether a step is legal but too large to be run, or too costly to decide. No implementation is
// given such a program: its verdict is too_costly. (spec judges this; the reference's own verdict
// may still say too_costly of a program that is not.)
bool too_costly(const Program& program);

struct Expectation {
  std::vector<MemoryRange> windows;
  std::vector<Result> results;  // of the reference, per step; where verdict_only, its labels
  bool verdict_only = false;    // too costly or spread: no byte is compared
  bool left_windows = false;    // a reading touches bytes that no window holds: not judged
};

// What an implementation keeps beside memory (the count of the last mask copy) when a program
// starts: nothing, or what earlier programs left, of which the oracle knows nothing.
enum class DeviceState : uint8_t { cleared, kept };

// The readings of each step, as an implementation decides them per operation; empty: the defaults.
using StepReadings = std::vector<Readings>;

class Oracle {
 public:
  explicit Oracle(const Profile& profile, DeviceState device_state = DeviceState::cleared);

  // Valid until the next call. The implementation under test must start from the same bytes: from
  // prepare(machine, windows, program.fill), or from a copy of the shadow made by on_prepared.
  // `readings` other than the default are for finding out which one an implementation takes.
  const Expectation& expect(const Program& program, const StepReadings& readings = {}) {
    return expect(program, readings, [](const std::vector<MemoryRange>&) {});
  }
  template <class OnPrepared>
  const Expectation& expect(const Program& program, const StepReadings& readings,
                            OnPrepared on_prepared) {
    prepare_windows(program);
    if (!expectation_.verdict_only) on_prepared(expectation_.windows);
    run_reference(program, readings);
    return expectation_;
  }

  // Of the program of the last expect(). Behind a finding or a program that was not finished the two
  // memories may differ: the caller copies the windows from the shadow. An unsupported step is to have
  // changed nothing: the shadow then holds what the others do without it.
  // Where a NaN of any bits is expected, the shadow takes over what was found.
  Verdict compare(const Program& program, const Outcome& outcome, const Found& found);

  // Whether these labels of a step may hang on the bits of a NaN that the program made: it reads its
  // counts from memory, and a NaN may be a count.
  bool hangs_on_nan(const Case& step, uint64_t labels) const;

  const Expectation& expectation() const { return expectation_; }  // of the last expect()
  // Of what the last expect() expects: results and bytes.
  uint64_t hash();

  // Compares all local memory, buffers and open system chunks with the shadow.
  std::optional<Difference> sweep(const Found& found);

  Machine& shadow() { return machine_; }

 private:
  void prepare_windows(const Program& program);
  void run_reference(const Program& program, const StepReadings& readings);
  Verdict compare_supported(const Program& program, const Outcome& outcome, const Found& found);
  Verdict compare_all(const Program& program, const Outcome& outcome, const Found& found);
  Verdict compare_once(const Program& program, const Outcome& outcome, const Found& found);
  Verdict compare_bytes(const Program& program, const Found& found);
  bool accept_nans(const Program& program, const Outcome& outcome, const Found& found);

  Machine machine_;
  const DeviceState device_state_;
  StepReadings readings_;  // of the last expect()
  Expectation expectation_;
};

// Everything that a sweep compares: pieces of local memory, buffers and open chunks that exist.
std::vector<MemoryRange> all_memory(const Machine& machine);

}  // namespace strideproof
