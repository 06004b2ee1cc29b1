#include "conform/plugin/call/call.h"

#include <algorithm>
#include <string_view>

#include "conform/plugin/call/pass.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

struct SymbolRow {
  std::string_view operation, symbol;
  Caller caller;
  size_t index;  // in symbols(): 0, or the value of dtype
};

constexpr SymbolRow rows[] = {
#define FUNCTION(operation, symbol, ...) {#operation, #symbol, Call<decltype(&symbol)>::call, 0},
#define STRUCT_FUNCTION FUNCTION
#define OVERLOAD(operation, symbol, dtype, ...) \
  {#operation, #symbol, Call<decltype(&symbol)>::call, static_cast<size_t>(asc::DType::dtype)},
#include "spec/vocabulary/operations.def"
};

constexpr bool one_caller_each() {
  for (const SymbolRow& a : rows)
    for (const SymbolRow& b : rows)
      if (a.operation == b.operation && a.caller != b.caller) return false;
  return true;
}
static_assert(one_caller_each());

static_assert(asc::dtype_count <= most_symbols);

struct Callable {
  std::vector<std::string> symbols;
  Caller caller = nullptr;
};

std::vector<Callable> by_index() {
  std::vector<Callable> all(catalogue().size());
  for (const SymbolRow& row : rows) {
    Callable& callable = all[static_cast<size_t>(find_operation(row.operation)->index)];
    callable.symbols.resize(std::max(callable.symbols.size(), row.index + 1));
    callable.symbols[row.index] = row.symbol;
    callable.caller = row.caller;
  }
  return all;
}

const Callable& callable(const Operation& operation) {
  static const std::vector<Callable> all = by_index();
  return all[static_cast<size_t>(operation.index)];
}

}  // namespace

Caller caller(const Operation& operation) { return callable(operation).caller; }

const std::vector<std::string>& symbols(const Operation& operation) {
  return callable(operation).symbols;
}

int symbol_of(const Operation& operation, const Arguments<int64_t>& arguments) {
  if (operation.family != Family::asc) return 0;
  const int64_t dtype = asc::transpose_of(arguments).dtype;
  return dtype < asc::dtype_count ? static_cast<int>(dtype) : -1;
}

}  // namespace strideproof
