#pragma once
// Turns failing programs into findings: confirmed and shrunk in fresh workers, a few of each kind.

#include <map>
#include <memory>
#include <string>

#include "conform/check/readings.h"
#include "conform/check/session.h"
#include "conform/report/report.h"

namespace strideproof {

class Findings {
 public:
  // seconds: of an operation; layer: the name in each finding.
  Findings(const Target& target, const Profile& profile, double seconds, std::string layer,
           ReadingTable& readings, std::vector<Finding>& into);

  void add(const Program& program, const Verdict& verdict);
  int deaths(const Operation& operation) const;  // crashes, hangs and failed hooks added

 private:
  Verdict probe(const Program& program);
  Program shrink(const Program& program, const Verdict& verdict, Verdict& shrunk);

  Target target_;
  const Profile& profile_;
  double seconds_;
  std::string layer_;
  ReadingTable& readings_;
  std::vector<Finding>& into_;
  std::unique_ptr<Session> session_;  // for probing; made when first needed
  std::map<std::string, int> tried_;  // by operation, kind and first label
  std::map<std::string_view, int> deaths_;
};

// The constraints that the steps of a program violate, with their operations' names.
std::vector<std::string> violated_labels(const Program& program);

// A finding of a program as it stands.
Finding finding_of(const Program& program, const Verdict& verdict, const std::string& layer);

}  // namespace strideproof
