#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "conform/check/edges.h"
#include "conform/command/paths.h"
#include "conform/explain/explain.h"
#include "corpus/corpus.h"
#include "oracle/windows.h"
#include "proofs/boundary/pairs.h"
#include "props/edge.h"
#include "props/generate.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

constexpr int64_t largest_drawn = int64_t{1} << 20;  // elements

bool is_system_address(const Parameter& parameter) {
  return parameter.role == Role::address && parameter.type == CType::u64;
}

// The places of an address in a window that keep its distance from the start or the end of the
// window in which it lies, or its last 16 bits.
std::vector<int64_t> places(int64_t address, const Window& from, int64_t first, int64_t end) {
  return {first + (address - from.first), end - (from.end() - address),
          ((first + 0xffff) & ~int64_t{0xffff}) + (address & 0xffff)};
}

// Moves the address of one parameter after the other; the first program that fits.
bool move(Case& c, size_t parameter, const Profile& profile, const PluginCapabilities& capabilities,
          uint64_t violated) {
  const auto& parameters = c.operation->parameters;
  while (parameter < parameters.size() && !is_system_address(parameters[parameter])) ++parameter;
  if (parameter == parameters.size())
    return capabilities.holds({c.profile, c.fill, {c}}) && spec::evaluate(c).violated == violated;
  int64_t& address = c.arguments.value[static_cast<size_t>(parameters[parameter].slot)];
  const int64_t as_it_was = address;
  if (move(c, parameter + 1, profile, capabilities, violated)) return true;
  const auto window = std::ranges::find_if(profile.windows, [&](const Window& w) {
    return w.first <= as_it_was && as_it_was < w.end();
  });
  if (window == profile.windows.end()) return false;
  for (const ipc::AddressWindow& offered : capabilities.windows) {
    if (offered.space != static_cast<int>(Space::system)) continue;
    const auto first = static_cast<int64_t>(offered.first);
    for (const int64_t place :
         places(as_it_was, *window, first, first + static_cast<int64_t>(offered.size))) {
      address = place;
      if (move(c, parameter + 1, profile, capabilities, violated)) return true;
    }
  }
  address = as_it_was;
  return false;
}

// Programs of one operation that meet these goals, each of which is looked for among random cases,
// moved onto it and into the memory offered. A goal that few draws do not meet is left out.
std::vector<Program> draw_onto(std::vector<solver::Goal> open, const Operation& operation,
                               const Profile& profile, const PluginCapabilities& capabilities,
                               props::Random& random, int draws) {
  std::vector<Program> all;
  for (int i = 0; i < draws && !open.empty() && !stop_requested(); ++i) {
    const Case drawn = props::generate_case(random, operation, profile);
    std::erase_if(open, [&](const solver::Goal& goal) {
      std::optional<Case> c = drawn;
      if (goal.constraint != nullptr)
        c = props::move_to_edge(drawn, *goal.constraint,
                                goal.is_outside() ? props::Edge::outside : props::Edge::inside,
                                random);
      if (!c || spec::cost(*c) > largest_drawn) return false;
      const std::optional<Program> moved = move_into({c->profile, c->fill, {*c}}, capabilities);
      if (!moved || !solver::meets_alone(moved->steps.front(), {goal})) return false;
      all.push_back(*moved);
      return true;
    });
  }
  return all;
}

// The cases of corpus/boundary on edges, and those of corpus/wide. A case on a pair of edges is added
// only if it meets an edge that no other case can meet here.
class OperationSuite {
 public:
  OperationSuite(const Operation& operation, const Profile& profile,
                 const PluginCapabilities& capabilities)
      : operation_(operation),
        profile_(profile),
        capabilities_(capabilities),
        edges_({&operation}, profile) {
    if (&profile == profile_of_the_user()) {
      draw();
      return;
    }
    const std::string file = fmt::format("{}/{}.txt", corpus_folder("boundary"), operation.name);
    if (!std::filesystem::exists(file)) return;
    if (operation.constraints.empty()) {
      add_programs(file);
      return;
    }
    const std::vector<corpus::Entry> of_edges = corpus::read_until(file, "# pairs: ");
    for (const corpus::Entry& entry : of_edges) add(entry.program, true);
    add_wide();
    if (missed() == 0) return;
    for (const corpus::Entry& entry : corpus::read(file))
      if (of_edges.empty() || entry.line > of_edges.back().line) add(entry.program, false);
  }
  struct Member {
    Program program;
    bool legal;
  };
  std::vector<Member> members;
  std::vector<Case> outside;

 private:
  // An operation without edges: after each masked copy on an edge.
  void add_programs(const std::string& file) {
    for (const corpus::Entry& entry : corpus::read(file)) {
      const Program& program = entry.program;
      if (program.profile == &profile_ && capabilities_.holds(program) &&
          std::ranges::all_of(program.steps,
                              [&](const Case& c) { return capabilities_.provides(c); }))
        members.push_back({program, evaluate_first(program).legal()});
    }
  }
  // Legal cases with large values in each parameter.
  void add_wide() {
    const std::string file = fmt::format("{}/{}.txt", corpus_folder("wide"), operation_.name);
    if (!std::filesystem::exists(file)) return;
    for (const corpus::Entry& entry : corpus::read(file)) {
      if (entry.program.profile != &profile_) continue;
      const std::optional<Program> moved = move_into(entry.program, capabilities_);
      if (moved) members.push_back({*moved, true});
    }
  }
  // Nobody solved the edges of a profile of the user's.
  void draw() {
    constexpr int draws = 300;
    props::Random random(1);
    for (const Program& program : draw_onto(solver::goals_of(operation_), operation_, profile_,
                                            capabilities_, random, draws))
      add(program, true);
  }

  size_t missed() const { return edges_.count(operation_, true).missed.size(); }
  void add(const Program& program, bool always) {
    if (program.profile != &profile_ || stop_requested()) return;
    const std::optional<Program> moved = move_into(program, capabilities_);
    if (!moved || !(*moved == program)) outside.push_back(program.steps.front());
    if (!moved) return;
    const ConstraintResults results = evaluate_first(*moved);
    const size_t before = always ? 0 : missed();
    edges_.judged(*moved, {{results}});
    if (always || missed() < before) members.push_back({*moved, results.legal()});
  }
  const Operation& operation_;
  const Profile& profile_;
  const PluginCapabilities& capabilities_;
  Edges edges_;
};

}  // namespace

OfferedMemory offered_memory(const Profile& profile, const PluginCapabilities& capabilities) {
  OfferedMemory offered;
  if (capabilities.windows.empty()) return offered;
  offered.holds = [&capabilities](const Program& program) { return capabilities.holds(program); };
  for (const Window& window : profile.windows)
    for (const MemoryRange& part : capabilities.clip({Space::system, 0, window.first, window.size}))
      offered.windows.push_back({part.first, part.size});
  return offered;
}

std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities) {
  if (capabilities.holds(program)) return program;
  if (program.steps.size() != 1) return std::nullopt;
  Program moved = program;
  Case& c = moved.steps.front();
  if (!move(c, 0, *program.profile, capabilities, spec::evaluate(c).violated)) return std::nullopt;
  return moved;
}

std::vector<Program> cases_on(const std::vector<solver::Goal>& goals, const Operation& operation,
                              const Profile& profile, const PluginCapabilities& capabilities,
                              props::Random& random) {
  constexpr int draws = 100;
  return draw_onto(goals, operation, profile, capabilities, random, draws);
}

Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities) {
  Suite suite;
  std::vector<std::vector<OperationSuite::Member>> all;
  size_t longest = 0;
  for (const Operation* operation : operations) {
    OperationSuite of_one(*operation, profile, capabilities);
    suite.outside.insert(suite.outside.end(), of_one.outside.begin(), of_one.outside.end());
    // Small ones first: they determine readings, which cost more in large ones.
    std::ranges::stable_sort(of_one.members, {}, [](const OperationSuite::Member& member) {
      return explanation::elements_of(member.program);
    });
    all.push_back(std::move(of_one.members));
    longest = std::max(longest, all.back().size());
  }
  for (size_t i = 0; i < longest; ++i)
    for (const std::vector<OperationSuite::Member>& members : all)
      if (i < members.size())
        (members[i].legal ? suite.legal : suite.illegal).push_back(members[i].program);
  return suite;
}

}  // namespace strideproof
