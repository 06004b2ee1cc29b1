// The search for readings that explain an outcome.

#include <algorithm>

#include "conform/check/readings.h"
#include "conform/explain/explain.h"
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
ReadingTable::Answer ReadingTable::explains(const Program& program, const Expectation& expectation,
                                            const Outcome& outcome, const Found& found) {
  if (expectation.left_windows || expectation.verdict_only) return Answer::unknown;
  return is_finding(oracle_.compare(program, outcome, found).kind) ? Answer::no : Answer::yes;
}

ReadingTable::Choices ReadingTable::alternatives(const Program& program) const {
  Choices all;
  for (const Case& step : program.steps) {
    const std::vector<EntryRow>& of_step = rows(*step.operation);
    for (size_t place = 0; place < of_step.size(); ++place) {
      for (uint8_t reading = 0; reading < of_step[place].left.size(); ++reading) {
        const Choice choice{step.operation, place, reading};
        if (reading != of_step[place].expected() && !contains(all, choice)) all.push_back(choice);
      }
    }
  }
  return all;
}

bool ReadingTable::is_open(const Choice& choice) const {
  return rows(*choice.operation)[choice.entry].left[choice.reading];
}

// Starts with the expected readings and adds one reading at a time, as long as each changes the
// expectation.
ReadingTable::Explained ReadingTable::explain(const Program& program, const Outcome& outcome,
                                              const Found& found) {
  Explained result;
  const Choices all = alternatives(program);
  struct Node {
    Choices choices;
    uint64_t hash;
  };
  oracle_.expect(program, expected(program));
  std::vector<Node> nodes = {{{}, oracle_.hash()}};
  int runs = 0;
  const int64_t elements = std::min(explanation::elements_of(program), run_budget);
  int64_t elements_run = 0;
  for (size_t at = 0; at < nodes.size(); ++at) {
    const Node node = nodes[at];
    for (const Choice& choice : all) {
      const bool taken = std::ranges::any_of(node.choices, [&](const Choice& other) {
        return other.operation == choice.operation && other.entry == choice.entry;
      });
      if (taken || (!is_open(choice) && !node.choices.empty())) continue;
      Choices more;  // in a fixed order, so each set occurs once
      for (const Choice& c : all)
        if (c == choice || contains(node.choices, c)) more.push_back(c);
      const auto same = [&](const Node& other) { return other.choices == more; };
      if (std::ranges::any_of(nodes, same)) continue;
      elements_run += elements;
      if (++runs > most_runs || (elements_run > most_elements_run && !node.choices.empty()) ||
          stop_requested()) {
        result.complete = false;
        return result;
      }
      const Expectation& expectation = oracle_.expect(program, with(program, more));
      const uint64_t hash = oracle_.hash();
      if (hash == node.hash) continue;
      const Answer answer = explains(program, expectation, outcome, found);
      if (!is_open(choice)) {
        if (answer == Answer::yes) result.crossed_out.push_back(choice);
        continue;
      }
      result.unknown = result.unknown || answer == Answer::unknown;
      const auto within = [&](const Choices& fewer) {
        return std::ranges::all_of(fewer, [&](const Choice& c) { return contains(more, c); });
      };
      if (answer != Answer::yes)
        nodes.push_back({more, hash});
      else if (std::ranges::none_of(result.by, within))
        result.by.push_back(more);
    }
  }
  return result;
}

}  // namespace strideproof
