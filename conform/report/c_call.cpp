#include "conform/report/c_call.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "conform/plugin/call/call.h"
#include "props/parameters.h"
#include "spec/vocabulary/for_each.h"

namespace strideproof {
namespace {

struct Field {
  std::string_view type, name;
};

// A function of an operation: its parameters, or the fields of the struct to which its only one
// points.
struct Prototype {
  std::string_view operation, returned, parameter_struct;
  std::vector<Field> fields;
};

const std::vector<Prototype>& prototypes() {
  static const std::vector<Prototype> all = {
#define FIELD(type, name, ...) \
  { #type, #name }
#define FUNCTION(operation, symbol, returned, ...) \
  {#operation, #returned, "", {FOR_EACH(FIELD, __VA_ARGS__)}},
#define STRUCT_FUNCTION(operation, symbol, name, ...) \
  {#operation, "void", #name, {FOR_EACH(FIELD, __VA_ARGS__)}},
#define OVERLOAD(operation, symbol, dtype, ...) \
  {#operation, "void", "", {FOR_EACH(FIELD, __VA_ARGS__)}},
#include "spec/vocabulary/operations.def"
#undef FIELD
  };
  return all;
}

// -2147483648 is no literal of C, but an expression.
std::string literal(int64_t value) {
  if (value == INT64_MIN) return "INT64_MIN";
  return value < 0 ? fmt::format("({}ll)", value) : fmt::format("{:#x}ull", value);
}

std::string four(const int64_t* values) {
  return fmt::format("{{{}, {}, {}, {}}}", literal(values[0]), literal(values[1]),
                     literal(values[2]), literal(values[3]));
}

std::string argument(std::string_view type, const int64_t* values, bool null) {
  if (type == "const dim4*") {
    if (null) return "NULL";
    std::string text;
    for (int i = 0; i < 4; ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", values[i]);
    return fmt::format("&(const dim4){{{}}}", text);
  }
  if (type == "unsigned int[4]") return four(values);
  if (type == "const void*") return fmt::format("&(const uint32_t){{{}}}", literal(values[0]));
  if (type == "x32") return fmt::format("(x32){{.u32 = {}}}", literal(values[0]));
  if (type == "x16") return fmt::format("(x16){{.u16 = {}}}", literal(values[0]));
  if (type == "x8") return fmt::format("(x8){{.u8 = {}}}", literal(values[0]));
  return fmt::format("({}){}", type, literal(values[0]));
}

std::string type_of(const Prototype& prototype) {
  std::string parameters;
  if (!prototype.parameter_struct.empty())
    parameters = fmt::format("const {}*", prototype.parameter_struct);
  else
    for (const Field& field : prototype.fields)
      parameters += fmt::format("{}{}", parameters.empty() ? "" : ", ", field.type);
  return fmt::format("{} (*function)({})", prototype.returned,
                     parameters.empty() ? "void" : parameters);
}

}  // namespace

CCall c_call(const Case& c) {
  const int symbol = symbol_of(*c.operation, c.arguments);
  if (symbol < 0) return {};
  for (const Prototype& prototype : prototypes()) {
    if (prototype.operation != c.operation->name) continue;
    CCall call{symbols(*c.operation)[static_cast<size_t>(symbol)], type_of(prototype), "",
               prototype.returned != "void"};
    for (size_t i = 0; i < prototype.fields.size(); ++i) {
      const Parameter& parameter = c.operation->parameters[i];
      const std::string text = argument(prototype.fields[i].type, props::values(c, parameter),
                                        props::is_null(c, parameter));
      call.arguments += fmt::format(
          "{}{}{}", i == 0 ? "" : ", ",
          prototype.parameter_struct.empty() ? "" : fmt::format(".{} = ", prototype.fields[i].name),
          text);
    }
    if (!prototype.parameter_struct.empty())
      call.arguments = fmt::format("&(const {}){{{}}}", prototype.parameter_struct, call.arguments);
    return call;
  }
  return {};
}

}  // namespace strideproof
