// Readings that are not the default, as findings.

#include <fmt/format.h>

#include "conform/check/checker.h"
#include "conform/check/findings.h"
#include "conform/command/paths.h"
#include "props/shrink.h"

namespace strideproof {

std::vector<ReadingTable::RuledOutDefault> ReadingTable::ruled_out_defaults(
    const Operation& operation) const {
  std::vector<RuledOutDefault> all;
  for (size_t place = 0; place < operation.ambiguities.size(); ++place)
    if (const EntryRow& row = rows(operation)[place]; row.default_ruled_out_by) {
      const LedgerEntry& entry = entry_at(operation, place);
      std::string taken;
      for (size_t reading = 0; reading < row.left.size(); ++reading)
        if (row.left[reading])
          taken += fmt::format("{}{}", taken.empty() ? "" : " | ", entry.readings[reading]);
      all.push_back({&entry, taken, *row.default_ruled_out_by});
    }
  return all;
}

// The smallest program found that a worker answers as only another reading explains. It replays
// held to the default reading of the entry.
void Findings::add(const Operation& operation, const ReadingTable::RuledOutDefault& ruled_out) {
  const LedgerEntry& entry = *ruled_out.entry;
  std::vector<HeldReading> held = readings_.held();
  held.push_back({std::string(entry.id), 0});
  ReadingTable by_default(profile_, held);
  hang_ = false;
  Verdict shown;
  const auto shows_another = [&](const Verdict& verdict) {
    if (verdict.kind != VerdictKind::no_reading_explains || !verdict.detail.starts_with(entry.id))
      return false;
    shown = verdict;
    return true;
  };
  const auto takes_another = [&](const Program& candidate) {
    return !spent() && shows_another(probe(candidate, by_default));
  };
  Program smallest = ruled_out.by;
  std::string why;
  begin_shrinking(shrink_work);
  try {
    if (!spent() && shows_another(probe_patiently([&] { return probe(smallest, by_default); })))
      smallest = props::minimise(smallest, takes_another).program;
    else if (!spent())
      why = "; a fresh worker does not show it with this program alone";
    if (cut_) why = "; the run ended before it was fully shrunk";
  } catch (const SetupError& broken) {  // the finding counts anyway
    why = fmt::format("; not shrunk: {}", broken.what());
  }
  Finding finding = finding_of(smallest, shown);
  finding.operation = operation.name;
  finding.kind = other_reading_kind;
  finding.detail = fmt::format("{}: reads '{}', by default '{}'{}", entry.id, ruled_out.taken,
                               entry.readings.front(), why);
  finding.explanation =
      fmt::format("{} explain {} has the document and its readings", invocation(), entry.id);
  finding.readings = {text(HeldReading{std::string(entry.id), 0})};
  into_.push_back(std::move(finding));
}

// Readings that are not the default, with --strict.
void Checker::add_ruled_out_defaults(const Operation& operation, Tally& tally) {
  for (const ReadingTable::RuledOutDefault& ruled_out : readings_.ruled_out_defaults(operation)) {
    ++tally.failures;
    findings_.add(operation, ruled_out);
    progress_.line(headline(report_.findings.back()));
  }
}

}  // namespace strideproof
