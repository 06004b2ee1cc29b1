#pragma once
// A rule for failing cases: a disjunction of short conjunctions over features.

#include <string>
#include <vector>

#include "conform/explain/features.h"

namespace strideproof::explanation {

enum class Relation : uint8_t {
  equal,
  unequal,
  above,
  below,
  multiple,      // of `value`
  not_multiple,  // of `value`
  one_over       // one more than a multiple of `value`
};

// False for a case without the feature.
struct Literal {
  size_t feature;
  Relation relation;
  int64_t value;
  double cost = 0;

  bool holds(int64_t of_feature) const;
  std::string text(const Features& features) const;
};

using Conjunction = std::vector<Literal>;  // empty: always holds
bool holds(const Conjunction& conjunction, const Values& values);

struct Rule {
  std::vector<Conjunction> any_of;

  bool holds(const Values& values) const;
  std::string text(const Features& features) const;  // "A and B, or when C"
};

struct Sample {
  Values values;
  bool fails;
};

inline constexpr size_t most_samples = 512;

// The best rule for the samples. Precondition: at most most_samples samples, one of which fails.
Rule learn(const std::vector<Sample>& samples, const Features& features);

}  // namespace strideproof::explanation
