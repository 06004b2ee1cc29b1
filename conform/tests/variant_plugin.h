#pragma once
// Runs implementations with other readings, as plug-ins.

#include "conform/tests/entry_readings.h"
#include "conform/tests/shell.h"

namespace strideproof::tests {

// Expects a row of the entry, and of each that the reading is left and the default is not. Another
// reading may be left where none of the cases tells.
void expect_named(const nlohmann::json& report, const EntryReading& reading);

// Random programs of the operation, half of them illegal, on the plug-in `variant` with a fault: the
// address that is written to loses its upper bits. STRIDEPROOF_READINGS or STRIDEPROOF_VARIANT names
// the reading.
Answer replay_with_fault(const Operation& operation, std::string_view profile);

}  // namespace strideproof::tests
