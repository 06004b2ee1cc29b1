#pragma once
// The oracle holds the reference and its machine, and so the expected value of every byte.
//
//   Oracle oracle(profile);
//   const Expectation& e = oracle.expect(program);   // fills its machine, runs the reference
//   ... the implementation under test runs on the same windows, prepared with the same seed ...
//   Verdict v = oracle.compare(program, outcome, found);
//
// Its machine is the shadow of the memory of the implementation under test: bytes outside the
// windows of a program must be equal on both sides.

#include "model/implementation.h"
#include "oracle/windows.h"

namespace strideproof {

// True if a step is legal but too large to be run, or too costly to decide. No implementation is
// given such a program: its verdict is too_costly. (spec decides this; the reference may still
// answer too_costly for other programs.)
bool too_costly(const Program& program);

struct Expectation {
  std::vector<MemoryRange> windows;
  std::vector<Result> results;  // of the reference, per step; if verdict_only, its labels alone
  bool verdict_only = false;    // too costly or spread: no byte is compared
  bool left_windows = false;    // a reading touches bytes that no window holds: not judged
  Entries asked;                // of the ledger; readings of others would change nothing

  bool bytes_are_compared() const { return !verdict_only && !left_windows; }
  // True if the reference executes every step.
  bool legal() const;
};

// The state next to memory (the count of the last mask copy) when a program starts: none, or the
// state that earlier programs left, which the oracle does not know.
enum class DeviceState : uint8_t { cleared, kept };

// False if the step reads the count of a mask copy, and none before it in the program is executed.
bool count_is_known(const Program& program, const std::vector<Result>& results, size_t step);

// The readings of each step, as readings are decided per operation; empty: the defaults.
using StepReadings = std::vector<Readings>;

// The bytes and values that are unspecified, as they depend on the bits of a NaN.
struct NanBits {
  // Bits of a byte: its value is unspecified; a NaN of float16, or of float32, begins here.
  static constexpr uint8_t unspecified = 1, float16 = 2, float32 = 4;
  std::vector<uint8_t> bytes;  // of the windows, in their order
  std::vector<bool> returned;  // per step: its value is unspecified
  bool decide_legality = false;
};

class Oracle {
 public:
  explicit Oracle(const Profile& profile, DeviceState device_state = DeviceState::cleared);

  // Valid until the next call. The implementation under test must start from the same bytes: from
  // prepare(machine, windows, program.fill), or from a copy of the shadow, which `other` gets.
  // Readings other than the default serve to find the one that an implementation takes.
  const Expectation& expect(const Program& program, const StepReadings& readings = {},
                            Machine* other = nullptr);
  // The same with windows(program), which the caller has.
  const Expectation& expect(const Program& program, const StepReadings& readings,
                            std::vector<MemoryRange> windows);

  // Judges the program of the last expect(). After a finding, or a program that was not finished,
  // the two memories may differ: the caller copies the windows from the shadow. An unsupported step
  // must have changed nothing: the shadow then holds the effect of the other steps. Where a NaN of
  // any bits is expected, the shadow takes the bits that were found.
  Verdict compare(const Program& program, const Outcome& outcome, const Found& found);

  // True if these labels of a step may depend on the bits of a NaN that an earlier step wrote:
  // counts are read from memory, and a NaN may be a count.
  bool depends_on_nan_bits(const Program& program, size_t step, uint64_t labels) const;

  // For the program of the last expect(), of which bytes are compared. Runs the reference again.
  NanBits nan_bits(const Program& program);

  const Expectation& expectation() const { return expectation_; }  // of the last expect()
  // A hash of the results and bytes that the last expect() expects.
  uint64_t hash();

  Machine& shadow() { return machine_; }

 private:
  void fill_windows(const Program& program);
  void run_reference(const Program& program, const StepReadings& readings);
  Verdict compare_supported(const Program& program, const Outcome& outcome, const Found& found);
  Verdict compare_all(const Program& program, const Outcome& outcome, const Found& found);
  Verdict compare_once(const Program& program, const Outcome& outcome, const Found& found);
  Verdict compare_bytes(const Program& program, const Found& found);
  bool was_written(const Difference& byte, uint64_t seed) const;
  bool is_left_out(size_t step) const { return step < left_out_.size() && left_out_[step]; }
  bool accept_nans(const Program& program, const Outcome& outcome, const Found& found);

  Machine machine_;
  const DeviceState device_state_;
  StepReadings readings_;       // of the last expect()
  std::vector<bool> left_out_;  // steps that are not run, as they are unsupported; empty: none
  Expectation expectation_;
};

}  // namespace strideproof
