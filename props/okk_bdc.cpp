// Random cases of the family okk-bdc, and its laws. In a law dst serves as scratch; both sides
// agree on what is written there last.

#include "spec/vocabulary/okk_bdc.h"

#include <algorithm>

#include "props/families.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/tensor_overlap.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props::okk_bdc {

using namespace strideproof::okk_bdc;

Case draw(Random& random, Case c) {
  make_tensors(random, c, {});
  return c;
}

// ---- laws ----

namespace {

constexpr int64_t largest = 0x7fffffff;
constexpr int64_t ones = 0xffffffff;

Kind kind_of(const Case& c) { return kind(*c.operation); }

size_t data_index(Operands operand) { return operand == on_dst ? 0 : operand == on_src ? 1 : 2; }

bool maps_onto_itself(const Case& c, Operands a, Operands b) {
  return spec::maps_onto_itself(machine_of(c), spec::tensor_of(c, a), spec::tensor_of(c, b));
}

// Gives an operand the address, the strides and the data class of another one, perhaps of another
// case.
void take(Case& c, Operands which, const Case& from, Operands theirs) {
  const OperandParameters to = parameters_of(*c.operation, which),
                          of = parameters_of(*from.operation, theirs);
  copy_parameter(c, *to.address, from, *of.address);
  copy_parameter(c, *to.stride, from, *of.stride);
  c.data[data_index(which)] = from.data[data_index(theirs)];
}

// dst = a OP b, and dst = a OP C or C OP a. The operands are those of `like`.
Case binary(const Case& like, Kind wanted, Operands dst, Operands a, Operands b) {
  const auto found = std::ranges::find_if(catalogue(), [&](const Operation& operation) {
    return operation.family == Family::okk_bdc && kind(operation) == wanted;
  });
  Case c = of_operation(like, found->name);
  c.data = {};
  props::put(c, "shape", spec::tensor_of(like, on_dst).shape);
  take(c, on_dst, like, dst);
  take(c, on_src, like, a);
  if (is_binary(wanted)) take(c, on_src1, like, b);
  return c;
}
Case constant(const Case& like, Kind kind, Operands dst, Operands a, int64_t C) {
  Case c = binary(like, kind, dst, a, 0);
  c["C"] = C;
  return c;
}

Case copied(const Case& like) { return constant(like, Kind::bit_or_C, on_dst, on_src, 0); }
Case complemented(const Case& like, Operands operand) {
  return constant(like, Kind::bit_xor_C, operand, operand, ones);
}

// The logical shift in place of an arithmetic one.
Kind logical(Kind k) { return kind_of(Function::logical_shift, form(k)); }

// ---- the laws ----

Kind dual_of(Kind kind) { return kind == Kind::bit_and ? Kind::bit_or : Kind::bit_and; }

// Both sources are complemented in place and put back: they and dst are three tensors.
Equation de_morgan(Random&, const Case& c) {
  if (maps_onto_itself(c, on_dst, on_src) || maps_onto_itself(c, on_dst, on_src1)) return {};
  if (spec::are_disjoint(machine_of(c), spec::tensor_of(c, on_src), spec::tensor_of(c, on_src1)) !=
      spec::OverlapAnswer::yes)
    return {};
  const Case a = complemented(c, on_src), b = complemented(c, on_src1);
  return {{c, complemented(c, on_dst)},
          {a, b, binary(c, dual_of(kind_of(c)), on_dst, on_src, on_src1), a, b}};
}

Equation absorption(Random&, const Case& c) {
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  return {{c, binary(c, dual_of(kind_of(c)), on_dst, on_src, on_dst)}, {copied(c)}};
}

Equation xor_itself(Random&, const Case& c) {
  return {{binary(c, Kind::bit_xor, on_dst, on_src, on_src)},
          {constant(c, Kind::bit_and_C, on_dst, on_src, 0)}};
}

Equation xor_twice(Random&, const Case& c) {
  if (maps_onto_itself(c, on_dst, on_src1)) return {};
  return {{c, binary(c, Kind::bit_xor, on_dst, on_dst, on_src1)}, {copied(c)}};
}

Equation commuted(Random&, const Case& c) {
  return {{c}, {binary(c, kind_of(c), on_dst, on_src1, on_src)}};
}

Equation composed_shifts(Random& random, const Case& c) {
  const int64_t C = c["C"], first = C < 0 ? -random.between(0, -C) : random.between(0, C);
  return {{c},
          {constant(c, kind_of(c), on_dst, on_src, first),
           constant(c, kind_of(c), on_dst, on_dst, C - first)}};
}

Equation shift_by_nothing(Random&, const Case& c) {
  return {{constant(c, kind_of(c), on_dst, on_src, 0)}, {copied(c)}};
}

// The case with the sign of dst cleared; a constant without its own.
Equation without_sign(Random&, const Case& c) {
  const Kind k = kind_of(c);
  if (shifts_C(k)) {
    const int64_t C = c["C"] & largest;
    return {{constant(c, k, on_dst, on_src, C)}, {constant(c, logical(k), on_dst, on_src, C)}};
  }
  if (is_binary(k) && maps_onto_itself(c, on_dst, on_src1)) return {};
  const auto shift = [&](Kind kind) {
    return is_binary(k) ? binary(c, kind, on_dst, on_dst, on_src1)
                        : constant(c, kind, on_dst, on_dst, c["C"]);
  };
  const Case clear = constant(c, Kind::bit_and_C, on_dst, on_src, largest);
  return {{clear, shift(k)}, {clear, shift(logical(k))}};
}

// The tensor of constants is made where the result goes.
Equation constant_as_tensor(Random&, const Case& c) {
  const Kind k = kind_of(c), of_two = kind_of(function(k), Form::of_tensors);
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  return {{c},
          {constant(c, Kind::bit_and_C, on_dst, on_dst, 0),
           constant(c, Kind::bit_or_C, on_dst, on_dst, c["C"] & ones),
           shifts_C(k) ? binary(c, of_two, on_dst, on_dst, on_src)
                       : binary(c, of_two, on_dst, on_src, on_dst)}};
}

Equation source_onto_dst(Random&, const Case& c) {
  if (maps_onto_itself(c, on_dst, on_src)) return {};
  if (is_binary(kind_of(c)) && maps_onto_itself(c, on_dst, on_src1)) return {};
  Case moved = c;
  take(moved, on_src, c, on_dst);
  return {{c}, {copied(c), moved}};
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
      {"in place = out of place", "okk_bdc_32bit_*", source_onto_dst},
      {"an operation split in two is the operation", "okk_bdc_32bit_*", split},
      {"a size-1 dimension is neutral whatever its stride", "okk_bdc_32bit_*", stride_of_one},
  };
}

}  // namespace strideproof::props::okk_bdc
