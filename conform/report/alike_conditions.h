#pragma once
// Conditions of two findings that probably have one cause.

#include <string>
#include <string_view>

#include "conform/report/report.h"

namespace strideproof {

// True if one condition is the other one or adds to it (64 on bm1684 may be 4 on toy: the number of
// lanes), or if both require a stride, or an extent,
// above the same large limit. wrong: both are wrong results of legal cases. These are alike too if both
// require the same landmark, or one requires it and the other a stride that takes its case there.
bool have_alike_conditions(const Finding& a, const Finding& b, bool wrong);

// The condition of a finding as it reads on a profile: with its number of lanes and its unit, in place
// of those of the finding's profile, and of those less 1.
std::string condition_on(const std::string& profile, const Finding& finding);

// A condition with dst in place of src, and src in place of dst.
std::string with_operands_exchanged(std::string_view condition);

}  // namespace strideproof
