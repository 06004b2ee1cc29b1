#include "conform/check/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "conform/check/edges.h"
#include "conform/command/paths.h"
#include "corpus/corpus.h"
#include "oracle/windows.h"

namespace strideproof {
namespace {

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
  const auto window =
      std::find_if(profile.windows.begin(), profile.windows.end(),
                   [&](const Window& w) { return w.first <= as_it_was && as_it_was < w.end(); });
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

// Of corpus/boundary: the cases on edges, and of those on pairs of edges what meets an edge that no
// other case can be given for.
class OperationSuite {
 public:
  OperationSuite(const Operation& operation, const Profile& profile,
                 const PluginCapabilities& capabilities)
      : operation_(operation),
        profile_(profile),
        capabilities_(capabilities),
        edges_({&operation}, profile) {
    const std::string file = fmt::format("{}/{}.txt", corpus_folder("boundary"), operation.name);
    if (!std::filesystem::exists(file)) return;
    if (operation.constraints.empty()) {
      add_programs(file);
      return;
    }
    const std::vector<corpus::Entry> of_edges = corpus::read_until(file, "# pairs: ");
    for (const corpus::Entry& entry : of_edges) add(entry.program, true);
    if (missed() == 0) return;
    for (const corpus::Entry& entry : corpus::read(file))
      if (of_edges.empty() || entry.line > of_edges.back().line) add(entry.program, false);
  }
  std::vector<Program> programs;
  std::vector<Case> outside;

 private:
  // An operation without edges: after each masked copy on an edge.
  void add_programs(const std::string& file) {
    for (const corpus::Entry& entry : corpus::read(file)) {
      const Program& program = entry.program;
      if (program.profile == &profile_ && capabilities_.holds(program) &&
          std::all_of(program.steps.begin(), program.steps.end(),
                      [&](const Case& c) { return capabilities_.provides(c); }))
        programs.push_back(program);
    }
  }
  size_t missed() const { return edges_.count(operation_, true).missed.size(); }
  void add(const Program& program, bool always) {
    if (program.profile != &profile_) return;
    const std::optional<Program> moved = move_into(program, capabilities_);
    if (!moved) return outside.push_back(program.steps.front());
    const size_t before = missed();
    edges_.judged(*moved, {{evaluate_first(*moved)}});
    if (always || missed() < before) programs.push_back(*moved);
  }
  const Operation& operation_;
  const Profile& profile_;
  const PluginCapabilities& capabilities_;
  Edges edges_;
};

}  // namespace

std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities) {
  if (capabilities.holds(program)) return program;
  if (program.steps.size() != 1) return std::nullopt;
  Program moved = program;
  Case& c = moved.steps.front();
  if (!move(c, 0, *program.profile, capabilities, spec::evaluate(c).violated)) return std::nullopt;
  return moved;
}

Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities) {
  Suite suite;
  std::vector<std::vector<Program>> all;
  size_t longest = 0;
  for (const Operation* operation : operations) {
    OperationSuite of_one(*operation, profile, capabilities);
    suite.outside.insert(suite.outside.end(), of_one.outside.begin(), of_one.outside.end());
    all.push_back(std::move(of_one.programs));
    longest = std::max(longest, all.back().size());
  }
  for (size_t i = 0; i < longest; ++i)
    for (const std::vector<Program>& programs : all)
      if (i < programs.size())
        (evaluate_first(programs[i]).legal() ? suite.legal : suite.illegal).push_back(programs[i]);
  return suite;
}

}  // namespace strideproof
