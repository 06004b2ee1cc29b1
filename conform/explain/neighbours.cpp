#include "conform/explain/neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>

#include "conform/command/paths.h"
#include "conform/explain/features.h"
#include "corpus/corpus.h"
#include "proofs/boundary/local_search.h"
#include "props/generate.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr size_t tries = 6;  // most mixtures are illegal
constexpr int64_t fills = 256;

// The case with one parameter moved, in every way.
std::vector<Case> moves(const Case& c) {
  std::vector<Case> all;
  if (c.operation->parameters.empty()) return all;
  std::vector<solver::Goal> edges;
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.stage != Stage::data) edges.push_back({&constraint});
  solver::any_neighbour(c, edges, solver::Values::few, [&](const Case& moved) {
    all.push_back(moved);
    return false;
  });
  for (size_t slot = 0; slot < static_cast<size_t>(c.operation->slots); ++slot)
    if (c.arguments.value[slot] / 2 != 0) all.emplace_back(c).arguments.value[slot] /= 2;
  for (size_t p = 0; p < c.operation->parameters.size(); ++p) {
    const Parameter& parameter = c.operation->parameters[p];
    if (!parameter.nullable || c.arguments.is_null(static_cast<int>(p))) continue;
    Case& moved = all.emplace_back(c);
    moved.arguments.null_mask |= uint32_t{1} << p;
    std::fill_n(&moved.arguments.value[static_cast<size_t>(parameter.slot)], slots(parameter.type),
                0);
  }
  return all;
}

// The case with the changes of both.
Case both(const Case& a, const Case& b, const Case& base) {
  Case c = a;
  for (size_t slot = 0; slot < c.arguments.value.size(); ++slot)
    if (b.arguments.value[slot] != base.arguments.value[slot])
      c.arguments.value[slot] = b.arguments.value[slot];
  c.arguments.null_mask ^= b.arguments.null_mask ^ base.arguments.null_mask;
  return c;
}

template <class T>
void shuffle(std::vector<T>& all, props::Random& random, size_t most) {
  for (size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[static_cast<size_t>(random.below(static_cast<int64_t>(i)))]);
  if (all.size() > most) all.erase(all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
}

Program with_step(const Program& program, size_t step, const Case& c) {
  Program changed = program;
  changed.steps[step] = c;
  set_fill(changed, c.fill);
  return changed;
}

}  // namespace

Neighbours::Neighbours(const Program& failing, bool one_element)
    : failing_(failing), one_element_(one_element) {
  for (const Case& step : failing.steps) {
    if (step.operation->parameters.empty()) continue;
    most_elements_ = std::max(most_elements_, 2 * spec::cost(step));
    most_violated_ = std::max(most_violated_, std::popcount(evaluate(step).violated));
  }
}

bool Neighbours::admits(const Program& program) const {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Case& step = program.steps[i];
    if (step.operation->parameters.empty()) continue;
    const int64_t elements = spec::cost(step);
    if (one_element_ ? elements != 1 : elements > most_elements_) return false;
    const ConstraintResults results = i == 0 ? evaluate(step) : spec::evaluate(step);
    if (results.too_costly || std::popcount(results.violated) > most_violated_) return false;
  }
  return true;
}

void Neighbours::add(std::vector<Program>& all, Program program) const {
  if (admits(program)) all.push_back(std::move(program));
}

std::vector<Program> Neighbours::next_to(const Program& program, size_t most,
                                         props::Random& random) const {
  std::vector<Program> all;
  for (size_t i = 0; i < program.steps.size(); ++i)
    for (const Case& c : moves(program.steps[i])) add(all, with_step(program, i, c));
  shuffle(all, random, most);
  return all;
}

// Each parameter of one step is that of the failing program or of a random case.
void Neighbours::add_mixture(std::vector<Program>& all, props::Random& random) const {
  const size_t i = static_cast<size_t>(random.below(static_cast<int64_t>(failing_.steps.size())));
  const Case& base = failing_.steps[i];
  Case c = props::generate_case(random, *base.operation, *base.profile,
                                most_violated_ == 0 ? 0 : props::default_illegal);
  const int64_t kept = random.below(4);  // of four
  for (size_t p = 0; p < base.operation->parameters.size(); ++p) {
    if (random.below(4) >= kept) continue;
    const Parameter& parameter = base.operation->parameters[p];
    for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot)
      c.arguments.value[static_cast<size_t>(slot)] =
          base.arguments.value[static_cast<size_t>(slot)];
    const uint32_t bit = uint32_t{1} << p;
    c.arguments.null_mask = (c.arguments.null_mask & ~bit) | (base.arguments.null_mask & bit);
    c.data = base.data;  // contents go with the parameters that need them
  }
  c.fill = one_element_ ? static_cast<uint64_t>(random.below(fills)) : base.fill;
  add(all, with_step(failing_, i, c));
}

std::vector<Program> Neighbours::around(size_t most, props::Random& random) const {
  const size_t part = most / 4;
  std::vector<Program> all = next_to(failing_, part, random);
  for (size_t i = 0; i < failing_.steps.size(); ++i) {
    const Case& base = failing_.steps[i];
    const std::vector<Case> single = moves(base);
    for (size_t n = 0; n < tries * part && all.size() < 2 * part && !single.empty(); ++n) {
      const Case &a = random.pick(single), &b = random.pick(single);
      add(all, with_step(failing_, i, both(a, b, base)));
    }
    if (failing_.steps.size() == 1) break;
    Program shorter = failing_, longer = failing_;
    shorter.steps.erase(shorter.steps.begin() + static_cast<std::ptrdiff_t>(i));
    longer.steps.insert(longer.steps.begin() + static_cast<std::ptrdiff_t>(i), base);
    add(all, std::move(shorter));
    add(all, std::move(longer));
  }
  const std::string file =
      fmt::format("{}/{}.txt", corpus_folder("boundary"), failing_.steps[0].operation->name);
  if (failing_.steps.size() == 1 && std::filesystem::exists(file)) {
    std::vector<Program> boundary;
    for (corpus::Entry& entry : corpus::read(file))
      if (entry.program.profile == failing_.profile && entry.program.steps.size() == 1)
        add(boundary, std::move(entry.program));
    shuffle(boundary, random, part);
    all.insert(all.end(), boundary.begin(), boundary.end());
  }
  for (size_t n = 0; n < tries * most && all.size() < most; ++n) add_mixture(all, random);
  if (one_element_)
    for (Program& program : refilled(failing_, most / 3)) add(all, std::move(program));
  shuffle(all, random, all.size());
  return all;
}

void set_fill(Program& program, uint64_t fill) {
  program.fill = fill;
  for (Case& step : program.steps) step.fill = fill;
}

std::vector<Program> refilled(const Program& program, size_t most) {
  constexpr DataClass classes[] = {DataClass::unique, DataClass::mask, DataClass::floats,
                                   DataClass::counts};
  std::vector<Program> all;
  for (uint64_t n = 0; all.size() < most; ++n) {
    Program other = program;
    if (n % 2 == 1)
      for (Case& step : other.steps) step.data.fill(classes[n / 2 % std::size(classes)]);
    set_fill(other, n / 2);
    if (!(other == program)) all.push_back(std::move(other));
  }
  return all;
}

}  // namespace strideproof::explanation
