// Implementations that read the documents otherwise:
//
//   STRIDEPROOF_VARIANT="ID=NUMBER"   one written from the words of the ledger, without the
//                                     reference: it gives the optimized implementation another
//                                     case, or loops over the elements itself
//   STRIDEPROOF_READINGS="ID=NUMBER"  where there is none: the reference under the reading
//   STRIDEPROOF_CUT="OP.PARAMETER:N"  with or without them: a planted fault, a parameter cut to its
//                                     lower bits

#include "conform/tests/plugins/variant.h"

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
  for (const std::span<const Variant> variants :
       {variants_by_cases(), variants_of_tensors(), variants_of_memcpy_4d()})
    for (const Variant& variant : variants)
      if (variant.reading == environment("STRIDEPROOF_VARIANT")) return &variant;
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

const char* implementation_name() {
  return chosen_variant() != nullptr ? "another reading" : "the reference";
}

Result run(Machine& machine, const Case& c) {
  static const Readings readings = chosen_readings();
  static const Variant* const variant = chosen_variant();
  Case received = c;
  mutants::apply(cut(), received);
  if (variant == nullptr) return reference::run(machine, received, readings);
  Answer answer = Answer::run;
  if (variant->changes != nullptr) answer = variant->changes(received);
  if (answer == Answer::run && variant->runs != nullptr) answer = variant->runs(machine, received);
  if (answer == Answer::run) return optimized::run(machine, received);
  return {{.violated = answer == Answer::reject ? uint64_t{1} : 0}, 0};
}

}  // namespace strideproof::exported
