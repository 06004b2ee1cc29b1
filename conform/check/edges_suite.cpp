#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

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

// Addresses in the window `to` that keep the distance of `address` to the start or the end of the
// window `from`, or its last 16 bits.
std::vector<int64_t> places(int64_t address, const Window& from, const Window& to) {
  return {to.first + (address - from.first), to.end() - (from.end() - address),
          ((to.first + 0xffff) & ~int64_t{0xffff}) + (address & 0xffff)};
}

// Moves the addresses of a case into the memory offered.
struct MemoryMove {
  const Profile& from;  // the machine of the case before
  const PluginCapabilities& capabilities;
  uint64_t violated;  // constraints, before and after

  std::vector<Window> offered(const Profile& profile, Space space, int64_t lane) const {
    if (space == Space::system) return capabilities.system_windows(profile);
    const Window all = limits_around(profile, space, lane, 0);
    std::vector<Window> parts;
    for (const MemoryRange& part : capabilities.clip({space, lane, all.first, all.size}))
      parts.push_back({part.first, part.size});
    return parts;
  }

  // Tries to keep or move each operand from this one on, until the case fits.
  bool fit(Case& c, int operand = 0) const {
    if (operand == operand_count)
      return capabilities.holds({c.profile, c.fill, {c}}) && spec::evaluate(c).violated == violated;
    if (fit(c, operand + 1)) return true;
    const auto which = static_cast<Operands>(1 << operand);
    const Parameter* parameter = props::parameters_of(*c.operation, which).address;
    if (parameter == nullptr) return false;
    int64_t& address = *props::values(c, *parameter);
    const int64_t as_it_was = address;
    const Space space = spec::space_of(c, which);
    // An address in local memory counts the bytes of the lanes before it.
    const auto lane_bytes = [&](const Profile& p) {
      return space == Space::local ? p.lane_bytes : 0;
    };
    const int64_t lane = lane_bytes(from) > 0 ? address / lane_bytes(from) : 0;
    const int64_t offset = address - lane * lane_bytes(from);
    const Window limits = limits_around(from, space, lane, offset);
    if (limits.size == 0) return false;
    // Where the machine has no such lane, the distance from the last lane is kept.
    const int64_t to_lane = lane < c.profile->lanes ? lane : c.profile->lanes - (from.lanes - lane);
    for (const Window& window : offered(*c.profile, space, to_lane))
      for (const int64_t place : places(offset, limits, window)) {
        if (place < window.first || place >= window.end()) continue;
        address = to_lane * lane_bytes(*c.profile) + place;
        if (fit(c, operand + 1)) return true;
      }
    address = as_it_was;
    return false;
  }
};

std::vector<Program> cases_drawn(std::vector<solver::Goal> goals, const Operation& operation,
                                 const Profile& profile, const PluginCapabilities& capabilities) {
  constexpr int draws = 120;
  props::Random random(1);
  return cases_on(std::move(goals), operation, profile, capabilities, random, draws);
}

// On the first profile of the operation: the cases of corpus/boundary on edges, and the cases of
// corpus/wide with large values; then cases on pairs of edges, and drawn cases, on edges that no
// case before meets. On another built-in profile: drawn cases, and the cases of corpus/boundary on
// the other edges. On the profile of a file: drawn cases, and cases of the first profile that are
// moved to it. An operation without edges gets a few random programs of several operations.
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
    edges.add_judged(*moved, {{evaluate_first(*moved)}});
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
  const std::string boundary = file_in("boundary", operation.name),
                    wide = file_in("wide", operation.name);
  if (&profile != operation.profiles.front()) {
    for (const Program& program : drawn_suite(operation, profile)) add(program, true);
    for (const corpus::Entry& entry : corpus::read(file_in("boundary", "other_profiles")))
      if (entry.program.steps.front().operation == &operation) add(entry.program, true);
    add_drawn();
    if (has_solved_edges(profile) || missed() == 0) return suite;
    for (const corpus::Entry& entry : corpus::read(boundary))
      if (const auto moved = move_to(profile, entry.program, capabilities)) add(*moved, false);
    return suite;
  }
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
        c = props::move_to_edge(drawn, *goal.constraint, goal.edge, random);
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
  return move_to(*program.profile, program, capabilities);
}

std::optional<Program> move_to(const Profile& profile, const Program& program,
                               const PluginCapabilities& capabilities) {
  Program moved = program;
  moved.profile = &profile;
  for (Case& step : moved.steps) {
    const MemoryMove move{*program.profile, capabilities, spec::evaluate(step).violated};
    step.profile = &profile;
    if (!move.fit(step)) return std::nullopt;
  }
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
    // Small cases first: they determine readings with less work than large cases.
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
