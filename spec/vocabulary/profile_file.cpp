#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "spec/vocabulary/profile.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

using nlohmann::json;

// The proofs hold for machines of these sizes.
constexpr int64_t most_lanes = 4096, most_lane_bytes = int64_t{1} << 30, most_unit_bytes = 4096;
constexpr int64_t most_buffer_bytes = int64_t{1} << 30, memory_end = int64_t{1} << 40;
constexpr int64_t most_local_bytes = int64_t{1} << 32;
// All operands of an operation fit into less.
constexpr int64_t least_units = 4, least_window = 4096;
constexpr size_t longest_name = 31;

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

int64_t number(const json& object, const std::string& key, int64_t most) {
  if (!object.contains(key)) return 0;
  const json& value = object[key];
  int64_t read = -1;
  if (value.is_number_integer()) read = value.get<int64_t>();
  if (uint64_t parsed = 0;
      value.is_string() && read_number(value.get<std::string>(), parsed) == std::errc())
    read = static_cast<int64_t>(parsed);
  require(read >= 0 && read <= most,
          fmt::format("'{}' must be a number from 0 to {}, not {}", key, most, value.dump()));
  return read;
}

void require_keys(const json& object, const std::vector<std::string>& known, const char* where) {
  require(object.is_object(), fmt::format("{} must be an object", where));
  for (const auto& [key, _] : object.items())
    require(std::find(known.begin(), known.end(), key) != known.end(),
            fmt::format("unknown '{}' in {}; known: {}", key, where, fmt::join(known, " ")));
}

std::string name_in(const json& object) {
  const bool there = object.contains("name") && object["name"].is_string();
  const std::string name = there ? object["name"] : "";
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-';
  });
  require(plain && !name.empty() && name.size() <= longest_name,
          fmt::format("'name' must have 1 to {} letters, digits, _ or -", longest_name));
  return name;
}

std::vector<Window> windows_in(const json& object) {
  std::vector<Window> windows;
  if (!object.contains("windows")) return windows;
  require(object["windows"].is_array(), "'windows' must be a list");
  for (const json& window : object["windows"]) {
    require_keys(window, {"first", "size"}, "a window");
    windows.push_back({number(window, "first", memory_end), number(window, "size", memory_end)});
    require(windows.back().size >= least_window && windows.back().end() <= memory_end,
            fmt::format("a window must have at least {} bytes and must end at 2^40 at most",
                        least_window));
    require(windows.size() == 1 || windows[windows.size() - 2].end() < windows.back().first,
            "windows must be ascending and must not touch");
  }
  return windows;
}

Profile profile_in(const json& object) {
  require_keys(object, {"name", "lanes", "lane_bytes", "unit_bytes", "buffers", "windows"},
               "the file");
  // The texts and windows of the profile stay in place until the process ends.
  static std::deque<std::string> names;
  static std::deque<std::vector<Window>> all_windows;
  const std::string& name = names.emplace_back(name_in(object));
  const std::vector<Window>& windows = all_windows.emplace_back(windows_in(object));
  Profile profile{.name = name,
                  .lanes = number(object, "lanes", most_lanes),
                  .lane_bytes = number(object, "lane_bytes", most_lane_bytes),
                  .unit_bytes = number(object, "unit_bytes", most_unit_bytes),
                  .local_base = 0x08000000,
                  .windows = windows};
  require((profile.lanes > 0) == (profile.lane_bytes > 0),
          "'lanes' and 'lane_bytes' must both be given, or neither");
  require(profile.lanes * profile.lane_bytes <= most_local_bytes,
          "local memory must have 4 GiB at most");
  require(profile.lanes == 0 || (profile.unit_bytes >= 4 && profile.unit_bytes % 4 == 0 &&
                                 profile.lane_bytes % profile.unit_bytes == 0 &&
                                 profile.lane_bytes >= least_units * profile.unit_bytes),
          fmt::format("'unit_bytes' must be a multiple of 4, and 'lane_bytes' a multiple of it, at "
                      "least {} times as large",
                      least_units));
  if (!object.contains("buffers")) return profile;
  const json& buffers = object["buffers"];
  require_keys(buffers, {"ub", "l1", "l0b"}, "'buffers'");
  for (const Space space : {Space::ub, Space::l1, Space::l0b}) {
    int64_t& bytes = profile.buffer_bytes[static_cast<size_t>(space)];
    bytes = number(buffers, std::string(strideproof::name(space)), most_buffer_bytes);
    require(bytes % 512 == 0, "the size of a buffer must be a multiple of 512");
  }
  return profile;
}

}  // namespace

Profile read_profile(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw std::runtime_error(
        fmt::format("cannot read the profile {}: {}", path, std::strerror(errno)));
  try {
    return profile_in(json::parse(file));
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("the profile {}: {}", path, error.what()));
  }
}

}  // namespace strideproof
