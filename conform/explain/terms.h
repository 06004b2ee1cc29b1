#pragma once
// What can be said of a case in a few words: which constraints it violates, which landmarks it
// meets, its parameters, how they compare, and what follows from them (the lane in which an operand
// starts, the bytes of a row). Sentences about failing cases are made of these.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

enum class Sort : uint8_t {
  truth,      // 1 or 0
  number,     // ordered
  remainder,  // ordered; its own remainders say nothing
  address,    // ordered, told in hex; seldom the reason for anything
  choice      // one of a few, without order
};

struct Term {
  std::string name;
  std::string otherwise;  // of a truth: what is said where it is not so
  Sort sort;
  double cost;             // what a sentence pays for it: less for what people would say
  size_t step = 0;         // of the program, from 0, of which it speaks
  size_t name_begins = 0;  // behind "step 2: "

  // As one says it of the step alone.
  std::string_view plain_name() const { return std::string_view(name).substr(name_begins); }
};

// By term; a program does not say all of them, and later ones may be beyond the end.
using Values = std::vector<int64_t>;
inline constexpr int64_t unsaid = INT64_MIN;
inline int64_t value_of(const Values& values, size_t term) {
  return term < values.size() ? values[term] : unsaid;
}

// Whether what operands hold may be spoken of: only of cases with a single element.
enum class Speak : uint8_t { of_parameters, of_contents_too };

class Terms {
 public:
  explicit Terms(Speak speak) : speak_(speak) {}
  // Adds the terms that are met for the first time.
  Values values(const Program& program);
  const Term& operator[](size_t term) const { return all_[term]; }
  size_t size() const { return all_.size(); }

  // For what describes a case.
  void add_feature(std::string_view name, Sort sort, int64_t value, double cost);
  void add_feature(std::string_view name, std::string_view otherwise, bool value, double cost);

 private:
  void describe(const Case& c, bool first);
  size_t place(std::string_view name, std::string_view otherwise, Sort sort, double cost);
  Speak speak_;
  std::vector<Term> all_;
  std::map<std::string, size_t, std::less<>> places_;
  Values values_;       // of the program that is being described
  std::string prefix_;  // "step 2: "
  size_t step_ = 0;     // that is being described
};

// By the contents too where these are few: what many words hold takes milliseconds to look at.
ConstraintResults evaluate(const Case& c);

// Of what operands hold when the program starts.
void describe_contents(const Case& c, Terms& terms);
// How many words of a mask copy are kept; nothing of other operations. No step changes a mask.
void describe_mask(const Case& c, Terms& terms);

}  // namespace strideproof::explanation
