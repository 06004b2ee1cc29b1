#pragma once
// Counts the cases given and their results.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "oracle/verdict.h"

namespace strideproof {

// A program counts as one case, and as one case of each operation among its steps.
struct CaseCounts {
  int64_t executed = 0;                       // run and judged, those with a finding too
  int64_t rejected = 0;                       // as documented, or although legal
  std::map<std::string, int64_t> not_judged;  // by reason: "too costly", "unsupported", ...
  // Drawn, but not given because others like them fail, by reason: "known cause".
  std::map<std::string, int64_t> left_out = {};
  int64_t failing = 0;  // of the judged cases, those with a finding

  int64_t judged() const { return executed + rejected; }  // the number of cases in every report
  int64_t not_judged_for(const std::string& reason) const;
  int64_t not_judged_total() const;  // for any reason
  int64_t given() const { return judged() + not_judged_total(); }

  // A case that is neither run nor rejected counts as not judged, by its name.
  void add(VerdictKind kind);
  void take_back_not_judged(const std::string& reason);  // of a case that was added

  CaseCounts& operator+=(const CaseCounts& other);
};

// The operations of a program, each once, in the order of their first steps.
std::vector<const Operation*> operations_of(const Program& program);

// "6 executed, 3 rejected; not judged: 2 too costly, 1 unsupported"
std::string describe(const CaseCounts& counts);
// "not judged: 2 too costly, 1 unsupported; left out: 3 known cause"; empty: none
std::string describe_not_judged(const CaseCounts& counts);

}  // namespace strideproof
