#include "spec/spec.h"

#include "spec/family_spec.h"

namespace strideproof::spec {
namespace {

const FamilySpec& spec_of(const Case& c) {
  static constexpr const FamilySpec* of[] = {
#define FAMILY(family, ...) &family::family_spec,
#include "spec/vocabulary/operations.def"
  };
  return *of[static_cast<int>(c.operation->family)];
}

}  // namespace

ConstraintResults evaluate(const Case& c) { return spec_of(c).evaluate(c, nullptr); }
ConstraintResults evaluate(const Case& c, const Contents& before) {
  return spec_of(c).evaluate(c, &before);
}
int64_t slack(const Case& c, const Constraint& constraint) {
  return spec_of(c).slack(c, constraint, nullptr);
}
int64_t slack(const Case& c, const Constraint& constraint, const Contents& before) {
  return spec_of(c).slack(c, constraint, &before);
}
int64_t step(const Case& c, const Constraint& constraint) { return spec_of(c).step(c, constraint); }

uint64_t landmarks(const Case& c) { return spec_of(c).landmarks(c); }
int64_t cost(const Case& c) { return spec_of(c).cost(c); }
std::vector<OperandRange> footprint(const Case& c) { return spec_of(c).footprint(c); }
std::vector<OperandRange> bounding_ranges(const Case& c) {
  std::vector<OperandRange> runs;
  bounding_ranges(c, runs);
  return runs;
}
void bounding_ranges(const Case& c, std::vector<OperandRange>& into) {
  into.clear();
  spec_of(c).bounding_ranges(c, into);
}
Located locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  return spec_of(c).locate(c, space, lane, offset);
}
Tensor<int64_t> tensor_of(const Case& c, Operands which) { return spec_of(c).tensor(c, which); }

}  // namespace strideproof::spec
