// The premises of a theorem hold for the legal cases of the operations that it names: no other test
// notices a premise that is too strong. The unknowns of a theorem get the values of a case: of the
// cases of corpus/boundary in which one of them is largest or smallest.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "proofs/tests/case_values.h"
#include "proofs/theorems/theorems.h"
#include "spec/tests/contents.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {

// A theorem covers values of its unknowns if on some path each value lies
// in its bounds and the premises hold. Nothing is proved.
struct Admission {
  bool admitted = false;
  std::set<std::string> free;  // unknowns without a value

  static Admission of(const Theorem& theorem, const std::map<std::string, int64_t>& values) {
    Proof::Limits limits;
    for (const auto& [name, value] : values) limits.insert({name, {value, value}});
    Context context({.effort = 1'000'000});
    context.believe();
    Proof proof(context, Proof::Purpose::admit, limits);
    Admission admission;
    explore(context, [&] {
      proof.begin_path();
      theorem.proof(proof);
      if (context.satisfiable("premises", {context.assumptions()}) != ProofStatus::vacuous)
        admission.admitted = true;
      return 0;
    });
    admission.free = proof.free_;
    return admission;
  }
};

namespace {

struct Subject {
  std::string theorem;
  ValuesOf values;
};

// Unknowns that no parameter of a case decides: a path, or any of the elements, lanes, bytes, steps
// or columns.
const std::string choices =
    " alone b block byte column element f fractal g h half half_of_rows i involution j k kind l "
    "lanes n of_src row_in_fractal piece rest row x x2 y y2 ";

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  const auto add = [&](ValuesOf values, std::initializer_list<const char*> theorems) {
    for (const char* theorem : theorems) all.push_back({theorem, values});
  };
  add(local_tensors, {"layout.lanes"});
  add(injective_tensors, {"overlap.alias"});
  add(tensors,
      {"extent.start", "extent.tensor", "plan.steps", "footprint.rows", "footprint.bounding"});
  add(pairs_apart, {"overlap.tensors"});
  add(pairs_of_one_shape, {"overlap.in_place"});
  add(squares, {"plan.squares", "overlap.fractals"});
  add(flat_operands, {"footprint.flat"});
  return all;
}

// Theorems whose unknowns are given no values here, by reason.
const std::map<std::string, std::set<std::string>> not_compared = {
    {"words and counts, without a parameter of a case",
     {"convert.from_half", "convert.to_half", "convert.to_integer", "words.shift", "words.masked"}},
    {"boxes: only the search that is proved makes them of a case", {"overlap.boxes"}},
    {"loops and layouts: plan.steps bounds their steps, plan.elements their first lane",
     {"plan.columns", "plan.nest", "plan.runs"}},
    {"no premise but that addresses, lanes and elements exist", {"plan.elements"}}};

// The values in which an unknown is largest or smallest.
std::vector<Values> extremes(const std::vector<Values>& all) {
  std::map<std::string, std::vector<size_t>> having;  // by unknown
  for (size_t i = 0; i < all.size(); ++i)
    for (const auto& value : all[i]) having[value.first].push_back(i);
  std::set<size_t> chosen;
  for (const auto& [name, some] : having) {
    const auto value = [&, &unknown = name](size_t i) { return all[i].at(unknown); };
    chosen.insert(std::ranges::min(some, {}, value));
    chosen.insert(std::ranges::max(some, {}, value));
  }
  std::vector<Values> extreme;
  for (const size_t i : chosen) extreme.push_back(all[i]);
  return extreme;
}

std::string text(const Values& values) {
  std::string result;
  for (const auto& [name, value] : values) result += name + "=" + std::to_string(value) + " ";
  return result;
}

const Theorem& theorem_named(const std::string& name) {
  static const std::vector<Theorem> all = theorems();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Theorem& theorem) { return theorem.name == name; });
  if (found == all.end()) throw std::logic_error("no theorem " + name);
  return *found;
}

// The first values that a theorem does not cover; "" if there are none. Operations with the same
// parameters are tried together: their operands lie in the same memories.
std::string refused(const Theorem& theorem, ValuesOf values_of) {
  std::map<std::string, std::vector<Values>> known;  // by the types and names of the parameters
  for (const std::string& name : theorem.operations) {
    const Operation& operation = *find_operation(name);
    std::string parameters;
    for (const Parameter& parameter : operation.parameters)
      parameters += fmt::format("{} {} ", parameter.declared, parameter.name);
    std::vector<Values> some;
    for (const Case& c : legal_cases(operation))
      for (Values& values : values_of(c)) some.push_back(std::move(values));
    if (some.empty()) return name + " has no case that the theorem speaks of";
    known[parameters].insert(known[parameters].end(), some.begin(), some.end());
  }
  for (const auto& [parameters, all] : known)
    for (const Values& of_case : extremes(all)) {
      const Admission admission = Admission::of(theorem, of_case);
      if (!admission.admitted) return parameters + ": " + text(of_case);
      for (const std::string& unknown : admission.free)
        if (choices.find(" " + unknown + " ") == choices.npos) return "no value of " + unknown;
    }
  return "";
}

class Premises : public ::testing::TestWithParam<Subject> {};

TEST_P(Premises, HoldForLegalCases) {
  const auto& [theorem, values] = GetParam();
  EXPECT_EQ(refused(theorem_named(theorem), values), "");
}

INSTANTIATE_TEST_SUITE_P(Theorems, Premises, ::testing::ValuesIn(subjects()),
                         [](const auto& test) { return test_name(test.param.theorem); });

TEST(PremisesTest, SaysWhichTheoremsItLeavesOut) {
  std::set<std::string> expected, named;
  for (const Theorem& theorem : theorems()) expected.insert(theorem.name);
  for (const Subject& subject : subjects()) named.insert(subject.theorem);
  for (const auto& [why, names] : not_compared)
    for (const std::string& name : names) EXPECT_TRUE(named.insert(name).second) << name;
  EXPECT_EQ(named, expected);
  const std::string counted = std::to_string(subjects().size()) + " of the " +
                              std::to_string(expected.size()) + " theorems";
  EXPECT_NE(tests::contents("docs/proofs.md").find(counted), std::string::npos) << counted;
}

// A control of this test: it reports one more premise.
TEST(PremisesTest, DetectsAnAddedPremise) {
  Theorem theorem = theorem_named("layout.lanes");
  theorem.proof = [proof = theorem.proof](Proof& p) {
    proof(p);
    p.given(p.variable("N", 1, 65535) < 65535);
  };
  EXPECT_NE(refused(theorem, local_tensors), "");
}

}  // namespace
}  // namespace strideproof::solver
