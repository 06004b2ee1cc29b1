#pragma once
// A test vector: a program, its memory before and after, and who may answer otherwise. The form is
// described in examples/vectors.

#include <nlohmann/json.hpp>
#include <optional>

#include "oracle/oracle.h"

namespace strideproof::commands {

using Json = nlohmann::ordered_json;

class Vectors {
 public:
  explicit Vectors(const Profile& profile) : oracle_(profile), initial_(profile) {}

  // No value if the reference does not run the program, if some of its bytes cannot be seen, or if
  // it writes a NaN, whose bits are open.
  std::optional<Json> of(const Program& program);

 private:
  Oracle oracle_;
  Machine initial_;  // before the program
};

}  // namespace strideproof::commands
