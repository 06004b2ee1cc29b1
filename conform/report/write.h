#pragma once
// Writing a report to where it was asked for.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace strideproof {

// Throws SetupError where not every byte could be written, and leaves no part of a file then. "-" is
// standard output.
void write_file(const std::string& path, const std::string& text);

// Path and text of each. All are tried; throws SetupError about the first that failed.
void write_files(const std::vector<std::pair<std::string, std::string>>& files);

// Fails now rather than after a long run. `emptied`: a report of an earlier run does not stay where
// this one ends early; `kept`: what is there is better than nothing. Throws SetupError.
enum class Before : uint8_t { emptied, kept };
void check_writable(const std::string& path, Before before = Before::emptied);

// The directory with its parents, if need be. Throws SetupError.
void make_directory(const std::string& path);

}  // namespace strideproof
