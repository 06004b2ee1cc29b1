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
  // few_elements, or twice the elements of the failing program. No step violates more constraints
  // than a step of the failing program.
  Neighbours(const Program& failing, bool one_element);

  static constexpr int64_t few_elements = 8192;

  // Programs with one or two values changed, mixtures with random cases, and programs with steps
  // left out or repeated.
  std::vector<Program> around(size_t most, props::Random& random) const;
  // Programs with one value of a step changed; also so that operands still end with their memory,
  // or strides still equal the product of the inner extents, as in the failing program.
  std::vector<Program> with_one_change(size_t most, props::Random& random) const;
  // The same programs, ordered so that each slot is changed once, then each slot again, and so on.
  std::vector<Program> with_each_slot_changed(size_t most, props::Random& random) const;
  // The programs of with_one_change() that change the same slot as `changed`.
  std::vector<Program> with_slot_changed_as(const Program& changed, props::Random& random) const;
  // A program of one step, with the value of the other program in the slot of this name. No value:
  // there is no such slot, or the result is not admitted as a neighbour.
  std::optional<Program> with_value_of(const Program& other, std::string_view slot,
                                       Program program) const;
  // The failing program with only the value of a violated constraint changed, so that it is still
  // violated, or holds: values of many distances from the edge, the nearest first.
  std::vector<Program> with_violated_changed(bool still_violated, size_t most) const;
  // Fresh cases, some with the extents or addresses of the program; half have strides of NULL.
  std::vector<Program> afresh(size_t most, props::Random& random) const;
  // The program halfway between two programs that differ only in values of parameters; addresses
  // move by whole units of the profile. No value if the two are adjacent.
  std::optional<Program> between(const Program& a, const Program& b) const;

 private:
  bool admits(const Program& program) const;
  void add(std::vector<Program>& all, Program program) const;
  void add_mixture(std::vector<Program>& all, props::Random& random) const;

  const Program& failing_;
  const bool one_element_;
  int most_violated_ = 0;
  int64_t most_elements_ = few_elements;
};

// The number of values of parameters that differ; no value if the programs differ in anything else.
std::optional<size_t> distance(const Program& a, const Program& b);
inline constexpr size_t fills_of_an_element = 300;
inline constexpr int64_t most_refilled = 512;  // elements
// The program with other contents of memory, in every class of data in turn.
std::vector<Program> refilled(const Program& program, size_t most);

// How many of 16 refilled programs pass; 0 for large cases, whose size is the likely cause.
size_t passing_refills(const Program& failing, const Fails& fails);
// A failing case of one element: the program with extents of 1, with other contents or addresses if
// needed; no value if no case tried fails.
std::optional<Program> element_of(const Program& failing, const Fails& fails);

// ---- cases that keep a relation of another case: the ends of its operands, or dense strides ----

// Moves each operand to the end of its lane, buffer or window that ends there in `base`.
Case with_same_ends(Case c, const Case& base);

// The case `c`, which may have another number of channels, moved so that its last channel lies in
// the lane of the last channel of `base`.
Case with_same_last_lane(Case c, const Case& base);

// Each stride that equals the product of the inner extents in `base` does so in the case too.
Case with_dense_strides(Case c, const Case& base);

}  // namespace strideproof::explanation
