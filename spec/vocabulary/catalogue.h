#pragma once
// The operations of operations.def.

#include <span>
#include <string_view>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof {

std::span<const Operation> catalogue();
const Operation* find_operation(std::string_view name);  // nullptr: none
// The operations whose name matches a glob (matches_glob); may be empty.
std::vector<const Operation*> matching(std::string_view glob);

// A value for each operation.
template <class T>
class ByOperation {
 public:
  T& operator[](const Operation& operation) { return all_[static_cast<size_t>(operation.index)]; }
  const T& operator[](const Operation& operation) const {
    return all_[static_cast<size_t>(operation.index)];
  }

 private:
  std::vector<T> all_ = std::vector<T>(catalogue().size());
};

}  // namespace strideproof
