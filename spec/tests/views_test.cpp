// The typed views, which the spec and the reference share: the field of each parameter has its
// value.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "spec/family.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/for_each.h"

namespace strideproof {
namespace {

std::string text(int64_t value) { return fmt::format("{}", value); }
std::string text(const Dim4<int64_t>& d) { return fmt::format("{},{},{},{}", d.n, d.c, d.h, d.w); }
std::string text(const Stride<int64_t>& s) { return s.null ? "null" : text(s.stride); }

// A view whose fields have the names of the parameters.
template <class View>
const View& named(const View& view) {
  return view;
}
struct OkkFields {
  int64_t dst_addr, src_addr, src0_addr, src1_addr, C;
  Dim4<int64_t> shape;
  Stride<int64_t> dst_stride, src_stride, src0_stride, src1_stride;
};
OkkFields named(const okk::View<int64_t>& v) {
  return {v.dst.address, v.src.address, v.src.address, v.src1.address, v.C,
          v.shape,       v.dst.stride,  v.src.stride,  v.src.stride,   v.src1.stride};
}

// The fields of the parameters, in the order of the table.
std::string fields(const Operation& operation, const Arguments<int64_t>& arguments) {
#define FIELD(type, name, ...)                               \
  [](const auto& v) {                                        \
    if constexpr (requires { v.name; })                      \
      return fmt::format("{}={}", #name, text(v.name));      \
    else                                                     \
      return std::string("the view has no field of " #name); \
  }(view)
#define OPERATION(family, symbol, kind, bytes, ...)                                \
  if (operation.name == #symbol)                                                   \
    return spec::family::Spec::visit(operation, arguments, [](const auto& given) { \
      [[maybe_unused]] const auto& view = named(given);                            \
      const std::vector<std::string> all = {FOR_EACH(FIELD, __VA_ARGS__)};         \
      return fmt::format("{}", fmt::join(all, " "));                               \
    });
#include "spec/vocabulary/operations.def"
#undef FIELD
  return "";
}

// Each parameter of an operation and its values, which differ from each other. Those of `chosen` are
// null; a boolean is 1 for `chosen` alone.
std::string parameters(const Operation& operation, const Parameter& chosen) {
  std::string all;
  for (const Parameter& parameter : operation.parameters) {
    const bool is_chosen = &parameter == &chosen;
    std::vector<int64_t> values;
    for (int i = 0; i < slots(parameter.type); ++i)
      values.push_back(parameter.type == CType::boolean ? is_chosen : parameter.slot + i + 2);
    all += fmt::format(
        "{}{}={}", all.empty() ? "" : " ", parameter.name,
        is_chosen && parameter.nullable ? "null" : fmt::format("{}", fmt::join(values, ",")));
  }
  return all;
}

TEST(Views, FieldsAreTheParametersOfTheirName) {
  for (const Operation& operation : catalogue())
    for (const Parameter& chosen : operation.parameters) {
      const std::string expected = parameters(operation, chosen);
      const Case c = parse_case(fmt::format("{} toy {}", operation.name, expected));
      EXPECT_EQ(fields(operation, c.arguments), expected) << operation.name;
    }
}

}  // namespace
}  // namespace strideproof
