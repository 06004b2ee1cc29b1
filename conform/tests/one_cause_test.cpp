// Which findings have one cause.

#include <gtest/gtest.h>

#include <algorithm>

#include "conform/check/process.h"
#include "conform/tests/made_up_report.h"

namespace strideproof::one_cause {
namespace {

using tests::json_of_causes;
using tests::of_cause;

constexpr const char* copy = "okk_gdma_32bit_cpy_L2L";

// A finding of some operation, whose case violates these constraints.
Finding failing(VerdictKind kind, const char* condition, const char* end = "",
                const std::vector<std::string>& labels = {}) {
  Finding finding = of_cause(copy, condition);
  finding.kind = kind;
  finding.end = end;
  for (const std::string& label : labels) finding.labels.push_back(copy + ("." + label));
  return finding;
}

Finding wrong(const char* condition) { return of_cause(copy, condition); }
// Each end is another one.
Finding rejected(const std::string& condition) {
  return failing(VerdictKind::rejected_valid, condition.c_str(), ("ASSERT " + condition).c_str());
}
Finding accepted(const std::vector<std::string>& labels) {
  return failing(VerdictKind::accepted_invalid, "", "", labels);
}
Finding unexamined(Finding finding) {
  finding.examined = false;
  return finding;
}
Finding of_unused_stride(Finding finding) {
  finding.unused_stride = true;
  return finding;
}
Finding of_in_place(const char* end) {
  Finding finding = failing(VerdictKind::no_reading_explains, "", end);
  finding.entry = "in-place";
  return finding;
}

// The number of the cause of each finding: "0 0 1".
std::string causes_in(const std::vector<Finding>& findings) {
  std::string numbers;
  const std::vector<Cause> causes = causes_of(findings);
  for (const Finding& finding : findings)
    for (size_t cause = 0; cause < causes.size(); ++cause)
      if (std::ranges::count(causes[cause].findings, &finding) > 0)
        numbers += (numbers.empty() ? "" : " ") + std::to_string(cause);
  return numbers;
}

struct Grouped {
  const char* causes;
  std::vector<Finding> findings;
  const char* condition = nullptr;  // of the first cause
};

void expect(const std::vector<Grouped>& rows) {
  for (const auto& [causes, findings, condition] : rows) {
    EXPECT_EQ(causes_in(findings), causes) << json_of_causes(findings);
    if (condition != nullptr) {
      EXPECT_EQ(json_of_causes(findings)[0]["condition"], condition);
    }
  }
}

TEST(OneCause, HasFindingsThatBreakItsRules) {
  using enum VerdictKind;
  expect({
      {"0 0 1",
       {accepted({"dst_stride.n.min"}), accepted({"dst_stride.n.min", "shape.n.min"}),
        accepted({"shape.n.min"})}},
      // The finding with fewer rules comes later.
      {"0 1 0",
       {accepted({"dst.end", "shape.n.min"}), accepted({"shape.c.max"}),
        accepted({"shape.n.min"})}},
      {"0 0", {accepted({"dst_local_idx.max"}), accepted({"local_mem_idx.max"})}},
      {"0 0 1",
       {failing(timeout, "", "", {"src.end"}), failing(timeout, "", "", {"src.end", "shape.n.min"}),
        accepted({"src.end"})}},
      {"0 0", {failing(hook_failed, "", "", {"dst.end", "shape.n.min"}), accepted({"dst.end"})}},
      {"0 0 1",
       {of_unused_stride(wrong("dst_stride.n = -1")), of_unused_stride(wrong("src_stride.n > 31")),
        wrong("shape.n > 1")}},
  });
  const Finding unused = of_unused_stride(wrong("dst_stride.n = -1"));
  EXPECT_EQ(rules_of(unused), std::vector<std::string>{"unused-stride"});
  EXPECT_EQ(rules_of(of_in_place("")), std::vector<std::string>{"in-place"});
}

TEST(OneCause, HasRejectionsThatEndAlike) {
  using enum VerdictKind;
  // One rejection of legal cases may contradict several entries of the ledger.
  std::vector<Finding> findings = {
      failing(no_reading_explains, "src.padding", "", {"dst_stride.n.min"}),
      failing(no_reading_explains, "dst.padding", "", {"shape.n.min"}),
      failing(rejected_valid, "S2L"), of_unused_stride(failing(rejected_valid, "L2S"))};
  expect({{"0 1 2 3", findings}});
  for (Finding& finding : findings) finding.end = "ASSERT a < b";
  expect({{"0 0 0 0", findings, "S2L"}});
  for (const size_t i : {2, 3}) findings[i].end = "ASSERT c";
  expect({{"0 1 2 2", findings}});
  const Finding by_w = failing(rejected_valid, "shape.w > 65519", "assertion of w"),
                by_n = failing(rejected_valid, "shape.n > 65519", "assertion of n");
  expect({
      {"0 0 0", {by_w, by_n, failing(rejected_valid, "", "assertion of n")}},
      {"0 0 1", {by_w, by_n, failing(rejected_valid, "", "assertion of c")}},
      // The condition is that of the first finding that has one.
      {"0 0 1 1",
       {failing(rejected_valid, "", "SIGSEGV"), failing(rejected_valid, "shape.n > 1", "SIGSEGV"),
        unexamined(failing(rejected_valid, "")), unexamined(failing(rejected_valid, ""))},
       "shape.n > 1"},
      {"0 0 0",
       {failing(rejected_valid, "shape.n > 1", "exit(1): n"),
        failing(rejected_valid, "shape.n > 1 and shape.c > 2", "exit(1): c"),
        unexamined(failing(rejected_valid, "", "exit(1): c"))}},
      {"0 1 2",
       {of_unused_stride(failing(wrong_byte, "dst_stride.n = -1", "ASSERT a")),
        of_unused_stride(failing(wrong_byte, "src_stride.n > 31", "ASSERT b")),
        wrong("shape.n > 1")}},
      // A contradiction of readings, if the process ends under the default ones.
      {"0 0 1", {failing(rejected_valid, "", "SIGSEGV"), of_in_place("SIGSEGV"), of_in_place("")}},
  });
}

TEST(OneCause, HasCrashesAtOnePlaceOrOfOneCondition) {
  using enum VerdictKind;
  const char *assertion = "assertion: check failed", *line = "a.c:7: Assertion `w < 5' failed.",
             *signal = "crashed by SIGSEGV in memcpy";
  const Finding end = failing(crash, "shape.w > 4", assertion, {"dst.end"}),
                value = failing(crash, "shape.w > 4", assertion, {"shape.n.min"});
  EXPECT_TRUE(json_of_causes({end, value})[0]["rules"].empty());
  Finding toy = failing(crash, "shape.w = 5", assertion, {"dst.end"});
  toy.profile = "another";
  expect({
      {"0 0 1 0",
       {failing(crash, "shape.n > 1", "crashed by SIGSEGV in copy"),
        failing(crash, "shape.n > 2", "crashed by SIGSEGV in copy"),
        failing(crash, "shape.c > 1", "crashed by SIGSEGV in fill"),
        failing(crash, "shape.n > 1", "crashed by SIGSEGV in copy_byte")}},
      {"0 0", {end, value}},
      {"0 0", {end, toy}, "shape.w > 4"},
      {"0 1", {end, failing(crash, "shape.n < 0", assertion, {"shape.n.min"})}},
      {"0 0", {end, failing(crash, "shape.w > 3", assertion)}},
      {"0 0",
       {failing(crash, "shape.w > 4", line, {"dst.end"}),
        failing(crash, "shape.n < 0", line, {"shape.n.min"})}},
      {"0 1", {failing(crash, "", signal, {"dst.end"}), failing(crash, "shape.w > 3", signal)}},
  });
  std::vector<Finding> findings;
  for (const char* output : {"assert a.c:7: [0x55e1] | at 3", "assert a.c:7: [0x7f00] | at 4",
                             "assert a.c:7: [12]", "assert a.c:8: [0x55e1] | at 3"})
    findings.push_back(failing(
        crash, "", kind_of_end({false, ipc::WorkerPhase::calling, 0, "exit(1)", output}).c_str()));
  expect({{"0 0 0 1", findings}});
}

TEST(OneCause, HasFindingsOfOneCondition) {
  using enum VerdictKind;
  const Finding beyond = wrong("src.over.4GiB and shape.n > 1"),
                two_extents = wrong("shape.h > 2 and shape.n > 1"), one = wrong("shape.n > 1");
  constexpr const char* dst_beyond = "shape.h > 2 and dst.over.4GiB";
  expect({
      // One rule of the implementation may be checked in several places, for several operands.
      {"0 0 1 2",
       {rejected("dst rows apart and shape.n > 1"), rejected("src rows apart"),
        rejected("dst_addr > 1"), rejected("rows apart, or when shape.n > 1")},
       "src rows apart"},
      // The findings may concern other operands, and be of other kinds of wrong results.
      {"0 0 1 0", {beyond, failing(write_outside, dst_beyond), two_extents, one}},
      {"0 1 2 0", {beyond, failing(rejected_valid, dst_beyond), two_extents, one}},
      {"0 1",
       {wrong("not dst.over.4GiB and shape.n > 1"), wrong("shape.h > 2 and not src.over.4GiB")}},
      // Many mistakes concern padding.
      {"0 1", {wrong("dst.padding and shape.n > 1"), wrong("shape.h > 2 and dst.padding")}},
      // The limit of a difference is none of an extent.
      {"0 1", {wrong("shape.h - shape.w > 40000"), wrong("shape.n > 40000")}},
      // "dst and src" names two operands in one literal.
      {"0 1",
       {wrong("dst and src start lanes are equal and shape.h > 1"),
        wrong("dst and src h strides differ and shape.n > 1")}},
  });
}

// An implementation may check each dimension in a place of its own.
TEST(OneCause, HasFindingsAboveOneLargeLimit) {
  expect({
      {"0 0", {rejected("shape.w > 65519"), rejected("src_shape.n > 65519 and shape.c > 1")}},
      {"0 1", {rejected("shape.w > 65519"), rejected("shape.n > 65518")}},
      {"0 1", {rejected("shape.w > 65519"), rejected("stride.w > 65519")}},
      {"0 1", {rejected("shape.w > 64"), rejected("shape.c > 64")}},
      {"0 1", {rejected("shape.w > 64 and dst.wrap"), rejected("shape.c > 3 and dst.wrap")}},
      {"0 0",
       {wrong("dst_stride.c > 1073741823 and shape.c > 1"),
        wrong("src_stride.h > 1073741823 and rows.apart")}},
      {"0 0", {wrong("dst_stride.c > 70000 and shape.c > 1"), wrong("src_stride.h > 70000")}},
      {"0 0",
       {wrong("dst_stride.n = 1073741824"), wrong("src_stride.h > 1073741823 and rows.apart")}},
      {"0 0",
       {wrong("dst_stride.c < 0, or when dst_stride.c > 524287"), wrong("src_stride.n > 524287")}},
      {"0 1", {wrong("dst_stride.c < 0, or when shape.c > 1"), wrong("src_stride.n < 0")}},
      {"0 1", {wrong("dst_stride.c > 31"), wrong("src_stride.h > 31")}},
      {"0 1", {wrong("dst_stride.c = 32"), wrong("src_stride.h > 31")}},
  });
}

}  // namespace
}  // namespace strideproof::one_cause
