#pragma once
// The small world as data: the values of parameters (random cases draw them too), the strides of
// tensors, and the places of operands.

#include <array>
#include <vector>

#include "props/parameters.h"
#include "props/tensor.h"

namespace strideproof::props {

// Values [first, last] of a parameter, counted from the value of another one.
struct SmallValues {
  int64_t first, last;
  const Parameter* from = nullptr;

  int64_t size() const { return last - first + 1; }
};
// By slot; a slot without values is 0, or has another source.
const std::vector<std::vector<SmallValues>>& small_values(const Operation& operation);

// The ways to spread a tensor; those whose elements may share bytes come last.
std::vector<Style> small_styles(const Operation& operation, bool may_share);

// ---- places ----

// An operand, and the memory that holds it: a lane, a buffer, a window, or all lanes as one line.
struct SmallOperand {
  Operands which;
  OperandParameters parameters;
  Space space{};
  int64_t lane = 0;
  int64_t first = 0, size = 0;   // the addresses of the memory
  int64_t boundary = 0;          // of two lanes of a line, as an address; 0: the memory is no line
  int64_t extent = 0, unit = 1;  // bytes; addresses are multiples of the unit, from `first` on
  size_t style = 0;              // operands of one style may be placed on each other

  bool has_lanes() const { return space == Space::local && boundary == 0; }
};

// The addresses of the operands of a case, in their order.
using Places = std::array<int64_t, operand_count>;

// An operand alone in its memory: at its start, at its end, and in the middle, while the one in
// another memory is elsewhere. Operands in one memory: one after the other in any order, on each
// other if they have one style, one unit further, and if they are made of blocks at every distance
// at which they meet; from the start or to the end. On a line also across a boundary of lanes.
std::vector<Places> small_places(const std::vector<SmallOperand>& operands);

}  // namespace strideproof::props
