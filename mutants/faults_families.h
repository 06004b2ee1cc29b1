#pragma once
// The faults of every family, each in faults_<family>.cpp.

#include "model/optimized/faults.h"

namespace strideproof::optimized {

std::span<const FaultRow> faults_okk_gdma();
std::span<const FaultRow> faults_okk_bdc();
std::span<const FaultRow> faults_tik();
std::span<const FaultRow> faults_asc();
std::span<const FaultRow> faults_bm_atomic();

}  // namespace strideproof::optimized
