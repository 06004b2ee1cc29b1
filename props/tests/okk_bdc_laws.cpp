// The laws of the family okk-bdc. In a law dst serves as scratch; both sides agree on what is
// written there last.

#include <algorithm>

#include "props/operand.h"
#include "props/parameters.h"
#include "props/tests/laws.h"
#include "spec/footprint.h"
#include "spec/overlap.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::props::okk_bdc {

using namespace strideproof::okk_bdc;

namespace {

constexpr int64_t largest = 0x7fffffff;
constexpr int64_t ones = 0xffffffff;

Kind kind_of(const Case& c) { return kind(*c.operation); }

// dst = a OP b, dst = a OP C or dst = C OP a. The operands are those of the case that the law is
// about, and so are kind and C, if they are not given.
struct Step {
  Operands dst = on_dst, a = on_src, b = on_src1;
  std::optional<Kind> kind = {};
  std::optional<int64_t> C = {};
};
using Steps = std::vector<Step>;

const Step itself, exchanged{.a = on_src1, .b = on_src};
const Step copied{.kind = Kind::bit_or_C, .C = 0}, zero{.kind = Kind::bit_and_C, .C = 0};
Step complemented(Operands x) { return {.dst = x, .a = x, .kind = Kind::bit_xor_C, .C = ones}; }
Step combined(Kind kind, Operands a, Operands b) { return {.a = a, .b = b, .kind = kind}; }

// Gives an operand the address, the strides and the data class of an operand of another case.
void take(Case& c, Operands which, const Case& from, Operands theirs) {
  const auto data_index = [](Operands operand) { return static_cast<size_t>(operand / 2); };
  const OperandParameters to = parameters_of(*c.operation, which),
                          of = parameters_of(*from.operation, theirs);
  copy_parameter(c, *to.address, from, *of.address);
  copy_parameter(c, *to.stride, from, *of.stride);
  c.data[data_index(which)] = from.data[data_index(theirs)];
}

Case case_of(const Step& step, const Case& like) {
  const Kind wanted = step.kind.value_or(kind_of(like));
  const auto found = std::ranges::find_if(catalogue(), [&](const Operation& operation) {
    return operation.family == Family::okk_bdc && kind(operation) == wanted;
  });
  Case c = of_operation(like, found->name);
  c.data = {};
  put(c, "shape", spec::tensor_of(like, on_dst).shape);
  take(c, on_dst, like, step.dst);
  take(c, on_src, like, step.a);
  if (is_binary(wanted))
    take(c, on_src1, like, step.b);
  else
    c["C"] = step.C ? *step.C : like["C"];
  return c;
}

bool are_apart(const Case& c) {
  const std::vector<RandomOperand> all = operands_of(c);
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (spec::are_disjoint(machine_of(c), spec::tensor_of(c, all[i].which),
                             spec::tensor_of(c, all[j].which)) != spec::OverlapAnswer::yes)
        return false;
  return true;
}

// Later steps read what the case reads only if no operand lies on another.
Equation equation(const Case& c, const Steps& left, const Steps& right) {
  const bool one_step_each = left.size() + right.size() == 2;
  if (!one_step_each && !are_apart(c)) return {};
  Equation found;
  for (const Step& step : left) found.left.push_back(case_of(step, c));
  for (const Step& step : right) found.right.push_back(case_of(step, c));
  return found;
}

EquationOfCase equal(const Steps& left, const Steps& right) {
  return [=](Random&, const Case& c) { return equation(c, left, right); };
}

// Both sources are complemented in place and put back.
EquationOfCase de_morgan(Kind dual) {
  const Step not_a = complemented(on_src), not_b = complemented(on_src1);
  return equal({itself, complemented(on_dst)},
               {not_a, not_b, combined(dual, on_src, on_src1), not_a, not_b});
}

Equation composed_shifts(Random& random, const Case& c) {
  const int64_t C = c["C"], first = C < 0 ? -random.between(0, -C) : random.between(0, C);
  return equation(c, {itself}, {{.C = first}, {.a = on_dst, .C = C - first}});
}

// The case with the sign of its source cleared; a constant without its own.
Equation without_sign(Random&, const Case& c) {
  const Kind logical = okk_bdc::kind_of(Function::logical_shift, form(kind_of(c)));
  if (shifts_C(kind_of(c))) {
    const int64_t C = c["C"] & largest;
    return equation(c, {{.C = C}}, {{.kind = logical, .C = C}});
  }
  const Step clear{.kind = Kind::bit_and_C, .C = largest};
  return equation(c, {clear, {.a = on_dst}}, {clear, {.a = on_dst, .kind = logical}});
}

// The tensor of constants is made where the result goes.
Equation constant_as_tensor(Random&, const Case& c) {
  const Kind of_two = okk_bdc::kind_of(function(kind_of(c)), Form::of_tensors);
  return equation(
      c, {itself},
      {{.a = on_dst, .kind = Kind::bit_and_C, .C = 0},
       {.a = on_dst, .kind = Kind::bit_or_C, .C = c["C"] & ones},
       shifts_C(kind_of(c)) ? combined(of_two, on_dst, on_src) : combined(of_two, on_src, on_dst)});
}

}  // namespace

std::vector<Law> laws() {
  return {
#define LAW(name, operations, equation) {name, operations, equation},
#include "props/okk_bdc.def"
  };
}

}  // namespace strideproof::props::okk_bdc
