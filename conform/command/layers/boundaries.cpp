#include "conform/command/layers/boundaries.h"

#include <fmt/format.h>

#include "conform/check/edges.h"

namespace strideproof {

BoundaryTable boundary_table(const Operations& operations) {
  BoundaryTable table;
  for (const Operation* operation : operations) {
    std::map<const Profile*, BoundaryTable::Unreachable> elsewhere;
    for (const Profile* profile : operation->profiles)
      if (profile != operation->profiles.front())
        elsewhere[profile] = unreachable_on(*operation, *profile);
    table.add_operation(*operation, unreachable_on(*operation, *operation->profiles.front()),
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
