#pragma once
// Our generators and our shrinking as generators of RapidCheck. It gives one word of its random
// numbers to a case; its own size and its composition of generators are not used.

#include <rapidcheck.h>

#include <ostream>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "props/generate.h"
#include "props/shrink.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {

inline void showValue(const Case& c, std::ostream& out) { out << print(c); }

namespace props {

template <class T>
rc::Shrinkable<T> with_shrinks(T value) {
  return rc::shrinkable::shrinkRecur(std::move(value),
                                     [](const T& v) { return rc::seq::fromContainer(shrink(v)); });
}

// generate: Random& -> T
template <class T, class Generate>
rc::Gen<T> from_word(Generate generate) {
  return [generate](const rc::Random& source, int) {
    rc::Random word = source;
    Random random(word.next());
    return with_shrinks<T>(generate(random));
  };
}

// Cases of the operations that match, on any of their profiles.
inline rc::Gen<Case> cases(std::string_view glob, int one_illegal_in = default_illegal) {
  return from_word<Case>([operations = matching(glob), one_illegal_in](Random& random) {
    const Operation& operation = *random.pick(operations);
    return generate_case(random, operation, *random.pick(operation.profiles), one_illegal_in);
  });
}

}  // namespace props
}  // namespace strideproof
