#pragma once
// What a family hands to spec.cpp; defined in spec/operations/<family>.cpp. See spec.h.

#include "spec/spec.h"

namespace strideproof::spec {

struct FamilySpec {
  Judgement (*judge)(const Case&);
  int64_t (*slack)(const Case&, const Constraint&);
  uint64_t (*landmarks)(const Case&);
  int64_t (*cost)(const Case&);
  std::vector<Run> (*footprint)(const Case&);
  std::vector<Run> (*hulls)(const Case&);
};

namespace okk_gdma {
extern const FamilySpec family_spec;
}

}  // namespace strideproof::spec
