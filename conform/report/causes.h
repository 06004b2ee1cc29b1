#pragma once
// Findings of one cause may be of several operations and profiles. They are of one layer and of one
// kind; all wrong results of legal cases count as one kind. Findings have one cause if
// - they are accepted cases that break the rules of the cause, and maybe further rules;
// - are_one_rejection() holds, whatever rules their cases break;
// - fail_one_assertion() holds;
// - they name each other (Finding::same_cause: join_by_cases() and join_by_learned_rule() in
//   conform/check);
// - their cases break the same rules, or none, and
//   fail only because of strides that no element uses, and end no process,
//   or end at the same assertion or by the same signal,
//   or fail under the same condition, or one that adds to it, whatever operands the two name,
//   or were not examined, and meet the condition of the cause,
//   or show at one place, to which one of the cases wrote far from its operands,
//   or require a stride, or an extent, of any dimension above the same limit of 2^15 - 1 or more,
//   or are wrong results that require the same landmark beyond 4 GiB.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

// The rules that the case of a finding breaks, each once: the part of a label after operand and
// dimension ("addr.lane", "shape.min", "end"), or an entry of the ledger ("negative-stride"). A
// legal case that fails because of a stride that no element uses, and ends no process, breaks
// "unused-stride".
std::vector<std::string> rules_of(const Finding& finding);

// True if the process ended in the same way, both findings are rejections or are explained by no
// reading, and one is of a legal case.
bool are_one_rejection(const Finding& a, const Finding& b);

// True for the kinds of wrong results.
bool is_wrong_result(VerdictKind kind);

// True if a legal case wrote outside its operands, far from all of them.
bool wrote_far(const Finding& finding);

// True if both are wrong results of legal cases that show at one place, to which one of them wrote
// far.
bool show_one_far_place(const Finding& a, const Finding& b);

// True if both end the process with one message, and one is of a legal case, or they have one
// condition, or the message names a line of a source.
bool fail_one_assertion(const Finding& a, const Finding& b);

// True if the conditions are equal, if one adds to the other, whatever operands they name, or if
// both require a stride, or an extent, above the same large limit. wrong: both findings are wrong
// results of legal cases. They are then alike too if both conditions require the same landmark
// beyond 4 GiB, as a short address register may be the cause.
bool have_alike_conditions(const Finding& a, const Finding& b, bool wrong);

// True if one finding names the other in Finding::same_cause.
bool describe_each_other(const Finding& a, const Finding& b);

// True if both are accepted cases, and the finding breaks at least the rules of the known finding.
bool adds_to_rules(const Finding& finding, const Finding& known);

struct Cause {
  // At least one, in order, except that the best one comes first: preferably it has a condition,
  // contradicts no readings, has a condition that may describe other cases, has the shortest such
  // condition, and says how many cases with the condition passed.
  std::vector<const Finding*> findings;
  std::vector<std::string> rules;  // empty: a case is legal, or the cases break different rules

  // The findings of one operation and profile, represented by the finding with the shortest line.
  struct OfOperation {
    const Finding* shortest;
    int64_t failures = 0;  // cases
    Hides hides = {};
    // One finding for each condition: one with exceptions, if there is such a finding.
    std::vector<const Finding*> explained = {};
    bool is_examined = false;  // at least one finding is examined

    void add_explained(const Finding& finding);
  };
  std::vector<OfOperation> of_operations() const;  // starts with the operation of first()

  const Finding& first() const { return *findings.front(); }
  struct Stated {
    std::string text;             // empty: none is known
    size_t compared = 0;          // findings that were compared with it
    size_t meeting = 0;           // compared findings whose cases meet it
    int64_t met = 0, failed = 0;  // as in ConditionOfCause
  };
  // True if all cases of the cause break the same rules.
  bool is_of_rules() const { return !rules.empty() && !first().labels.empty(); }
  // The first of these that exists:
  // - the condition that all findings have,
  // - the rules ("shape.min is violated") of a cause with rules, unless the first finding has a
  //   condition, and either the process ends or the cause is of one operation and profile,
  // - the ConditionOfCause that most cases meet,
  // - the condition of the first finding.
  Stated condition() const;
  // The grade and the sentence of each rule, once. Operations may have different sentences.
  std::string because() const;
  int64_t failures() const;  // cases
  Hides hides() const;
};

// If a finding of one cause names a finding of another cause, moves the findings of the later cause
// to the earlier cause.
void unite(std::vector<Cause>& causes);

// The causes, in the order of their first findings. Findings that were not examined are taken
// together, and so are findings that do not repeat.
std::vector<Cause> causes_of(const std::vector<Finding>& findings);

// "in 8 of 9 findings: shape.n > 1", "in every finding: shape.min is violated"; empty: it is the
// condition of the first finding.
std::string common_condition(const Cause& cause);

// The share of later cases that meet the condition of a cause; empty: no such case was drawn.
std::string share_hidden(const Cause& cause);

}  // namespace strideproof
