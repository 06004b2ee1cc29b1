// strideproof_fuzz_replay PATH...: tests the property of the fuzz targets on text, without a
// fuzzer. PATH is a file of case lines or a folder of such files. Exit status 0: no finding, 1:
// findings, 2: wrong use.

#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "corpus/corpus.h"
#include "fuzz/differential.h"
#include "oracle/counts.h"

namespace {

using namespace strideproof;

int replay(const std::vector<std::string>& paths) {
  fuzz::Differential differential(optimized::run);
  CaseCounts counts;
  int64_t programs = 0, findings = 0;
  for (const std::string& path : paths)
    for (const corpus::Entry& entry : corpus::read(path)) {
      const Verdict verdict = differential.check(entry.program);
      ++programs;
      counts.add(verdict.kind);
      if (!is_finding(verdict.kind)) continue;
      ++findings;
      fmt::print(stderr, "{}:{}: {}", entry.file, entry.line,
                 differential.report(entry.program, verdict));
    }
  if (programs == 0) throw corpus::Error("no case line in these files");
  fmt::print("{} programs: {}; {} findings\n", programs, describe(counts), findings);
  return findings == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) try {
  if (count < 2 || words[1][0] == '-') {
    fmt::print(stderr, "usage: strideproof_fuzz_replay PATH...   files or folders of case lines\n");
    return 2;
  }
  return replay({words + 1, words + count});
} catch (const std::exception& error) {
  fmt::print(stderr, "strideproof_fuzz_replay: {}\n", error.what());
  return 2;
}
