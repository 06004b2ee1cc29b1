#pragma once
// A finding as a C program of its own.

#include <string>

#include "conform/report/report.h"

namespace strideproof {

// The text of a C99 program for POSIX, to be linked with the implementation; it needs only the two
// public headers. The program fills memory as the case does and calls the operations. It compares
// their return values and every byte of the windows with the reference under the readings held to.
// It exits with 0 if they are equal, 1 if not, and 2 if the library cannot be used.
std::string c_test(const Finding& finding, const std::vector<HeldReading>& held, std::string& why);

// Writes one file for each finding, "DIR/NUMBER_OPERATION.c", and a note for each that has none.
void write_c_tests(const std::string& directory, const std::vector<HeldReading>& held,
                   RunReport& report);

}  // namespace strideproof
