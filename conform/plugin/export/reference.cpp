// libstrideproof_reference.so. STRIDEPROOF_READINGS="ID=NUMBER,..." chooses other readings of the
// ledger than the defaults. The result is a plug-in with known readings.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "conform/plugin/export/implementation.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/split.h"

namespace strideproof::exported {
namespace {

[[noreturn]] void refuse(const std::string& word) {
  std::fprintf(stderr, "STRIDEPROOF_READINGS: '%s' is not ID=NUMBER of the ledger\n", word.c_str());
  std::_Exit(2);
}

Readings readings_of(std::string_view text) {
  Readings readings{};
  for (const std::string& word : split(text, ",")) {
    const size_t equals = word.find('=');
    const int entry = ledger_index(word.substr(0, equals));
    if (entry < 0 || equals + 2 != word.size()) refuse(word);
    const size_t reading = static_cast<size_t>(word.back() - '0');
    if (reading >= ledger()[static_cast<size_t>(entry)].readings.size()) refuse(word);
    readings[static_cast<size_t>(entry)] = static_cast<uint8_t>(reading);
  }
  return readings;
}

Readings readings{};

[[gnu::constructor]] void choose_from_environment() {
  const char* chosen = std::getenv("STRIDEPROOF_READINGS");
  if (chosen != nullptr && *chosen != '\0') readings = readings_of(chosen);
}

}  // namespace

const char* implementation_name() { return "strideproof reference"; }

Result run(Machine& machine, const Case& c) { return reference::run(machine, c, readings); }

}  // namespace strideproof::exported
