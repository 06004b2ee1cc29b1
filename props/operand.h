#pragma once
// The operands of a random copy or fill of tensors: how they lie to each other, and where.

#include <functional>
#include <string_view>

#include "props/random.h"
#include "props/tensor.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

inline MachineShape machine_of(const Case& c) { return spec::machine_shape<int64_t>(*c.profile); }

// One operand on its way to an address.
struct Operand {
  Space space;
  int64_t element_bytes;
  Style style{};
  Shape shape{};
  int64_t lane = 0;
  Tensor tensor{};     // at offset 0 of the lane, at address 0 of system memory
  int64_t extent = 0;  // bytes
  int64_t offset = 0;  // in the lane or in system memory; -1: it fits nowhere
};

// Gives the operand the strides of its style, from its lane.
void spread(const MachineShape& m, Operand& operand);

// Packs the channels of both next to each other (NHWC), the rows of w elements inside them.
void lay_channels_last(Operand& a, Operand& b);

// How source and destination lie in one space; none: they lie in two.
enum class Relation : uint8_t { none, apart, other_lanes, in_place, interleaved, anywhere };

class OperandPlacer {
 public:
  OperandPlacer(Random& random, const Profile& profile)
      : random_(random), profile_(profile), m_(spec::machine_shape<int64_t>(profile)) {}

  // Chooses the shape of `a`. A large one changes the styles of both.
  void choose_shape(Operand& a, Operand& b, bool fill);

  // Both shapes are known. In place and interleaved only if allowed.
  Relation choose_relation(Operand& dst, Operand& src, bool may_lie_in_place, bool may_interleave);

  // Chooses lanes and offsets; makes the shape of the source smaller until both operands fit.
  using DstShape = std::function<Shape(const Shape& src)>;
  void place_copy(Relation relation, Operand& dst, Operand& src, const DstShape& dst_shape);
  void place_fill(Operand& dst);

  // The offset in a lane, or the system address, of something of that extent; -1: it fits nowhere.
  int64_t random_place(Space space, int64_t extent, int64_t unit);

 private:
  void choose_lane(Operand& operand);
  void place(Operand& operand);
  bool place_both(Relation relation, Operand& dst, Operand& src);
  void shrink(Operand& a, Operand& b);

  Random& random_;
  const Profile& profile_;
  const MachineShape m_;
};

void put(Case& c, std::string_view parameter, const Shape& values);
void put(Case& c, const Parameter& parameter, const Shape& values);
void put_strides(Case& c, const Parameter& parameter, bool null, const Shape& strides);
Shape shape_of(const Case& c, const Parameter& parameter);

}  // namespace strideproof::props
