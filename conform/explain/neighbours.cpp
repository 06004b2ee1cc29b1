#include "conform/explain/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>

#include "conform/command/paths.h"
#include "conform/explain/terms.h"
#include "corpus/corpus.h"
#include "proofs/boundary/local_search.h"
#include "props/generate.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr int tries_for_each = 6;  // most mixtures are illegal
constexpr int64_t fills = 256;

Case& pick_step(Program& program, props::Random& random) {
  std::vector<size_t> steps;
  for (size_t i = 0; i < program.steps.size(); ++i)
    if (!program.steps[i].operation->parameters.empty()) steps.push_back(i);
  return program.steps[steps.empty() ? 0 : random.pick(steps)];
}

class Maker {
 public:
  Maker(const Program& failing_case, Neighbourhood wanted, size_t most, props::Random& random)
      : failing_case_(failing_case), wanted_(wanted), most_(most), random_(random) {
    for (const Case& step : failing_case.steps)
      if (!step.operation->parameters.empty())
        elements_ = std::max(elements_, 2 * spec::cost(step));
  }

  bool full() const { return all_.size() >= most_; }
  std::vector<Program> all() { return std::move(all_); }

  void add(Program program) {
    if (full() || program == failing_case_ || (!all_.empty() && program == all_.back())) return;
    for (size_t i = 0; i < program.steps.size(); ++i) {
      const Case& step = program.steps[i];
      if (step.operation->parameters.empty()) continue;
      const int64_t elements = spec::cost(step);
      if (elements > elements_ || (wanted_.one_element && elements != 1)) return;
      const ConstraintResults constraint_results = i == 0 ? evaluate(step) : spec::evaluate(step);
      if (constraint_results.too_costly ||
          std::popcount(constraint_results.violated) > most_violated(program, i))
        return;
    }
    all_.push_back(std::move(program));
  }
  void add(const Case& c, size_t step) {
    Program program = failing_case_;
    program.steps[step] = c;
    set_fill(program, c.fill);
    add(std::move(program));
  }

  // One value is moved.
  void single_moves() {
    for (size_t i = 0; i < failing_case_.steps.size(); ++i)
      for (const Case& c : moves(failing_case_.steps[i])) add(c, i);
  }
  // Two are.
  void double_moves() {
    for (size_t i = 0; i < failing_case_.steps.size(); ++i) {
      const std::vector<Case> single = moves(failing_case_.steps[i]);
      if (single.empty()) continue;
      for (size_t tries = tries_for_each * most_; tries > 0 && !full(); --tries)
        add(mixed(random_.pick(single), random_.pick(single), failing_case_.steps[i]), i);
    }
  }
  // Each parameter is that of the case or that of a random one.
  void mixtures() {
    for (size_t tries = tries_for_each * most_; tries > 0 && !full(); --tries) {
      Program program = failing_case_;
      Case& step = pick_step(program, random_);
      if (step.operation->parameters.empty()) return;
      const Case other = props::generate_case(random_, *step.operation, *step.profile,
                                              wanted_.most_violated == 0 ? 0 : 4);
      const int64_t kept = random_.below(4);  // of four
      Case next = other;
      next.fill = step.fill;
      for (size_t p = 0; p < step.operation->parameters.size(); ++p)
        if (random_.below(4) < kept) take(next, step, p);
      if (wanted_.one_element) next.fill = static_cast<uint64_t>(random_.below(fills));
      step = next;
      set_fill(program, step.fill);
      add(std::move(program));
    }
  }
  // Steps left out, or done twice.
  void other_lengths() {
    for (size_t i = 0; i < failing_case_.steps.size() && failing_case_.steps.size() > 1; ++i) {
      Program program = failing_case_;
      program.steps.erase(program.steps.begin() + static_cast<std::ptrdiff_t>(i));
      add(program);
      program = failing_case_;
      program.steps.insert(program.steps.begin() + static_cast<std::ptrdiff_t>(i),
                           failing_case_.steps[i]);
      add(std::move(program));
    }
  }
  void boundary_cases() {
    if (failing_case_.steps.size() != 1) return;
    const std::string file =
        fmt::format("{}/{}.txt", corpus_folder("boundary"), failing_case_.steps[0].operation->name);
    if (!std::filesystem::exists(file)) return;
    for (corpus::Entry& entry : corpus::read(file))
      if (entry.program.profile == failing_case_.profile && entry.program.steps.size() == 1)
        add(std::move(entry.program));
  }

 private:
  // With parameter p of `from`.
  static void take(Case& c, const Case& from, size_t p) {
    const Parameter& parameter = c.operation->parameters[p];
    for (int i = 0; i < slots(parameter.type); ++i) {
      const auto slot = static_cast<size_t>(parameter.slot + i);
      c.arguments.value[slot] = from.arguments.value[slot];
    }
    const uint32_t bit = uint32_t{1} << p;
    c.arguments.null_mask = (c.arguments.null_mask & ~bit) | (from.arguments.null_mask & bit);
    // The contents go with what asks for them.
    c.data = from.data;
  }

  static Case mixed(const Case& a, const Case& b, const Case& base) {
    Case c = a;
    for (size_t slot = 0; slot < c.arguments.value.size(); ++slot)
      if (b.arguments.value[slot] != base.arguments.value[slot])
        c.arguments.value[slot] = b.arguments.value[slot];
    c.arguments.null_mask ^= b.arguments.null_mask ^ base.arguments.null_mask;
    if (b.fill != base.fill) c.fill = b.fill;
    return c;
  }

  std::vector<Case> moves(const Case& c) {
    if (c.operation->parameters.empty()) return {};
    std::vector<solver::Goal> edges;
    for (const Constraint& constraint : c.operation->constraints)
      if (constraint.stage != Stage::data) edges.push_back({&constraint});
    std::vector<Case> all;
    solver::any_neighbour(c, edges, solver::Values::few, [&](const Case& moved) {
      all.push_back(moved);
      return false;
    });
    for (size_t p = 0; p < c.operation->parameters.size(); ++p)
      if (c.operation->parameters[p].nullable && !c.arguments.is_null(static_cast<int>(p))) {
        all.push_back(c);
        all.back().arguments.null_mask |= uint32_t{1} << p;
        for (int i = 0; i < slots(c.operation->parameters[p].type); ++i)
          all.back().arguments.value[static_cast<size_t>(c.operation->parameters[p].slot + i)] = 0;
      }
    return all;
  }

  // Of a step; where steps were left out or doubled, those of any step of the centre.
  int most_violated(const Program& program, size_t step) const {
    int most = wanted_.most_violated;
    for (size_t i = 1; i < failing_case_.steps.size(); ++i)
      if (program.steps.size() != failing_case_.steps.size())
        most = std::max(most, violations(failing_case_.steps[i]));
      else if (i == step)
        most = violations(failing_case_.steps[i]);
    return most;
  }
  static int violations(const Case& c) { return std::popcount(spec::evaluate(c).violated); }

  const Program failing_case_;
  const Neighbourhood wanted_;
  const size_t most_;
  props::Random& random_;
  int64_t elements_ = few_elements;
  std::vector<Program> all_;
};

void shuffle(std::vector<Program>& all, props::Random& random) {
  for (size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[static_cast<size_t>(random.below(static_cast<int64_t>(i)))]);
}

}  // namespace

std::vector<Program> neighbours(const Program& failing_case, Neighbourhood wanted, size_t most,
                                props::Random& random) {
  std::vector<Program> all;
  const auto part = [&](size_t some, auto make) {
    Maker maker(failing_case, wanted, some, random);
    make(maker);
    for (Program& program : maker.all()) all.push_back(std::move(program));
  };
  part(most / 4, [](Maker& maker) { maker.other_lengths(), maker.single_moves(); });
  part(most / 4, [](Maker& maker) { maker.double_moves(); });
  part(most / 4, [](Maker& maker) { maker.boundary_cases(); });
  if (most > all.size()) part(most - all.size(), [](Maker& maker) { maker.mixtures(); });
  if (wanted.one_element)
    part(most / 3, [&](Maker& maker) {
      for (Program& program : refilled(failing_case, most / 3)) maker.add(std::move(program));
    });
  shuffle(all, random);
  return all;
}

std::vector<Program> nearest(const Program& failing_case, Neighbourhood wanted, size_t most,
                             props::Random& random) {
  Maker maker(failing_case, wanted, 4 * most, random);
  maker.single_moves();
  std::vector<Program> all = maker.all();
  shuffle(all, random);
  if (all.size() > most) all.resize(most);
  return all;
}

std::vector<Program> between(const Program& fails, const Program& passes, Neighbourhood wanted) {
  props::Random unused(0);
  Maker maker(fails, wanted, SIZE_MAX, unused);
  if (fails.steps.size() != passes.steps.size()) return {};
  for (size_t i = 0; i < fails.steps.size(); ++i) {
    if (fails.steps[i].operation != passes.steps[i].operation) return {};
    for (size_t slot = 0; slot < fails.steps[i].arguments.value.size(); ++slot) {
      const int64_t a = fails.steps[i].arguments.value[slot],
                    b = passes.steps[i].arguments.value[slot];
      if (a == b) continue;
      // Halfway in numbers, and halfway in digits.
      const int64_t low = std::min(a, b), high = std::max(a, b);
      int64_t root = low;
      while (root > 0 && root < high / root * low) root *= 2;
      for (const int64_t value : {b, low / 2 + high / 2, root}) {
        Case c = fails.steps[i];
        c.arguments.value[slot] = value;
        maker.add(c, i);
      }
    }
  }
  return maker.all();
}

void set_fill(Program& program, uint64_t fill) {
  program.fill = fill;
  for (Case& step : program.steps) step.fill = fill;
}

std::vector<Program> refilled(const Program& failing_case, size_t most) {
  constexpr DataClass classes[] = {DataClass::unique, DataClass::mask, DataClass::floats,
                                   DataClass::counts};
  std::vector<Program> all;
  for (uint64_t n = 0; all.size() < most; ++n) {
    Program program = failing_case;
    if (n % 2 == 1)
      for (Case& step : program.steps) step.data.fill(classes[n / 2 % std::size(classes)]);
    set_fill(program, n / 2);
    if (!(program == failing_case)) all.push_back(std::move(program));
  }
  return all;
}

}  // namespace strideproof::explanation
