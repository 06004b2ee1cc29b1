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
      if (!choice.is_open() && !first) continue;
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
      if (!choice.is_open()) {
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
  return result;
}

// A rejection may have a reason of its own, such as a limit of the implementation. So default
// readings that only rejections ruled out return if they explain a program that was executed.
bool ReadingTable::reinstate(const Program& program, const Explained& explained,
                             const Outcome& outcome, const Found& found) {
  const auto is_doubted = [](const Choice& one) { return one.reading == 0 && one.row->doubted_by; };
  const auto alone = std::ranges::find_if(explained.ruled_out, is_doubted);
  Choices back;
  if (alone != explained.ruled_out.end())
    back = {*alone};
  else if (explained.by.empty())
    back = doubted_together(program, outcome, found);
  for (const Choice& choice : back) {
    Row& row = *choice.row;
    const Program rejected = *std::exchange(row.doubted_by, std::nullopt);
    std::erase_if(eliminations_, [&](const Elimination& one) { return one.by == rejected; });
    row.default_ruled_out_by.reset();
    row.left = 1;
    eliminations_.push_back({row.operation, program});
    reopened_.push_back(rejected);
  }
  if (!back.empty()) drop_undecided(program);
  return !back.empty();
}

// The doubted defaults that explain the program only together.
ReadingTable::Choices ReadingTable::doubted_together(const Program& program, const Outcome& outcome,
                                                     const Found& found) {
  const auto explain_it = [&](const Choices& choices) {
    oracle_.expect(program, with(program, choices));
    return explains(program, outcome, found) == Answer::yes;
  };
  Choices all;
  for (Row& row : rows(*subject(program)->operation))
    if (row.doubted_by) all.push_back({&row, 0});
  if (all.size() < 2 || !explain_it(all)) return {};
  for (size_t i = all.size(); i-- > 0;) {
    Choices fewer = all;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (explain_it(fewer)) all = std::move(fewer);
  }
  return all;
}

}  // namespace strideproof
