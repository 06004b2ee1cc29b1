#pragma once
// Random cases of the family okk-bdc: one word of seed gives one case.

#include <functional>

#include "props/random.h"
#include "props/world.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props::okk_bdc {

// Legal but for rare accidents (an operand placed anywhere that happens to overlap). Operands that
// hold counts have their data class.
Case legal(Random& random, const Operation& operation, const Profile& profile);

// The small world of an operation; see props/exhaustive.h.
void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit);

// The names of an operand's parameters: "dst_addr", "src0_addr" or "src_addr", "src1_addr".
std::string_view address_of(const Operation& operation, Operands operand);
std::string_view stride_of(const Operation& operation, Operands operand);

// dst, src (src0) and, where there are two sources, src1.
Operands operands_of(const Operation& operation);

}  // namespace strideproof::props::okk_bdc
