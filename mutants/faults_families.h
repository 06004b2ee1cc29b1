#pragma once
// The faults of every family, each in faults_<family>.cpp.

#include "mutants/faults.h"

namespace strideproof::mutants {

std::span<const FaultRow> faults_okk_gdma();
std::span<const FaultRow> faults_okk_bdc();
std::span<const FaultRow> faults_tik();
std::span<const FaultRow> faults_asc();
std::span<const FaultRow> faults_bm_atomic();

}  // namespace strideproof::mutants
