#pragma once
// The readings of the ambiguity ledger that an implementation takes: for each entry and operation,
// the readings that explain every byte seen so far. A reading is
//
//   open       as long as it explains every program
//   ruled out  once a program shows a different reading
//   doubted    ruled out, but only by rejections, which may have another reason; it may open again
//
// A program is undecided if more than one combination of readings explains it. Some undecided
// programs are kept until further programs rule out all combinations but one.

#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conform/check/source.h"
#include "conform/readings/distinguish.h"
#include "conform/readings/same_readings.h"
#include "conform/report/report.h"
#include "oracle/oracle.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

class ReadingTable {
 public:
  explicit ReadingTable(const Profile& profile, std::vector<HeldReading> held = {});

  // The expectation for a program: the first reading of each entry that is left.
  StepReadings expected(const Program& program) const { return with(program, {}); }

  // Reconsiders a verdict made under expected(program), without ruling out readings. If an open
  // reading explains a finding, the result is no finding; if that cannot be determined, or only
  // doubted readings explain the finding, the result is not_observed.
  Verdict refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                 const Found& found);
  // As refine(), and removes the readings that do not explain the observed bytes.
  Verdict learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                const Found& found);

  // The other programs that distinguished readings of a program's operations. A table that learns
  // these programs in this order has the same expectation of the program.
  std::vector<Program> witnesses(const Program& program) const;
  // For each entry of the program's operations of which a reading is ruled out: the expected
  // reading. Left out are entries that the operations read differently, as one replay line holds
  // all operations to a reading, and entries to whose reading the plug-in is held.
  std::vector<HeldReading> determined(const Program& program) const;
  void forget();
  const std::vector<HeldReading>& held() const { return held_; }

  // A ledger entry whose default reading is ruled out, and the program that shows it.
  struct RuledOutDefault {
    const LedgerEntry* entry;
    std::string taken;  // the readings that are left
    Program by;
  };
  std::vector<RuledOutDefault> ruled_out_defaults(const Operation& operation) const;

  // Opens the defaults of an operation again that only a rejection with another cause ruled out.
  void reopen_doubted_defaults(const Operation& operation,
                               const std::function<bool(const Program&)>& has_another_cause);

  // The rejected programs whose explaining reading was ruled out or doubted since the last call.
  std::vector<Program> take_reopened() { return std::exchange(reopened_, {}); }

  // Elements of all programs that the reference has run to find readings.
  int64_t elements_run() const { return elements_run_; }

  // True if more than one combination of readings explains a program of the operation.
  bool is_undecided(const Operation& operation) const;
  // True for an undecided program, an entry with several readings left, or doubted readings to be
  // tried.
  bool has_something_to_decide(const Operation& operation) const;
  // For each undecided program, and each entry with several readings left, the first candidates
  // that distinguish two combinations of readings. Each candidate is returned only once, as it may
  // show a fault and decide nothing.
  std::vector<Program> deciding(const Operation& operation, std::vector<Program> programs);
  // A line for each undecided program, with the candidates that decide.
  std::vector<std::string> undecided(const Operation& operation, std::vector<Program> programs);
  // Appends a row of the report for each entry of the operation.
  void report(const Operation& operation, const ImplementationTraits& traits,
              std::vector<ReadingReport>& rows) const;

 private:
  static constexpr size_t most_undecided = 64;
  static constexpr size_t tried_for_two =
      4;  // candidates for two readings; some may show a fault instead
  static constexpr size_t most_doubted_tried = 16;

  // An entry of the ledger for one operation.
  struct EntryState {
    const Operation* operation;
    const LedgerEntry* entry;
    uint32_t left;      // the readings that explain every byte, a bit for each; never 0
    int64_t cases = 0;  // the cases that ruled readings out
    bool held = false;
    size_t doubted_tried = 0;               // candidates that distinguish doubted readings
    int64_t compared = 0;                   // candidates, under each two of the readings left
    std::optional<Program> candidate = {};  // distinguishes some of the readings left
    std::optional<Program> default_ruled_out_by = {};
    std::map<uint8_t, Program> doubted = {};  // by reading: the rejected program that ruled it out

    uint8_t expected() const { return static_cast<uint8_t>(std::countr_zero(left)); }
    size_t readings() const { return entry->readings.size(); }
    bool is_asked(const Entries& asked) const {
      return asked[static_cast<size_t>(entry - ledger().data())];
    }
    bool is_determined() const { return std::has_single_bit(left); }
    bool has_doubted_to_try() const {
      return !doubted.empty() && doubted_tried < most_doubted_tried;
    }
  };
  struct Choice {  // a reading of an entry
    EntryState* state;
    uint8_t reading;
    bool is_open() const { return has_bit(state->left, reading); }
    // Only a rejection ruled the reading out, and the rejection may have another reason, such as a
    // limit of the implementation. A doubted default opens again if it explains an executed
    // program, alone or with other readings. Another doubted reading opens again only if it alone
    // explains the program, and no reading left does.
    bool is_doubted() const { return state->doubted.contains(reading); }
    bool is_doubted_default() const { return reading == 0 && is_doubted(); }
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  using Choices = std::vector<Choice>;  // in the order of alternatives(), one of an entry at most
  struct ReadingAnswer {
    enum Kind : uint8_t { no, yes, unknown } kind;
    std::optional<Difference> difference = {};  // of `no`: the first wrong byte, if there is one
  };
  struct Explained {
    // The smallest sets of readings that explain the program. Each reading is open; or, if the
    // program was executed, it may be doubted.
    std::vector<Choices> by;
    bool complete = true;  // every way was tried
    bool unknown = false;  // the outcome of some way could not be compared
    Choices ruled_out;     // each explains the program alone
  };
  class ReadingSearch;
  struct Elimination {  // readings of the operation were removed, or await a decision
    const Operation* operation;
    Program by;
  };
  struct Undecided {  // a program, and what explains it
    Program program;
    std::vector<Choices> by;
    bool rejected;
    const Operation& operation() const { return *by.front().front().state->operation; }
  };

  StepReadings with(const Program& program, const Choices& choices) const;
  Choices alternatives(const Program& program);
  ReadingAnswer explains(const Program& program, const Outcome& outcome, const Found& found);
  Explained explain(const Program& program, const Outcome& outcome, const Found& found);
  Verdict refined(const Program& program, const Verdict& verdict, const Explained& explained);
  void rule_out(const Program& program, const Outcome& outcome, const Found& found);
  // Only these readings of an entry are left after the program.
  void keep(EntryState& state, uint32_t left, const Program& program, bool rejected);
  static std::vector<std::pair<EntryState*, uint32_t>> read_otherwise_by_all(
      const std::vector<Choices>& by);
  void take(const Program& program, const std::vector<Choices>& by, bool rejected);
  static void drop_doubted(const std::vector<Choices>& by);
  static bool is_open(const Choices& choices);  // every choice is
  void reopen(EntryState& state, uint8_t reading);
  bool reopen_doubted(const Program& program, const std::vector<Choices>& by);
  Choices doubted_together(const Choices& all, const Program& program, const Outcome& outcome,
                           const Found& found);

  void keep_undecided(const Program& program, const std::vector<Choices>& by, bool rejected);
  void drop_undecided(const Program& program);
  Verdict reconsidered(const Verdict& verdict);
  struct CandidateProgram {
    Program program;
    std::optional<Entries> asked = {};  // by its expectation, once needed
  };
  void close_large_memory();
  bool depends_on(CandidateProgram& candidate, const Choices& choices);
  std::vector<Program> deciding(const std::vector<Choices>& by,
                                std::vector<CandidateProgram>& candidates, size_t most);
  // True if a violated constraint of the case cites the entry; all entries cited in this way.
  static bool cites(const Case& c, const ConstraintResults& results, std::string_view id);
  static std::string cited_entries(const Case& c, const ConstraintResults& results);
  static std::string any_of_text(const std::vector<Choices>& by);
  static std::string ruled_out_text(const Choices& choices);

  const Profile& profile_;
  Oracle oracle_;
  ReadingComparison comparison_;
  std::vector<HeldReading> held_;
  ByOperation<std::vector<EntryState>> states_;  // as Operation::ambiguities
  ByOperation<int64_t> seen_;                    // cases
  std::vector<Elimination> eliminations_;        // in their order
  std::vector<Undecided> undecided_;
  std::vector<Program> given_to_decide_;
  std::vector<Program> reopened_;
  int64_t elements_run_ = 0;
  std::map<const Operation*, int64_t> not_kept_;  // undecided programs that were not kept
};

}  // namespace strideproof
