#include "oracle/verdict.h"

#include <fmt/format.h>

namespace strideproof {
namespace {

constexpr std::string_view names[] = {
    "pass",
    "rejected as documented",
    "unsupported",
    "too costly",
    "not observed",
    "wrong byte",
    "write outside",
    "source changed",
    "accepted invalid",
    "rejected valid",
    "wrote though rejected",
    "wrong return value",
    "no reading explains",
    "crash",
    "timeout",
    "hook failed",
    "different labels",
    "refused",
    "not the default reading",
    "refuted",
    "control passed",
};
static_assert(std::size(names) == static_cast<size_t>(VerdictKind::control_passed) + 1);

}  // namespace

std::string_view name(VerdictKind kind) { return names[static_cast<size_t>(kind)]; }

std::span<const std::string_view> names_of_findings() {
  return std::span(names).subspan(static_cast<size_t>(VerdictKind::wrong_byte));
}

bool is_finding(VerdictKind kind) { return kind >= VerdictKind::wrong_byte; }
bool ends_process(VerdictKind kind) {
  return kind == VerdictKind::crash || kind == VerdictKind::timeout ||
         kind == VerdictKind::hook_failed;
}

bool is_right(VerdictKind kind) { return kind <= VerdictKind::rejected_as_documented; }

std::optional<bool> failed(VerdictKind kind) {
  if (is_finding(kind)) return true;
  return is_right(kind) ? std::optional(false) : std::nullopt;
}

std::string_view operand_name(Operands operand) {
  constexpr std::string_view names[] = {"elsewhere", "dst", "src", "", "src1"};
  return names[operand];
}

std::string place(const Difference& d) {
  return d.space == Space::local ? fmt::format("local lane {} offset {:#x}", d.lane, d.offset)
                                 : fmt::format("{} {:#x}", name(d.space), d.offset);
}

std::string describe(const Difference& d, Operands operand) {
  std::string text = place(d);
  text += fmt::format(": expected {:#04x}, found {:#04x}; ", d.expected, d.found);
  if (operand == 0) return text + "no element lies there";
  if (!d.element) return text + "in an operand";
  const auto& [n, c, h, w] = *d.element;
  return text + fmt::format("byte {} of element ({}, {}, {}, {}) of {}", d.byte_of_element, n, c, h,
                            w, operand_name(operand));
}

std::string labels(const Operation& operation, uint64_t mask) {
  std::string text;
  for (const Constraint& constraint : operation.constraints)
    if (has_bit(mask, constraint.bit))
      text += fmt::format("{}{}", text.empty() ? "" : " ", operation.label(constraint));
  return text;
}

}  // namespace strideproof
