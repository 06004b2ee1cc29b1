#pragma once
// Metamorphic laws, as equations between programs: from the same memory both sides leave the same
// memory. They need no reference and no expected value.

#include <optional>
#include <string_view>
#include <vector>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

struct Equation {
  std::vector<Case> left, right;
  bool system_only = false;  // local memory served as scratch
};

// One law: applied to a legal case it gives an equation whose steps are legal, or nothing where it
// does not speak of such a case. The random number decides what is free (where to split).
struct Law {
  std::string_view name;
  std::string_view operations;  // a glob
  std::optional<Equation> (*equation)(Random& random, const Case& c);
};
const std::vector<Law>& laws();  // of every family

// The same case with all operands moved, in their lane or window; nothing where there is no room.
std::optional<Case> shifted(Random& random, const Case& c);

// ---- for the families ----

struct FamilyLaws {
  std::vector<Law> (*laws)();
  std::optional<Case> (*shifted)(Random& random, const Case& c);
};
namespace okk_gdma {
extern const FamilyLaws family_laws;
}
namespace okk_bdc {
extern const FamilyLaws family_laws;
}
namespace bm_atomic {
extern const FamilyLaws family_laws;
}
namespace tik {
extern const FamilyLaws family_laws;
}
namespace asc {
extern const FamilyLaws family_laws;
}

// The equation, where its steps are legal but for their contents.
std::optional<Equation> if_legal(Equation equation);

}  // namespace strideproof::props
