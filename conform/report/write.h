#pragma once
// Writing a report to where it was asked for.

#include <cstdint>
#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// Throws SetupError if not every byte could be written, and leaves no partial file then. "-" is
// standard output.
void write_file(const std::string& path, const std::string& text);

struct WantedReport {
  std::string path;  // "-": standard output
  std::string (*form)(const RunReport& report);
};
// And the text on standard output, unless another report goes there. All are tried; throws
// SetupError about the first that failed.
void write_reports(const RunReport& report, std::vector<WantedReport> wanted);

// Fails now rather than after a long run; throws SetupError. `emptied`: no report of an earlier run
// remains if this run ends early. `kept`: an existing file remains until it is replaced.
enum class Contents : uint8_t { emptied, kept };
void check_writable(const std::string& path, Contents contents = Contents::emptied);

// Creates the directory and its parents if they do not exist. Throws SetupError.
void make_directory(const std::string& path);

}  // namespace strideproof
