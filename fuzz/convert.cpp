// Between the text corpus and the inputs of a fuzz target:
//   strideproof_fuzz_convert encode TARGET DIR PATH...   lines of the target, one input each
//   strideproof_fuzz_convert decode TARGET PATH...       inputs, or folders of them, as sorted lines
// TARGET is that of a Domain.

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "corpus/corpus.h"
#include "fuzz/differential.h"

namespace {

using namespace strideproof;
using namespace strideproof::fuzz;
namespace fs = std::filesystem;

// Larger ones would slow the fuzzer down; they are replayed as text.
constexpr int64_t most_seed_elements = 4096;

// Programs of one step are seeds of both targets.
void encode_all(const Domain& domain, const fs::path& folder,
                const std::vector<std::string>& paths) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  int64_t written = 0;
  for (const std::string& path : paths)
    for (const corpus::Entry& entry : corpus::read(path)) {
      const Bytes bytes = encode(entry.program);
      const bool belongs = decode(bytes, domain) == entry.program;
      if (!belongs || expensive(entry.program, most_seed_elements)) continue;
      const fs::path to = folder / fmt::format("{:06}", written++);
      std::ofstream file(to, std::ios::binary);
      file.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
      if (!file.flush())
        throw std::runtime_error(fmt::format("{}: cannot be written", to.string()));
    }
  if (written == 0) throw std::runtime_error("no line belongs to this target");
}

void decode_file(const Domain& domain, const fs::path& path, std::set<std::string>& lines) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
  const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
  if (!bytes.empty() && bytes.front() != encoding_version)
    fmt::print(stderr, "{}: not written by this version; read as if it were\n", path.string());
  lines.insert(print(decode(bytes, domain)));
}

void decode_all(const Domain& domain, const std::vector<std::string>& paths) {
  std::set<std::string> lines;
  for (const std::string& path : paths)
    if (!fs::is_directory(path))
      decode_file(domain, path, lines);
    else
      for (const auto& entry : fs::directory_iterator(path))
        if (entry.is_regular_file()) decode_file(domain, entry.path(), lines);
  for (const std::string& line : lines) fmt::print("{}\n", line);
}

}  // namespace

int main(int count, char** words) try {
  const std::vector<std::string> all(words + 1, words + count);
  if (all.size() >= 4 && all[0] == "encode") {
    encode_all(Domain(all[1]), all[2], {all.begin() + 3, all.end()});
  } else if (all.size() >= 3 && all[0] == "decode") {
    decode_all(Domain(all[1]), {all.begin() + 2, all.end()});
  } else {
    fmt::print(stderr,
               "usage: strideproof_fuzz_convert encode TARGET DIR PATH...\n"
               "       strideproof_fuzz_convert decode TARGET PATH...\n");
    return 2;
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "strideproof_fuzz_convert: {}\n", error.what());
  return 2;
}
