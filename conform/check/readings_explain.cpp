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
constexpr int most_runs = 2048;
constexpr int64_t most_elements_run = int64_t{1} << 24;

bool contains(const auto& all, const auto& one) { return std::ranges::find(all, one) != all.end(); }

}  // namespace

bool ReadingTable::is_open(const Choices& choices) {
  return std::ranges::all_of(choices, &Choice::is_open);
}

// Answers if the readings of the last expect() explain the outcome.
ReadingTable::ReadingAnswer ReadingTable::explains(const Program& program, const Outcome& outcome,
                                                   const Found& found) {
  const Expectation& expectation = oracle_.expectation();
  if (!expectation.bytes_are_compared()) return {ReadingAnswer::unknown};
  Verdict verdict = oracle_.compare(program, outcome, found);
  if (!is_finding(verdict.kind)) return {ReadingAnswer::yes};
  return {ReadingAnswer::no, std::move(verdict.difference)};
}

ReadingTable::Choices ReadingTable::alternatives(const Program& program) {
  Choices all;
  for (const Operation* operation : operations_of(program))
    for (EntryState& state : states_[*operation])
      for (uint8_t reading = 0; reading < state.readings(); ++reading)
        if (reading != state.expected()) all.push_back({&state, reading});
  return all;
}

// Starts with the expected readings and adds one reading at a time, as long as each reading changes
// the expectation. If some readings change the byte that differs, only sets with such a reading are
// extended. No reading is added that makes an executed program illegal. At most two readings
// explain a rejection, as no constraint rests on more.
class ReadingTable::ReadingSearch {
 public:
  ReadingSearch(ReadingTable& table, const Program& program, const Outcome& outcome,
                const Found& found)
      : table_(table),
        program_(program),
        outcome_(outcome),
        found_(found),
        rejected_(outcome.is_rejection()),
        all_(table.alternatives(program)),
        elements_(std::min(explanation::elements_of(program), run_budget)) {}

  Explained run() {
    table_.oracle_.expect(program_, table_.expected(program_));
    nodes_.push_back({{},
                      table_.oracle_.hash(),
                      table_.oracle_.expectation().asked,
                      table_.explains(program_, outcome_, found_),
                      table_.oracle_.expectation().legal()});
    for (size_t at = 0; at < nodes_.size() && result_.complete; ++at) {
      if (rejected_ && nodes_[at].choices.size() > 1) break;
      expand(Node(nodes_[at]));
    }
    return std::move(result_);
  }

  const Choices& all() const { return all_; }

 private:
  struct Node {
    Choices choices;
    uint64_t hash;  // of the expectation
    Entries asked;
    ReadingAnswer answer;
    bool legal;
  };

  bool may_explain(const Choice& choice, const Node& with) const {
    if (choice.is_open()) return true;
    return !rejected_ && (with.choices.empty() ? choice.is_doubted() : choice.is_doubted_default());
  }

  // Tries the readings of a node together with each further reading.
  void expand(const Node& node) {
    std::vector<Node> more, more_at_difference;
    for (const Choice& choice : all_) {
      if (std::ranges::count(node.choices, choice.state, &Choice::state) > 0) continue;
      if (!may_explain(choice, node) && !node.choices.empty()) continue;
      if (!choice.state->is_asked(node.asked)) continue;
      Choices choices;  // in a fixed order, so each set occurs once
      std::ranges::copy_if(all_, std::back_inserter(choices), [&](const Choice& one) {
        return one == choice || contains(node.choices, one);
      });
      if (is_known(choices)) continue;
      if (!may_run(node.choices.empty())) {
        result_.complete = false;
        return;
      }
      table_.oracle_.expect(program_, table_.with(program_, choices));
      const uint64_t hash = table_.oracle_.hash();
      if (hash == node.hash) continue;
      const Entries asked = table_.oracle_.expectation().asked;
      const bool at_difference = changes(node.answer.difference);
      const ReadingAnswer answer = table_.explains(program_, outcome_, found_);
      if (!may_explain(choice, node)) {
        if (answer.kind == ReadingAnswer::yes) result_.ruled_out.push_back(choice);
        continue;
      }
      result_.unknown = result_.unknown || answer.kind == ReadingAnswer::unknown;
      if (answer.kind == ReadingAnswer::yes)
        result_.by.push_back(choices);
      else if (!choice.is_open() && !choice.is_doubted_default())
        continue;
      else if (rejected_ || !node.legal || table_.oracle_.expectation().legal())
        (at_difference ? more_at_difference : more)
            .push_back({choices, hash, asked, answer, table_.oracle_.expectation().legal()});
    }
    std::ranges::move(more_at_difference.empty() ? more : more_at_difference,
                      std::back_inserter(nodes_));
  }

  // True if the set was tried, or if a part of the set explains the outcome.
  bool is_known(const Choices& choices) const {
    return std::ranges::count(nodes_, choices, &Node::choices) > 0 ||
           std::ranges::any_of(result_.by, [&](const Choices& fewer) {
             return std::ranges::all_of(fewer,
                                        [&](const Choice& c) { return contains(choices, c); });
           });
  }

  bool may_run(bool first) {
    elements_run_ += elements_;
    table_.elements_run_ += elements_;
    return ++runs_ <= most_runs && (first || elements_run_ <= most_elements_run) &&
           !stop_requested();
  }

  // True if the last expect() expects another value of the byte that differs.
  bool changes(const std::optional<Difference>& byte) const {
    return byte &&
           *table_.oracle_.shadow().at(byte->space, byte->lane, byte->offset) != byte->expected;
  }

  ReadingTable& table_;
  const Program& program_;
  const Outcome& outcome_;
  const Found& found_;
  const bool rejected_;
  const Choices all_;
  const int64_t elements_;
  std::vector<Node> nodes_;
  int64_t elements_run_ = 0;
  int runs_ = 0;
  Explained result_;
};

ReadingTable::Explained ReadingTable::explain(const Program& program, const Outcome& outcome,
                                              const Found& found) {
  ReadingSearch search(*this, program, outcome, found);
  Explained result = search.run();
  if (!result.complete || outcome.is_rejection() || std::ranges::any_of(result.by, is_open))
    return result;
  if (Choices together = doubted_together(search.all(), program, outcome, found); !together.empty())
    result.by.insert(result.by.begin(), std::move(together));
  return result;
}

// The fewest doubted defaults that explain a program together. A constraint may rest on several
// defaults, and then no single one changes the expectation.
ReadingTable::Choices ReadingTable::doubted_together(const Choices& all, const Program& program,
                                                     const Outcome& outcome, const Found& found) {
  const auto explain_it = [&](const Choices& choices) {
    oracle_.expect(program, with(program, choices));
    return explains(program, outcome, found).kind == ReadingAnswer::yes;
  };
  Choices together;
  std::ranges::copy_if(all, std::back_inserter(together), &Choice::is_doubted_default);
  if (together.size() < 2 || !explain_it(together)) return {};
  for (size_t i = together.size(); i-- > 0;) {
    Choices fewer = together;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (explain_it(fewer)) together = std::move(fewer);
  }
  return together;
}

// Opens a doubted reading. The program whose rejection ruled it out has to be given again.
void ReadingTable::reopen(EntryState& state, uint8_t reading) {
  Program rejected = std::move(state.doubted.extract(reading).mapped());
  const auto ruled_out_another = [&](const auto& doubted) { return doubted.second == rejected; };
  if (std::ranges::none_of(state.doubted, ruled_out_another)) --state.cases;
  if (reading == 0) state.default_ruled_out_by.reset();
  state.left |= 1U << reading;
  state.compared = 0;
  state.doubted_tried = 0;
  state.candidate.reset();
  if (std::ranges::count(reopened_, rejected) == 0) reopened_.push_back(std::move(rejected));
}

// Opens the defaults that only a rejection with another cause ruled out, and every reading that the
// same rejections ruled out.
void ReadingTable::reopen_doubted_defaults(
    const Operation& operation, const std::function<bool(const Program&)>& has_another_cause) {
  for (EntryState& state : states_[operation]) {
    const auto by = state.doubted.find(0);
    if (by == state.doubted.end() || !has_another_cause(by->second)) continue;
    const Program rejected = by->second;
    drop_undecided(rejected);
    std::erase_if(eliminations_, [&](const Elimination& one) { return one.by == rejected; });
    for (EntryState& other : states_[operation])
      for (uint8_t reading = 0; reading < other.readings(); ++reading)
        if (const auto same = other.doubted.find(reading);
            same != other.doubted.end() && same->second == rejected)
          reopen(other, reading);
  }
}

// Opens doubted readings again that explain an executed program: a default that explains the
// program alone; or, if no set of readings is open, the first set of doubted defaults; or, if there
// is none, the doubted readings of all sets. Returns false if none is opened.
bool ReadingTable::reopen_doubted(const Program& program, const std::vector<Choices>& by) {
  const auto defaults = std::ranges::find_if(by, [](const Choices& choices) {
    return std::ranges::all_of(choices, &Choice::is_doubted_default);
  });
  const bool alone = defaults != by.end() && defaults->size() == 1;
  if (by.empty() || (!alone && std::ranges::any_of(by, is_open))) return false;
  const std::vector<Choices> ways = defaults != by.end() ? std::vector<Choices>{*defaults} : by;
  for (const Choices& choices : ways)
    for (const Choice& choice : choices)
      if (choice.is_doubted()) reopen(*choice.state, choice.reading);
  drop_undecided(program);
  take(program, ways, false);
  if (ways.size() > 1) keep_undecided(program, ways, false);
  return true;
}

}  // namespace strideproof
