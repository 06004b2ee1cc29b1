#pragma once
// Each family adds two functions: a generator and laws. Other code calls them through generate.h and
// laws.h.

#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "props/laws.h"
#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// Draws a case that is legal with good chance. Here and below `c` has an operation, a profile and its
// constant, and no other parameters.
#define FAMILY(family, ...)          \
  namespace family {                 \
  Case draw(Random& random, Case c); \
  std::vector<Law> laws();           \
  }
#include "spec/vocabulary/operations.def"

// For operations on matrices and runs. Each value is drawn on its own: mostly one of the small world,
// at times one near a size of the machine, past a power of two, or the largest; likewise each place.
Case draw_values(Random& random, Case c);

// Gives the slots the values of a view of all of them, in their order.
template <class View>
void put(Case& c, const View& view) {
  static_assert(std::has_unique_object_representations_v<View>);
  std::memcpy(c.arguments.value.data(), &view, sizeof view);
}
template <class View>
Case with(Case c, const View& view) {
  put(c, view);
  return c;
}

}  // namespace strideproof::props
