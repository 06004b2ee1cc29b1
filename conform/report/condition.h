#pragma once
// The condition of a finding, "dst.wrap and shape.c > 64, or when src start lane = 0": its text, as
// explanation::Condition writes and reports store it, and its literals, which causes compare.

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace strideproof {

// Separates the alternatives of a condition.
inline constexpr std::string_view or_when = ", or when ";

// Before a rule, in this order: the rule is of an earlier case, of the default readings, and about
// contents.
inline constexpr std::string_view a_case_before_it = "a case before it, ",
                                  under_default_readings = "under the default readings: ",
                                  of_one_element = "with one element: ";

// Operands, as literals name them.
inline constexpr std::string_view operand_words[] = {"dst",  "src",   "src0",  "src1",
                                                     "mask", "local", "global"};

// No value: the text is no number, decimal or in hex.
std::optional<int64_t> number_of(std::string_view text);

struct StatedLiteral {
  std::string quantity;  // "dst.wrap"; "dst_stride.c" of "dst_stride.c > 31"
  // ">"; "bit" of "bit 3 of C is set", whose threshold is 3. Empty: the quantity is a truth.
  std::string relation = {};
  int64_t threshold = 0;

  // The literal without its step and operand: "wrap", "stride.c > 31".
  StatedLiteral of_any_operand() const;
  // "> 31" and "= 32" have the limit 31.
  int64_t limit() const { return relation == "=" ? threshold - 1 : threshold; }
  // "> LIMIT" or "= LIMIT + 1", and the limit is at least this.
  bool is_stride_above(int64_t least) const { return is_above(least, "stride"); }
  bool is_extent_above(int64_t least) const { return is_above(least, "shape"); }
  bool is_above(int64_t least, std::string_view of) const;
  // A landmark of addresses, or extents, beyond 4 GiB.
  bool is_beyond_4gib() const {
    return relation.empty() && quantity.ends_with(".4GiB") &&
           quantity.find(' ') == std::string::npos;  // not the negation, "not dst.over.4GiB"
  }
  friend auto operator<=>(const StatedLiteral&, const StatedLiteral&) = default;
};

class StatedCondition {
 public:
  StatedCondition() = default;  // none
  explicit StatedCondition(std::string text);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  // The literals of each alternative, with their operands.
  const std::vector<std::vector<StatedLiteral>>& as_stated() const { return as_stated_; }
  // The same without operands (StatedLiteral::of_any_operand).
  const std::vector<std::set<StatedLiteral>>& any_of() const { return any_of_; }
  // "src = 0" of "with one element: src = 0"; "step 1: dst.wrap" as it stands.
  std::string rule() const;
  // True if the condition does not describe the case of its finding.
  bool is_of_another_case() const;
  // False for "always", which is said of one operation, for a rule with words before it, and for a
  // rule of several steps.
  bool may_describe_others() const { return !empty() && rule_for_others() == text_; }
  // The rule, or the rule after "with one element: "; empty if it may not describe other cases.
  std::string rule_for_others() const;

 private:
  std::string text_;
  std::vector<std::vector<StatedLiteral>> as_stated_;
  std::vector<std::set<StatedLiteral>> any_of_;
};

// A condition for all findings of a cause: conditions of some findings, or parts of these, joined
// by "or when"; or a condition learned from the cases that were run for all findings.
struct ConditionOfCause {
  std::string text;
  bool is_met = false;  // by the case of a finding
  // Cases that were run, or passed before, and meet the condition; `failed` counts those that fail.
  int64_t met = 0, failed = 0;

  bool is_confirmed() const { return failed >= 8 && 10 * failed >= 9 * met; }
};

// The alternatives of a rule, and their literals: each as it stands, and of any operand ("largest n
// stride > 64" for "dst_stride.n > 64", "some operand's padding" for "dst.padding").
std::set<std::string> parts_of_condition(std::string_view rule);

}  // namespace strideproof
