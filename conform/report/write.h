#pragma once
// Files, and reports written to where they were asked for.

#include <string>
#include <utility>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// Throws SetupError if the file cannot be read.
std::string read_file(const std::string& path);

// A file of share/strideproof with texts in place of its marks ("@data@" for example), given in
// order. Throws SetupError if the file cannot be read.
std::string from_template(const std::string& file,
                          const std::vector<std::pair<std::string, std::string>>& texts);

// Throws SetupError if not every byte could be written, and leaves no partial file then. "-" is
// standard output.
void write_file(const std::string& path, const std::string& text);

struct WantedReport {
  std::string path;  // "-": standard output
  std::string (*form)(const RunReport& report);
};
// Empties the files of the reports, so that no report of an earlier run remains if this run ends
// early. Throws SetupError now rather than after a long run.
void begin_reports(const std::vector<WantedReport>& wanted);
// Writes the reports, and the text on standard output unless a report goes there. Tries all files,
// then throws SetupError about the first that failed.
void write_reports(const RunReport& report, std::vector<WantedReport> wanted);

// Creates the directory and its parents if they do not exist. Throws SetupError.
void make_directory(const std::string& path);

}  // namespace strideproof
