#pragma once
// Other readings of the documents, written from the words of the ledger: each as other cases for the
// optimized implementation.

#include <span>
#include <string_view>

#include "spec/vocabulary/case.h"

namespace strideproof::variants {

enum class Answer : uint8_t {
  run,     // the optimized implementation runs the case, as it stands now
  reject,  // nothing changes
  done
};

// Changes a case to one that means by default what this one means under another reading.
struct Variant {
  std::string_view reading;  // "ID=NUMBER"
  Answer (*change)(Case&);
};

std::span<const Variant> all();

}  // namespace strideproof::variants
