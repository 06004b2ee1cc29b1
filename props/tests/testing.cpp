#include "props/tests/testing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "props/shrink.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

class SeedPrinter : public testing::Environment {
  void SetUp() override {
    fmt::print("STRIDEPROOF_SEED={} STRIDEPROOF_PERCENT={}\n", seed(), share(100));
  }
};

// Before main, so before RapidCheck looks at its environment.
const testing::Environment* const printer = [] {
  const std::string parameters = fmt::format("seed={} max_success={}", seed(), share(3'000));
  setenv("RC_PARAMS", parameters.c_str(), 0);
  return testing::AddGlobalTestEnvironment(new SeedPrinter);
}();

}  // namespace

uint64_t seed() {
  const char* given = std::getenv("STRIDEPROOF_SEED");
  return given == nullptr ? 1 : std::strtoull(given, nullptr, 0);
}

int share(int usual) {
  const char* given = std::getenv("STRIDEPROOF_PERCENT");
  const int64_t percent =
      given == nullptr ? 100 : std::clamp(std::strtoll(given, nullptr, 10), 1LL, 10'000LL);
  return static_cast<int>(usual * percent / 100);
}

Harness& optimized_harness(const Profile& profile) {
  static std::map<const Profile*, Harness> harnesses;
  return harnesses.try_emplace(&profile, profile, optimized::run).first->second;
}

Machine& scratch_machine(const Profile& profile, int which) {
  static std::map<std::pair<const Profile*, int>, Machine> machines;
  return machines.try_emplace({&profile, which}, profile).first->second;
}

bool small(const Case& c) { return spec::cost(c) <= 5000; }

Case copy_case() {
  return parse_case(
      "okk_gdma_16bit_cpy_S2L bm1684 dst_addr=0x180042 src_addr=0x200000ffe shape=2,3,2,5 "
      "dst_stride=null src_stride=null fill=9");
}
Case illegal_case() {
  Case c = copy_case();
  c["dst_addr"] = 0x180041;
  return c;
}

std::vector<uint8_t*> bytes_of(Machine& machine, const Case& c, Operands operand) {
  std::vector<uint8_t*> bytes;
  for (const spec::OperandRange& run : spec::footprint(c))
    if (run.operand == operand)
      for (int64_t i = 0; i < run.size; ++i)
        bytes.push_back(machine.at(run.space, run.lane, run.first + i));
  return bytes;
}

bool expect_no_finding(Harness& harness, const Program& program, const Verdict& verdict) {
  if (!is_finding(verdict.kind)) return true;
  const Program& first = verdict.culprit ? *verdict.culprit : program;
  const Program smallest = minimise(first, [&](const Program& candidate) {
    return harness.check(candidate).kind == verdict.kind;
  });
  const Verdict again = harness.check(smallest);
  ADD_FAILURE() << fmt::format("{}\n  {}: step {}: {}\n  first seen as {}", print(smallest),
                               name(again.kind), again.step, again.detail, print(first));
  return false;
}

bool expect_no_finding(Harness& harness, const Case& c, const Verdict& verdict) {
  return !is_finding(verdict.kind) ||
         expect_no_finding(harness, Program{c.profile, c.fill, {c}}, verdict);
}

}  // namespace strideproof::props
