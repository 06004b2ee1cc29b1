#include "conform/report/alike_conditions.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <utility>

#include "spec/spec.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

constexpr int64_t large_limit = 32'767;  // smaller ones may be equal by chance

bool has_large_limit(const StatedLiteral& literal) {
  return literal.is_stride_above(large_limit) || literal.is_extent_above(large_limit);
}

// The literals of a condition. Of one with alternatives only their landmarks and large limits.
std::set<StatedLiteral> literals_of(const StatedCondition& condition) {
  if (condition.any_of().size() == 1) return condition.any_of().front();
  std::set<StatedLiteral> some;
  for (const std::set<StatedLiteral>& alternative : condition.any_of())
    std::ranges::copy_if(
        alternative, std::inserter(some, some.end()),
        [](const StatedLiteral& one) { return one.is_landmark || has_large_limit(one); });
  return some;
}

// True if both are strides, or extents, of any dimension above the same large limit.
bool are_one_limit(const StatedLiteral& a, const StatedLiteral& b) {
  return a.limit() == b.limit() &&
         ((a.is_stride_above(large_limit) && b.is_stride_above(large_limit)) ||
          (a.is_extent_above(large_limit) && b.is_extent_above(large_limit)));
}

// True if the legal case of a finding meets this landmark, one beyond 4 GiB, whatever the operand. A
// report that was read may have any line.
bool meets_beyond_4gib(const Finding& finding, const StatedLiteral& landmark) {
  Program program;
  try {
    program = parse_program(finding.line);
  } catch (const LineError&) {
    return false;
  }
  const Case& c = program.steps.front();
  if (program.steps.size() > 1 || !spec::evaluate(c).legal()) return false;
  const uint64_t met = spec::landmarks(c);
  return std::ranges::any_of(c.operation->landmarks, [&](const Landmark& one) {
    return (one.id == LandmarkId::over_4gib || one.id == LandmarkId::extent_4gib) &&
           has_bit(met, one.bit) && StatedLiteral::of_landmark(one.label) == landmark;
  });
}

// True if the condition requires a large stride, which takes the case to a landmark that the other
// condition requires.
bool strides_to_landmark(const Finding& finding, const std::set<StatedLiteral>& condition,
                         const std::set<StatedLiteral>& other) {
  const auto is_large = [](const StatedLiteral& x) { return x.is_stride_above(large_limit); };
  const auto is_met = [&](const StatedLiteral& x) {
    return x.is_landmark && meets_beyond_4gib(finding, x);
  };
  return std::ranges::any_of(condition, is_large) && std::ranges::any_of(other, is_met);
}

}  // namespace

std::string condition_on(const std::string& profile, const Finding& finding) {
  const Profile *from = find_profile(finding.profile), *to = find_profile(profile);
  if (from == nullptr || to == nullptr || from == to) return finding.condition.text();
  const std::pair<int64_t, int64_t> numbers[] = {{from->lanes, to->lanes},
                                                 {from->lanes - 1, to->lanes - 1},
                                                 {from->unit_bytes, to->unit_bytes},
                                                 {from->unit_bytes - 1, to->unit_bytes - 1}};
  std::string text;
  for (std::string_view word : parts_of(finding.condition.text(), " ")) {
    text += text.empty() ? "" : " ";
    int64_t number = 0;  // 0 too if the word does not begin with one
    const char* end = std::from_chars(word.data(), word.data() + word.size(), number).ptr;
    const auto same = std::ranges::find(numbers, number, &std::pair<int64_t, int64_t>::first);
    if (number > 1 && same != std::end(numbers)) {
      text += std::to_string(same->second);
      word.remove_prefix(static_cast<size_t>(end - word.data()));
    }
    text += word;
  }
  return text;
}

std::string with_operands_exchanged(std::string_view condition) {
  std::string text;
  for (std::string_view word : parts_of(condition, " ")) {
    text += text.empty() ? "" : " ";
    if (word.starts_with('(')) text += '(', word.remove_prefix(1);
    const size_t end = std::min(word.size(), word.find_first_of("._"));
    const std::string_view operand = word.substr(0, end);
    text += operand == "dst" ? "src" : operand == "src" ? "dst" : operand;
    text += word.substr(end);
  }
  return text;
}

bool have_alike_conditions(const Finding& a, const Finding& b, bool wrong) {
  if (a.condition.empty() || b.condition.empty()) return false;
  if (a.condition.any_of() == b.condition.any_of()) return true;
  const auto is_as_on = [](const Finding& one, const Finding& other) {
    return StatedCondition(condition_on(other.profile, one)).any_of() == other.condition.any_of();
  };
  if (is_as_on(a, b) || is_as_on(b, a)) return true;
  const std::set<StatedLiteral> one = literals_of(a.condition), other = literals_of(b.condition);
  const auto is_conjunction = [](const Finding& f) { return f.condition.any_of().size() == 1; };
  if (is_conjunction(b) && std::ranges::includes(one, other)) return true;
  if (is_conjunction(a) && std::ranges::includes(other, one)) return true;
  if (wrong && (strides_to_landmark(a, one, other) || strides_to_landmark(b, other, one)))
    return true;
  return std::ranges::any_of(one, [&](const StatedLiteral& x) {
    return std::ranges::any_of(other, [&](const StatedLiteral& y) {
      return are_one_limit(x, y) || (wrong && x.is_landmark && x == y);
    });
  });
}

}  // namespace strideproof
