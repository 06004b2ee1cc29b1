#include "props/exhaustive.h"

#include <optional>

#include "model/fill.h"
#include "props/edge.h"
#include "props/families.h"
#include "props/generate.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

int64_t each(const Operation& operation, const Profile& profile, World world, const Visit& visit) {
  int64_t count = 0;
  const Case c{&operation, &profile, {}, 1};
  cases_of(operation.family).each_small_case(c, world, [&](const Case& small) {
    ++count;
    visit(small);
  });
  return count;
}

// The constraints that the case violates, of `constraint` going by what memory holds before it.
uint64_t violated(const Case& c, const Constraint& constraint) {
  const DataClass data = c.data[constraint.operands == on_src1 ? 2 : 1];
  const auto before = [&](Space space, int64_t lane, int64_t offset) {
    uint8_t byte = 0;
    fill(&byte, 1, c.fill, space, lane, offset, data);
    return byte;
  };
  return spec::evaluate(c, before).violated;
}

// One case that violates the constraint; nothing where a few draws do not find one. Of contents only
// some have such values where the case looks.
std::optional<Case> broken(Random& random, const Case& c, const Constraint& constraint) {
  const bool data = constraint.stage == Stage::data;
  for (int draws = data ? 100 : 2; draws > 0; --draws) {
    std::optional<Case> drawn = move_to_edge(c, constraint, Edge::outside, random);
    if (drawn && data) drawn->fill = static_cast<uint64_t>(random.below(100));
    if (drawn && has_bit(violated(*drawn, constraint), constraint.bit)) return drawn;
  }
  return std::nullopt;
}

}  // namespace

int64_t each_small_case(const Operation& operation, const Profile& profile, const Visit& visit) {
  return each(operation, profile, World::full, visit);
}

int64_t each_small_fault(const Operation& operation, const Profile& profile, int ways,
                         const FaultVisit& visit) {
  int64_t count = 0;
  Random random(1);
  each(operation, profile, World::plain, [&](const Case& c) {
    if (!spec::evaluate(c).legal()) return;
    for (const Constraint& constraint : operation.constraints)
      for (int way = 0; way < ways; ++way)
        if (const std::optional<Case> one = broken(random, c, constraint)) {
          ++count;
          visit(*one, constraint);
        }
  });
  return count;
}

}  // namespace strideproof::props
