#include "proofs/boundary/search.h"

#include <algorithm>
#include <bit>
#include <set>

#include "proofs/boundary/local_search.h"
#include "proofs/boundary/search_terms.h"

namespace strideproof::solver {
namespace {

constexpr size_t nearby_worlds = 8;

uint32_t bits(const Parameter& parameter) {
  return ((uint32_t{1} << slots(parameter.type)) - 1) << parameter.slot;
}

// The parameter at the beginning of a label, with the dimension for strides and shapes:
// "shape.n.max".
uint32_t named_slots(const Operation& operation, std::string_view label) {
  const Parameter* named = nullptr;
  for (const Parameter& p : operation.parameters)
    if (label.starts_with(p.name) && label.substr(p.name.size()).starts_with('.') &&
        (named == nullptr || named->name.size() < p.name.size()))
      named = &p;
  if (named == nullptr || selector_values(operation, *named) > 0) return 0;
  const std::string_view rest = label.substr(named->name.size() + 1);
  const size_t dimension = std::string_view("nchw").find(rest[0]);
  if (slots(named->type) == 4 && dimension < 4 && rest[1] == '.')
    return uint32_t{1} << (named->slot + static_cast<int>(dimension));
  return bits(*named);
}

// The operands that a goal concerns; the label says it if the goal is no constraint.
Operands operands_of(const Goal& goal) {
  if (goal.constraint != nullptr) return goal.constraint->operands;
  const std::string_view label = goal.label();
  if (label.starts_with("dst.")) return on_dst;
  if (label.starts_with("src.") || label.starts_with("src0.")) return on_src;
  return label.starts_with("src1.") ? on_src1 : on_all;
}

}  // namespace

Search::Search(const Operation& operation, const Profile& profile)
    : operation_(operation),
      profile_(profile),
      unknown_(static_cast<size_t>(operation.slots)),
      extents_(extent_slots(operation)) {
  const Arguments<Sym> all = unknown_arguments(operation, 0, {});
  std::copy_n(all.value.begin(), unknown_.size(), unknown_.begin());
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::address || (p.role == Role::selector && selector_values(operation, p) == 0))
      addresses_ |= bits(p);
  for (Selection& selection : selections(operation, profile)) {
    const bool first = std::none_of(
        wholes_.begin(), wholes_.end(),
        [&](const ProblemInstance& whole) { return whole.selection.nulls == selection.nulls; });
    if (first) wholes_.emplace_back(Selection{selection.nulls, {}});
    worlds_.emplace_back(std::move(selection));
  }
}

// ---- the subjects of goals ----

// Sets of values that may lead to the goal, small ones first: those that its label names, then with
// addresses and strides of its operands, then of all operands.
std::vector<Search::Slots> Search::ways(const Goal& goal) const {
  const Slots named = named_slots(operation_, goal.label());
  Slots addresses = 0, strides = 0;
  std::vector<Slots> all, single;
  if (named != 0) all.push_back(named);
  for (const Parameter& p : operation_.parameters) {
    if ((p.operands & operands_of(goal)) == 0) continue;
    if ((addresses_ & bits(p)) != 0) addresses |= bits(p);
    if (p.role == Role::address) all.push_back(bits(p));
    if (p.role == Role::stride) strides |= bits(p), single.push_back(bits(p));
  }
  all.push_back(addresses);
  all.insert(all.end(), single.begin(), single.end());
  all.insert(all.end(), {strides, addresses_, addresses | strides, addresses_ | strides});
  for (Slots& way : all) way |= named;
  return all;
}

std::vector<Search::Slots> Search::ways(const std::vector<Goal>& goals) const {
  std::vector<std::pair<size_t, Slots>> ranked = {{0, 0}};
  for (const Goal& goal : goals) {
    const std::vector<Slots> own = ways(goal);
    std::vector<std::pair<size_t, Slots>> wider;
    for (const auto& [rank, some] : ranked)
      for (size_t i = 0; i < own.size(); ++i) wider.emplace_back(rank + i, some | own[i]);
    ranked = std::move(wider);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Slots> all;
  for (const auto& [_, some] : ranked)
    if (std::find(all.begin(), all.end(), some) == all.end()) all.push_back(some);
  return all;
}

bool Search::falls_away(const Constraint& other, const std::vector<Goal>& goals) const {
  return std::any_of(goals.begin(), goals.end(), [&](const Goal& goal) {
    return goal.is_outside() && (operation_.needs[other.bit] >> goal.constraint->bit & 1) != 0;
  });
}

std::vector<const Constraint*> Search::others(const std::vector<Goal>& goals, Asked asked) const {
  std::vector<const Constraint*> all;
  for (const Constraint& constraint : operation_.constraints) {
    const auto is_goal = [&](const Goal& goal) { return goal.constraint == &constraint; };
    if ((asked.among >> constraint.bit & 1) != 0 &&
        std::none_of(goals.begin(), goals.end(), is_goal) &&
        (asked.all || !falls_away(constraint, goals)))
      all.push_back(&constraint);
  }
  return all;
}

Search::Slots Search::named(const std::vector<Goal>& goals) const {
  Slots all = 0;
  for (const Goal& goal : goals) all |= named_slots(operation_, goal.label());
  return all;
}

// ---- find ----

// Searches without a solver first, then with one; asks every constraint next to the goals at first,
// then fewer.
Finding Search::find(const std::vector<Goal>& goals) {
  const bool outside = any_outside(goals);
  const Asked least{!outside, false};
  std::vector<Asked> all_asked;
  for (const bool moving : {true, false})
    for (const bool all : {true, false})
      if (all || outside) all_asked.push_back({all, moving});
  for (const int changes : {1, 2}) {
    for (const Asked& asked : all_asked)
      if (auto c = local_search(changes, goals, asked))
        return {.found = Found::witness, .witness = *c};
    const unsigned work = changes == 1 ? quick_proof : fair_proof;
    if (const Found found = refute(wholes_, goals, least, work); found != Found::unknown)
      return none(found, goals, least);
  }
  for (const Asked& asked : all_asked) {
    if (refute(wholes_, goals, asked, quick_proof) != Found::unknown) continue;
    Finding finding = find(goals, asked);
    if (finding.found == Found::witness) return finding;
  }
  return none(refute(worlds_, goals, least, long_proof), goals, least);
}

Finding Search::none(Found found, const std::vector<Goal>& goals, Asked asked) {
  Finding finding{found};
  if (found != Found::unreachable_proved) return finding;
  asked.room = false;
  const bool together = refute(wholes_, goals, asked, fair_proof) == Found::unknown;
  for (const Constraint* other : others(goals, asked)) {
    Asked fewer = asked;
    fewer.among &= ~(uint64_t{1} << other->bit);
    if (!together && refute(wholes_, goals, fewer, quick_proof) != Found::unknown) asked = fewer;
  }
  finding.lemma = others(goals, asked);
  return finding;
}

std::vector<Case> Search::more(const Case& first, const std::vector<Goal>& goals, size_t count) {
  std::vector<Case> all = {first};
  const auto shape = [&](const Case& c) {
    std::vector<int64_t> values = {c.arguments.null_mask};
    for (const Parameter& p : operation_.parameters)
      if (selector_values(operation_, p) > 0)
        values.push_back(c.arguments.value[static_cast<size_t>(p.slot)]);
    for (const int slot : extents_)
      values.push_back(c.arguments.value[static_cast<size_t>(slot)] > 1 ? 1 : 0);
    return values;
  };
  const auto is_new = [&](const Case& c) {
    return std::none_of(all.begin(), all.end(),
                        [&](const Case& other) { return shape(c) == shape(other); });
  };
  Asked asked{.all = true, .moving = true, .likely = true};  // as found for the first case
  if (!query(first, 0, goals, asked)) asked.all = !any_outside(goals);
  if (!query(first, 0, goals, asked)) asked.moving = false;
  const Accept accept = [&](const Case& c) {
    return is_new(c) && query(c, 0, goals, asked).has_value();
  };
  for (ProblemInstance& world : worlds_) {
    if (all.size() >= count) break;
    if (!possible(world, goals, asked)) continue;
    std::vector<Case> known = plain(world);
    std::reverse(known.begin(), known.end());  // large cases differ most
    for (size_t half : {size_t{0}, known.size() / 2})
      if (half < known.size() && all.size() < count)
        if (auto c = find_by_local_search({known[half]}, goals, 1, accept)) all.push_back(*c);
  }
  return all;
}

std::optional<Case> Search::local_search(int changes, const std::vector<Goal>& goals, Asked asked) {
  asked.likely = true;  // the case is evaluated as well
  const Accept accept = [&](const Case& c) { return query(c, 0, goals, asked).has_value(); };
  for (size_t i = 0, tried = 0; i < worlds_.size() && tried < nearby_worlds; ++i) {
    if (!possible(worlds_[i], goals, asked)) continue;
    ++tried;
    std::vector<Case> known = plain(worlds_[i]);
    if (changes > 1) known.resize(std::min<size_t>(known.size(), 1));
    if (auto c = find_by_local_search(known, goals, changes, accept)) return c;
  }
  return std::nullopt;
}

Finding Search::find(const std::vector<Goal>& goals, Asked asked) {
  std::vector<ProblemInstance*> open;
  for (ProblemInstance& world : worlds_) {
    if (!possible(world, goals, asked)) continue;
    if (auto c = find(world, 1, 0, goals, asked)) return {.found = Found::witness, .witness = *c};
    if (refute(world, goals, asked, quick_proof) == Found::unknown) open.push_back(&world);
  }
  for (const bool likely : {false, true}) {
    asked.likely = likely;
    for (const int free_extents : {0, 1, 2})
      for (ProblemInstance* world : open)
        if (auto c = find(*world, free_extents == 0 ? 1000 : 2, free_extents, goals, asked))
          return {.found = Found::witness, .witness = *c};
  }
  return {};
}

std::optional<Case> Search::find(ProblemInstance& world, size_t bases, int free_extents,
                                 const std::vector<Goal>& goals, Asked asked) {
  std::vector<Slots> extents = {0};
  for (int i = 0; i < free_extents; ++i) {
    std::set<Slots> wider;
    for (const Slots some : extents)
      for (const int slot : extents_) wider.insert(some | Slots{1} << slot);
    extents.assign(wider.begin(), wider.end());
  }
  const std::vector<Slots> all = ways(goals);
  const std::vector<Case>& cases = plain(world);
  for (size_t i = 0; i < std::min(bases, cases.size()); ++i)
    for (const Slots some : extents)
      if (std::popcount(some) == free_extents)
        for (const Slots way : all)
          if (auto c = query(cases[i], some | way, goals, asked)) return c;
  return std::nullopt;
}

}  // namespace strideproof::solver
