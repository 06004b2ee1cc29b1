#pragma once
// Implementations in this process, and the readings that the table of check finds for them.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/check/readings.h"
#include "oracle/windows.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {

using Names = std::vector<std::string>;
using Run = std::function<Result(Machine&, const Case&)>;

// Gives programs to an implementation and its results to a table.
class Learner {
 public:
  explicit Learner(Run run, const Profile& profile = *find_profile("toy"),
                   std::vector<HeldReading> held = {})
      : run_(std::move(run)), profile_(profile), table(profile, std::move(held)) {}

  // The number of findings among random programs of the operation, half of which are illegal. Ends
  // early once `is_over`.
  int findings(const Operation& operation, int programs,
               const std::function<bool()>& is_over = {}) {
    const Operations masks = matching("bm_*mask*");
    int count = 0;
    for (int i = 0; i < programs && !(is_over && is_over()); ++i) {
      const Program program = operation.parameters.empty()  // tells what a mask copy did
                                  ? props::generate_program(random_, masks, profile_, 2)
                                  : props::generate_single(random_, operation, {}, profile_, 2);
      if (hold_every_reading(program) && is_finding(learn(program).kind)) ++count;
    }
    return count;
  }

  Verdict learn(const Program& program) {
    const Expectation& expected = oracle_.expect(program, table.expected(program));
    if (expected.verdict_only || expected.left_windows) return {};
    prepare(machine_, expected.windows, program.fill);
    machine_.mask_count = 0;
    machine_.mask_rejected = false;
    Outcome outcome;
    for (const Case& step : program.steps) {
      const Result result = run_(machine_, step);
      const bool legal = result.constraint_results.legal();
      outcome.status.push_back(legal ? Status::done : Status::rejected);
      outcome.returned.push_back(result.returned);
    }
    const Found found = bytes_in(machine_);
    return table.learn(program, oracle_.compare(program, outcome, found), outcome, found);
  }

  Verdict learn(std::string_view line) { return learn(parse_program(line)); }

  // An entry of the operation, and the readings that are left of it.
  ReadingReport row(std::string_view operation, std::string_view id) const {
    std::vector<ReadingReport> rows;
    table.report(*find_operation(operation), {profile_}, rows);
    const auto found = std::ranges::find(rows, id, &ReadingReport::id);
    return found == rows.end() ? ReadingReport{} : *found;
  }
  Names left(std::string_view operation, std::string_view id) const {
    return row(operation, id).left;
  }

 private:
  Run run_;
  const Profile& profile_;
  Oracle oracle_{profile_};
  Machine machine_{profile_};
  props::Random random_{1};

 public:
  ReadingTable table;
};

// ---- Lines of okk_gdma_32bit_cpy_L2L on toy, and an implementation that refuses some ----

inline constexpr std::string_view copy_l2l = "okk_gdma_32bit_cpy_L2L";

// Both legal by default. The padding of the first one leaves its lane, and its bounding ranges of
// offsets meet; the others show one of these alone.
inline std::string copy(std::string_view dst, std::string_view src) {
  return fmt::format(
      "{} toy dst_addr={} src_addr={} shape=1,1,1,1 dst_stride=null src_stride=null fill=1",
      copy_l2l, dst, src);
}
inline const std::string tail_and_range = copy("0xfc", "0x1fc");
inline const std::string tail_alone = copy("0xfc", "0x100");
inline const std::string range_alone = copy("0", "0x100");

inline std::string empty_copy(std::string_view dst) {
  return fmt::format(
      "{} toy dst_addr={} src_addr=0x100 shape=0,1,1,1 dst_stride=null src_stride=null fill=1",
      copy_l2l, dst);
}

// The reference under these readings.
inline Run under(const Readings& readings) {
  return
      [readings](Machine& machine, const Case& c) { return reference::run(machine, c, readings); };
}

// The reference under these readings, which also refuses some lines.
inline Run refusing(std::vector<std::string> lines, const Readings& readings = default_readings) {
  return [lines, readings](Machine& machine, const Case& c) -> Result {
    const std::string line = print(Program{c.profile, c.fill, {c}});
    if (std::any_of(lines.begin(), lines.end(), [&](const std::string& refused) {
          return print(parse_program(refused)) == line;
        }))
      return {{.violated = 1}, 0};
    return reference::run(machine, c, readings);
  };
}

}  // namespace strideproof::tests
