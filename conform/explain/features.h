#pragma once
// Features of a program, which the sentence about failing cases can name: constraints, landmarks,
// parameters, relations of two parameters, and quantities that follow from parameters, such as the
// start lane of an operand.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

enum class Sort : uint8_t {
  truth,      // 1 or 0
  number,     // ordered
  remainder,  // ordered; not divided again
  content,    // ordered; divided by 2 only
  address,    // ordered, printed in hex
  choice      // unordered
};

inline constexpr int64_t absent = INT64_MIN;  // no value

struct Feature {
  std::string name;
  std::string negation;  // of a truth
  Sort sort;
  double cost;  // low for features that readers know well
  // The least threshold: for a choice, the largest documented value; larger values are numbers.
  int64_t least_threshold = absent;
};

// Costs of a feature; a sample that the rule gets wrong costs 1.
constexpr double plain = 1, simple = 1.1, usual = 1.3, derived = 1.5, combined = 2,
                 far_fetched = 3.5;

// Indexed by feature: `absent` if the program lacks it. Shorter than Features::size() if features
// were added later.
using Values = std::vector<int64_t>;
inline int64_t value_of(const Values& values, size_t feature) {
  return feature < values.size() ? values[feature] : absent;
}

class Features {
 public:
  // of_contents: in cases of one element, the contents of operands are features too. offered: the
  // windows of system memory that the implementation offers; none: the windows of the profile.
  // of_all: adds features of all operands together, which are the same for all operations. Steps
  // after the first most_steps have no features.
  explicit Features(bool of_contents, std::vector<Window> offered = {}, bool of_all = false,
                    size_t most_steps = SIZE_MAX)
      : of_contents_(of_contents),
        of_all_(of_all),
        most_steps_(most_steps),
        offered_(std::move(offered)) {}
  bool of_contents() const { return of_contents_; }
  bool of_all() const { return of_all_; }
  const std::vector<Window>& offered() const { return offered_; }
  // The values of the features of a program. Adds features that are new.
  Values values(const Program& program);
  const Feature& operator[](size_t feature) const { return all_[feature]; }
  size_t size() const { return all_.size(); }
  std::optional<size_t> find(const std::string& name) const;

  Feature& add(std::string_view name, Sort sort, int64_t value, double cost,
               std::string_view negation = "");
  // A truth: "subject predicate", or "subject negation" if it is false.
  void add(std::string_view subject, std::string_view predicate, std::string_view negation,
           bool value, double cost);

 private:
  void describe(const Program& program, size_t step);
  void describe_all_operands(const Case& c);

  const bool of_contents_, of_all_;
  const size_t most_steps_;
  const std::vector<Window> offered_;
  std::vector<Feature> all_;
  std::map<std::string, size_t> index_;  // by name
  Values values_;                        // of the program that is being described
  std::string prefix_;                   // "step 2: "
};

// Evaluates constraints on contents too, if the case is small enough to read its contents.
ConstraintResults evaluate(const Case& c);

void describe_operands(const Case& c, Features& features);
void describe_pairs(const Case& c, bool legal, Features& features);  // of operands
void describe_contents(const Case& c, Features& features);           // the case has one element
bool reads_mask(const Program& program);
// Adds the number of words that a mask copy keeps, unless an earlier step may write to the mask.
void describe_mask(const Program& program, size_t step, Features& features);

}  // namespace strideproof::explanation
