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
  return where([limit]<class I>(const Profile&, const Operation& operation, const Arguments<I>& a) {
    return size(operation, a) < I(limit);
  });
}

}  // namespace strideproof::solver
