// Implementations that read the documents otherwise:
//
//   STRIDEPROOF_VARIANT="ID=NUMBER"   one written from the words of the ledger (variant_cases.cpp)
//   STRIDEPROOF_READINGS="ID=NUMBER"  the reference under the reading
//   STRIDEPROOF_CUT="OP.PARAMETER:N"  with or without them: a planted fault, a parameter cut to its
//                                     lower bits

#include "conform/tests/plugins/variant.h"

#include <algorithm>
#include <cstdlib>

#include "conform/plugin/export/implementation.h"
#include "mutants/cut.h"

namespace strideproof::exported {
namespace {

using namespace variants;

std::string_view environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

const Variant* chosen_variant() {
  const std::string_view reading = environment("STRIDEPROOF_VARIANT");
  const auto found = std::ranges::find(all(), reading, &Variant::reading);
  if (found != all().end()) return &*found;
  if (!reading.empty()) std::_Exit(2);
  return nullptr;
}

// The catalogue exists from the first call on.
const mutants::Cut& cut() {
  static const mutants::Cut of_environment = [] {
    const std::string_view text = environment("STRIDEPROOF_CUT");
    return text.empty() ? mutants::Cut{} : mutants::parse_cut(text);
  }();
  return of_environment;
}

}  // namespace

const char* implementation_name() { return "another reading"; }

Result run(Machine& machine, const Case& c) {
  static const Readings readings = chosen_readings();
  static const Variant* const variant = chosen_variant();
  Case received = c;
  mutants::apply(cut(), received);
  if (variant == nullptr) return reference::run(machine, received, readings);
  const Answer answer = variant->change(received);
  if (answer == Answer::run) return optimized::run(machine, received);
  return {{.violated = answer == Answer::reject ? uint64_t{1} : 0}, 0};
}

}  // namespace strideproof::exported
