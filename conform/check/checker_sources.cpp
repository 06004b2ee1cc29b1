// The part of Checker that chooses the programs.

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <tuple>
#include <utility>

#include "conform/base/paths.h"
#include "conform/check/checker.h"
#include "conform/explain/explain.h"
#include "corpus/corpus.h"
#include "proofs/boundary/goal.h"
#include "props/parameters.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

// The largest absolute value that is no address.
int64_t largest_value(const Case& c) {
  int64_t largest = 0;
  for (const props::Slot& slot : props::given_slots(c))
    if (slot.parameter.role != Role::address)
      largest = std::max(largest, std::abs(c.arguments.value[slot.index]));
  return largest;
}

}  // namespace

// Large legal cases come late, as a slow implementation takes long for them. With --abort rejects
// illegal cases come last, as each may cost a restart.
void Checker::want_suite(Suite suite) {
  const bool large_last = !session_.target().rejects_by_abort;
  std::vector<Program>& legal = suite.legal;
  const auto larger = std::stable_partition(
      legal.begin(), legal.end(),
      [&](const Program& program) { return !large_last || !is_large(program); });
  std::move(legal.begin(), larger, std::back_inserter(wanted_));
  std::ranges::move(suite.illegal, std::back_inserter(wanted_));
  std::move(larger, legal.end(), std::back_inserter(wanted_));
}

// In place of a random program that cannot be judged another one is drawn, a few times.
std::optional<Program> Checker::next() {
  constexpr int most_draws = 32;
  int refused = 0;
  while (later_ && !over() && !all_cases_are_given()) {
    std::optional<Program> program = next_wanted();
    const bool wanted = program.has_value();
    if (!program && phase_ == Phase::all) program = later_();
    if (!program) break;
    const std::optional<Refusal> refusal = session_.refusal(*program);
    if (refusal && !wanted && ++refused < most_draws) continue;
    ++given_;
    if (refusal)
      not_judged(*program, refusal->reason);
    else if (!wanted && findings_.causes().leaves_out(*program))
      leave_out(*program, known_cause_reason);
    else if (!wanted && leaves_out_unsupported(*program))
      leave_out(*program, unsupported_reason);
    else if (costs_.holds_back(*program, is_wanted_next()))
      leave_out(*program, held_back_reason);
    else
      return program;
  }
  return std::nullopt;
}

// A program that random cases would seldom give. New wanted programs are looked for when all
// earlier ones are answered. If none is found, the postponed programs are given, until one hangs.
std::optional<Program> Checker::next_wanted() {
  if (wanted_.empty() && answered_ >= up_to_wanted_) {
    look_for_wanted();
    gives_postponed_ = false;
    if (wanted_.empty()) give_postponed();
    if (!wanted_.empty()) up_to_wanted_ = given_ + std::ssize(wanted_);
  }
  while (!wanted_.empty()) {
    Program program = std::move(wanted_.front());
    wanted_.pop_front();
    const bool waits =
        costs_.may_hang(program) || std::ranges::any_of(program.steps, [&](const Case& c) {
          return costs_.is_slow(*c.operation, operations());
        });
    if (gives_postponed_ || !waits) return program;
    --up_to_wanted_;
    postpone(program);
  }
  return std::nullopt;
}

bool Checker::waits_as_slow(const Operation& operation) const {
  return costs_.is_slow(operation, operations()) &&
         std::ranges::any_of(slow_, [&](const Program& program) {
           return program.steps.front().operation == &operation;
         });
}

void Checker::postpone(const Program& program) {
  std::deque<Program>& programs = costs_.may_hang(program) ? postponed_ : slow_;
  if (std::ranges::count(programs, program) == 0) programs.push_back(program);
}

// After the edges of every profile: programs of slow operations, then programs that may hang.
void Checker::give_postponed() {
  if (phase_ == Phase::all) wanted_.swap(slow_);
  // --cases sets no time, so it always allows programs that may hang.
  const bool may_wait = options_.cases || (phase_ == Phase::all && costs_.may_wait_for_a_hang());
  if (wanted_.empty() && may_wait) wanted_.swap(postponed_);
  gives_postponed_ = !wanted_.empty();
}

// True if further cases shall be given on edges of the suites that no verdict has judged: in the
// phase of edges as long as such cases help, and later a few times, as causes become known.
bool Checker::look_for_edges() {
  if (phase_ == Phase::all && edge_rounds_left_ == 0) return false;
  size_t unanswered = 0;
  for (const Operation* operation : provided_)
    if (!waits_as_slow(*operation)) unanswered += edges_.unanswered(*operation).size();
  const bool helped = unanswered < std::exchange(unanswered_edges_, unanswered);
  if (phase_ == Phase::edges) return helped;
  edge_rounds_left_ = unanswered == 0 ? 0 : edge_rounds_left_ - 1;
  return unanswered > 0;
}

// Fills wanted_: at once with rejections whose explaining reading was ruled out or doubted; and,
// each time that the number of programs answered has grown by half, and late in the time, with
// cases on edges, wanted programs without a verdict, and cases that decide between readings.
void Checker::look_for_wanted() {
  const auto want = [&](std::vector<Program> programs) {
    std::ranges::move(programs, std::back_inserter(wanted_));
  };
  want(readings_.take_reopened());
  const bool for_edges = look_for_edges();
  const bool late = is_nearly_over(late_searches_left_);
  const bool due = phase_ == Phase::all && !for_edges && (answered_ >= next_search_ || late) &&
                   !searches_take_too_long(late);
  if (for_edges || due)
    for (const Operation* operation : provided_)
      if (!waits_as_slow(*operation))
        want(cases_on(edges_.unanswered(*operation), *operation, profile_, session_.capabilities(),
                      random_));
  if (due) {
    next_search_ = answered_ + std::max<int64_t>(answered_ / 2, 1);
    want(not_observed_);
    if (late) --late_searches_left_;
    want(search_for_deciding());
  }
  costs_.wait_for_answer();
}

// Programs that decide between readings. A search that takes too long is continued by the next one.
std::vector<Program> Checker::search_for_deciding() {
  constexpr int64_t one_part_in = 20;
  const Clock::duration most = costs_.time_used() / one_part_in;
  const Clock::time_point start = Clock::now();
  std::vector<Program> found;
  for (size_t i = 0; i < provided_.size(); ++i) {
    if (!options_.cases && Clock::now() - start > most) break;
    const Operation& operation = *provided_[next_searched_++ % provided_.size()];
    if (!readings_.has_something_to_decide(operation)) continue;
    std::ranges::move(readings_.deciding(operation, deciding_candidates(operation)),
                      std::back_inserter(found));
  }
  searching_ += Clock::now() - start;
  return found;
}

// True if searches have had more than a small part of the time, in which the plug-in could have
// answered cases. late: the part is larger.
bool Checker::searches_take_too_long(bool late) const {
  const int64_t one_part_in = late ? 8 : 20;
  return !options_.cases && one_part_in * searching_ > costs_.time_used();
}

// Cases on every edge and near some edges, and random cases; after the deadline only few random
// cases. Large cases are slow, and kept only if they violate a constraint. Cases that meet a known
// cause decide nothing and come last. Otherwise cheap cases come first, then small values.
std::vector<Program> Checker::deciding_candidates(const Operation& operation) {
  const int draws = over() ? 100 : 1000;
  constexpr int draws_for_edges = 10;
  constexpr int64_t most_elements = 1 << 18, most_elements_of_legal = 4096;
  const PluginCapabilities& capabilities = session_.capabilities();
  std::vector<Program> all;
  if (!over())
    all = cases_on(solver::goals_of(operation), operation, profile_, capabilities, random_,
                   draws_for_edges);
  const Source source =
      random_source({&operation}, profile_, random_.next(), Cases::all, capabilities);
  for (int i = 0; i < draws && !stop_requested(); ++i)
    if (std::optional<Program> program = source()) all.push_back(*std::move(program));
  if (!over()) std::ranges::move(with_changed_values(all, random_), std::back_inserter(all));
  for (size_t i = 0, size = all.size(); i < size; ++i)
    if (std::optional<Program> program = with_one_shape(all[i])) all.push_back(*std::move(program));
  const auto is_too_large = [](const Program& program) {
    const int64_t elements = explanation::elements_of(program);
    return elements > most_elements ||
           (elements > most_elements_of_legal && spec::evaluate(program.steps.front()).legal());
  };
  std::erase_if(all, [&](const Program& program) {
    return program.steps.size() > 1 || is_too_large(program) || session_.refusal(program);
  });
  std::vector<std::tuple<bool, int64_t, int64_t, size_t>> order;  // keys, and the index in `all`
  for (size_t i = 0; i < all.size(); ++i)
    order.emplace_back(findings_.causes().meets(all[i]), explanation::elements_of(all[i]),
                       largest_value(all[i].steps.front()), i);
  std::ranges::sort(order);
  std::vector<Program> sorted;
  for (const auto& entry : order) sorted.push_back(std::move(all[std::get<3>(entry)]));
  return sorted;
}

// Each shard has its own seed instead of every n-th case, so random sampling is as dense as without
// shards. offset: of another stream, a multiple of the number of shards.
uint64_t Checker::seed_of_shard(int64_t offset) const {
  return options_.seed + 0x9e3779b97f4a7c15 * static_cast<uint64_t>(options_.shard + offset);
}

// Leaves out programs of the corpora that cannot be moved into the memory offered. Takes more
// programs on pairs of edges than of other corpora. Large ones come one after many small programs,
// except those of the user's corpus.
Source Checker::later_source() const {
  const auto part = [&](Source source, int times) {
    return WeightedSource{
        shard(std::move(source), options_.shard, options_.shards, [this] { return over(); }),
        times};
  };
  const PluginCapabilities& capabilities = session_.capabilities();
  const Cases cases = session_.illegal_given() ? Cases::all : Cases::legal;
  std::vector<WeightedSource> parts;
  parts.push_back(
      {with_few_large(random_source(provided_, profile_, seed_of_shard(0), cases, capabilities),
                      seed_of_shard(options_.shards)),
       64});
  std::vector<WeightedSource> large_parts;
  const std::string pairs = corpus_folder("boundary");
  std::vector<std::string> folders = corpus_folders();
  if (!options_.corpus.empty()) folders.push_back(options_.corpus);
  for (const std::string& folder : folders) {
    std::vector<Program> programs, large;
    for (const corpus::Entry& entry : corpus::by_line(corpus::read(folder)))
      if (entry.program.profile == &profile_)
        if (const std::optional<Program> program = move_into(entry.program, capabilities))
          (folder != options_.corpus && is_large(*program) ? large : programs).push_back(*program);
    parts.push_back(part(list_source(programs, provided_, profile_), folder == pairs ? 8 : 2));
    large_parts.push_back(part(list_source(large, provided_, profile_), 1));
  }
  parts.push_back(part(exhaustive_source(provided_, profile_, cases, capabilities), 64));
  constexpr int small_before_large = 500;
  return mix({{mix(std::move(parts)), small_before_large}, {mix(std::move(large_parts)), 1}});
}

}  // namespace strideproof
