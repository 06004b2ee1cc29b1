#pragma once
// The binary form of cases and programs that libFuzzer mutates. It has fixed width, so a byte keeps
// its meaning when others change. It is total: any bytes are a program. It is for one build; text
// is kept.
//
// An EncodedHeader, then an EncodedStep for each step; numbers are little-endian. A byte without a
// meaning is folded onto one that has one. Missing bytes are 0. Ignored are bytes after the last
// step, and the values of NULL parameters and of slots that the operation lacks.

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::fuzz {

inline constexpr uint8_t encoding_version = 3;

struct EncodedHeader {
  uint8_t version;
  uint8_t profile;  // its place in profiles()
  uint8_t steps;
  std::array<uint8_t, 5> unused;
  uint64_t fill;
};
struct EncodedStep {
  uint8_t operation;  // its place in the catalogue
  std::array<uint8_t, operand_count> data;
  uint32_t null_mask;
  std::array<uint64_t, max_slots> value;
};

// The cases that a target fuzzes.
struct Domain {
  // The target "programs" has programs of up to max_steps operations of all families. A target
  // named as a family, "okk_gdma" or "okk-gdma", has single cases of it. Throws std::runtime_error
  // for any other name.
  explicit Domain(std::string target);

  int most_steps;
  std::vector<const Profile*> profiles;  // on which at least one of the operations exists
  std::map<const Profile*, std::vector<const Operation*>> operations;  // that exist there
};

using Bytes = std::vector<uint8_t>;

Bytes encode(const Program& program);

// decode(encode(p), domain) == p exactly for the programs p of the domain, legal or not, as
// parse_program gives them.
Program decode(std::span<const uint8_t> bytes, const Domain& domain);

// Makes one or a few mutations, which know the meaning of parameters: a value moves onto, just
// inside or just outside the edge of a constraint, is drawn again by the generator of the family,
// becomes one at which behaviour often changes, or comes from another parameter, perhaps of another
// step. The program stays in the domain.
void mutate(Program& program, const Domain& domain, props::Random& random);

}  // namespace strideproof::fuzz
