#pragma once
// A profile is a machine as data. Nothing here computes an address.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace strideproof {

// The memories of a machine; the numbers are those of conform/strideproof.h.
enum class Space : uint8_t { system = 0, local = 1, ub = 2, l1 = 3, l0b = 4 };
inline constexpr int space_count = 5;
std::string_view name(Space space);

// Bytes [first, first + size) of system memory. No operand leaves the window in which it starts.
struct Window {
  int64_t first;
  int64_t size;
  int64_t end() const { return first + size; }  // exclusive
};

struct Profile {
  std::string_view name;
  int64_t lanes = 0;       // X: NPUs of local memory, 0 where the machine has none
  int64_t lane_bytes = 0;  // S
  int64_t unit_bytes = 0;  // U: rows of channels are aligned to it ("128-byte" on bm1684)
  int64_t local_base = 0;  // where bm_atomic_memcpy_1D sees local memory in its address space
  std::array<int64_t, space_count> buffer_bytes = {};  // by Space; 0 if there is no such buffer
  std::span<const Window> windows;                     // of system memory, ascending, disjoint
};

// bm1684, toy, ascend310, ascend910b, and that of the file STRIDEPROOF_PROFILE, if it is set
// (read_profile). The first call throws std::runtime_error if the file is wrong.
std::span<const Profile> profiles();
// nullptr if there is no such profile.
const Profile* find_profile(std::string_view name);
const Profile* user_profile();  // of the file; nullptr: none is set

// Reads the profile of a user from a JSON file:
//
//   {"name": "lanes32", "lanes": 32, "lane_bytes": 131072, "unit_bytes": 64,
//    "buffers": {"ub": 65536, "l1": 131072, "l0b": 32768},
//    "windows": [{"first": "0x100000000", "size": "0x3f00000000"}]}
//
// `lanes` is a count; every other number is in bytes. A number is an integer, or a string in
// decimal or hexadecimal; a missing one is 0. A machine without lanes has no local memory. Windows
// of system memory have 4096 bytes or more, ascend, are not adjacent, and end at 2^40 at most; the
// last one is global memory (ledger entry global-only). A lane has 4 units or more. local_base is
// always 0x08000000. An operation exists if the memories of its family do.
//
// Throws std::runtime_error with the file and the mistake in it. The name and the windows of the
// profile stay until the process ends.
Profile read_profile(const std::string& path);

// The environment variable that names the file of the profile that profiles() appends.
inline constexpr const char* profile_variable = "STRIDEPROOF_PROFILE";

}  // namespace strideproof
