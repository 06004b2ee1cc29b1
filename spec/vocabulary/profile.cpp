#include "spec/vocabulary/profile.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace strideproof {
namespace {

constexpr int64_t KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

constexpr Window bm1684_windows[] = {
    {0x02000000, 512 * KiB},          // DTCM
    {0x10000000, 4 * MiB},            // L2 SRAM
    {4 * GiB, 1024 * GiB - 4 * GiB},  // global memory, up to 40 bits
};
constexpr Window ascend_windows[] = {{0, 1024 * GiB}};  // GM, 40 bits
// A small window around 2^32, so that the small world contains a multiple of 4 GiB.
constexpr Window toy_windows[] = {{4 * GiB - 4096, 8192}};

constexpr Profile built_in[] = {
    {.name = "bm1684",
     .lanes = 64,
     .lane_bytes = 512 * KiB,
     .unit_bytes = 128,
     .local_base = 0x08000000,
     .windows = bm1684_windows},
    {.name = "toy",
     .lanes = 4,
     .lane_bytes = 256,
     .unit_bytes = 16,
     .local_base = 0x08000000,
     .buffer_bytes = {0, 0, 2 * KiB, 4 * KiB, 8 * KiB},
     .windows = toy_windows},
    {.name = "ascend310", .buffer_bytes = {0, 0, 253'952, 1'048'576, 0}, .windows = ascend_windows},
    {.name = "ascend910b",
     .buffer_bytes = {0, 0, 196'608, 524'288, 65'536},
     .windows = ascend_windows},
};

std::vector<Profile> load_profiles() {
  std::vector<Profile> all(std::begin(built_in), std::end(built_in));
  const char* path = std::getenv(profile_variable);
  if (path == nullptr || *path == '\0') return all;
  const Profile profile = read_profile(path);
  for (const Profile& other : all)
    if (other.name == profile.name)
      throw std::runtime_error(
          fmt::format("the profile {}: a built-in profile is named '{}' too: choose another name",
                      path, profile.name));
  all.push_back(profile);
  return all;
}

}  // namespace

std::string_view name(Space space) {
  constexpr std::string_view names[space_count] = {"system", "local", "ub", "l1", "l0b"};
  return names[static_cast<int>(space)];
}

std::span<const Profile> profiles() {
  static const std::vector<Profile> all = load_profiles();
  return all;
}

const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : profiles())
    if (profile.name == name) return &profile;
  return nullptr;
}

const Profile* user_profile() {
  return profiles().size() == std::size(built_in) ? nullptr : &profiles().back();
}

}  // namespace strideproof
