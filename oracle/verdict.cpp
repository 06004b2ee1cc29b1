#include "oracle/verdict.h"

#include <fmt/format.h>

namespace strideproof {

std::string_view name(VerdictKind kind) {
  constexpr std::string_view names[] = {"pass",
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
                                        "refused"};
  static_assert(std::size(names) == static_cast<size_t>(VerdictKind::refused) + 1);
  return names[static_cast<int>(kind)];
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

std::string labels(const Operation& operation, uint64_t mask) {
  std::string text;
  for (const Constraint& constraint : operation.constraints)
    if (has_bit(mask, constraint.bit))
      text += fmt::format("{}{}", text.empty() ? "" : " ", operation.label(constraint));
  return text;
}

}  // namespace strideproof
