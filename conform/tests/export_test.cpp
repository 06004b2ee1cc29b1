// From the arguments of an exported function back to the slots of a case.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "conform/plugin/call/call.h"
#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr uint64_t answer_of_all = 17;

// The arguments of the last call of an exported function.
const Operation* called = nullptr;
Arguments<int64_t> received;

}  // namespace

// In place of an implementation.
uint64_t exported::run_exported(const Operation& operation, const Arguments<int64_t>& arguments) {
  called = &operation;
  received = arguments;
  return answer_of_all;
}

namespace {

enum class Kind { distinct, highest, null };

int64_t value_of(const Parameter& parameter, int slot, Kind kind) {
  const int64_t most = highest(parameter.type);
  // No element has the highest number as its format.
  if (kind == Kind::highest) return parameter.name == "const_val" ? 0 : most;
  if (parameter.type == CType::boolean) return slot % 2;
  return std::min<int64_t>(most, parameter.role == Role::selector ? slot % 5 : 1000 + slot);
}

// The arguments of the function for the value `symbol` of dtype, where the operation has several.
Arguments<int64_t> some_arguments(const Operation& operation, size_t symbol, Kind kind) {
  Arguments<int64_t> arguments;
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (kind == Kind::null && parameter.nullable) {
      arguments.null_mask |= uint32_t{1} << p;
      continue;
    }
    for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot)
      arguments.value[static_cast<size_t>(slot)] = value_of(parameter, slot, kind);
  }
  if (symbols(operation).size() > 1)
    arguments.value[static_cast<size_t>(operation.parameters.back().slot)] =
        static_cast<int64_t>(symbol);
  return arguments;
}

TEST(Export, EveryArgumentOfEveryFunctionComesBack) {
  for (const Operation& operation : catalogue())
    for (size_t symbol = 0; symbol < symbols(operation).size(); ++symbol)
      for (const Kind kind : {Kind::distinct, Kind::highest, Kind::null}) {
        const std::string& name = symbols(operation)[symbol];
        void* function = dlsym(RTLD_DEFAULT, name.c_str());
        ASSERT_NE(function, nullptr) << name;
        const Arguments<int64_t> given = some_arguments(operation, symbol, kind);
        EXPECT_EQ(caller(operation)(function, given),
                  operation.parameters.empty() ? answer_of_all : 0)
            << name;
        EXPECT_EQ(called, &operation) << name;
        EXPECT_EQ(received, given) << name;
      }
}

TEST(Export, ReadsAnElementOfTheFormat) {
  // A single byte; the sanitizer sees a longer read.
  const auto byte = std::make_unique<uint8_t>(uint8_t{0xa5});
  const MemSet4DParam fill = {
      ~0ULL, {1, 1, 1, 1}, {0, 0, 0, 1}, byte.get(), BM_GDMA_FORMAT_UINT8, false, 0};
  bm_atomic_memset_4D(&fill);
  EXPECT_EQ(received.value[9], 0xa5);
}

TEST(Export, CutsValuesBeyond63Bits) {
  asc_copy_l12l0b_trans_u32(~uint64_t{0}, uint64_t{1} << 63, 0, 0, 0, 0, false, ~uint64_t{0});
  for (const size_t slot : {0, 1, 7}) EXPECT_EQ(received.value[slot], INT64_MAX) << slot;
}

}  // namespace
}  // namespace strideproof
