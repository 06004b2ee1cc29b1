#pragma once
// Metamorphic laws, as equations between programs: from the same memory both sides leave the same
// memory. They need no reference and no expected value.

#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "props/tensor.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

struct Equation {
  std::vector<Case> left, right;
  bool system_only = false;  // local memory served as scratch
};

// The equation for a legal case, or none if the law says nothing about the case. The random number
// decides free choices (where to split).
using EquationOfCase = std::function<Equation(Random& random, const Case& c)>;

struct Law {
  std::string_view name;
  std::string_view operations;  // a glob
  EquationOfCase equation;
};
const std::vector<Law>& laws();  // of every family

// ---- for the families ----

#define FAMILY(family, ...) \
  namespace family {        \
  std::vector<Law> laws();  \
  }
#include "spec/vocabulary/operations.def"

// A case of another operation, without parameters, on the same memory.
Case of_operation(const Case& like, std::string_view name);

// The case with other values of parameters, each given by its first slot.
inline Case with(Case c, std::initializer_list<std::pair<std::string_view, int64_t>> values) {
  for (const auto& [parameter, value] : values) c[parameter] = value;
  return c;
}

// A copy and a fill of okk-gdma, with all strides given.
Case copy_of(const Case& like, const Tensor& dst, const Tensor& src);
Case fill_of(const Case& like, const Tensor& dst, int64_t constant);

// The same operation from dst to src. Exchanges the parameters of dst and src, and the extents of a
// cwtrans.
Case back(const Case& c);

// ---- laws of several families; nothing where the case is of another kind ----

// Strides of extents of 1 are neutral.
Equation stride_of_one(Random& random, const Case& c);
// An operation split in two along an extent is the operation.
Equation split(Random& random, const Case& c);
// There and back: the source is as it was. Nothing where numbers are added or converted.
Equation there_and_back(Random& random, const Case& c);
// A fill and then a copy are two fills.
Equation constant_copied(Random& random, const Case& c);
// A copy in system memory is one by way of local memory, in the aligned layout from some lane.
Equation through_local(Random& random, const Case& c);
// Types of one width move the same bits.
Equation same_width(Random& random, const Case& c);
// A matrix copy is a copy of all channels but the last, and one of the last, which may be narrower.
Equation matrix_as_copies(Random& random, const Case& c);

}  // namespace strideproof::props
