#pragma once
// Moves a case onto the edge of one constraint, by the slack that the spec measures.

#include <optional>
#include <string_view>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// The legal and the violated side of the edge.
enum class Edge : uint8_t { inside, outside };
std::string_view name(Edge edge);

// Moves values that the constraint concerns until it holds by less than one step (inside), or is
// violated, mostly by one step (outside). Nothing else that held is violated if a few attempts
// allow it. No value if no attempt succeeds. A constraint of Stage::data gets contents that are
// meant to violate it; it has no inside.
std::optional<Case> move_to_edge(const Case& c, const Constraint& constraint, Edge edge,
                                 Random& random);

// Moves the value of one slot until spec::slack of the constraint is `goal`. If no step of the value
// meets it: the next slack above a goal >= 0, below a goal < 0. Addresses move by the unit of their
// alignment. Returns false, and leaves c unchanged, if it does not get there.
bool aim(Case& c, const Constraint& constraint, size_t slot, int64_t goal);

}  // namespace strideproof::props
