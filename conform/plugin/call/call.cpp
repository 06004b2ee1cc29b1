#include "conform/plugin/call/call.h"

#include <string_view>
#include <tuple>
#include <type_traits>

#include "conform/plugin/call/slots.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// One argument of the call.
template <class T>
struct Passed {
  T value{};
  explicit Passed(SlotReader& from) { from.next(value); }
  T argument() const { return value; }
};

// A pointer, and the object to which it points.
template <class T>
struct Passed<const T*> {
  T value{};
  bool given;
  explicit Passed(SlotReader& from) : given(from.next(value)) {}
  const T* argument() const { return given ? &value : nullptr; }
};

template <class Prototype>
struct Call;

template <class Returned, class... T>
struct Call<Returned (*)(T...)> {
  static uint64_t call(void* function, const Arguments<int64_t>& arguments) {
    const auto f = reinterpret_cast<Returned (*)(T...)>(function);
    SlotReader reader(arguments);
    // Braces guarantee evaluation from left to right.
    const std::tuple<Passed<T>...> passed{Passed<T>(reader)...};
    const auto with = [&](const auto&... each) { return f(each.argument()...); };
    if constexpr (std::is_void_v<Returned>) {
      std::apply(with, passed);
      return 0;
    } else {
      return static_cast<uint64_t>(std::apply(with, passed));
    }
  }
};

struct Callable {
  std::vector<std::string> symbols;
  Caller caller = nullptr;
};

// The symbols of an operation are in the order of the values of dtype.
ByOperation<Callable> callables() {
  ByOperation<Callable> all;
  const auto add = [&](std::string_view operation, const char* symbol, Caller caller) {
    Callable& callable = all[*find_operation(operation)];
    callable.symbols.emplace_back(symbol);
    callable.caller = caller;
  };
#define FUNCTION(operation, symbol, ...) add(#operation, #symbol, Call<decltype(&symbol)>::call);
#define STRUCT_FUNCTION FUNCTION
#define OVERLOAD FUNCTION
#include "spec/vocabulary/operations.def"
  return all;
}

static_assert(asc::dtype_count <= most_symbols);

const Callable& callable(const Operation& operation) {
  static const ByOperation<Callable> all = callables();
  return all[operation];
}

}  // namespace

Caller caller(const Operation& operation) { return callable(operation).caller; }

const std::vector<std::string>& symbols(const Operation& operation) {
  return callable(operation).symbols;
}

int symbol_of(const Operation& operation, const Arguments<int64_t>& arguments) {
  if (operation.family != Family::asc) return 0;
  const int64_t dtype = slots_as<asc::Transpose>(arguments).dtype;
  return dtype < asc::dtype_count ? static_cast<int>(dtype) : -1;
}

}  // namespace strideproof
