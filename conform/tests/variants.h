#pragma once
// Other readings of the documents, written from the words of the ledger: each as other cases for the
// optimized implementation.

#include <span>
#include <string_view>

#include "spec/vocabulary/case.h"

namespace strideproof::tests {

enum class Change : uint8_t {
  run,     // the optimized implementation runs the case, as it stands now
  reject,  // nothing changes in memory
  done     // nothing changes either: the call succeeds
};

// Changes a case to one that means by default what this one means under another reading.
struct Variant {
  std::string_view readings;    // "ID=NUMBER", or two
  std::string_view operations;  // a glob
  Change (*change)(Case&);
};

std::span<const Variant> variants();

}  // namespace strideproof::tests
