#pragma once
// Boundary cases: for each constraint of an operation the solver finds a legal case on its edge and
// a case just outside that breaks nothing else, or proves that there is none.

#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::solver {

enum class Side : uint8_t { inside, outside };
std::string_view name(Side side);

enum class Found : uint8_t {
  witness,        // a case
  none_by_type,   // the C type cannot hold the value just outside
  none_by_lemma,  // proved: no values of the parameters satisfy all of it
  unknown,        // neither found nor refuted in time
};

struct Boundary {
  const Constraint* constraint;
  Side side;
  Found found = Found::unknown;
  Case witness;  // where found == witness; judged again, with int64_t, before it is handed out
};

// In the order of the operation's constraints, inside before outside. A case inside is legal with
// slack 0; a case outside violates that constraint alone, with the largest slack below 0.
std::vector<Boundary> boundaries(const Operation& operation, const Profile& profile);

}  // namespace strideproof::solver
