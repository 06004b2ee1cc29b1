#include "spec/vocabulary/operation.h"

#include <limits>

namespace strideproof {

int slots(CType type) { return type == CType::dim4 || type == CType::u32x4 ? 4 : 1; }

int64_t lowest(CType type) {
  const bool is_signed = type == CType::i32 || type == CType::dim4;
  return is_signed ? std::numeric_limits<int32_t>::min() : 0;
}

int64_t highest(CType type) {
  switch (type) {
    case CType::u64: return std::numeric_limits<int64_t>::max();
    case CType::u32:
    case CType::u32x4:
    case CType::x32: return std::numeric_limits<uint32_t>::max();
    case CType::i32:
    case CType::dim4: return std::numeric_limits<int32_t>::max();
    case CType::u16:
    case CType::x16: return std::numeric_limits<uint16_t>::max();
    case CType::u8:
    case CType::x8: return std::numeric_limits<uint8_t>::max();
    case CType::boolean: return 1;
  }
  return 0;
}

std::string_view name(Stage stage) {
  constexpr std::string_view names[] = {"values", "alignment", "start", "end", "sharing", "data"};
  return names[static_cast<int>(stage)];
}

std::string_view name(Grade grade) {
  constexpr std::string_view names[] = {"stated", "physical", "assumed"};
  return names[static_cast<int>(grade)];
}

std::string_view name(Family family) {
  constexpr std::string_view names[family_count] = {"okk-gdma", "okk-bdc", "bm-atomic", "tik",
                                                    "asc"};
  return names[static_cast<int>(family)];
}

std::string_view document(Family family) {
  constexpr std::string_view titles[family_count] = {
      "OKKernel, GDMA Functions", "OKKernel, 32-Bit Binary Functions", "BM atomic, GDMA",
      "TIK, Data Movement: data_move", "Ascend C, asc_copy_l12l0b_trans"};
  return titles[static_cast<int>(family)];
}

const Parameter* Operation::parameter(std::string_view parameter_name) const {
  for (const Parameter& p : parameters)
    if (p.name == parameter_name) return &p;
  return nullptr;
}

const Constraint* Operation::constraint(std::string_view constraint_label) const {
  for (const Constraint& c : constraints)
    if (c.label == constraint_label) return &c;
  return nullptr;
}

std::string Operation::label(const Constraint& constraint) const {
  return std::string(name) + "." + std::string(constraint.label);
}

Checks::Checks(const Operation& operation) : operation_(operation) {}

bool Checks::evaluates(uint8_t bit) const {
  return (operation_.labels >> bit & 1) != 0 && (judgement_.violated & operation_.needs[bit]) == 0;
}

void Checks::record(uint8_t bit, bool holds) {
  if (!evaluates(bit)) return;
  judgement_.evaluated |= uint64_t{1} << bit;
  if (!holds) judgement_.violated |= uint64_t{1} << bit;
}

}  // namespace strideproof
