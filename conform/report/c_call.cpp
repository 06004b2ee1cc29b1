// Calls of operations as C text.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <type_traits>

#include "conform/plugin/call/call.h"
#include "conform/report/report.h"
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

// The digits of INT64_MIN alone do not fit int64_t, so C has no literal for it.
std::string literal(int64_t value) {
  if (value == INT64_MIN) return "INT64_MIN";
  return value < 0 ? fmt::format("({}ll)", value) : fmt::format("{:#x}ull", value);
}

std::string argument(const Case& c, const Parameter& parameter, bool of_struct) {
  const int64_t* const values = props::values(c, parameter);
  const std::string first = literal(values[0]);
  switch (parameter.type) {
    case CType::dim4:
      if (c.arguments.is_null(parameter)) return "NULL";
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

// The arguments of a call as C text: "0x104ull, &(const dim4){1, 5, 2, 3}, NULL".
std::string arguments(const Case& c, const CFunction& function) {
  const bool of_struct = !function.parameter_struct.empty();
  const size_t selects = symbols(*c.operation).size() > 1 ? 1 : 0;  // the last one: the function
  std::string all;
  for (size_t i = 0; i + selects < c.operation->parameters.size(); ++i) {
    const Parameter& parameter = c.operation->parameters[i];
    all += fmt::format("{}{}{}", i == 0 ? "" : ", ",
                       of_struct ? fmt::format(".{} = ", parameter.name) : "",
                       argument(c, parameter, of_struct));
  }
  return of_struct ? fmt::format("&(const {}){{{}}}", function.parameter_struct, all) : all;
}

}  // namespace

std::string c_string(const std::string& text) {
  std::string all;
  for (const char c : text)
    all += std::isalnum(static_cast<unsigned char>(c)) || std::strchr(" ./-_=:,;", c) != nullptr
               ? std::string(1, c)
               : fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return all;
}

CCall c_call(const Case& step, bool of_command) {
  const std::string_view operation = step.operation->name;
  const CFunction& function = *std::ranges::find(functions, operation, &CFunction::operation);
  if (of_command) {
    const std::string line = print(Case{step.operation, step.profile, step.arguments});
    return {std::string(operation), fmt::format("call(\"{}\")", line), function.returns};
  }
  const int symbol = symbol_of(*step.operation, step.arguments);
  if (symbol < 0) return {};
  const std::string& name = symbols(*step.operation)[static_cast<size_t>(symbol)];
  return {name, fmt::format("{}({})", name, arguments(step, function)), function.returns};
}

}  // namespace strideproof
