#pragma once
// A case: operation, profile, parameter values and fill seed. A program: several cases in order on
// one machine. Each has one stable text line, the form in which every finding is kept and replayed:
//
//   okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80004 src_addr=0x100000000 shape=2,65,7,7
//       dst_stride=null src_stride=3185,49,7,1 fill=7                       (one line)
//   program bm1684 fill=7 ; OPERATION name=value ... ; OPERATION name=value ...
//
// Numbers are decimal or 0x...; parameters may come in any order and each must be given; fill may
// be left out (0). Contents that decide the result have a data class: data.src=counts.

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof {

inline constexpr int max_slots = 28;
inline constexpr int max_steps = 20;  // operations of a program

// The values of an operation's parameters, in the order of its slots.
template <class I>
struct Arguments {
  std::array<I, max_slots> value{};
  uint32_t null_mask = 0;  // bit p: the parameter of index p is NULL

  bool is_null(int index) const { return has_bit(null_mask, index); }
  bool is_null(const Parameter& parameter) const { return is_null(parameter.index); }
  friend bool operator==(const Arguments&, const Arguments&) = default;
};

// A shape, the strides or an index of a tensor, as the documents' dim4, over the integer type.
template <class I>
struct Dim4 {
  I n, c, h, w;
  friend bool operator==(const Dim4&, const Dim4&) = default;
};

// A dim4 parameter whose first slot is `slot`.
template <class I>
Dim4<I> dim4_at(const Arguments<I>& arguments, int slot) {
  return {arguments.value[slot], arguments.value[slot + 1], arguments.value[slot + 2],
          arguments.value[slot + 3]};
}

// A pointer to strides.
template <class I>
struct Stride {
  bool null = true;  // the tensor is in its default layout: aligned (local), continuous (system)
  Dim4<I> stride{};  // in elements; meaningless if null
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-braces"  // of members that take several slots
// The typed view of all slots in their order. The members of a View<I> are I, or made of I.
template <template <class> class View>
inline constexpr auto slots_as = []<class I>(const Arguments<I>& a) {
  const auto made = [&]<std::size_t... slot>(std::index_sequence<slot...>) {
    return View<I>{a.value[slot]...};
  };
  return made(std::make_index_sequence<sizeof(View<I>) / sizeof(I)>());
};
#pragma GCC diagnostic pop

// The contents of an operand before the operation; see model/fill.h.
enum class DataClass : uint8_t {
  unique,
  low,
  high,
  counts,
  counts_over,
  counts_under,
  mask,
  floats,
  counts_far_over,
  counts_far_under
};
inline constexpr int data_class_count = 10;
std::string_view name(DataClass data);
inline constexpr int operand_count = 3;  // dst, src (src0), src1: bit i of Operands

struct Case {
  const Operation* operation = nullptr;
  const Profile* profile = nullptr;
  Arguments<int64_t> arguments;
  uint64_t fill = 0;
  std::array<DataClass, operand_count> data{};

  int64_t& operator[](std::string_view parameter);  // the first slot; throws std::out_of_range
  int64_t operator[](std::string_view parameter) const;
  friend bool operator==(const Case&, const Case&) = default;
};

struct Program {
  const Profile* profile = nullptr;
  uint64_t fill = 0;
  std::vector<Case> steps;  // 1 to max_steps; profile and fill of each are the program's

  friend bool operator==(const Program&, const Program&) = default;
};

// A line is not a case. what() is one line with the error and its place: "column 12: ...".
struct LineError : std::runtime_error {
  LineError(int at_column, const std::string& message);
  int column;  // from 1
};

std::string print(const Case& c);
std::string print(const Program& program);     // of one step: the line of the case
Case parse_case(std::string_view line);        // throws LineError
Program parse_program(std::string_view line);  // either form; throws LineError

}  // namespace strideproof
