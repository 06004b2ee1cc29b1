// Compares both implementations with the names and types of the prototypes alone: how wide an element
// is, where the operands lie, what is done to them. The kinds, element sizes and spaces that
// implementations and spec share are not read.

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

#include "model/tests/small_world.h"

namespace strideproof {
namespace {

struct Argument {
  std::string type, name;
};
struct Prototype {
  std::string name;
  std::vector<Argument> arguments;

  bool is(std::string_view part) const { return name.find(part) != std::string::npos; }
  const Argument* argument(std::string_view wanted) const {
    for (const Argument& one : arguments)
      if (one.name == wanted) return &one;
    return nullptr;
  }
};

// All functions that the header declares.
const std::vector<Prototype>& prototypes() {
  static const std::vector<Prototype> all = [] {
    std::ifstream file("conform/strideproof_ops.h");
    std::stringstream text;
    text << file.rdbuf();
    const std::string header = text.str();
    std::vector<Prototype> found;
    static const std::regex function(R"(\n(?:void|unsigned int) (\w+)\(([^)]*)\);)");
    static const std::regex argument(R"(([\w ]*\w[*]? )(\w+)(,|$))");
    const std::sregex_iterator end;
    for (std::sregex_iterator f(header.begin(), header.end(), function); f != end; ++f) {
      Prototype one{(*f)[1], {}};
      const std::string list = std::regex_replace((*f)[2].str(), std::regex(R"(\s+)"), " ");
      for (std::sregex_iterator a(list.begin(), list.end(), argument); a != end; ++a) {
        const std::string type = std::regex_replace((*a)[1].str(), std::regex("^ +| +$"), "");
        one.arguments.push_back({type, (*a)[2]});
      }
      found.push_back(one);
    }
    return found;
  }();
  return all;
}

std::vector<Prototype> named(std::string_view prefix) {
  std::vector<Prototype> all;
  for (const Prototype& one : prototypes())
    if (one.name.rfind(prefix, 0) == 0) all.push_back(one);
  return all;
}

// "8bit" is 1, "FLOAT16" and "bf16" are 2.
int64_t bytes_in(const std::string& name) {
  std::smatch digits;
  return std::regex_search(name, digits, std::regex(R"((\d+)(bit|$))")) ? std::stoll(digits[1]) / 8
                                                                        : 0;
}

std::string test_name(const testing::TestParamInfo<Prototype>& test) { return test.param.name; }

using Element = std::vector<uint8_t>;

Element element(const Memory& memory, Space space, int64_t lane, int64_t offset, int64_t bytes) {
  Memory copy = memory;
  Element all;
  for (int64_t b = 0; b < bytes; ++b) all.push_back(copy.at(space, lane, offset + b));
  return all;
}

// Runs the line on both: of all memory, `want` at (space, offset) of lane 0 and nothing else changes.
void expect_one_element(const std::string& line, const std::vector<Words>& before, Space space,
                        int64_t offset, const std::function<Element(const Memory&)>& want) {
  for (const Implementation& implementation : implementations) {
    const Case c = parse_case(line);
    SmallWorld world(5);
    world.put(before);
    Memory expected = world.memory();
    const Element bytes = want(expected);
    for (size_t b = 0; b < bytes.size(); ++b)
      expected.at(space, 0, offset + static_cast<int64_t>(b)) = bytes[b];
    EXPECT_FALSE(expected == world.memory()) << "the element is there already";
    EXPECT_TRUE(implementation.run(world.machine, c).constraint_results.legal()) << line;
    EXPECT_EQ(difference(expected, world.memory()), "") << implementation.name << ": " << line;
  }
}

// ---- okk-gdma ----

struct Place {
  Space space;
  int64_t offset;
};

Place place(const Prototype& of, std::string_view address) {
  const bool dst = address == "dst_addr";
  const std::string& type = of.argument(address)->type;
  EXPECT_TRUE(type == "local_addr_t" || type == "system_addr_t") << type;
  if (type == "local_addr_t") return {Space::local, dst ? 32 : 128};
  return {Space::system, dst ? 0xfffff100 : 0x100000080};
}

class OfGdma : public testing::TestWithParam<Prototype> {};

TEST_P(OfGdma, OneElementGoesWhereThePrototypeSays) {
  const Prototype& of = GetParam();
  const int64_t bytes = bytes_in(of.name);
  ASSERT_TRUE(bytes == 1 || bytes == 2 || bytes == 4);
  const Place dst = place(of, "dst_addr");
  std::string line = fmt::format("{} toy", of.name);
  std::function<Element(const Memory&)> want;
  for (const Argument& argument : of.arguments) {
    std::string value = argument.type == "int" ? "1" : "null";
    if (argument.name == "shape") value = "1,1,1,1";
    if (argument.name == "dst_addr") value = std::to_string(dst.offset);
    if (argument.name == "src_addr") {
      const Place src = place(of, "src_addr");
      value = std::to_string(src.offset);
      want = [=](const Memory& memory) { return element(memory, src.space, 0, src.offset, bytes); };
    }
    if (argument.name == "C") {
      EXPECT_EQ(argument.type, fmt::format("x{}", 8 * bytes));
      const uint32_t constant = 0x81c3a5e7U >> (32 - 8 * bytes);
      value = fmt::format("{:#x}", constant);
      want = [=](const Memory&) {
        Element little;
        for (int64_t b = 0; b < bytes; ++b)
          little.push_back(static_cast<uint8_t>(constant >> 8 * b));
        return little;
      };
    }
    line += fmt::format(" {}={}", argument.name, value);
  }
  ASSERT_TRUE(want);
  expect_one_element(line, {}, dst.space, dst.offset, want);
}

INSTANTIATE_TEST_SUITE_P(Prototypes, OfGdma, testing::ValuesIn(named("okk_gdma_")), test_name);

// ---- okk-bdc ----

// The left operand of a shift or of a logical operation, and the right one.
uint32_t computed(const Prototype& of, uint32_t a, uint32_t b) {
  if (of.is("_and")) return a & b;
  if (of.is("_xor")) return a ^ b;
  if (of.is("_or")) return a | b;
  EXPECT_TRUE(of.is("_shift"));
  const auto count = static_cast<int32_t>(b);
  if (count > 0) return a << count;
  return of.is("arithmetic") ? static_cast<uint32_t>(static_cast<int32_t>(a) >> -count)
                             : a >> -count;
}

class OfBdc : public testing::TestWithParam<Prototype> {};

TEST_P(OfBdc, OneWordIsComputedAsTheNameSays) {
  const Prototype& of = GetParam();
  ASSERT_EQ(bytes_in(of.name), 4);
  const uint32_t a = 0x8000f001;
  // A shift has its count at the right: "_C" behind it a constant, "C_" before it a tensor.
  const bool constant_right = of.name.ends_with("_C"), constant_left = of.is("_C_");
  EXPECT_EQ(constant_left || constant_right, of.argument("C") != nullptr);
  EXPECT_EQ(of.argument("src1_addr") == nullptr, of.argument("C") != nullptr);
  for (const uint32_t right : {0xfffffffdU, 3U}) {
    std::string line = fmt::format("{} toy", of.name);
    std::vector<Words> before = {{0, 64, {constant_left ? right : a}}};
    if (!constant_left && !constant_right) before.push_back({0, 128, {right}});
    for (const Argument& argument : of.arguments) {
      const uint32_t constant = constant_left ? a : right;
      std::string value = "null";
      if (argument.name == "shape") value = "1,1,1,1";
      if (argument.name == "dst_addr") value = "0";
      if (argument.name == "src_addr" || argument.name == "src0_addr") value = "64";
      if (argument.name == "src1_addr") value = "128";
      if (argument.type == "int") value = std::to_string(static_cast<int32_t>(constant));
      if (argument.type == "unsigned int" || argument.type == "x32")
        value = std::to_string(constant);
      line += fmt::format(" {}={}", argument.name, value);
    }
    const uint32_t result = computed(of, a, right);
    expect_one_element(line, before, Space::local, 0, [=](const Memory&) {
      Element little;
      for (int b = 0; b < 4; ++b) little.push_back(static_cast<uint8_t>(result >> 8 * b));
      return little;
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Prototypes, OfBdc, testing::ValuesIn(named("okk_bdc_")), test_name);

// ---- bm-atomic ----

// The enumerators of the header, in their order.
std::vector<std::string> enumerators(std::string_view prefix) {
  std::ifstream file("conform/strideproof_ops.h");
  std::stringstream text;
  text << file.rdbuf();
  const std::string header = text.str();
  static const std::regex list(R"(typedef enum \{([^}]*)\})");
  static const std::regex word(R"(\w+)");
  const std::sregex_iterator end;
  for (std::sregex_iterator e(header.begin(), header.end(), list); e != end; ++e) {
    const std::string names = (*e)[1];
    std::vector<std::string> all;
    for (std::sregex_iterator w(names.begin(), names.end(), word); w != end; ++w)
      all.push_back(w->str());
    if (all.front().rfind(prefix, 0) == 0) return all;
  }
  return {};
}

TEST(OfBmAtomic, FormatsAndDirectionsAreWhatTheirNamesSay) {
  const std::vector<std::string> formats = enumerators("BM_GDMA_FORMAT"),
                                 directions = enumerators("BM_GDMA_DIR");
  ASSERT_EQ(formats.size(), 5u);
  ASSERT_EQ(directions.size(), 4u);
  for (size_t format = 0; format < formats.size(); ++format)
    for (size_t direction = 0; direction < directions.size(); ++direction) {
      const int64_t bytes = bytes_in(formats[format]);
      const std::string way = directions[direction].substr(directions[direction].size() - 3);
      const bool from_local = way[0] == 'L', to_local = way[2] == 'L';
      const Place src = {from_local ? Space::local : Space::system, from_local ? 128 : 0x100000080},
                  dst = {to_local ? Space::local : Space::system, to_local ? 32 : 0xfffff100};
      const auto copied = [=](const Memory& memory) {
        return element(memory, src.space, 0, src.offset, bytes);
      };
      constexpr int64_t flat = 0x08000000;
      expect_one_element(
          fmt::format("bm_atomic_memcpy_1D toy src_addr={} dst_addr={} length=1 format={} "
                      "direction={}",
                      src.offset + (from_local ? flat : 0), dst.offset + (to_local ? flat : 0),
                      format, direction),
          {}, dst.space, dst.offset, copied);
      expect_one_element(
          fmt::format("bm_atomic_memcpy_4D toy src_addr={} src_local_idx=0 src_shape=1,1,1,1 "
                      "src_stride=1,1,1,1 src_format={} dst_addr={} dst_local_idx=0 "
                      "dst_shape=1,1,1,1 dst_stride=1,1,1,1 dst_format={} direction={} transpose=0",
                      src.offset, format, dst.offset, format, direction),
          {}, dst.space, dst.offset, copied);
    }
}

// ---- asc ----

// An element of row 1, column 0 goes to row 0, column 1; rows are of 32 bytes for each type.
TEST(OfAsc, TypesAreAsWideAsTheirNamesSay) {
  for (const std::string sync : {"", "_sync"}) {
    const std::string base = "asc_copy_l12l0b_trans" + sync;
    int dtype = 0;
    for (const Prototype& of : named(base + "_")) {
      if (sync.empty() && of.is("_sync")) continue;
      const int64_t bytes = bytes_in(of.name);
      for (const Implementation& implementation : implementations) {
        const Case c = parse_case(fmt::format(
            "{} toy dst=0 src=0 index_id=0 repeat=1 src_stride=1 dst_stride=1 addrmode=0 "
            "dst_frac_stride=0 dtype={}",
            base, dtype));
        SmallWorld world(5);
        const Memory before = world.memory();
        EXPECT_TRUE(implementation.run(world.machine, c).constraint_results.legal());
        EXPECT_EQ(element(world.memory(), Space::l0b, 0, 0, bytes),
                  element(before, Space::l1, 0, 0, bytes))
            << of.name;
        EXPECT_EQ(element(world.memory(), Space::l0b, 0, bytes, bytes),
                  element(before, Space::l1, 0, 32, bytes))
            << of.name;
      }
      ++dtype;
    }
    EXPECT_EQ(dtype, 7);
  }
}

TEST(Prototypes, AreThoseOfTheTable) {
  const std::vector<std::string> symbols = {
#define FUNCTION(operation, symbol, ...) #symbol,
#define STRUCT_FUNCTION FUNCTION
#define OVERLOAD FUNCTION
#include "spec/vocabulary/operations.def"
  };
  std::vector<std::string> declared;
  for (const Prototype& one : prototypes()) declared.push_back(one.name);
  EXPECT_EQ(declared, symbols);
}

}  // namespace
}  // namespace strideproof
