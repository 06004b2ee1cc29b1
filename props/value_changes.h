#pragma once
// Changes of single values of a case, alike for every operation. The fuzzer, explanations and
// `strideproof explain LABEL` try them.

#include <optional>
#include <vector>

#include "props/parameters.h"
#include "props/random.h"

namespace strideproof::props {

// Values of a slot at which behaviour often changes: small numbers, ends of the type, neighbours,
// half and twice the value, sizes of the machine, ends of windows, places on and next to the other
// operands. Unsorted; a value may appear twice.
std::vector<int64_t> special_values(const Case& c, size_t slot);
// These, the values on the edge of each constraint and just past it (aim), and a constant of equal
// bytes. In order, without the value that the slot has.
std::vector<int64_t> values_near(const Case& c, size_t slot);
// A constant with its lowest byte in each of its bytes. No value: the slot is no constant of 16 or
// 32 bits.
std::optional<int64_t> equal_bytes(const Case& c, size_t slot);

// The cases with one of these values in one slot, or with NULL. An address in local memory is also
// moved together with the others, as operands may have to share a lane, and an extent is changed
// together with the same one of the other shape.
std::vector<Case> with_changed_value(const Case& c);

// Gives about `part` in `of` parameters the values that those of the same name have in `from`.
void mix(Random& random, Case& c, const Case& from, int64_t part, int64_t of);

}  // namespace strideproof::props
