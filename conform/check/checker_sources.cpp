// The part of Checker that chooses the programs.

#include <utility>

#include "conform/check/checker.h"
#include "conform/command/paths.h"
#include "corpus/corpus.h"

namespace strideproof {

std::optional<Program> Checker::next() {
  while (suites_ && !over() && (!options_.cases || given_ - of_suites_ < *options_.cases)) {
    std::optional<Program> program = given_ < of_suites_ ? suites_() : on_missed_edge();
    const bool on_edge = program.has_value();
    if (!program) program = later_();
    if (!program) break;
    ++given_;
    drawn_ = true;
    if (on_edge || !findings_.causes().leaves_out(*program)) return program;
    not_judged(*program, known_cause);
  }
  return std::nullopt;
}

// A case on an edge of the suites that no verdict has judged, for example because its cases were not
// answered. A round has a case for each such edge, and begins when the round before it is answered.
std::optional<Program> Checker::on_missed_edge() {
  if (missed_.empty() && answered_ >= on_edges_ && rounds_left_ > 0) {
    --rounds_left_;
    for (const Operation* operation : provided_)
      for (Program& program : cases_on(edges_.unanswered(*operation), *operation, profile_,
                                       session_.capabilities(), random_))
        missed_.push_back(std::move(program));
    if (missed_.empty()) rounds_left_ = 0;
    on_edges_ = given_ + std::ssize(missed_);
  }
  if (missed_.empty()) return std::nullopt;
  Program program = std::move(missed_.front());
  missed_.pop_front();
  return program;
}

// The corpus has many large shapes: few are taken at a time, so that other sources do not wait.
// Programs outside the memory offered are left out.
Source Checker::later_source() const {
  const auto part = [&](Source source, int times) {
    return WeightedSource{
        shard(std::move(source), options_.shard, options_.shards, [this] { return over(); }),
        times};
  };
  const PluginCapabilities& capabilities = session_.capabilities();
  const Cases cases = session_.illegal_given() ? Cases::all : Cases::legal;
  // Each shard has its own seed instead of every n-th case, so random sampling is as dense as
  // without shards.
  const uint64_t seed = options_.seed + 0x9e3779b97f4a7c15 * static_cast<uint64_t>(options_.shard);
  std::vector<WeightedSource> parts;
  const OfferedMemory offered = offered_memory(profile_, capabilities);
  parts.push_back({random_source(provided_, profile_, seed, cases, offered), 64});
  for (const std::string& folder : corpus_folders()) {
    std::vector<Program> programs;
    for (const corpus::Entry& entry : corpus::by_line(corpus::read(folder)))
      if (entry.program.profile == &profile_)
        if (const std::optional<Program> program = move_into(entry.program, capabilities))
          programs.push_back(*program);
    parts.push_back(part(list_source(programs, provided_, profile_), 2));
  }
  parts.push_back(part(exhaustive_source(provided_, profile_, cases, offered), 64));
  return mix(std::move(parts));
}

}  // namespace strideproof
