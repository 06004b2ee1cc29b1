#pragma once
// The readings of the ledger that are not the default, as parameters of tests.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/tests/shell.h"
#include "spec/vocabulary/operation.h"

namespace strideproof::tests {

using EntryReading = std::pair<std::string_view, size_t>;  // id of the entry, number of the reading

std::vector<EntryReading> other_readings();
std::string name_of(const EntryReading& reading);  // as a name of a test

// A small profile that shows the readings of an entry: toy, which has no DTCM and no L2 SRAM, if
// possible.
std::string_view profile_of(std::string_view id);

// Expects a row of the entry, and of each that the reading is left and the default is not. Another
// reading may be left where none of the cases tells.
void expect_named(const nlohmann::json& report, const EntryReading& reading);

}  // namespace strideproof::tests
