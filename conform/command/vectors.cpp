#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "conform/check/edges.h"
#include "conform/command/commands.h"
#include "corpus/corpus.h"
#include "oracle/oracle.h"
#include "oracle/windows.h"
#include "proofs/boundary/goal.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "spec/read_otherwise.h"
#include "spec/stop.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::commands {
namespace {

struct VectorsArguments {
  std::string out, op = "*", profile;
  uint64_t seed = 1;
};

constexpr int64_t most_elements = 128;  // of a step, so that files stay readable
constexpr int random_vectors = 40;      // of an operation and profile
// Searches for cases on the edges of the profile of a file, which has no corpus: rounds, and draws.
constexpr int edge_rounds = 3, edge_draws = 200;

// A larger case is taken only if every reading rejects it.
bool is_small(const Program& program) {
  return std::ranges::all_of(program.steps, [](const Case& step) {
    const ConstraintResults results = spec::evaluate(step);
    if (results.too_costly || spec::cost(step) > run_budget) return false;
    if (spec::cost(step) <= most_elements) return true;
    return any_constraint(*step.operation, results.violated,
                          [](const Constraint& one) { return !may_be_accepted(one); });
  });
}

// The programs of the corpus that end with the operation, cases on the edges of the profile of a
// file, and random cases; each once.
std::vector<Program> programs_of(const Operation& operation,
                                 const std::vector<corpus::Entry>& corpus,
                                 const VectorsArguments& arguments) {
  const Profile* only = profile_named(arguments.profile);
  std::vector<Program> programs;
  std::set<std::string> lines;
  const auto add = [&](const Program& program) {
    if (only != nullptr && program.profile != only) return;
    if (is_small(program) && lines.insert(print(program)).second) programs.push_back(program);
  };
  for (const corpus::Entry& entry : corpus)
    if (entry.program.steps.back().operation == &operation) add(entry.program);
  props::Random random(arguments.seed);
  const Profile* of_file = user_profile();
  const bool searched = std::ranges::count(operation.profiles, of_file) > 0;
  for (int round = 0; searched && round < edge_rounds; ++round)
    for (const Program& program :
         cases_on(solver::goals_of(operation), operation, *of_file,
                  PluginCapabilities::everything(), random, edge_draws, is_small))
      add(program);
  for (const Profile* profile : operation.profiles)
    for (int i = 0; i < random_vectors; ++i) {
      const Case c = props::generate_case(random, operation, *profile);
      add({c.profile, c.fill, {c}});
    }
  return programs;
}

Json range_json(const MemoryRange& range, const uint8_t* bytes) {
  return {{"space", name(range.space)},
          {"lane", range.lane},
          {"offset", range.first},
          {"bytes", fmt::format("{:02x}", fmt::join(bytes, bytes + range.size, ""))}};
}

Json step_json(const Case& step) {
  Json parameters = Json::object(), data = Json::object();
  for (const Parameter& parameter : step.operation->parameters) {
    Json& value = parameters[std::string(parameter.name)];
    if (step.arguments.is_null(parameter)) continue;
    const int64_t* const first = props::values(step, parameter);
    const std::vector<int64_t> all(first, first + slots(parameter.type));
    value = all.size() == 1 ? Json(*first) : Json(all);
  }
  for (size_t i = 0; i < step.data.size(); ++i)
    if (step.data[i] != DataClass::unique)
      data[std::string(operand_name(static_cast<Operands>(1 << i)))] = name(step.data[i]);
  return {{"operation", step.operation->name}, {"parameters", parameters}, {"data", data}};
}

// The bytes of these operands in every step whose operands all exist; its contents may be illegal.
// A rejected step has only its sources.
Json footprint_json(const Program& program, const Expectation& expectation, Operands operands,
                    Machine& machine) {
  std::vector<MemoryRange> ranges;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const ConstraintResults& results = expectation.results[i].constraint_results;
    const auto concerns_place = [](const Constraint& one) { return one.stage != Stage::data; };
    if (any_constraint(*program.steps[i].operation, results.violated, concerns_place)) continue;
    const Operands touched = results.legal() ? on_all : on_src | on_src1;
    for (const spec::OperandRange& r : spec::footprint(program.steps[i]))
      if ((r.operand & operands & touched) != 0)
        ranges.push_back({r.space, r.lane, r.first, r.size});
  }
  merge(ranges);
  Json all = Json::array();
  for (const MemoryRange& r : ranges)
    all.push_back(range_json(r, machine.at(r.space, r.lane, r.first)));
  return all;
}

Json results_json(const Program& program, const Expectation& expectation) {
  Json results = Json::array();
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Operation& operation = *program.steps[i].operation;
    const ConstraintResults& constraints = expectation.results[i].constraint_results;
    Json violates = Json::array();
    for (const Constraint* constraint : violated_constraints(operation, constraints))
      violates.push_back(operation.label(*constraint));
    results.push_back({{"status", constraints.legal() ? "done" : "rejected"},
                       {"violates", violates},
                       {"returns", expectation.results[i].returned}});
  }
  return results;
}

const Constraint* first_violated(const Program& program, const Expectation& expectation) {
  for (size_t i = 0; i < expectation.results.size(); ++i)
    if (const auto violated = violated_constraints(*program.steps[i].operation,
                                                   expectation.results[i].constraint_results);
        !violated.empty())
      return violated.front();
  return nullptr;
}

// Makes test vectors of the programs of a profile, in the form that examples/vectors describes.
class VectorMaker {
 public:
  explicit VectorMaker(const Profile& profile) : oracle_(profile), initial_(profile) {}

  // No value if the reference does not run the program, some bytes cannot be read back, or a NaN is
  // written.
  std::optional<Json> vector_of(const Program& program) {
    if (too_costly(program) || !hold_every_reading(program)) return std::nullopt;
    const Expectation& expected = oracle_.expect(program);
    if (!expected.bytes_are_compared() || !oracle_.shadow().nans.empty()) return std::nullopt;
    initial_.close_system();
    prepare(initial_, expected.windows, program.fill);
    Json steps = Json::array();
    for (const Case& step : program.steps) steps.push_back(step_json(step));
    Json vector = {{"case", print(program)},
                   {"profile", program.profile->name},
                   {"fill", program.fill},
                   {"steps", steps},
                   {"result", expected.legal() ? "valid" : "invalid"},
                   {"results", results_json(program, expected)},
                   {"before", footprint_json(program, expected, on_all, initial_)},
                   {"after", footprint_json(program, expected, on_dst, oracle_.shadow())}};
    const std::optional<Json> others = other_outcomes(program);
    if (!others) return std::nullopt;
    if (!others->empty()) vector["result"] = "acceptable";
    vector["others"] = *others;
    return vector;
  }

 private:
  // The outcomes that differ from that of the default readings: of the reference under each reading
  // that is not the default, and under those that accept the assumptions that the program violates.
  // No value: one of them has a NaN, whose bits are open.
  std::optional<Json> other_outcomes(const Program& program) {
    const std::span<const LedgerEntry> entries = ledger();
    std::set<std::string> seen = {outcome(program, expect(program, default_readings)).dump()};
    Json others = Json::array();
    bool any_bits = false;
    const auto add = [&](const Readings& readings) {
      const Expectation& expectation = expect(program, readings);
      if (!expectation.bytes_are_compared()) return;
      any_bits = any_bits || !oracle_.shadow().nans.empty();
      Json other = outcome(program, expectation);
      if (!seen.insert(other.dump()).second) return;
      other["readings"] = Json::object();
      for (size_t i = 0; i < entries.size(); ++i)
        if (const uint8_t one = readings[i]; one != 0)
          other["readings"][std::string(entries[i].id)] = entries[i].readings[one];
      others.push_back(std::move(other));
    };
    for (size_t entry = 0; entry < entries.size(); ++entry) {
      const bool is_open = std::ranges::any_of(program.steps, [&](const Case& step) {
        return leaves_open(*step.operation, entries[entry].id);
      });
      Readings readings = default_readings;
      while (is_open && ++readings[entry] < entries[entry].readings.size()) add(readings);
    }
    if (const std::optional<Readings> accepting = accepting_assumptions(program)) add(*accepting);
    return any_bits ? std::nullopt : std::optional(others);
  }

  // The readings that accept the violated assumptions. No value: one of these is never accepted.
  std::optional<Readings> accepting_assumptions(const Program& program) {
    Readings readings = default_readings;
    while (const Constraint* violated = first_violated(program, expect(program, readings))) {
      if (!may_be_accepted(*violated)) break;
      const auto entry = static_cast<size_t>(ledger_index(violated->citation));
      if (++readings[entry] == ledger()[entry].readings.size()) return std::nullopt;
    }
    return readings;
  }

  const Expectation& expect(const Program& program, const Readings& readings) {
    return oracle_.expect(program, StepReadings(program.steps.size(), readings));
  }

  // The results, without the reasons for rejections, which an implementation does not give, and the
  // bytes of the windows that the program changed.
  Json outcome(const Program& program, const Expectation& expectation) {
    Json results = results_json(program, expectation), changes = Json::array();
    for (Json& result : results) result.erase("violates");
    for (const MemoryRange& w : expectation.windows) {
      const uint8_t* before = initial_.at(w.space, w.lane, w.first);
      const uint8_t* after = oracle_.shadow().at(w.space, w.lane, w.first);
      for (int64_t from = 0; from < w.size;) {
        int64_t to = from;
        while (to < w.size && after[to] != before[to]) ++to;
        if (to > from)
          changes.push_back(range_json({w.space, w.lane, w.first + from, to - from}, after + from));
        from = to + 1;
      }
    }
    return {{"results", results}, {"after", changes}};
  }

  Oracle oracle_;
  Machine initial_;  // the windows before the program
};

// The file of an operation; each vector begins a line.
std::string text_of(const Operation& operation, const std::vector<Program>& programs,
                    uint64_t seed) {
  const Json about = {{"strideproof", STRIDEPROOF_VERSION},
                      {"seed", seed},
                      {"operation", operation.name},
                      {"document", document(operation.family)}};
  std::string text = about.dump();
  text.back() = ',';
  text += "\"vectors\":[";
  std::map<const Profile*, VectorMaker> makers;
  for (const Program& program : programs) {
    throw_if_stopped();
    VectorMaker& maker = makers.try_emplace(program.profile, *program.profile).first->second;
    if (const std::optional<Json> vector = maker.vector_of(program))
      text += (text.ends_with('[') ? "\n" : ",\n") + vector->dump();
  }
  return text + "\n]}\n";
}

int run(const VectorsArguments& arguments) {
  const Operations operations = operations_on(arguments.op, profile_named(arguments.profile));
  make_directory(arguments.out);
  std::vector<corpus::Entry> corpus;
  for (const char* folder : {"boundary", "regressions"})
    std::ranges::move(corpus::read(corpus_folder(folder)), std::back_inserter(corpus));
  for (const char* text : {"README.md", "schema.json"})
    std::filesystem::copy_file(shared_path(fmt::format("examples/vectors/{}", text)),
                               fmt::format("{}/{}", arguments.out, text),
                               std::filesystem::copy_options::overwrite_existing);
  for (const Operation* operation : operations) {
    const std::string text =
        text_of(*operation, programs_of(*operation, corpus, arguments), arguments.seed);
    write_file(fmt::format("{}/{}.json", arguments.out, operation->name), text);
    const auto vectors = std::ranges::count(text, '\n') - 2;
    write_file("-", fmt::format("{}: {} vectors\n", operation->name, vectors));
  }
  return 0;
}

}  // namespace

void add_vectors(CLI::App& app) {
  const auto [command, a] = add_command<VectorsArguments>(
      app, "vectors", "Write cases with the bytes that they read and write, for other test benches",
      "  strideproof vectors --out vectors\n"
      "  strideproof vectors --out vectors --op 'okk_gdma_*' --profile bm1684");
  command
      ->add_option("--out", a->out,
                   "A directory: a JSON file for each operation, their README and schema")
      ->type_name("DIR")
      ->required();
  add_operations(*command, a->op);
  add_profile(*command, a->profile, "all");
  add_seed(*command, a->seed);
}

}  // namespace strideproof::commands
