// libstrideproof_reference.so. STRIDEPROOF_READINGS="ID=NUMBER,..." chooses other readings of the
// ledger than the defaults. The result is a plug-in with known readings.

#include "conform/plugin/export/implementation.h"

namespace strideproof::exported {
namespace {

Readings readings{};

[[gnu::constructor]] void choose_from_environment() { readings = chosen_readings(); }

}  // namespace

const char* implementation_name() { return "strideproof reference"; }

Result run(Machine& machine, const Case& c) { return reference::run(machine, c, readings); }

}  // namespace strideproof::exported
