#include "conform/check/source.h"

#include <algorithm>
#include <utility>

#include "props/exhaustive.h"
#include "props/generate.h"

namespace strideproof {
namespace {

// A profile with the windows offered, to draw cases on.
Profile with_windows(const Profile& profile, const OfferedMemory& offered) {
  Profile drawn_on = profile;
  if (!offered.windows.empty()) drawn_on.windows = offered.windows;
  return drawn_on;
}

// Each operation in turn, and occasionally a program of several.
class RandomCases {
 public:
  RandomCases(const Operations& operations, const Profile& profile, uint64_t seed, Cases cases,
              OfferedMemory offered)
      : operations_(operations),
        profile_(profile),
        random_(seed),
        legal_(cases == Cases::legal),
        offered_(std::move(offered)),
        drawn_on_(with_windows(profile, offered_)) {}
  std::optional<Program> operator()() {
    constexpr int draws = 32;
    ++number_;
    Program program = draw();
    for (int again = 0; again < draws && offered_.holds && !offered_.holds(program); ++again)
      program = draw();
    return program;
  }

 private:
  Program draw() {
    constexpr size_t one_program_in = 16;
    constexpr int illegal = props::default_illegal;
    const Operation& operation = *operations_[number_ % operations_.size()];
    Program program =
        number_ % one_program_in == 0
            ? props::generate_program(random_, operations_, drawn_on_, legal_ ? 0 : 10 * illegal)
            : props::generate_single(random_, operation, operations_, drawn_on_,
                                     legal_ ? 0 : illegal);
    program.profile = &profile_;
    for (Case& step : program.steps) step.profile = &profile_;
    return program;
  }
  Operations operations_;
  const Profile& profile_;
  props::Random random_;
  bool legal_;
  OfferedMemory offered_;
  Profile drawn_on_;
  size_t number_ = 0;
};

// The small world in rounds: every 101st case of each operation, then their successors, ...
class SmallWorld {
 public:
  SmallWorld(const Operations& operations, const Profile& profile, Cases cases,
             OfferedMemory offered)
      : operations_(operations),
        profile_(profile),
        cases_(cases),
        offered_(std::move(offered)),
        drawn_on_(with_windows(profile, offered_)) {}
  std::optional<Program> operator()() {
    while (at_ == chosen_.size())
      if (!choose()) return std::nullopt;
    const Case& c = chosen_[at_++];
    return Program{c.profile, c.fill, {c}};
  }

 private:
  bool choose() {
    constexpr int64_t rounds = 101;
    if (operations_.empty() || round_ == rounds) return false;
    const Operation& operation = *operations_[turn_];
    chosen_.clear();
    at_ = 0;
    int64_t number = 0;
    const auto visit = [&](Case c) {
      if (number++ % rounds != round_) return;
      c.profile = &profile_;
      if (!offered_.holds || offered_.holds({&profile_, c.fill, {c}})) chosen_.push_back(c);
    };
    props::each_small_case(operation, drawn_on_, visit);
    if (cases_ == Cases::all)
      props::each_small_fault(operation, drawn_on_, 1,
                              [&](const Case& c, const Constraint&) { visit(c); });
    turn_ = (turn_ + 1) % operations_.size();
    if (turn_ == 0) ++round_;
    return true;
  }

  Operations operations_;
  const Profile& profile_;
  Cases cases_;
  OfferedMemory offered_;
  Profile drawn_on_;
  std::vector<Case> chosen_;
  size_t at_ = 0, turn_ = 0;
  int64_t round_ = 0;
};

}  // namespace

Source exhaustive_source(const Operations& operations, const Profile& profile, Cases cases,
                         OfferedMemory offered) {
  return SmallWorld(profile.name == "toy" ? operations : Operations{}, profile, cases,
                    std::move(offered));
}

Source random_source(const Operations& operations, const Profile& profile, uint64_t seed,
                     Cases cases, OfferedMemory offered) {
  return RandomCases(operations, profile, seed, cases, std::move(offered));
}

Source list_source(std::vector<Program> programs) {
  return [programs = std::move(programs), at = size_t{0}]() mutable -> std::optional<Program> {
    if (at == programs.size()) return std::nullopt;
    return programs[at++];
  };
}

Source list_source(const std::vector<Program>& programs, const Operations& operations,
                   const Profile& profile) {
  std::vector<Program> chosen;
  for (const Program& program : programs)
    if (program.profile == &profile &&
        std::all_of(program.steps.begin(), program.steps.end(), [&](const Case& step) {
          return std::find(operations.begin(), operations.end(), step.operation) !=
                 operations.end();
        }))
      chosen.push_back(program);
  return list_source(std::move(chosen));
}

Source mix(std::vector<WeightedSource> parts) {
  return [parts = std::move(parts), turn = size_t{0},
          given = 0]() mutable -> std::optional<Program> {  // given: programs of the current part
    while (!parts.empty()) {
      turn %= parts.size();
      if (given < parts[turn].times) {
        if (std::optional<Program> program = parts[turn].source()) {
          ++given;
          return program;
        }
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(turn));
      } else {
        ++turn;
      }
      given = 0;
    }
    return std::nullopt;
  };
}

Source shard(Source source, int64_t index, int64_t count, std::function<bool()> over) {
  return [source = std::move(source), skip = index, count,
          over = std::move(over)]() mutable -> std::optional<Program> {
    constexpr int64_t between_looks = 64;
    for (; skip > 0; --skip)
      if ((skip % between_looks == 0 && over()) || !source()) return std::nullopt;
    skip = count - 1;
    return source();
  };
}

}  // namespace strideproof
