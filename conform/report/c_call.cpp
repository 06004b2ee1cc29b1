#include "conform/report/c_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "conform/plugin/call/call.h"
#include "props/parameters.h"

namespace strideproof {
namespace {

// A function of an operation. Its only parameter may be a struct whose fields are the parameters.
struct CFunction {
  std::string_view operation, parameter_struct;
  bool returns;
};

constexpr CFunction functions[] = {
#define FUNCTION(operation, symbol, returned, ...) {#operation, "", !std::is_void_v<returned>},
#define STRUCT_FUNCTION(operation, symbol, name, ...) {#operation, #name, false},
#define OVERLOAD(operation, ...) {#operation, "", false},
#include "spec/vocabulary/operations.def"
};

// -2147483648 is no literal of C, but an expression.
std::string literal(int64_t value) {
  if (value == INT64_MIN) return "INT64_MIN";
  return value < 0 ? fmt::format("({}ll)", value) : fmt::format("{:#x}ull", value);
}

std::string argument(const Case& c, const Parameter& parameter, bool of_struct) {
  const int64_t* const values = props::values(c, parameter);
  const std::string first = literal(values[0]);
  switch (parameter.type) {
    case CType::dim4:
      if (props::is_null(c, parameter)) return "NULL";
      return fmt::format("&(const dim4){{{}, {}, {}, {}}}", values[0], values[1], values[2],
                         values[3]);
    case CType::u32x4:
      return fmt::format("{{{}, {}, {}, {}}}", first, literal(values[1]), literal(values[2]),
                         literal(values[3]));
    case CType::x32:  // of a struct: const void*
      return of_struct ? fmt::format("&(const uint32_t){{{}}}", first)
                       : fmt::format("(x32){{.u32 = {}}}", first);
    case CType::x16: return fmt::format("(x16){{.u16 = {}}}", first);
    case CType::x8: return fmt::format("(x8){{.u8 = {}}}", first);
    default: return first;
  }
}

}  // namespace

CCall c_call(const Case& c) {
  const int symbol = symbol_of(*c.operation, c.arguments);
  const CFunction* const function =
      std::ranges::find(functions, c.operation->name, &CFunction::operation);
  if (symbol < 0) return {};
  const std::vector<std::string>& names = symbols(*c.operation);
  CCall call{names[static_cast<size_t>(symbol)], "", function->returns};
  const bool of_struct = !function->parameter_struct.empty();
  const size_t selects = names.size() > 1 ? 1 : 0;  // the last parameter selects the function
  for (size_t i = 0; i + selects < c.operation->parameters.size(); ++i) {
    const Parameter& parameter = c.operation->parameters[i];
    call.arguments += fmt::format("{}{}{}", i == 0 ? "" : ", ",
                                  of_struct ? fmt::format(".{} = ", parameter.name) : "",
                                  argument(c, parameter, of_struct));
  }
  if (of_struct)
    call.arguments = fmt::format("&(const {}){{{}}}", function->parameter_struct, call.arguments);
  return call;
}

}  // namespace strideproof
