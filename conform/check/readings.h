#pragma once
// Which readings of the ambiguity ledger an implementation takes: per entry and operation, those
// that explain every byte seen so far.

#include <vector>

#include "conform/report/report.h"
#include "oracle/oracle.h"

namespace strideproof {

class ReadingTable {
 public:
  explicit ReadingTable(const Profile& profile);

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
  bool departs() const { return departs_; }
  // Fixes the reading of an entry for all operations. Throws std::invalid_argument if there is no
  // such entry or reading.
  void decide(std::string_view id, size_t reading);

  // One row for each entry of the operations given, merged with the rows of other profiles.
  void report(const Operation& operation, std::vector<ReadingReport>& rows) const;

 private:
  struct Elimination {  // readings were removed
    int64_t time;
    Program by;
  };
  struct EntryRow {  // of one operation and entry
    std::vector<bool> left;
    int64_t cases = 0;
    std::vector<Elimination> told;
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

  // Every other reading of every operation of the program.
  Choices alternatives(const Program& program) const;
  StepReadings with(const Program& program, const Choices& choices) const;
  Answer explains(const Program& program, const Expectation& expectation, const Outcome& outcome,
                  const Found& found);
  Explained explain(const Program& program, const Outcome& outcome, const Found& found);
  Verdict refined(const Program& program, const Verdict& verdict, const Explained& explained) const;
  bool is_open(const Choice& choice) const;
  bool worth_asking(const Case& c, size_t entry, const ConstraintResults& constraint_results) const;
  void cross_out(const Program& program, const Outcome& outcome, const Found& found);
  void keep(EntryRow& row, const std::vector<bool>& left, const Program& program);
  std::vector<EntryRow>& rows(const Operation& operation);
  const std::vector<EntryRow>& rows(const Operation& operation) const;

  Oracle oracle_;
  std::vector<std::vector<EntryRow>> rows_;  // by Operation::index, then index in ambiguities
  std::vector<int64_t> seen_;                // cases, by Operation::index
  int64_t time_ = 0;                         // programs that told readings apart
  bool departs_ = false;
};

}  // namespace strideproof
