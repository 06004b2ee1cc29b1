#pragma once
// Reads a user-defined profile from a JSON file:
//
//   {"name": "lanes32", "lanes": 32, "lane_bytes": 131072, "unit_bytes": 64,
//    "buffers": {"ub": 65536, "l1": 131072, "l0b": 32768},
//    "windows": [{"first": "0x100000000", "size": "0x3f00000000"}]}
//
// `lanes` is a count; every other number is in bytes. A number is an integer, or a string in
// decimal or hexadecimal; a missing one is 0. A machine without lanes has no local memory. Windows
// of system memory ascend, are not adjacent, and end at 2^40 at most; the last one is global memory
// (ledger entry global-only). local_base is always 0x08000000. An operation exists if the memories of
// its family do.

#include <string>

#include "spec/vocabulary/profile.h"

namespace strideproof {

// Throws std::runtime_error with the file and the mistake in it. The name and the windows of the
// profile stay until the process ends.
Profile read_profile(const std::string& path);

// The environment variable that names the file of the profile that profiles() appends.
inline constexpr const char* profile_variable = "STRIDEPROOF_PROFILE";

}  // namespace strideproof
