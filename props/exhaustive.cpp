#include "props/exhaustive.h"

#include <stdexcept>
#include <string>

#include "props/asc.h"
#include "props/bm_atomic.h"
#include "props/generate.h"
#include "props/okk_bdc.h"
#include "props/okk_gdma.h"
#include "props/tik.h"
#include "props/world.h"

namespace strideproof::props {
namespace {

int64_t each(const Operation& operation, const Profile& profile, World world, const Visit& visit) {
  int64_t count = 0;
  const Visit counted = [&](const Case& c) {
    ++count;
    visit(c);
  };
  switch (operation.family) {
    case Family::okk_gdma:
      okk_gdma::each_small_case(operation, profile, world, counted);
      return count;
    case Family::bm_atomic:
      bm_atomic::each_small_case(operation, profile, world, counted);
      return count;
    case Family::tik: tik::each_small_case(operation, profile, world, counted); return count;
    case Family::asc: asc::each_small_case(operation, profile, world, counted); return count;
    case Family::okk_bdc:
      okk_bdc::each_small_case(operation, profile, world, counted);
      return count;
    default:
      throw std::logic_error("no small world of family " + std::string(name(operation.family)));
  }
}

}  // namespace

int64_t each_small_case(const Operation& operation, const Profile& profile, const Visit& visit) {
  return each(operation, profile, World::full, visit);
}

int64_t each_small_fault(const Operation& operation, const Profile& profile, int ways,
                         const Visit& visit) {
  int64_t count = 0;
  Random random(1);
  each(operation, profile, World::plain, [&](const Case& c) {
    for (const Constraint& constraint : operation.constraints)
      for (int way = 0; way < ways; ++way) {
        Case broken = c;
        violate(random, broken, constraint);
        ++count;
        visit(broken);
      }
  });
  return count;
}

}  // namespace strideproof::props
