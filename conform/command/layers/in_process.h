#pragma once
// Programs given to the optimized implementation in this process: what the layers that are sources
// of cases have in common.

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
  ~InProcess();

  void check(const Program& program);
  // Until the source or the seconds end, or it was asked to stop. true: the source ended.
  bool check_all(Source& source, double seconds);
  // Compares what lies outside all windows, then writes a cell for each operation. Where no case
  // concerned it the layer is incomplete, or, where `why_none` gives a reason, not applicable.
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
  int explain_cases_ = 3600;  // left, for all explanations
};

}  // namespace strideproof
