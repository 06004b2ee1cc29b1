#pragma once
// Each family adds three functions: a generator, a small world and laws. Other code calls them
// through generate.h, exhaustive.h and laws.h.

#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "props/exhaustive.h"
#include "props/laws.h"
#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// How much of a small world is visited: all of it, or one place and one way to spread each of its
// shapes, for those who do something with each.
enum class World : uint8_t { full, plain };

struct FamilyCases {
  // One word of seed gives one case, legal but for rare accidents (two operands placed anywhere that
  // happen to overlap). Here and below `c` has an operation and a profile, and no parameters.
  Case (*legal)(Random& random, Case c);
  void (*each_small_case)(Case c, World world, const Visit& visit);
  std::vector<Law> (*laws)();
};
const FamilyCases& cases_of(Family family);

#define FAMILY(family, ...)                                      \
  namespace family {                                             \
  Case legal(Random& random, Case c);                            \
  void each_small_case(Case c, World world, const Visit& visit); \
  std::vector<Law> laws();                                       \
  }
#include "spec/vocabulary/operations.def"

// The members that every generator needs, and those that every small world needs.
struct CaseGenerator {
  CaseGenerator(Random& random, Case c) : random_(random), case_(std::move(c)) {}

  Random& random_;
  Case case_;
};
struct SmallCases {
  SmallCases(Case c, World world, const Visit& visit)
      : world_(world), visit_(visit), case_(std::move(c)) {}

  const World world_;
  const Visit& visit_;
  Case case_;
};

// Elements of one byte are too few to be all different: by their top bit those of the source differ
// from those of the destination, so that an element that is not written, or written twice, shows.
inline void show_apart(Case& c, int64_t element_bytes) {
  c.data[0] = element_bytes == 1 ? DataClass::low : DataClass::unique;
  c.data[1] = element_bytes == 1 ? DataClass::high : DataClass::unique;
}
// Gives half of the random cases with one-byte elements contents that differ in the top bit.
inline void choose_data(Random& random, int64_t element_bytes, Case& c) {
  if (element_bytes == 1 && random.chance(1, 2)) c.data = {DataClass::low, DataClass::high};
}

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
