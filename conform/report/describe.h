#pragma once
// Text for the user: the constraints of an operation, the effect of a case, the readings of an
// ambiguity.

#include <string>

#include "conform/readings/distinguish.h"

namespace strideproof {

std::string explain(const Operation& operation);
// The constraint of a label with the name of its operation, or nullptr.
const Constraint* constraint_of(const std::string& label);
// The grade of a constraint and its sentence: 'stated: "..."'. An assumed constraint has the
// question of its ledger entry.
std::string because(const Constraint& constraint);
std::string because(const LedgerEntry& entry);
// The rule of a label with the name of its operation, whatever the operand and the dimension:
// "addr.lane" of "OPERATION.src0_addr.lane", "shape.min" of "OPERATION.shape.c.min", "end" of
// "OPERATION.dst.end"; the ledger entry of an assumed constraint.
std::string rule_of(const std::string& label);
// The locations of the operands, the constraints with their slack, the landmarks that the case
// meets.
std::string explain(const Case& c);
// The readings of an entry, a line each after `indent`, with the numbers of --reading.
std::string numbered_readings(const LedgerEntry& entry, std::string_view indent);
// Includes the programs that distinguish its readings.
std::string explain(const LedgerEntry& entry, const std::vector<Witness>& witnesses);

}  // namespace strideproof
