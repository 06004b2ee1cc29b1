#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "conform/base/paths.h"
#include "conform/check/edges.h"
#include "conform/explain/explain.h"
#include "corpus/corpus.h"
#include "oracle/windows.h"
#include "proofs/boundary/goal.h"
#include "props/edge.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr int64_t largest_drawn = int64_t{1} << 20;  // elements

// The places of an address in a window that keep its distance from the start or the end of the
// window in which it lies, or its last 16 bits.
std::vector<int64_t> places(int64_t address, const Window& from, int64_t first, int64_t end) {
  return {first + (address - from.first), end - (from.end() - address),
          ((first + 0xffff) & ~int64_t{0xffff}) + (address & 0xffff)};
}

// Moves the address of one operand after the other; the first program that fits.
bool move(Case& c, int operand, const PluginCapabilities& capabilities, uint64_t violated) {
  if (operand == operand_count)
    return capabilities.holds({c.profile, c.fill, {c}}) && spec::evaluate(c).violated == violated;
  if (move(c, operand + 1, capabilities, violated)) return true;
  const auto which = static_cast<Operands>(1 << operand);
  const Parameter* parameter = props::parameters_of(*c.operation, which).address;
  if (parameter == nullptr) return false;
  int64_t& address = *props::values(c, *parameter);
  const int64_t as_it_was = address;
  // An address in local memory counts the bytes of the lanes before it.
  const Space space = spec::space_of(c, which);
  const int64_t lane_bytes = space == Space::local ? c.profile->lane_bytes : 0;
  const int64_t lane = lane_bytes > 0 ? address / lane_bytes : 0, start = lane * lane_bytes;
  Window from = limits_around(*c.profile, space, lane, address - start);
  if (from.size == 0) return false;
  from.first += start;
  for (const ipc::AddressWindow& offered : capabilities.windows) {
    if (offered.space != static_cast<int>(space)) continue;
    const int64_t first = static_cast<int64_t>(offered.first) + start;
    const int64_t end = first + static_cast<int64_t>(offered.size);
    for (const int64_t place : places(as_it_was, from, first, end)) {
      if (place < first || place >= end) continue;
      address = place;
      if (move(c, operand + 1, capabilities, violated)) return true;
    }
  }
  address = as_it_was;
  return false;
}

std::vector<Program> cases_drawn(std::vector<solver::Goal> goals, const Operation& operation,
                                 const Profile& profile, const PluginCapabilities& capabilities) {
  constexpr int draws = 120;
  props::Random random(1);
  return cases_on(std::move(goals), operation, profile, capabilities, random, draws);
}

// The cases of corpus/boundary on edges, and those of corpus/wide with large values. A case on a
// pair of edges is added only if it meets an edge that no other case can meet here, and one that is
// drawn for the same reason. On other profiles than the first of the operation most cases are
// drawn. On a built-in one corpus/boundary has a case on each other edge. An operation without edges
// gets a few random programs, for which other operations may run before it.
std::vector<Program> suite_of(const Operation& operation, const Operations& operations,
                              const Profile& profile, const PluginCapabilities& capabilities) {
  std::vector<Program> suite;
  Edges edges({&operation}, profile);
  const auto missed = [&] { return edges.not_judged(operation).size(); };
  const auto add = [&](const Program& program, bool always) {
    if (program.profile != &profile || stop_requested()) return;
    const std::optional<Program> moved = move_into(program, capabilities);
    if (!moved || !capabilities.can_judge(*moved)) return;
    const size_t before = always ? 0 : missed();
    edges.judged(*moved, {{evaluate_first(*moved)}});
    if (always || missed() < before) suite.push_back(*moved);
  };
  const auto add_drawn = [&] {
    for (const Program& program :
         cases_drawn(edges.not_judged(operation), operation, profile, capabilities))
      add(program, true);
  };
  if (operation.constraints.empty()) {
    constexpr int draws = 8;
    props::Random random(1);
    for (int i = 0; i < draws; ++i)
      add(props::generate_single(random, operation, operations, profile), true);
  }
  const auto file_in = [&](const char* folder, std::string_view name) {
    return fmt::format("{}/{}.txt", corpus_folder(folder), name);
  };
  if (&profile != operation.profiles.front()) {
    for (const Program& program : drawn_suite(operation, profile)) add(program, true);
    for (const corpus::Entry& entry : corpus::read(file_in("boundary", "other_profiles")))
      if (entry.program.steps.front().operation == &operation) add(entry.program, true);
    add_drawn();
    return suite;
  }
  const std::string boundary = file_in("boundary", operation.name),
                    wide = file_in("wide", operation.name);
  const std::vector<corpus::Entry> of_edges = corpus::read(boundary, "# pairs: ");
  for (const corpus::Entry& entry : of_edges) add(entry.program, true);
  if (std::filesystem::exists(wide))
    for (const corpus::Entry& entry : corpus::read(wide)) add(entry.program, true);
  if (missed() == 0) return suite;
  for (const corpus::Entry& entry : corpus::read(boundary)) {
    if (of_edges.empty() || entry.line > of_edges.back().line) add(entry.program, false);
    if (missed() == 0) return suite;
  }
  add_drawn();
  return suite;
}

}  // namespace

std::vector<Program> drawn_suite(const Operation& operation, const Profile& profile) {
  return cases_drawn(solver::goals_of(operation), operation, profile,
                     PluginCapabilities::everything());
}

std::vector<Program> cases_on(std::vector<solver::Goal> edges, const Operation& operation,
                              const Profile& profile, const PluginCapabilities& capabilities,
                              props::Random& random, int draws,
                              const std::function<bool(const Program&)>& wanted) {
  std::vector<Program> all;
  for (int i = 0; i < draws && !edges.empty() && !stop_requested(); ++i) {
    const Case drawn = props::generate_case(random, operation, profile);
    std::erase_if(edges, [&](const solver::Goal& goal) {
      std::optional<Case> c = drawn;
      if (goal.constraint != nullptr)
        c = props::move_to_edge(drawn, *goal.constraint,
                                goal.is_outside() ? props::Edge::outside : props::Edge::inside,
                                random);
      if (!c || spec::cost(*c) > largest_drawn) return false;
      const std::optional<Program> moved = move_into({c->profile, c->fill, {*c}}, capabilities);
      if (!moved || (wanted && !wanted(*moved)) ||
          !solver::meets_alone(moved->steps.front(), {goal}) || !capabilities.can_judge(*moved))
        return false;
      all.push_back(*moved);
      return true;
    });
  }
  return all;
}

std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities) {
  if (capabilities.holds(program)) return program;
  Program moved = program;
  for (Case& step : moved.steps)
    if (!move(step, 0, capabilities, spec::evaluate(step).violated)) return std::nullopt;
  return moved;
}

Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities) {
  Suite suite;
  std::vector<std::vector<Program>> all;
  size_t longest = 0;
  for (const Operation* operation : operations) {
    std::vector<Program>& programs =
        all.emplace_back(suite_of(*operation, operations, profile, capabilities));
    // Small ones first: they determine readings, which cost more in large ones.
    std::ranges::stable_sort(programs, {}, explanation::elements_of);
    longest = std::max(longest, programs.size());
  }
  for (size_t i = 0; i < longest; ++i)
    for (const std::vector<Program>& programs : all)
      if (i < programs.size())
        (evaluate_first(programs[i]).legal() ? suite.legal : suite.illegal).push_back(programs[i]);
  return suite;
}

}  // namespace strideproof
