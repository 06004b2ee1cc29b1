#pragma once
// A test vector: a program, its memory before and after, and who may answer otherwise. The form is
// described in examples/vectors.

#include <nlohmann/json.hpp>
#include <optional>

#include "oracle/oracle.h"

namespace strideproof::commands {

using Json = nlohmann::ordered_json;

// No value if the reference is not run on this program, if not all of its bytes can be seen, or if it
// writes a NaN, whose bits are open.
std::optional<Json> vector_of(const Program& program, Oracle& oracle);

}  // namespace strideproof::commands
