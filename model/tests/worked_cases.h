#pragma once
// Cases worked by hand from the documents and never by running code:
// model/tests/tables/<family>.txt, a row a line, CASE | CLAUSE | CLAUSE... A case may be a program.
// Clauses:
//
//   rejects LABEL...          exactly what it violates (under the readings of the row)
//   accepts                   legal, and every label is evaluated; the reference alone
//   evaluates LABEL...        exactly what is evaluated; the reference alone
//   bytes NAME                a byte table: legal, and both implementations do what it says
//   reading ID=N...           under these readings of the ledger; the reference alone
//   costly [LABEL...]         past the budget: what is known to be violated; the reference alone
//   default LABEL...          what it violates under the defaults
//   copies LANE:DST<LANE:SRC*N...   N neighbours of dst and where they come from
//   copies FRACTAL@DST<SRC...       by a list of rows: fractal NAME N STEP DST<SRC...
//   constant BYTE...          of an element of a fill, whose copies have no source
//   before, after PLACE=VALUE,...   neighbouring elements; PLACE is [system@]LANE:OFFSET[/BYTES],
//                             in local memory and of 4 bytes where it does not say otherwise
//   returns N                 by the last step
//
// Labels are those of the last step. All other bytes stay. Lane 0 outside local memory.

#include <cstdint>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/operation.h"

namespace strideproof {

// `elements` neighbours: of dst from (lane, offset), and where they come from.
struct Run {
  int dst_lane;
  int64_t dst;
  int src_lane;
  int64_t src;
  int elements = 1;
};

// Neighbouring elements, little-endian, the first at (lane, offset).
struct Elements {
  Space space;
  int lane;
  int64_t offset;
  int bytes;  // of an element
  std::vector<uint32_t> values;
};

struct WorkedCase {
  std::string line;
  Program program;
  std::string kind;  // of the first clause: rejects, accepts, evaluates, bytes, costly or reading
  std::string name;  // of a byte table
  std::vector<HeldReading> choices;
  std::string by_default, labels;  // that are violated or evaluated, separated by blanks
  std::vector<Run> runs;
  std::vector<uint8_t> constant;
  std::vector<Elements> before, after;
  uint64_t returned = 0;
};

// The worked cases of a family. Throws std::runtime_error for a row that is none.
const std::vector<WorkedCase>& worked_cases(Family family);

}  // namespace strideproof
