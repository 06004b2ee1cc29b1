#include "spec/buffers.h"

namespace strideproof::spec {

void append_bounding_range(const Profile& profile, int64_t space, Saturating first, Saturating last,
                           Operands operand, std::vector<OperandRange>& runs) {
  if (space < 0 || space >= space_count) return;
  const auto add = [&](const Window& allowed) {
    const int64_t from = max_of(first.value(), allowed.first);
    const int64_t to = min_of(last.value(), allowed.end() - 1);
    if (from <= to) runs.push_back({static_cast<Space>(space), 0, from, to - from + 1, operand});
  };
  if (static_cast<Space>(space) != Space::system)
    return add({0, profile.buffer_bytes[static_cast<size_t>(space)]});
  for (const Window& window : profile.windows) add(window);
}

}  // namespace strideproof::spec
