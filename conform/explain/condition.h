#pragma once
// The condition of an explanation as a predicate: what "fails when ..." says of a program.

#include <string>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

class Condition {
 public:
  // most_violated: constraints that the explained case violates. Nothing is known of cases that
  // violate more.
  Condition(Rule rule, Features features, int most_violated);

  // True if the case meets the condition. The program has one step, of any operation.
  bool holds(const Program& program) const;
  // "shape.n > 1 and dst.wrap"; "always". It names no operation.
  std::string text() const;
  bool always() const;

  const Rule& rule() const { return rule_; }
  const Features& features() const { return features_; }

 private:
  Rule rule_;
  mutable Features features_;  // grows with the operations that it is asked of
  int most_violated_;
};

}  // namespace strideproof::explanation
