#pragma once
// The operands of a random copy, fill or operation on tensors: their relative and absolute places.

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "props/random.h"
#include "props/tensor.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

inline MachineShape machine_of(const Case& c) { return spec::machine_shape<int64_t>(*c.profile); }

// Where a source lies.
enum class Placement : uint8_t {
  disjoint,  // before or after dst
  onto_dst,
  interleaved,  // its rows or elements between those of dst
  same_source,  // on the first source
  near_source,  // a few units from the first source
  other_lanes,  // in lanes after or before those of dst
  anywhere      // at a place of its own, which may overlap dst
};

// An operand that is being drawn.
struct RandomOperand {
  Operands which;
  Space space;
  int64_t element_bytes;
  int64_t unit;  // of its address
  Style style{};
  Placement placement = Placement::disjoint;
  Shape shape{};
  int64_t lane = 0;
  Tensor tensor{};     // at offset 0 of the lane, at address 0 of system memory
  int64_t extent = 0;  // bytes
  int64_t offset = 0;  // in the lane or in system memory
};

// The operands of a case that has its selectors, dst first.
std::vector<RandomOperand> operands_of(const Case& c);

// The rules of an operation, and the choices of its generator.
struct TensorRules {
  bool strides = true;  // they are chosen; else the operands have these styles
  std::array<Style, operand_count> styles = {};
  bool may_share = true;   // elements of a source, or of a fill
  int long_dimension = 1;  // of a given shape: that of a long stride, as in Style::dims
  int64_t longest = highest(CType::u32);  // stride, as far as its type allows
  std::optional<Shape> shape = {};        // of the sources
  std::function<Shape(const Shape&)> dst_shape = [](const Shape& src) { return src; };
};

// Gives the case, which has its selectors, a shape, strides and places. Operands that have to be
// disjoint may overlap. Returns the operands, dst first.
std::vector<RandomOperand> make_tensors(Random& random, Case& c, TensorRules rules);

}  // namespace strideproof::props
