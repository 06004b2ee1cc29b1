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
  const bool null = is_null(c, *parameters_of(*c.operation, which).stride);
  return {t.address, null, t.stride, c.data[data_index(which)]};
}

bool maps_onto_itself(const Case& c, Operands a, Operands b) {
  return spec::maps_onto_itself(machine_of(c), spec::tensor_of(c, a), spec::tensor_of(c, b));
}

void put(Case& c, Operands which, const OperandValues& operand) {
  const OperandParameters parameters = parameters_of(*c.operation, which);
  *values(c, *parameters.address) = operand.address;
  put_strides(c, *parameters.stride, operand.null, operand.stride);
  c.data[data_index(which)] = operand.data;
}

Case start(const Case& like, Kind kind, const OperandValues& dst, const OperandValues& src) {
  Case c = of_kind(like, Family::okk_bdc, static_cast<int>(kind), element_bytes);
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

// The logical shift in place of an arithmetic one.
Kind logical(Kind k) { return kind_of(Function::logical_shift, form(k)); }

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
Equation de_morgan(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src),
                      b = operand_of(c, on_src1);
  if (maps_onto_itself(c, on_dst, on_src) || maps_onto_itself(c, on_dst, on_src1)) return {};
  if (spec::are_disjoint(machine_of(c), spec::tensor_of(c, on_src), spec::tensor_of(c, on_src1)) !=
      spec::Answer::yes)
    return {};
  const Kind dual = kind_of(c) == Kind::bit_and ? Kind::bit_or : Kind::bit_and;
  return {{c, complemented(c, dst, dst)},
          {complemented(c, a, a), complemented(c, b, b), binary(c, dual, dst, a, b),
           complemented(c, a, a), complemented(c, b, b)}};
}

Equation absorption(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  const Kind dual = kind_of(c) == Kind::bit_and ? Kind::bit_or : Kind::bit_and;
  return {{c, binary(c, dual, dst, a, dst)}, {copied(c, dst, a)}};
}

Equation xor_itself(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src);
  return {{binary(c, Kind::bit_xor, dst, a, a)}, {constant(c, Kind::bit_and_C, dst, a, 0)}};
}

Equation xor_twice(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), x = operand_of(c, on_src),
                      y = operand_of(c, on_src1);
  if (maps_onto_itself(c, on_dst, on_src1)) return {};
  return {{c, binary(c, Kind::bit_xor, dst, dst, y)}, {copied(c, dst, x)}};
}

Equation commuted(Random&, const Case& c) {
  return {{c},
          {binary(c, kind_of(c), operand_of(c, on_dst), operand_of(c, on_src1),
                  operand_of(c, on_src))}};
}

Equation composed_shifts(Random& random, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), x = operand_of(c, on_src);
  const int64_t C = c["C"], first = C < 0 ? -random.between(0, -C) : random.between(0, C);
  return {{c},
          {constant(c, kind_of(c), dst, x, first), constant(c, kind_of(c), dst, dst, C - first)}};
}

Equation shift_by_nothing(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), x = operand_of(c, on_src);
  return {{constant(c, kind_of(c), dst, x, 0)}, {copied(c, dst, x)}};
}

// The case with the sign of dst cleared; a constant without its own.
Equation without_sign(Random&, const Case& c) {
  const Kind k = kind_of(c);
  const OperandValues dst = operand_of(c, on_dst), a = operand_of(c, on_src);
  if (shifts_C(k)) {
    const int64_t C = c["C"] & largest;
    return {{constant(c, k, dst, a, C)}, {constant(c, logical(k), dst, a, C)}};
  }
  const Case clear = constant(c, Kind::bit_and_C, dst, a, largest);
  if (!is_binary(k))
    return {{clear, constant(c, k, dst, dst, c["C"])},
            {clear, constant(c, logical(k), dst, dst, c["C"])}};
  if (maps_onto_itself(c, on_dst, on_src1)) return {};
  const OperandValues counts = operand_of(c, on_src1);
  return {{clear, binary(c, k, dst, dst, counts)},
          {clear, binary(c, logical(k), dst, dst, counts)}};
}

// The tensor of constants is made where the result goes.
Equation constant_as_tensor(Random&, const Case& c) {
  const Kind k = kind_of(c), of_two = kind_of(function(k), Form::of_tensors);
  const OperandValues dst = operand_of(c, on_dst), src = operand_of(c, on_src);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  const Case with_tensor =
      shifts_C(k) ? binary(c, of_two, dst, dst, src) : binary(c, of_two, dst, src, dst);
  return {{c}, filled(c, dst, c["C"]) + with_tensor};
}

Equation in_place(Random&, const Case& c) {
  const OperandValues dst = operand_of(c, on_dst), src = operand_of(c, on_src);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  if (is_binary(kind_of(c)) && maps_onto_itself(c, on_dst, on_src1)) return {};
  Case moved = c;
  put(moved, on_src, dst);
  return {{c}, {copied(c, dst, src), moved}};
}

Equation split(Random& random, const Case& c) {
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
  return {{c}, {head, tail}};
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
