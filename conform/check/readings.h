#pragma once
// Which readings of the ambiguity ledger an implementation takes: per entry and operation, those
// that explain every byte seen so far.

#include <vector>

#include "conform/oracle/oracle.h"
#include "conform/report/report.h"

namespace strideproof {

class ReadingTable {
 public:
  explicit ReadingTable(const Profile& profile);

  // What to expect of a program by what is known: the first reading left of each entry.
  Readings expected(const Program& program) const;

  // A second look at a verdict made under expected(program): a finding that another reading explains
  // is none. Changes nothing.
  Verdict refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                 const Found& found);
  // The same, and crosses out readings that do not explain what was seen.
  Verdict learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                const Found& found);

  // A row for each entry of the operations given, merged with what other profiles showed.
  void report(const Operation& operation, std::vector<ReadingReport>& rows) const;

 private:
  struct Row {  // of one operation and entry
    std::vector<bool> left;
    int64_t cases = 0;
  };
  struct Assumption {  // one entry read otherwise
    size_t entry;      // place in Operation::ambiguities
    uint8_t reading;
  };
  using Assumptions = std::vector<Assumption>;

  std::vector<Assumptions> alternatives(const Case& c, const Judgement& judgement) const;
  // The assumptions are of this operation.
  bool explains(const Program& program, const Operation& operation, const Assumptions& assumptions,
                const Outcome& outcome, const Found& found);
  bool is_open(const Operation& operation, const Assumptions& assumptions) const;
  // By a reading of the step that is still open.
  bool explained_by_step(const Program& program, const Case& step, const Outcome& outcome,
                         const Found& found);
  bool worth_asking(const Case& c, size_t entry, const Judgement& judgement) const;
  void cross_out(const Program& program, const Outcome& outcome, const Found& found);
  std::vector<Row>& rows(const Operation& operation);
  const std::vector<Row>& rows(const Operation& operation) const;

  Oracle oracle_;
  std::vector<std::vector<Row>> rows_;  // by Operation::index, then place in ambiguities
  std::vector<int64_t> seen_;           // cases, by Operation::index
};

}  // namespace strideproof
