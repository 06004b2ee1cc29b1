#include "mutants/cut.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>

#include "spec/vocabulary/catalogue.h"

namespace strideproof::mutants {

std::string parameter_of(const Cut& cut) {
  for (const Parameter& parameter : cut.operation->parameters)
    if (const int place = cut.slot - parameter.slot; place < slots(parameter.type))
      return slot_name(parameter, place);
  throw std::invalid_argument("the operation has no such slot");
}

Cut parse_cut(std::string_view text) {
  const size_t dot = text.find('.'), colon = text.rfind(':');
  if (dot == text.npos || colon == text.npos || colon < dot)
    throw std::invalid_argument("expected OPERATION.PARAMETER:BITS");
  Cut cut;
  cut.operation = find_operation(text.substr(0, dot));
  if (cut.operation == nullptr) throw std::invalid_argument("no such operation");
  const std::string_view bits = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(bits.begin(), bits.end(), cut.bits);
  if (error != std::errc() || end != bits.end() || cut.bits < 0 || cut.bits > 62)
    throw std::invalid_argument("expected 0 to 62 bits");
  const std::string_view parameter = text.substr(dot + 1, colon - dot - 1);
  for (cut.slot = 0; cut.slot < cut.operation->slots; ++cut.slot)
    if (parameter_of(cut) == parameter) return cut;
  throw std::invalid_argument("the operation has no such parameter");
}

void apply(const Cut& cut, Case& c) {
  if (c.operation != cut.operation) return;
  int64_t& value = c.arguments.value[static_cast<size_t>(cut.slot)];
  const int64_t lower = std::abs(value) & ((int64_t{1} << cut.bits) - 1);
  value = value < 0 ? -lower : lower;
}

}  // namespace strideproof::mutants
