#include "conform/check/source.h"

#include <algorithm>

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

bool among(const Operations& operations, const Program& program) {
  return std::all_of(program.steps.begin(), program.steps.end(), [&](const Case& step) {
    return std::find(operations.begin(), operations.end(), step.operation) != operations.end();
  });
}

class List : public Source {
 public:
  explicit List(std::vector<Program> programs) : programs_(std::move(programs)) {}
  std::optional<Program> next() override {
    if (at_ == programs_.size()) return std::nullopt;
    return programs_[at_++];
  }

 private:
  std::vector<Program> programs_;
  size_t at_ = 0;
};

class Mix : public Source {
 public:
  explicit Mix(std::vector<WeightedSource> parts) : parts_(std::move(parts)) {}
  std::optional<Program> next() override {
    while (!parts_.empty()) {
      turn_ %= parts_.size();
      if (given_ < parts_[turn_].times) {
        if (std::optional<Program> program = parts_[turn_].source->next()) {
          ++given_;
          return program;
        }
        parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(turn_));
      } else {
        ++turn_;
      }
      given_ = 0;
    }
    return std::nullopt;
  }

 private:
  std::vector<WeightedSource> parts_;
  size_t turn_ = 0;
  int given_ = 0;  // programs of the current source
};

class Shard : public Source {
 public:
  Shard(std::unique_ptr<Source> source, int64_t index, int64_t count, std::function<bool()> over)
      : source_(std::move(source)), skip_(index), count_(count), over_(std::move(over)) {}
  std::optional<Program> next() override {
    constexpr int64_t between_looks = 64;
    for (; skip_ > 0; --skip_)
      if ((skip_ % between_looks == 0 && over_()) || !source_->next()) return std::nullopt;
    skip_ = count_ - 1;
    return source_->next();
  }

 private:
  std::unique_ptr<Source> source_;
  int64_t skip_, count_;
  std::function<bool()> over_;
};

// Each operation in turn, and occasionally a program of several.
class RandomCases : public Source {
 public:
  RandomCases(const Operations& operations, const Profile& profile, uint64_t seed, Cases cases,
              OfferedMemory offered)
      : operations_(operations),
        profile_(profile),
        random_(seed),
        cases_(cases),
        offered_(std::move(offered)),
        drawn_on_(with_windows(profile, offered_)) {}
  std::optional<Program> next() override {
    ++number_;
    Program program = draw();
    for (int again = 0; again < draws && offered_.holds && !offered_.holds(program); ++again)
      program = draw();
    return program;
  }

 private:
  static constexpr size_t one_program_in = 16;
  static constexpr int draws = 32;
  Program draw() {
    constexpr int illegal = props::default_illegal;
    const bool legal = cases_ == Cases::legal;
    const Operation& operation = *operations_[number_ % operations_.size()];
    Program program =
        number_ % one_program_in == 0
            ? props::generate_program(random_, operations_, drawn_on_, legal ? 0 : 10 * illegal)
            : props::generate_single(random_, operation, operations_, drawn_on_,
                                     legal ? 0 : illegal);
    program.profile = &profile_;
    for (Case& step : program.steps) step.profile = &profile_;
    return program;
  }
  Operations operations_;
  const Profile& profile_;
  props::Random random_;
  Cases cases_;
  OfferedMemory offered_;
  Profile drawn_on_;
  size_t number_ = 0;
};

class Sequence : public Source {
 public:
  Sequence(std::unique_ptr<Source> first, std::unique_ptr<Source> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  std::optional<Program> next() override {
    std::optional<Program> program = first_->next();
    return program ? program : second_->next();
  }

 private:
  std::unique_ptr<Source> first_, second_;
};

// The small world in rounds: every 101st case of each operation, then their successors, ...
class SmallWorld : public Source {
 public:
  SmallWorld(const Operations& operations, const Profile& profile, Cases cases,
             OfferedMemory offered)
      : operations_(operations),
        profile_(profile),
        cases_(cases),
        offered_(std::move(offered)),
        drawn_on_(with_windows(profile, offered_)) {}
  std::optional<Program> next() override {
    while (at_ == chosen_.size())
      if (!choose()) return std::nullopt;
    const Case& c = chosen_[at_++];
    return Program{c.profile, c.fill, {c}};
  }

 private:
  static constexpr int64_t rounds = 101;
  bool choose() {
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

std::unique_ptr<Source> exhaustive_source(const Operations& operations, const Profile& profile,
                                          Cases cases, OfferedMemory offered) {
  return std::make_unique<SmallWorld>(profile.name == "toy" ? operations : Operations{}, profile,
                                      cases, std::move(offered));
}

std::unique_ptr<Source> random_source(const Operations& operations, const Profile& profile,
                                      uint64_t seed, Cases cases, OfferedMemory offered) {
  return std::make_unique<RandomCases>(operations, profile, seed, cases, std::move(offered));
}

std::unique_ptr<Source> list_source(std::vector<Program> programs) {
  return std::make_unique<List>(std::move(programs));
}

std::unique_ptr<Source> list_source(const std::vector<Program>& programs,
                                    const Operations& operations, const Profile& profile) {
  std::vector<Program> chosen;
  for (const Program& program : programs)
    if (program.profile == &profile && among(operations, program)) chosen.push_back(program);
  return list_source(std::move(chosen));
}

std::unique_ptr<Source> sequence(std::unique_ptr<Source> first, std::unique_ptr<Source> second) {
  return std::make_unique<Sequence>(std::move(first), std::move(second));
}

std::unique_ptr<Source> mix(std::vector<WeightedSource> parts) {
  return std::make_unique<Mix>(std::move(parts));
}

std::unique_ptr<Source> shard(std::unique_ptr<Source> source, int64_t index, int64_t count,
                              std::function<bool()> over) {
  return std::make_unique<Shard>(std::move(source), index, count, std::move(over));
}

}  // namespace strideproof
