#pragma once
// Runs programs on the optimized implementation in this process. The layers that are sources of
// cases share it.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "conform/command/layers/layer.h"
#include "oracle/harness.h"

namespace strideproof {

class InProcess {
 public:
  InProcess(std::string layer, Progress& progress, RunReport& report);

  void check(const Program& program);
  // Runs until the source or the seconds end, or a stop is requested. Returns true if the source
  // ended.
  bool check_all(const Source& source, double seconds);
  // Compares the memory outside all windows, then writes a cell for each operation. An operation
  // without a case is incomplete in this layer, or, if `why_none` gives a reason, not applicable.
  using WhyNone = std::function<std::string(const Operation&)>;
  void finish(const Operations& operations, const WhyNone& why_none);

 private:
  struct Count {
    CaseCounts cases;
    int failures = 0;
  };
  Harness& harness(const Profile& profile);
  void found(const Program& program, const Verdict& verdict);

  std::string layer_;
  Progress& progress_;
  RunReport& report_;
  std::map<const Profile*, std::unique_ptr<Harness>> harnesses_;
  std::map<const Operation*, Count> counts_;
  int explain_cases_ = 4500;  // left for all explanations
};

}  // namespace strideproof
