#pragma once
// Writing a report to where it was asked for.

#include <string>

namespace strideproof {

// Throws Unusable where not every byte could be written. "-" is standard output.
void write_file(const std::string& path, const std::string& text);

// Fails now rather than after a long run. Throws Unusable.
void check_writable(const std::string& path);

// The directory with its parents, if need be. Throws Unusable.
void make_directory(const std::string& path);

}  // namespace strideproof
