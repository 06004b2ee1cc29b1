#pragma once
// Makes test vectors of the programs of a profile: a program, its memory before and after, and who may
// answer otherwise. examples/vectors describes the form.

#include <optional>

#include "conform/command/commands.h"
#include "oracle/oracle.h"

namespace strideproof::commands {

class VectorMaker {
 public:
  explicit VectorMaker(const Profile& profile) : oracle_(profile), initial_(profile) {}

  // No value if the reference does not run the program, if some of its bytes cannot be seen, or if
  // it writes a NaN, whose bits are open.
  std::optional<Json> vector_of(const Program& program);

 private:
  std::optional<Json> other_outcomes(const Program& program);
  std::optional<Readings> accepting_assumptions(const Program& program);
  const Expectation& expect(const Program& program, const Readings& readings);
  Json outcome(const Program& program, const Expectation& expectation);
  Json changes(const Expectation& expectation);

  Oracle oracle_;
  Machine initial_;  // the windows before the program
};

}  // namespace strideproof::commands
