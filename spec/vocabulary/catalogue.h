#pragma once
// All operations. A new operation is one line here and one file of its family in each layer.

#include <span>
#include <string_view>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof {

std::span<const Operation> catalogue();
const Operation* find_operation(std::string_view name);  // nullptr: none
// The operations whose name matches a glob of *, ? and @(one|another); may be empty.
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
