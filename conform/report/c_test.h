#pragma once
// A finding as a C program of its own.

#include <string>

#include "conform/check/readings.h"
#include "conform/report/report.h"

namespace strideproof {

// The text of a C99 program for POSIX that needs the two public headers and no other part of
// strideproof, and is linked with the implementation. It fills memory as the case does, calls the
// operations, and compares what they return and every byte of the windows with the reference under
// the readings held to. Its exit status is 0 if they are equal, 1 if not, 2 if the library cannot be
// used.
// If there can be no such test, the text is empty and `why` says so.
std::string c_test(const Finding& finding, const std::vector<HeldReading>& held, std::string& why);

// Writes one file for each finding, "DIR/NUMBER_OPERATION.c", and a note for each that has none.
void write_c_tests(const std::string& directory, const std::vector<HeldReading>& held,
                   RunReport& report);

}  // namespace strideproof
