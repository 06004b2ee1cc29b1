#include "conform/report/write.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "conform/check/process.h"

namespace strideproof {
namespace {

[[noreturn]] void fail(const std::string& path) {
  throw Unusable(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  const bool standard = path == "-";
  FILE* file = standard ? stdout : std::fopen(path.c_str(), "wb");
  if (file == nullptr) fail(path);
  const bool written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const int error = errno;
  const bool closed = standard || std::fclose(file) == 0;
  if (written && closed) return;
  if (!written) errno = error;
  fail(path);
}

void check_writable(const std::string& path) {
  if (path == "-") return;
  FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) fail(path);
  std::fclose(file);
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw Unusable(fmt::format("cannot make directory {}: {}", path, error.message()));
}

}  // namespace strideproof
