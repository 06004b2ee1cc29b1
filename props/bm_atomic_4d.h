#pragma once
// Generators and laws of memcpy_4D and memset_4D; see props/bm_atomic.h.

#include <functional>
#include <optional>
#include <vector>

#include "props/laws.h"
#include "props/random.h"
#include "props/tensor.h"
#include "props/world.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::props::bm_atomic {

Case legal_4d(Random& random, const Operation& operation, const Profile& profile);
void each_small_case_4d(const Operation& operation, const Profile& profile, World world,
                        const std::function<void(const Case&)>& visit);

void put(Case& c, const strideproof::bm_atomic::Tensor4D<int64_t>& op);
void put(Case& c, const strideproof::bm_atomic::Fill4D<int64_t>& op);

// Another shape of as many elements, one for each word.
Shape reshaped(const Shape& shape, uint64_t how);
// Strides that are never used may be any: those below 0 as the C type has them.
Shape unsigned_strides(Shape stride);

std::vector<Law> laws_4d();
std::optional<Case> shifted_4d(Random& random, const Case& c);

}  // namespace strideproof::props::bm_atomic
