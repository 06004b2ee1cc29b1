#pragma once
// Programs like a failing one, to be run next to it.

#include <vector>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

class Neighbours {
 public:
  // one_element: every case has a single element, and contents vary. Otherwise cases have at most
  // few_elements, or twice those of the failing program. No step violates more constraints than
  // the steps of the failing program do.
  Neighbours(const Program& failing, bool one_element);

  static constexpr int64_t few_elements = 4096;

  // One parameter or two moved onto an edge of a constraint or to a value where many things change,
  // the boundary cases of the corpus, mixtures with random cases, and steps left out or repeated.
  std::vector<Program> around(size_t most, props::Random& random) const;
  // One parameter of `program` moved.
  std::vector<Program> next_to(const Program& program, size_t most, props::Random& random) const;

 private:
  bool admits(const Program& program) const;
  void add(std::vector<Program>& all, Program program) const;
  void add_mixture(std::vector<Program>& all, props::Random& random) const;

  const Program& failing_;
  const bool one_element_;
  int most_violated_ = 0;
  int64_t most_elements_ = few_elements;
};

void set_fill(Program& program, uint64_t fill);
// The program with other contents of memory, in every class of data in turn.
std::vector<Program> refilled(const Program& program, size_t most);

}  // namespace strideproof::explanation
