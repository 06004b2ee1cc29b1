#pragma once
// Which readings of the ambiguity ledger an implementation takes: per entry and operation, those
// that explain every byte seen so far.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conform/check/source.h"
#include "conform/report/report.h"
#include "oracle/oracle.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

// The reading to which an entry is held, by its number.
struct HeldReading {
  std::string id;
  size_t number = 0;
};
std::string text(const HeldReading& reading);  // "shift-by-32=0"

class ReadingTable {
 public:
  explicit ReadingTable(const Profile& profile, std::vector<HeldReading> held = {});

  // The expectation for a program: the first open reading of each entry.
  StepReadings expected(const Program& program) const;

  // Reconsiders a verdict made under expected(program). A finding that an open reading explains is
  // none; if that cannot be decided, the verdict is not_observed. Changes nothing.
  Verdict refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                 const Found& found);
  // The same, and removes the readings that do not explain the observed bytes.
  Verdict learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                const Found& found);

  // The programs that distinguished readings of a program's operations, in the order in which this
  // table learned them. A table that learns them in this order expects the same of the program as
  // this one.
  std::vector<Program> witnesses(const Program& program) const;
  void forget();
  // True if the implementation is known to take a reading other than the default.
  bool rules_out_a_default() const { return rules_out_a_default_; }
  const std::vector<HeldReading>& held() const { return held_; }

  // An entry whose default does not explain what the operation did, by the program that shows it.
  struct RuledOutDefault {
    const LedgerEntry* entry;
    std::string taken;  // the readings that are left
    Program by;
  };
  std::vector<RuledOutDefault> ruled_out_defaults(const Operation& operation) const;

  // True if more than one combination of readings explains a program of the operation.
  bool is_undecided(const Operation& operation) const;
  // For each such program the first of the candidates that decide between each two combinations.
  std::vector<Program> deciding(const Operation& operation, const std::vector<Program>& candidates);
  // A line for each such program, with the candidates that decide.
  std::vector<std::string> undecided(const Operation& operation,
                                     const std::vector<Program>& candidates);
  // One row for each entry of the operations given, merged with the rows of other profiles.
  void report(const Operation& operation, std::vector<ReadingReport>& rows) const;

 private:
  struct Elimination {  // readings of the operation were removed, or await a decision
    const Operation* operation;
    Program by;
  };
  struct EntryRow {  // of one operation and entry
    std::vector<bool> left;
    int64_t cases = 0;
    bool held = false;
    std::optional<Program> default_ruled_out_by = {};  // it ruled the default out

    size_t expected() const {  // the first reading that is left
      return static_cast<size_t>(std::ranges::find(left, true) - left.begin());
    }
  };
  struct Choice {  // one entry of an operation under another reading than expected
    const Operation* operation;
    size_t entry;  // index in Operation::ambiguities
    uint8_t reading;
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  using Choices = std::vector<Choice>;  // in the order of alternatives()
  enum class Answer : uint8_t { no, yes, unknown };
  struct Explained {
    std::vector<Choices> by;  // the smallest sets of open readings that explain it
    bool complete = true;     // every way was tried
    bool unknown = false;     // under a way no window holds what is touched, or it is too large
    std::vector<Choice> crossed_out;  // each explains it alone
  };

  static const LedgerEntry& entry_at(const Operation& operation, size_t place);

  struct Undecided {  // a program, and what explains it
    Program program;
    std::vector<Choices> by;
  };

  // Every other reading of every operation of the program.
  Choices alternatives(const Program& program) const;
  StepReadings with(const Program& program, const Choices& choices) const;
  Answer explains(const Program& program, const Expectation& expectation, const Outcome& outcome,
                  const Found& found);
  Explained explain(const Program& program, const Outcome& outcome, const Found& found);
  Verdict refined(const Program& program, const Verdict& verdict, const Explained& explained);
  std::vector<ConstraintResults> expected_results(const Program& program);
  void take(const Program& program, const std::vector<Choices>& by);
  void put_off(const Program& program, const std::vector<Choices>& by);
  Verdict reconsidered(const Verdict& verdict);
  std::string any_of_text(const std::vector<Choices>& by) const;
  std::string ruled_out_text(const Choices& choices) const;
  void drop_undecided(const Program& program);
  bool decides(const Program& program, const Choices& one, const Choices& other);
  std::vector<Program> deciding(const std::vector<Choices>& by,
                                const std::vector<Program>& candidates);
  bool is_open(const Choice& choice) const;
  bool worth_asking(const Case& c, size_t entry, const ConstraintResults& constraint_results) const;
  void cross_out(const Program& program, const Outcome& outcome, const Found& found);
  void hold(const HeldReading& reading);
  // Only these readings of an entry are left after the program.
  void keep(const Operation& operation, EntryRow& row, const std::vector<bool>& left,
            const Program& program);
  std::vector<EntryRow>& rows(const Operation& operation);
  const std::vector<EntryRow>& rows(const Operation& operation) const;

  Oracle oracle_;
  std::vector<HeldReading> held_;
  std::vector<std::vector<EntryRow>> rows_;  // by Operation::index, then index in ambiguities
  std::vector<int64_t> seen_;                // cases, by Operation::index
  std::vector<Elimination> eliminations_;    // in their order
  bool rules_out_a_default_ = false;
  std::vector<Undecided> undecided_;
  std::map<const Operation*, int64_t> not_kept_;  // programs that are undecided beside these
};

}  // namespace strideproof
