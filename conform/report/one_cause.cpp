// Predicates that decide whether two findings have one cause.

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "conform/report/causes.h"
#include "spec/spec.h"
#include "spec/vocabulary/names.h"

namespace strideproof {
namespace {

// True if a message names a line of a source, "m3.c:12: main: Assertion `n > 0' failed."
bool names_line(std::string_view message) { return matches_glob("*:+([0-9]):*", message); }

// Findings that were not examined, or do not repeat, may have several causes.
bool share_finding(const Cause& a, const Cause& b) {
  const auto has_one_cause = [](const Finding* one) { return one->examined && one->repeats; };
  return std::ranges::any_of(a.findings, [&](const Finding* one) {
    return has_one_cause(one) && std::ranges::any_of(b.findings, [&](const Finding* other) {
             return has_one_cause(other) && describe_each_other(*one, *other);
           });
  });
}

// The literals of all alternatives.
std::vector<StatedLiteral> literals_of(const StatedCondition& condition) {
  std::vector<StatedLiteral> all;
  for (const std::set<StatedLiteral>& alternative : condition.any_of())
    all.insert(all.end(), alternative.begin(), alternative.end());
  return all;
}

// True if both conditions have one alternative, and the first one has all literals of the other.
bool adds_to(const StatedCondition& condition, const StatedCondition& other) {
  return condition.any_of().size() == 1 && other.any_of().size() == 1 &&
         std::ranges::includes(condition.any_of().front(), other.any_of().front());
}

// True if both are strides, or extents, of any dimension above the same large limit.
bool are_one_limit(const StatedLiteral& a, const StatedLiteral& b) {
  constexpr int64_t large_limit = 32'767;  // smaller ones may be equal by chance
  return a.limit() == b.limit() &&
         ((a.is_stride_above(large_limit) && b.is_stride_above(large_limit)) ||
          (a.is_extent_above(large_limit) && b.is_extent_above(large_limit)));
}

}  // namespace

bool are_one_rejection(const Finding& a, const Finding& b) {
  const auto is_rejection = [](const Finding& one) {
    return one.kind == VerdictKind::rejected_valid || one.kind == VerdictKind::no_reading_explains;
  };
  return is_rejection(a) && is_rejection(b) && a.layer == b.layer && !a.end.empty() &&
         a.end == b.end && (a.labels.empty() || b.labels.empty());
}

bool is_wrong_result(VerdictKind kind) {
  using enum VerdictKind;
  return kind == wrong_byte || kind == write_outside || kind == source_changed ||
         kind == wrong_return_value;
}

bool wrote_far(const Finding& finding) {
  constexpr int64_t near = 1024;  // bytes
  if (finding.kind != VerdictKind::write_outside || !finding.labels.empty() || !finding.difference)
    return false;
  for (const Case& step : parse_program(finding.line).steps)
    for (const spec::OperandRange& range : spec::bounding_ranges(step))
      if (lies_in(range, *finding.difference, near)) return false;
  return true;
}

bool show_one_far_place(const Finding& a, const Finding& b) {
  if (!a.difference || !b.difference || a.layer != b.layer || a.profile != b.profile) return false;
  const auto place = [](const Difference& at) { return std::tuple(at.space, at.lane, at.offset); };
  const auto is_wrong = [](const Finding& f) {
    return f.labels.empty() && is_wrong_result(f.kind);
  };
  return place(*a.difference) == place(*b.difference) && is_wrong(a) && is_wrong(b) &&
         (wrote_far(a) || wrote_far(b));
}

bool fail_one_assertion(const Finding& a, const Finding& b) {
  const auto is_crash = [](const Finding& one) { return one.kind == VerdictKind::crash; };
  // Not only a signal, or the place of a crash: different mistakes may end in one memcpy().
  const bool has_message =
      a.end.find(' ') != std::string::npos && !a.end.starts_with("crashed by ");
  const bool has_one_condition = !a.condition.empty() && a.condition.text() == b.condition.text();
  return is_crash(a) && is_crash(b) && a.layer == b.layer && a.end == b.end && has_message &&
         (a.labels.empty() || b.labels.empty() || has_one_condition || names_line(a.end));
}

bool describe_each_other(const Finding& a, const Finding& b) {
  const auto names = [](const Finding& one, const Finding& other) {
    return !one.same_cause.empty() && one.same_cause == other.line;
  };
  return names(a, b) || names(b, a);
}

bool have_alike_conditions(const Finding& a, const Finding& b, bool wrong) {
  if (a.condition.empty() || b.condition.empty()) return false;
  if (a.condition.any_of() == b.condition.any_of()) return true;
  if (adds_to(a.condition, b.condition) || adds_to(b.condition, a.condition)) return true;
  const std::vector<StatedLiteral> one = literals_of(a.condition), other = literals_of(b.condition);
  return std::ranges::any_of(one, [&](const StatedLiteral& x) {
    return std::ranges::any_of(other, [&](const StatedLiteral& y) {
      return are_one_limit(x, y) || (wrong && x.is_beyond_4gib() && x == y);
    });
  });
}

void unite(std::vector<Cause>& causes) {
  for (size_t i = 0; i < causes.size(); ++i)
    for (size_t j = i + 1; j < causes.size();) {
      Cause &one = causes[i], &other = causes[j];
      if (!share_finding(one, other)) {
        ++j;
        continue;
      }
      one.findings.insert(one.findings.end(), other.findings.begin(), other.findings.end());
      if (one.rules != other.rules) one.rules.clear();
      causes.erase(causes.begin() + static_cast<ptrdiff_t>(j));
      j = i + 1;  // the new ones may be described by findings of causes before
    }
}

}  // namespace strideproof
