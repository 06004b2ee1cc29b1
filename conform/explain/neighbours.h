#pragma once
// Programs near a failing one.

#include <optional>
#include <string_view>
#include <vector>

#include "conform/explain/explain.h"
#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

class Neighbours {
 public:
  // one_element: every case has a single element, and contents vary. Otherwise cases have at most
  // few_elements, or twice as many as the failing program. No step violates more constraints than
  // a step of the failing program.
  Neighbours(const Program& failing, bool one_element);

  static constexpr int64_t few_elements = 8192;

  // One value or two changed; mixtures with random cases; and steps left out or repeated.
  std::vector<Program> around(size_t most, props::Random& random) const;
  // One value of a step changed; and so that operands still end with their memory, or strides still join
  // rows, channels or images without a gap, as in the program.
  std::vector<Program> with_one_change(size_t most, props::Random& random) const;
  // The same, with a change of each slot first, then with another one of each, and so on.
  std::vector<Program> with_each_slot_changed(size_t most, props::Random& random) const;
  // Those with a change of the same slot as in `changed`.
  std::vector<Program> with_slot_changed_as(const Program& changed, props::Random& random) const;
  // A program of one step with the value that the other one has in the slot of this name. No value:
  // there is no such slot, or the program is none of these neighbours.
  std::optional<Program> with_value_of(const Program& other, std::string_view slot,
                                       Program program) const;
  // Another value in the slot of a constraint that is violated, so that it is still violated, or so
  // that it holds; nothing else changes. Some of all distances from its edge, the nearest first.
  std::vector<Program> with_same_violation(size_t most) const {
    return with_slot_changed(true, most);
  }
  std::vector<Program> without_violation(size_t most) const {
    return with_slot_changed(false, most);
  }
  // Drawn afresh, or with the extents or the addresses of the program; half of them with strides of
  // NULL.
  std::vector<Program> afresh(size_t most, props::Random& random) const;
  // The program halfway between two that differ in values of parameters only; addresses in whole
  // element units. None if they are adjacent.
  std::optional<Program> between(const Program& a, const Program& b) const;

 private:
  std::vector<Program> with_slot_changed(bool violates, size_t most) const;
  bool admits(const Program& program) const;
  void add(std::vector<Program>& all, Program program) const;
  void add_mixture(std::vector<Program>& all, props::Random& random) const;

  const Program& failing_;
  const bool one_element_;
  int most_violated_ = 0;
  int64_t most_elements_ = few_elements;
};

// The number of values of parameters that differ; none if the programs differ in anything else.
std::optional<size_t> distance(const Program& a, const Program& b);
inline constexpr size_t fills_of_an_element = 300;
inline constexpr int64_t most_refilled = 512;  // elements
// The program with other contents of memory, in every class of data in turn.
std::vector<Program> refilled(const Program& program, size_t most);

// How many of 16 such programs pass. 0 for large cases: they fail because of their sizes.
size_t passing_refills(const Program& failing, const Fails& fails);
// A failing case of one element like the program, with the same contents or others; none if no case
// tried fails.
std::optional<Program> element_of(const Program& failing, const Fails& fails);

}  // namespace strideproof::explanation
