#pragma once
// Files, and reports written to where they were asked for.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// Throws SetupError if it cannot be read.
std::string read_file(const std::string& path);

// Throws SetupError if not every byte could be written, and leaves no partial file then. "-" is
// standard output.
void write_file(const std::string& path, const std::string& text);

struct WantedReport {
  std::string path;  // "-": standard output
  std::string (*form)(const RunReport& report);
};
// Empties their files, so that no report of an earlier run remains if this run ends early. Throws
// SetupError now rather than after a long run.
void begin_reports(const std::vector<WantedReport>& wanted);
// And the text on standard output, unless another report goes there. All are tried; throws
// SetupError about the first that failed.
void write_reports(const RunReport& report, std::vector<WantedReport> wanted);

// Creates the directory and its parents if they do not exist. Throws SetupError.
void make_directory(const std::string& path);

}  // namespace strideproof
