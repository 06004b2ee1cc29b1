#include "proofs/boundary/size.h"

#include "proofs/boundary/condition.h"

namespace strideproof::solver {
namespace {

template <class I>
I size(const Operation& operation, const Arguments<I>& arguments) {
  I sum(0);
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (arguments.is_null(static_cast<int>(p))) continue;
    for (int i = 0; i < slots(parameter.type); ++i) {
      const I& value = arguments.value[static_cast<size_t>(parameter.slot + i)];
      sum = sum + I(1);
      if (parameter.role == Role::extent) sum = sum + max_of(value - I(1), I(1) - value);
    }
  }
  return sum;
}

}  // namespace

int64_t size_of(const Case& c) { return size(*c.operation, c.arguments); }

Goal smaller_than(int64_t limit) {
  return where("size",
               [limit]<class I>(const Profile&, const Operation& operation, const Arguments<I>& a) {
                 return size(operation, a) < I(limit);
               });
}

std::vector<std::vector<Selection::Choice>> shapes_smaller_than(const Operation& operation,
                                                                int64_t size, size_t limit) {
  // The largest sum of distances of extents from 1, with as many NULLs as possible.
  int64_t left = size - 1;
  for (const Parameter& p : operation.parameters)
    if (!p.nullable) left -= slots(p.type);
  struct Shape {
    std::vector<Selection::Choice> choices;
    int64_t left;
  };
  std::vector<Shape> all;
  if (left >= 0) all.push_back({{}, left});
  for (const Parameter& p : operation.parameters)
    for (int i = 0; i < slots(p.type) && p.role == Role::extent; ++i) {
      std::vector<Shape> longer;
      for (const Shape& shape : all)
        for (int64_t value = 1 - shape.left; value <= 1 + shape.left; ++value) {
          if (longer.size() > limit) return {};
          if (value < lowest(p.type)) continue;
          longer.push_back(shape);
          longer.back().choices.push_back({p.slot + i, {value, value}});
          longer.back().left -= value < 1 ? 1 - value : value - 1;
        }
      all = std::move(longer);
    }
  std::vector<std::vector<Selection::Choice>> shapes;
  for (Shape& shape : all) shapes.push_back(std::move(shape.choices));
  return shapes;
}

}  // namespace strideproof::solver
