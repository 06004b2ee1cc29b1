#include "conform/report/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>

#include "conform/base/paths.h"
#include "conform/base/setup_error.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  const std::string where = path == "-" ? "standard output" : path;
  throw SetupError(fmt::format("cannot write {}: {}", where, why));
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.is_open() || text.bad())
    throw SetupError(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  return text.str();
}

std::string from_template(const std::string& file,
                          const std::vector<std::pair<std::string, std::string>>& texts) {
  std::string whole = read_file(shared_path(file));
  size_t at = 0;
  for (const auto& [name, text] : texts) {
    const std::string mark = "@" + name + "@";
    at = whole.find(mark, at);
    whole.replace(at, mark.size(), text);
    at += text.size();
  }
  return whole;
}

void write_file(const std::string& path, const std::string& text) {
  const bool standard = path == "-";
  std::unique_lock<std::mutex> whole;  // a pipe may take its time
  if (!standard) whole = std::unique_lock(until_whole());
  FILE* file = standard ? stdout : std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail(path, std::strerror(errno));
  const bool written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const int error = errno;
  const bool closed = standard || std::fclose(file) == 0;
  if (written && closed) return;
  if (!written) errno = error;
  const std::string why = std::strerror(errno);
  std::error_code none;
  if (!standard && std::filesystem::is_regular_file(path, none))
    std::filesystem::remove(path, none);
  fail(path, why);
}

void begin_reports(const std::vector<WantedReport>& wanted) {
  if (std::ranges::count(wanted, "-", &WantedReport::path) > 1)
    throw SetupError("only one report can go to standard output: give the others a file");
  for (const WantedReport& each : wanted)
    if (each.path != "-") write_file(each.path, "");
}

void write_reports(const RunReport& report, std::vector<WantedReport> wanted) {
  if (std::ranges::count(wanted, std::string("-"), &WantedReport::path) == 0)
    wanted.insert(wanted.begin(), {"-", to_text});
  std::exception_ptr failed;
  for (const auto& [path, form] : wanted) try {
      write_file(path, form(report));
    } catch (const std::exception&) {
      if (!failed) failed = std::current_exception();
    }
  if (failed) std::rethrow_exception(failed);
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw SetupError(fmt::format("cannot make directory {}: {}", path, error.message()));
}

}  // namespace strideproof
