// Laws of okk-bdc. dst serves as scratch: what is written there at last is what both sides agree on.

#include <algorithm>

#include "props/families.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/tensor_overlap.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::props::okk_bdc {
namespace {

using namespace strideproof::okk_bdc;

constexpr int64_t largest = 0x7fffffff;
constexpr int64_t ones = 0xffffffff;

// An operand: where, how, and what it holds before the program.
struct OperandValues {
  int64_t address;
  bool null;
  Shape stride;
  DataClass data;
};

Kind kind_of(const Case& c) { return kind(*c.operation); }

Shape shape_of(const Case& c) { return spec::tensor_of(c, on_dst).shape; }

size_t data_index(Operands operand) { return operand == on_dst ? 0 : operand == on_src ? 1 : 2; }

OperandValues operand_of(const Case& c, Operands which) {
  const Tensor t = spec::tensor_of(c, which);
  const bool null = is_null(c, parameter_of(*c.operation, Role::stride, which));
  return {t.address, null, t.stride, c.data[data_index(which)]};
}

bool maps_onto_itself(const Case& c, Operands a, Operands b) {
  return spec::maps_onto_itself(machine_of(c), spec::tensor_of(c, a), spec::tensor_of(c, b));
}

void put(Case& c, Operands which, const OperandValues& operand) {
  const Parameter& stride = parameter_of(*c.operation, Role::stride, which);
  *values(c, parameter_of(*c.operation, Role::address, which)) = operand.address;
  set_null(c, stride, operand.null);
  props::put(c, stride.name, operand.null ? Shape{} : operand.stride);
  c.data[data_index(which)] = operand.data;
}

Case start(const Case& like, Kind kind, const OperandValues& dst, const OperandValues& src) {
  const auto wanted =
      std::find_if(catalogue().begin(), catalogue().end(), [&](const Operation& operation) {
        return operation.family == Family::okk_bdc && strideproof::okk_bdc::kind(operation) == kind;
      });
  Case c = of_operation(like, wanted->name);
  c.data = {};
  props::put(c, "shape", shape_of(like));
  put(c, on_dst, dst);
  put(c, on_src, src);
  return c;
}
// dst = a OP b, and dst = a OP C or C OP a.
Case binary(const Case& like, Kind kind, const OperandValues& dst, const OperandValues& a,
            const OperandValues& b) {
  Case c = start(like, kind, dst, a);
  put(c, on_src1, b);
  return c;
}
Case constant(const Case& like, Kind kind, const OperandValues& dst, const OperandValues& a,
              int64_t C) {
  Case c = start(like, kind, dst, a);
  c["C"] = C;
  return c;
}

Case copied(const Case& like, const OperandValues& dst, const OperandValues& src) {
  return constant(like, Kind::bit_or_C, dst, src, 0);
}
Case complemented(const Case& like, const OperandValues& dst, const OperandValues& src) {
  return constant(like, Kind::bit_xor_C, dst, src, ones);
}

// The operation of two tensors that an operation with C is, where it has one.
Kind binary_of(Kind k) {
  switch (function(k)) {
    case Function::bit_and: return Kind::bit_and;
    case Function::bit_or: return Kind::bit_or;
    case Function::bit_xor: return Kind::bit_xor;
    case Function::arithmetic_shift: return Kind::arithmetic_shift;
    case Function::logical_shift: break;
  }
  return Kind::logical_shift;
}

Kind logical(Kind k) {
  return k == Kind::arithmetic_shift     ? Kind::logical_shift
         : k == Kind::arithmetic_shift_C ? Kind::logical_shift_C
                                         : Kind::C_logical_shift;
}

// Fills an operand with C.
std::vector<Case> filled(const Case& like, const OperandValues& dst, int64_t C) {
  return {constant(like, Kind::bit_and_C, dst, dst, 0),
          constant(like, Kind::bit_or_C, dst, dst, C & ones)};
}

std::vector<Case> operator+(std::vector<Case> steps, const Case& last) {
  steps.push_back(last);
  return steps;
}

// ---- the laws ----

// Both sources are complemented in place and put back: they and dst are three tensors.
std::optional<Equation> de_morgan(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src),
                      b = operand_of(c, on_src1);
  if (maps_onto_itself(c, on_dst, on_src) || maps_onto_itself(c, on_dst, on_src1)) return {};
  if (spec::are_disjoint(machine_of(c), spec::tensor_of(c, on_src), spec::tensor_of(c, on_src1)) !=
      spec::Answer::yes)
    return {};
  const Kind dual = kind_of(c) == Kind::bit_and ? Kind::bit_or : Kind::bit_and;
  return if_legal({{c, complemented(c, dst, dst)},
                   {complemented(c, a, a), complemented(c, b, b), binary(c, dual, dst, a, b),
                    complemented(c, a, a), complemented(c, b, b)}});
}

std::optional<Equation> absorption(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  const Kind dual = kind_of(c) == Kind::bit_and ? Kind::bit_or : Kind::bit_and;
  return if_legal({{c, binary(c, dual, dst, a, dst)}, {copied(c, dst, a)}});
}

std::optional<Equation> xor_itself(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src);
  return if_legal(
      {{binary(c, Kind::bit_xor, dst, a, a)}, {constant(c, Kind::bit_and_C, dst, a, 0)}});
}

std::optional<Equation> xor_twice(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), x = operand_of(c, on_src),
                      y = operand_of(c, on_src1);
  if (maps_onto_itself(c, on_dst, on_src1)) return {};
  return if_legal({{c, binary(c, Kind::bit_xor, dst, dst, y)}, {copied(c, dst, x)}});
}

std::optional<Equation> commuted(Random&, const Case& c) {
  return if_legal({{c},
                   {binary(c, kind_of(c), operand_of(c, on_dst), operand_of(c, on_src1),
                           operand_of(c, on_src))}});
}

std::optional<Equation> composed_shifts(Random& random, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), x = operand_of(c, on_src);
  const int64_t C = c["C"], first = C < 0 ? -random.between(0, -C) : random.between(0, C);
  return if_legal(
      {{c},
       {constant(c, kind_of(c), dst, x, first), constant(c, kind_of(c), dst, dst, C - first)}});
}

std::optional<Equation> shift_by_nothing(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), x = operand_of(c, on_src);
  return if_legal({{constant(c, kind_of(c), dst, x, 0)}, {copied(c, dst, x)}});
}

// The case with the sign of dst cleared; a constant without its own.
std::optional<Equation> without_sign(Random&, const Case& c) {
  const Kind k = kind_of(c);
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src);
  if (shifts_C(k)) {
    const int64_t C = c["C"] & largest;
    return if_legal({{constant(c, k, dst, a, C)}, {constant(c, logical(k), dst, a, C)}});
  }
  const Case clear = constant(c, Kind::bit_and_C, dst, a, largest);
  if (!is_binary(k))
    return if_legal({{clear, constant(c, k, dst, dst, c["C"])},
                     {clear, constant(c, logical(k), dst, dst, c["C"])}});
  if (maps_onto_itself(c, on_dst, on_src1)) return {};
  const OperandValues counts = operand_of(c, on_src1);
  return if_legal(
      {{clear, binary(c, k, dst, dst, counts)}, {clear, binary(c, logical(k), dst, dst, counts)}});
}

// The tensor of constants is made where the result goes.
std::optional<Equation> constant_as_tensor(Random&, const Case& c) {
  const Kind k = kind_of(c);
  const OperandValues dst = operand_of(c, on_dst), src = operand_of(c, on_src);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  const Case with_tensor =
      shifts_C(k) ? binary(c, binary_of(k), dst, dst, src) : binary(c, binary_of(k), dst, src, dst);
  return if_legal({{c}, filled(c, dst, c["C"]) + with_tensor});
}

std::optional<Equation> in_place(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), src = operand_of(c, on_src);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  if (is_binary(kind_of(c)) && maps_onto_itself(c, on_dst, on_src1)) return {};
  Case moved = c;
  put(moved, on_src, dst);
  return if_legal({{c}, {copied(c, dst, src), moved}});
}

std::optional<Equation> split(Random& random, const Case& c) {
  const MachineShape m = machine_of(c);
  int64_t Shape::*const dims[] = {&Shape::n, &Shape::c, &Shape::h, &Shape::w};
  int64_t Shape::*const dim = dims[random.below(4)];
  const Shape shape = shape_of(c);
  if (shape.*dim < 2) return {};
  Shape at{0, 0, 0, 0}, head_shape = shape, tail_shape = shape;
  at.*dim = head_shape.*dim = random.between(1, shape.*dim - 1);
  tail_shape.*dim -= at.*dim;
  Case head = c, tail = c;
  props::put(head, "shape", head_shape);
  props::put(tail, "shape", tail_shape);
  for (const Operands which : {on_dst, on_src, on_src1}) {
    if (which == on_src1 && !is_binary(kind_of(c))) continue;
    const Tensor t = spec::tensor_of(c, which);
    const spec::ElementPlace<int64_t> first = spec::place_of(m, t, at);
    const DataClass data = c.data[data_index(which)];
    put(head, which, {t.address, false, t.stride, data});
    put(tail, which, {first.lane * m.lane_bytes + first.byte, false, t.stride, data});
  }
  return if_legal({{c}, {head, tail}});
}

}  // namespace

std::vector<Law> laws() {
  return {
      {"NOT (a AND b) = NOT a OR NOT b", "okk_bdc_32bit_and", de_morgan},
      {"NOT (a OR b) = NOT a AND NOT b", "okk_bdc_32bit_or", de_morgan},
      {"a OR (a AND b) = a", "okk_bdc_32bit_and", absorption},
      {"a AND (a OR b) = a", "okk_bdc_32bit_or", absorption},
      {"x XOR x = 0", "okk_bdc_32bit_xor", xor_itself},
      {"(x XOR y) XOR y = x", "okk_bdc_32bit_xor", xor_twice},
      {"a AND b = b AND a", "okk_bdc_32bit_and", commuted},
      {"a OR b = b OR a", "okk_bdc_32bit_or", commuted},
      {"a XOR b = b XOR a", "okk_bdc_32bit_xor", commuted},
      {"a shift by p + q = the shift by q of the shift by p", "okk_bdc_32bit_*_shift_C",
       composed_shifts},
      {"a shift by 0 = the copy", "okk_bdc_32bit_*_shift_C", shift_by_nothing},
      {"arithmetic shift = logical shift of what is not negative",
       "okk_bdc_32bit_*arithmetic_shift*", without_sign},
      {"src OP C = src OP a tensor of C", "okk_bdc_32bit_*_C", constant_as_tensor},
      {"C shifted by src = a tensor of C shifted by src", "okk_bdc_32bit_C_*", constant_as_tensor},
      {"in place = out of place", "okk_bdc_32bit_*", in_place},
      {"an operation split in two is the operation", "okk_bdc_32bit_*", split},
      {"a size-1 dimension is neutral whatever its stride", "okk_bdc_32bit_*", stride_of_one},
  };
}

}  // namespace strideproof::props::okk_bdc
