#include "conform/layers/boundaries.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "conform/paths.h"
#include "spec/solver/boundary_corpus.h"

namespace strideproof {

BoundaryTable boundary_table(const Operations& operations) {
  BoundaryTable table;
  for (const Operation* operation : operations) {
    std::ostringstream text;
    text << std::ifstream(fmt::format("{}/{}.txt", corpus_folder("boundary"), operation->name))
                .rdbuf();
    table.add_operation(*operation, solver::read_unreachable(*operation, text.str()));
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
