#pragma once
// Conditions of two findings that probably have one cause.

#include <string>
#include <string_view>

#include "conform/report/report.h"

namespace strideproof {

// True if one condition equals the other or adds to it (64 on bm1684 may be 4 on toy: the number of
// lanes), or if both require a stride, or an extent, above the same large limit. wrong: both are
// wrong results of legal cases, which are alike too if both require the same landmark, or if one
// requires a landmark that the case of the other reaches by the stride that the other requires.
bool have_alike_conditions(const Finding& a, const Finding& b, bool wrong);

// The condition of a finding as it reads on another profile, whose number of lanes and unit replace
// those of the finding's profile; the same for these numbers less 1.
std::string condition_on(const std::string& profile, const Finding& finding);

// A condition with dst in place of src, and src in place of dst.
std::string with_operands_exchanged(std::string_view condition);

}  // namespace strideproof
