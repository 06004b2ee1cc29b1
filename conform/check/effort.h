#pragma once
// How much is tried for a finding, counted in what it costs.

#include <cstdint>

namespace strideproof {

// Cases run to explain a finding, at most.
inline constexpr int explained_cases = 500, explained_cases_of_a_known_cause = 60;
// Cost of a run in addition to its elements: a crash needs a new worker, and a hang takes its
// timeout. The largest budget of a finding is 5,000 runs, 250 crashes or 10 hangs to shrink it, and
// 500 cases, 250 crashes or 10 hangs to explain it. With --abort rejects shrinking has half of it,
// or an eighth for a known cause.
inline constexpr int64_t work_of_a_run = 10'000, work_of_a_death = 200'000,
                         work_of_a_hang = 16'000'000, work_of_a_short_hang = 5'000'000;
inline constexpr int64_t shrink_work = 50'000'000;
inline constexpr int64_t usual_strides_work = 2'000'000;  // left for strides in any case
inline constexpr int64_t explain_work_of_a_case = shrink_work / explained_cases;
inline constexpr int64_t hangs_run = 10;   // at least, to explain a hang
inline constexpr double hang_timeout = 1;  // a known hang shows in fewer seconds

}  // namespace strideproof
