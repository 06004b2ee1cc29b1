#include "conform/command/layers/boundaries.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "conform/command/paths.h"
#include "proofs/boundary/boundary_corpus.h"

namespace strideproof {

BoundaryTable boundary_table(const Operations& operations) {
  const auto text = [](std::string_view name) {
    std::ostringstream all;
    all << std::ifstream(fmt::format("{}/{}.txt", corpus_folder("boundary"), name)).rdbuf();
    return all.str();
  };
  const std::string of_others = text("unreachable");
  BoundaryTable table;
  for (const Operation* operation : operations) {
    std::map<const Profile*, BoundaryTable::Unreachable> elsewhere;
    for (const Profile* profile : operation->profiles)
      if (profile != operation->profiles.front())
        elsewhere[profile] = solver::read_unreachable(*operation, *profile, of_others);
    table.add_operation(*operation, solver::read_unreachable(*operation, text(operation->name)),
                        std::move(elsewhere));
  }
  return table;
}

void add_refuted(RunReport& report) {
  for (const BoundaryTable::Refuted& refuted : report.boundaries.refuted()) {
    const Operation& operation = *refuted.witness.operation;
    const std::string edge = operation.label(*refuted.goal.constraint);
    Finding finding;
    finding.operation = operation.name;
    finding.profile = refuted.witness.profile->name;
    finding.line = print(refuted.witness);
    finding.kind = "refuted";
    finding.detail = fmt::format("meets {} {}, which corpus/boundary calls unreachable ({})", edge,
                                 name(refuted.goal.side), refuted.why);
    finding.layer = refuted.layer;
    finding.labels = {edge};
    report.findings.push_back(std::move(finding));
  }
}

}  // namespace strideproof
