// The search for readings that explain an outcome.

#include <algorithm>
#include <iterator>

#include "conform/check/readings.h"
#include "conform/explain/explain.h"
#include "oracle/counts.h"
#include "oracle/windows.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

// Limits of one search: runs of the reference, and elements in all of them. The limit of elements
// does not apply to a single other reading.
constexpr int most_runs = 512;
constexpr int64_t most_elements_run = int64_t{1} << 22;

bool contains(const auto& all, const auto& one) { return std::ranges::find(all, one) != all.end(); }

}  // namespace

bool ReadingTable::is_open(const Choices& choices) {
  return std::ranges::all_of(choices, &Choice::is_open);
}

// Answers if the readings of the last expect() explain the outcome.
ReadingTable::Answer ReadingTable::explains(const Program& program, const Outcome& outcome,
                                            const Found& found) {
  const Expectation& expectation = oracle_.expectation();
  if (expectation.left_windows || expectation.verdict_only) return Answer::unknown;
  return is_finding(oracle_.compare(program, outcome, found).kind) ? Answer::no : Answer::yes;
}

ReadingTable::Choices ReadingTable::alternatives(const Program& program) {
  Choices all;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (!is_first_of_operation(program, i)) continue;
    for (Row& row : rows(*program.steps[i].operation))
      for (uint8_t reading = 0; reading < row.readings(); ++reading)
        if (reading != row.expected()) all.push_back({&row, reading});
  }
  return all;
}

// Starts with the expected readings and adds one reading at a time, as long as each changes the
// expectation.
ReadingTable::Explained ReadingTable::explain(const Program& program, const Outcome& outcome,
                                              const Found& found) {
  struct Node {
    Choices choices;
    uint64_t hash;  // of the expectation
  };
  Explained result;
  const bool rejected = outcome.is_rejection();
  const Choices all = alternatives(program);
  const int64_t elements = std::min(explanation::elements_of(program), run_budget);
  int64_t elements_run = 0;
  int runs = 0;
  oracle_.expect(program, expected(program));
  std::vector<Node> nodes = {{{}, oracle_.hash()}};
  for (size_t at = 0; at < nodes.size(); ++at) {
    const Node node = nodes[at];
    for (const Choice& choice : all) {
      const bool first = node.choices.empty();
      if (std::ranges::count(node.choices, choice.row, &Choice::row) > 0) continue;
      const bool may_explain = choice.is_open() || (!rejected && choice.is_doubted());
      if (!may_explain && !first) continue;
      Choices more;  // in a fixed order, so each set occurs once
      std::ranges::copy_if(all, std::back_inserter(more), [&](const Choice& one) {
        return one == choice || contains(node.choices, one);
      });
      if (std::ranges::count(nodes, more, &Node::choices) > 0) continue;
      elements_run += elements;
      if (++runs > most_runs || (elements_run > most_elements_run && !first) || stop_requested()) {
        result.complete = false;
        return result;
      }
      oracle_.expect(program, with(program, more));
      const uint64_t hash = oracle_.hash();
      if (hash == node.hash) continue;
      const Answer answer = explains(program, outcome, found);
      if (!may_explain) {
        if (answer == Answer::yes) result.ruled_out.push_back(choice);
        continue;
      }
      result.unknown = result.unknown || answer == Answer::unknown;
      const auto within_more = [&](const Choices& fewer) {
        return std::ranges::all_of(fewer, [&](const Choice& c) { return contains(more, c); });
      };
      if (answer != Answer::yes)
        nodes.push_back({more, hash});
      else if (std::ranges::none_of(result.by, within_more))
        result.by.push_back(more);
    }
  }
  if (!rejected && std::ranges::none_of(result.by, is_open))
    if (Choices together = doubted_together(all, program, outcome, found); !together.empty())
      result.by.insert(result.by.begin(), std::move(together));
  return result;
}

// The doubted defaults that explain a program only together: one constraint may rest on them all, so
// that none alone changes the expectation.
ReadingTable::Choices ReadingTable::doubted_together(const Choices& all, const Program& program,
                                                     const Outcome& outcome, const Found& found) {
  const auto explain_it = [&](const Choices& choices) {
    oracle_.expect(program, with(program, choices));
    return explains(program, outcome, found) == Answer::yes;
  };
  Choices together;
  std::ranges::copy_if(all, std::back_inserter(together), &Choice::is_doubted);
  if (together.size() < 2 || !explain_it(together)) return {};
  for (size_t i = together.size(); i-- > 0;) {
    Choices fewer = together;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (explain_it(fewer)) together = std::move(fewer);
  }
  return together;
}

// Opens a doubted default. The program whose rejection ruled it out has to be given again.
void ReadingTable::reopen(Row& row) {
  const Program rejected = *std::exchange(row.doubted_by, std::nullopt);
  std::erase_if(eliminations_, [&](const Elimination& one) { return one.by == rejected; });
  row.default_ruled_out_by.reset();
  row.left |= 1;
  reopened_.push_back(rejected);
}

void ReadingTable::doubt(const Operation& operation,
                         const std::function<bool(const Program&)>& has_another_cause) {
  for (Row& row : rows(operation))
    if (row.doubted_by && has_another_cause(*row.doubted_by)) {
      drop_undecided(*row.doubted_by);
      reopen(row);
    }
}

// Returns to doubted defaults: one that explains the program alone, or those of the first set, if no
// set is open.
bool ReadingTable::reinstate(const Program& program, const std::vector<Choices>& by) {
  const auto alone = std::ranges::find_if(
      by, [](const Choices& all) { return all.size() == 1 && all.front().is_doubted(); });
  if (by.empty() || (alone == by.end() && std::ranges::any_of(by, is_open))) return false;
  for (const Choice& choice : alone != by.end() ? *alone : by.front()) {
    if (!choice.is_doubted()) continue;
    reopen(*choice.row);
    choice.row->left = 1;
    eliminations_.push_back({choice.row->operation, program});
  }
  drop_undecided(program);
  return true;
}

}  // namespace strideproof
