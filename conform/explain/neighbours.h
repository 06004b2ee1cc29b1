#pragma once
// Programs like a given one, to be run beside it: values moved to the edges of constraints and to
// those that are edges of many things, one or two at once; mixtures with random cases; and the
// cases of its operation that the solver put on each edge and landmark (corpus/boundary).

#include <vector>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

inline constexpr int64_t few_elements = 4096;  // that much any neighbour may have

struct Neighbourhood {
  int most_violated;  // constraints, by the first step; by a later one as many as by the given one
  bool one_element;   // what operands hold is varied instead
};

// In random order; none is named twice in a row. Of most elements about as many as the given one.
std::vector<Program> neighbours(const Program& failing_case, Neighbourhood wanted, size_t most,
                                props::Random& random);

// Some that differ from it in one or two values.
std::vector<Program> nearest(const Program& failing_case, Neighbourhood wanted, size_t most,
                             props::Random& random);

// Between one that fails and one that passes: one value is that of the other, or lies between both.
std::vector<Program> between(const Program& fails, const Program& passes, Neighbourhood wanted);

// Gives the program and its steps other contents of memory.
void set_fill(Program& program, uint64_t fill);

// The same with other contents of memory, in every class of data in turn.
std::vector<Program> refilled(const Program& failing_case, size_t most);

}  // namespace strideproof::explanation
