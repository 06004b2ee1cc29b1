#include "conform/check/source.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "conform/check/edges.h"
#include "conform/explain/explain.h"
#include "oracle/windows.h"
#include "props/exhaustive.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "props/value_changes.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

// The profile to draw cases on, with the windows offered. Cases are only moved into small windows.
struct DrawnOn {
  DrawnOn(const Profile& whole, const PluginCapabilities& capabilities) : profile(whole) {
    constexpr int64_t smallest = 1 << 16;  // bytes
    if (capabilities.offered.empty()) return;
    std::vector<Window> offered = capabilities.system_windows(whole);
    std::erase_if(offered, [](const Window& window) { return window.size < smallest; });
    if (offered.empty()) return;
    windows = std::make_shared<const std::vector<Window>>(std::move(offered));
    profile.windows = *windows;
  }
  std::shared_ptr<const std::vector<Window>> windows;
  Profile profile;
};

}  // namespace

// Each operation in turn, and occasionally a program of several.
Source random_source(const Operations& operations, const Profile& profile, uint64_t seed,
                     Cases cases, const PluginCapabilities& capabilities) {
  const int illegal = cases == Cases::legal ? 0 : props::default_illegal;
  return [operations, &profile, illegal, drawn_on = DrawnOn(profile, capabilities), capabilities,
          random = props::Random(seed), number = size_t{0}]() mutable -> std::optional<Program> {
    constexpr int draws = 32;
    constexpr size_t one_program_in = 16;
    ++number;
    const auto draw = [&] {
      const size_t of_one_operation = number - number / one_program_in;
      const Operation& operation = *operations[of_one_operation % operations.size()];
      Program program =
          number % one_program_in == 0
              ? props::generate_program(random, operations, drawn_on.profile, 10 * illegal)
              : props::generate_single(random, operation, operations, drawn_on.profile, illegal);
      program.profile = &profile;
      for (Case& step : program.steps) step.profile = &profile;
      return program;
    };
    Program program = draw();
    for (int again = 0; again < draws; ++again) {
      if (std::optional<Program> moved = move_into(program, capabilities)) return moved;
      program = draw();
    }
    return program;
  };
}

// Each round takes the cases of every `rounds`-th shape of each operation.
Source exhaustive_source(const Operations& operations, const Profile& profile, Cases cases,
                         const PluginCapabilities& capabilities, int64_t rounds) {
  if (profile.name != "toy" || operations.empty()) return [] { return std::optional<Program>(); };
  return [operations, &profile, cases, rounds, drawn_on = DrawnOn(profile, capabilities),
          capabilities, chosen = std::vector<Case>(), at = size_t{0}, next_operation = size_t{0},
          round = int64_t{0}]() mutable -> std::optional<Program> {
    while (at == chosen.size()) {
      if (round == rounds) return std::nullopt;
      chosen.clear();
      at = 0;
      const auto visit = [&](Case c) {
        c.profile = &profile;
        const Program program{&profile, c.fill, {c}};
        if (capabilities.holds(program)) chosen.push_back(c);
      };
      const Operation& operation = *operations[next_operation];
      props::each_small_case(operation, drawn_on.profile, visit, {round, rounds});
      if (cases == Cases::all)
        props::each_small_violation(operation, drawn_on.profile, visit, {round, rounds});
      next_operation = (next_operation + 1) % operations.size();
      if (next_operation == 0) ++round;
    }
    const Case& c = chosen[at++];
    return Program{c.profile, c.fill, {c}};
  };
}

Source list_source(const std::vector<Program>& programs, const Operations& operations,
                   const Profile& profile) {
  std::vector<Program> chosen;
  for (const Program& program : programs)
    if (program.profile == &profile && std::ranges::all_of(program.steps, [&](const Case& step) {
          return std::ranges::find(operations, step.operation) != operations.end();
        }))
      chosen.push_back(program);
  return [chosen = std::move(chosen), at = size_t{0}]() mutable -> std::optional<Program> {
    return at < chosen.size() ? std::optional(chosen[at++]) : std::nullopt;
  };
}

// Beyond the budget nothing is run. An illegal program may be run because a reading accepts it.
bool is_large(const Program& program) {
  const int64_t elements = explanation::elements_of(program);
  return elements > many_elements && elements <= run_budget;
}

Source with_few_large(Source source, uint64_t seed) {
  return [source = std::move(source), random = props::Random(seed)]() mutable {
    while (true) {
      std::optional<Program> program = source();
      if (!program || !is_large(*program) ||
          random.chance(1, explanation::elements_of(*program) / many_elements))
        return program;
    }
  };
}

Source mix(std::vector<WeightedSource> parts) {
  return [parts = std::move(parts), part = size_t{0},
          taken = 0]() mutable -> std::optional<Program> {  // taken: from the current part
    while (!parts.empty()) {
      part %= parts.size();
      if (taken < parts[part].times) {
        if (std::optional<Program> program = parts[part].source()) {
          ++taken;
          return program;
        }
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(part));
      } else {
        ++part;
      }
      taken = 0;
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

bool is_chosen(const Program& program, int64_t one_in) {
  uint64_t word = 0;
  for (const char letter : print(program))
    word = props::Random(word ^ static_cast<uint8_t>(letter)).next();
  return props::Random(word).chance(1, one_in);
}

std::vector<Program> with_changed_values(const std::vector<Program>& programs,
                                         props::Random& random) {
  constexpr int draws = 400;
  constexpr int64_t small = 64;  // elements
  std::vector<const Case*> acceptable;
  for (const Program& program : programs)
    if (const Case& c = program.steps.front();
        program.steps.size() == 1 && !c.operation->parameters.empty() && spec::cost(c) <= small &&
        violates_only_assumed(*c.operation, spec::evaluate(c)))
      acceptable.push_back(&c);
  std::vector<Program> all;
  for (int i = 0; i < draws && !acceptable.empty(); ++i) {
    Case c = *random.pick(acceptable);
    for (int64_t changes = random.between(1, 2); changes-- > 0;) {
      const size_t slot = random.pick(props::given_slots(c)).index;
      c.arguments.value[slot] = random.pick(props::special_values(c, slot));
    }
    all.push_back({c.profile, c.fill, {c}});
  }
  return all;
}

std::optional<Program> with_one_shape(const Program& program) {
  Program changed = program;
  for (Case& c : changed.steps) {
    const Parameter* first = nullptr;
    for (const Parameter& parameter : c.operation->parameters) {
      if (parameter.role != Role::extent || slots(parameter.type) != 4) continue;
      if (first == nullptr) first = &parameter;
      props::copy_parameter(c, parameter, c, *first);
    }
  }
  return changed == program ? std::nullopt : std::optional(std::move(changed));
}

}  // namespace strideproof
