#pragma once
// The check of a plug-in on one profile: gives the session programs and takes their verdicts.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conform/check/case_costs.h"
#include "conform/check/check.h"
#include "conform/check/edges.h"
#include "conform/check/findings.h"
#include "conform/check/readings.h"
#include "conform/check/session.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {

inline constexpr const char* unsupported_reason = "unsupported like others";
inline constexpr const char* held_back_reason = "held back after 3 restarts";

// The programs of the next run of the session:
// - edges: the suites, then other cases on the edges that were not judged. Failures wait for `all`.
// - all: random cases, the corpus and small worlds, with occasional cases on edges and cases that
//   decide between readings. A failure is shrunk and explained after every few programs.
enum class Phase : uint8_t { edges, all };

class Checker : public ProgramStream {
 public:
  using Clock = CaseCosts::Clock;
  Checker(const CheckOptions& options, const Profile& profile, Session& session, Progress& progress,
          RunReport& report);
  int64_t operations() const { return std::ssize(provided_); }
  // Called before each run of the session.
  void begin(Phase phase, Clock::time_point deadline);

  std::optional<Program> next() override;
  bool gives_up() const override { return over() && examining_is_over(); }
  bool admits_again(const Program& program) override;
  size_t most_of_a_batch() const override { return costs_.most_of_a_batch(); }
  bool has_known_cause(const Program& program) const override {
    return findings_.causes().meets(program);
  }
  StepReadings readings(const Program& program) override { return readings_.expected(program); }
  void judged(const Program& program, const Expectation& expectation, const Verdict& verdict,
              const Outcome& outcome, const Found& found) override;
  void not_judged(const Program& program, const char* reason) override;
  void found_in_sweep(const Program& program, const Verdict& verdict) override;

  // A line for each operation provided: its cases, edges and failures so far.
  std::string rows_so_far() const;
  // Once, after the session has run.
  void report();

 private:
  struct Tally {
    CaseCounts cases;
    int64_t failures = 0, right = 0;  // right: executed as documented
    bool has_followed = false;        // a failure needed an earlier failure of another program
    int unsupported = 0;              // legal cases answered "unsupported"
    bool unsupported_given = false;   // a case was put into unsupported_
    std::shared_ptr<const explanation::Condition> unsupported_when = {};
  };
  void show_progress(const std::string& doing);
  bool over() const;
  bool has_found_enough() const { return options_.first_only && !report_.findings.empty(); }
  // True if at most this many thirds of last_part_ are left.
  bool is_nearly_over(int thirds = 3) const;
  bool examining_is_over() const;
  bool all_cases_are_given() const {
    return phase_ == Phase::all && options_.cases && given_ - of_edges_ >= *options_.cases;
  }
  void want_suite(Suite suite);
  std::optional<Program> next_wanted();
  void look_for_wanted();
  bool look_for_edges();
  bool searches_take_too_long(bool late) const;
  std::vector<Program> search_for_deciding();
  std::vector<Program> deciding_candidates(const Operation& operation);
  uint64_t seed_of_shard(int64_t offset) const;
  Source later_source() const;
  // True if the next program to be answered is one of wanted_.
  bool is_wanted_next() const { return answered_ < up_to_wanted_; }
  bool waits_as_slow(const Operation& operation) const;
  void postpone(const Program& program);
  void give_postponed();
  HangsExamined hangs_examined() const;
  void leave_out(const Program& program, const char* reason);
  std::vector<Result> by_default(const Program& program, const Expectation& expectation) const;
  void take_back_not_observed(const Program& program);
  void answered();
  void examine_next();
  void add_next_finding(const HangsExamined& hangs);
  void show_last_finding();
  void put_unsupported(const Program& program);
  void explain_unsupported();
  bool leaves_out_unsupported(const Program& program) const;
  void add_ruled_out_defaults(const Operation& operation, Tally& tally);
  void note_contradictions(std::vector<ReadingReport>& readings) const;
  Conformance status(const Operation& operation, const Tally& tally, const EdgeCount& edges) const;
  void note(const Operation& operation);
  std::vector<std::string> edges_that_do_not_count(const Operation& operation) const;
  void note_idle();
  void note_edges_not_found();

  const CheckOptions& options_;
  const Profile& profile_;
  const Operations there_;
  Session& session_;
  Phase phase_ = Phase::edges;
  Clock::time_point deadline_ = Clock::time_point::max();
  Clock::duration last_part_ = {};  // before the deadline; waiting findings come first in it
  CaseCosts costs_;
  Clock::duration searching_ = {};  // by all searches for cases that decide between readings
  Progress& progress_;
  RunReport& report_;
  const std::string doing_, examining_;  // for progress
  ByOperation<Tally> tally_;
  ReadingTable readings_;
  Findings findings_;
  Edges edges_;
  Operations provided_;
  // Programs that random cases would seldom give: the suites, then programs on edges that were not
  // judged, and programs that decide between readings.
  std::deque<Program> wanted_;
  std::deque<Program> slow_, postponed_;  // programs of slow operations; programs that may hang
  bool gives_postponed_ = false;          // wanted_ was filled from slow_ or postponed_
  // Wanted programs without a verdict: readings known later may explain them.
  std::vector<Program> not_observed_;
  std::vector<Program> unsupported_;    // at most one of each operation, to be explained
  int64_t of_edges_ = 0;                // programs given in the phase of edges
  int64_t up_to_wanted_ = 0;            // programs given, up to the last one of wanted_
  int edge_rounds_left_ = 16;           // times that cases on edges do not wait for next_search_
  size_t unanswered_edges_ = SIZE_MAX;  // at the last count
  int64_t next_search_ = 0;             // programs answered before wanted_ is filled again
  size_t next_searched_ = 0;            // index in provided_
  int late_searches_left_ = 3;          // one for each third of the last part of the time
  props::Random random_;                // for wanted_
  bool unexamined_are_shrunk_ = false;
  Source later_;                      // empty: the plug-in provides nothing on this profile
  int64_t given_ = 0, answered_ = 0;  // programs, in all
  int64_t work_of_programs_ = 0;
  int64_t restarts_ = 0;  // of the session, up to the last count
};

}  // namespace strideproof
