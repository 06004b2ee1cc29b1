#pragma once
// Text for the user: made safe for terminals, XML and HTML; counts, lists and dates.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strideproof {

// Replaces control characters by blanks, as output of a target is printed on terminals.
std::string printable(std::string text);
// Replaces & < > " by entities.
std::string escape(std::string_view text);

std::string counted(int64_t count, const std::string& noun);  // "1 case", "2 cases"
// Lists all names if there are at most shown + 2, otherwise the first ones: "a, b, c and 38 more".
std::string first_of(const std::vector<std::string>& names, size_t shown = 3);

std::string today();  // "2027-01-31", local
std::string now();    // in UTC, "2027-01-31T12:00:00Z"

}  // namespace strideproof
