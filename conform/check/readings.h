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

  // What to expect of a program by what is known: the first reading left of each entry.
  StepReadings expected(const Program& program) const;

  // A second look at a verdict made under expected(program): a finding that readings still open
  // explain is none, and not_observed where it cannot be told. Changes nothing.
  Verdict refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                 const Found& found);
  // The same, and crosses out readings that do not explain what was seen.
  Verdict learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                const Found& found);

  // Programs that told the readings of a program's operations apart, the first first: a table that
  // learns them in this order knows of the program what this one knows.
  std::vector<Program> witnesses(const Program& program) const;
  void forget();
  // Whether a reading that is not the default one is known to be taken.
  bool departs() const { return departs_; }
  // Decides an entry for all operations. Throws std::invalid_argument: no such entry or reading.
  void decide(std::string_view id, size_t reading);

  // A row for each entry of the operations given, merged with what other profiles showed.
  void report(const Operation& operation, std::vector<ReadingReport>& rows) const;

 private:
  struct Elimination {  // readings were crossed out
    int64_t time;
    Program by;
  };
  struct EntryRow {  // of one operation and entry
    std::vector<bool> left;
    int64_t cases = 0;
    std::vector<Elimination> told;
  };
  struct Choice {  // one entry of an operation read otherwise than expected
    const Operation* operation;
    size_t entry;  // place in Operation::ambiguities
    uint8_t reading;
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  using Choices = std::vector<Choice>;  // in the order of alternatives()
  enum class Answer : uint8_t { no, yes, unknown };
  struct Explained {
    std::vector<Choices> by;  // open readings: the fewest that explain it, each way
    bool complete = true;     // every way was tried
    bool unknown = false;     // under a way no window holds what is touched, or it is too large
    std::vector<Choice> crossed_out;  // each would explain it alone
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
  std::vector<std::vector<EntryRow>> rows_;  // by Operation::index, then place in ambiguities
  std::vector<int64_t> seen_;                // cases, by Operation::index
  int64_t time_ = 0;                         // programs that told readings apart
  bool departs_ = false;
};

}  // namespace strideproof
