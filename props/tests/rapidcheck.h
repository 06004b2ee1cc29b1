#pragma once
// Our generators and our shrinking as generators of RapidCheck. It gives one word of its random
// numbers to a case; its own size and its composition of generators are not used.

#include <rapidcheck.h>

#include <ostream>
#include <string_view>

#include "props/generate.h"
#include "props/shrink.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {

inline void showValue(const Case& c, std::ostream& out) { out << print(c); }

namespace props {

// Cases of the operations that match, on any of their profiles.
inline rc::Gen<Case> cases(std::string_view glob, int one_illegal_in = default_illegal) {
  return [operations = matching(glob), one_illegal_in](const rc::Random& source, int) {
    rc::Random word = source;
    Random random(word.next());
    const Operation& operation = *random.pick(operations);
    const Profile& profile = *random.pick(operation.profiles);
    return rc::shrinkable::shrinkRecur(
        generate_case(random, operation, profile, one_illegal_in),
        [](const Case& c) { return rc::seq::fromContainer(shrink(c)); });
  };
}

}  // namespace props
}  // namespace strideproof
