#include "spec/spec.h"

#include <stdexcept>
#include <string>

#include "spec/family_spec.h"

namespace strideproof::spec {
namespace {

const FamilySpec& spec_of(const Case& c) {
  switch (c.operation->family) {
    case Family::okk_gdma: return okk_gdma::family_spec;
    case Family::okk_bdc: return okk_bdc::family_spec;
    case Family::bm_atomic: return bm_atomic::family_spec;
    case Family::tik: return tik::family_spec;
    case Family::asc: return asc::family_spec;
    default: throw std::logic_error("no spec of family " + std::string(name(c.operation->family)));
  }
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

}  // namespace strideproof::spec
