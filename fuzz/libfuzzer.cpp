// The functions that libFuzzer calls, the same in every target.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "fuzz/differential.h"

namespace strideproof::fuzz {
namespace {

struct State {
  FuzzTarget subject = target();
  // Signals are left to the sanitizers, which say more than a signal's name.
  Differential differential{subject.implementation, Signals::passed};
  Program program;  // the last one that ran, or runs
  bool running = false;
};

State& state() {
  static State the_state;
  return the_state;
}

// Keeps the line that is being shrunk in a file next to that of the findings, because
// fuzz/nightly.sh may end the process meanwhile. An empty line removes the file.
void keep_while_shrinking(const std::string& line) {
  const char* findings = std::getenv("STRIDEPROOF_FINDINGS");
  if (findings == nullptr) return;
  const std::string path = std::string(findings) + "." + std::to_string(getpid());
  if (line.empty())
    std::remove(path.c_str());
  else
    std::ofstream(path) << line << '\n';
}

// Prints the report to stderr, and appends the line of the finding to the file that
// STRIDEPROOF_FINDINGS names, because libFuzzer does not pass on what its child processes print.
void print_finding(const std::string& report) {
  std::fputs(report.c_str(), stderr);
  const char* path = std::getenv("STRIDEPROOF_FINDINGS");
  if (path == nullptr) return;
  const size_t line = report.find(finding_mark) + finding_mark.size();
  std::ofstream(path, std::ios::app) << report.substr(line, report.find('\n', line) - line) + "\n";
}

// Not shrunk: the process is about to end. fuzz/nightly.sh shrinks it later.
void print_running_program() {
  if (!state().running) return;
  const std::string line = print(state().program);
  print_finding(std::string(finding_mark) + line + "\nto see it again: ./run replay '" + line +
                "'\n");
}

}  // namespace
}  // namespace strideproof::fuzz

using namespace strideproof;
using namespace strideproof::fuzz;

// A small quarantine stays in the cache; a case that shows a fault is replayed with more anyway.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "quarantine_size_mb=4:malloc_context_size=1";
}

// Hooks of the sanitizers, called before they print their report.
extern "C" void __asan_on_error() {
  print_running_program();
}  // NOLINT(bugprone-reserved-identifier)
extern "C" void __ubsan_on_report() {
  print_running_program();
}  // NOLINT(bugprone-reserved-identifier)

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  State& s = state();
  s.program = decode({data, size}, s.subject.domain);
  if (expensive(s.program, most_elements)) return 0;
  s.running = true;
  const Verdict verdict = s.differential.check(s.program);
  if (is_finding(verdict.kind)) {
    keep_while_shrinking(print(s.program));
    print_finding(s.differential.report(s.program, verdict));
    keep_while_shrinking("");
    s.running = false;
    std::abort();
  }
  s.running = false;
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  State& s = state();
  props::Random random(seed);
  Program program = decode({data, size}, s.subject.domain);
  mutate(program, s.subject.domain, random);
  const Bytes bytes = encode(program);
  const size_t written = std::min(bytes.size(), max_size);  // a prefix decodes to a program too
  std::memcpy(data, bytes.data(), written);
  return written;
}
