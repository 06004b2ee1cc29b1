#include "conform/tests/received.h"

#include "conform/plugin/export/entry.h"

namespace strideproof {

const Operation* tests::called = nullptr;
Arguments<int64_t> tests::received;

uint64_t exported::run_exported(const Operation& operation, const Arguments<int64_t>& arguments) {
  tests::called = &operation;
  tests::received = arguments;
  return tests::answer_of_all;
}

}  // namespace strideproof
