#include "proofs/theorems/word_programs.h"

#include <fmt/format.h>

namespace strideproof::solver {
namespace {

const char* name_of(Function function) {
  switch (function) {
    case Function::bit_and: return "and";
    case Function::bit_or: return "or";
    case Function::bit_xor: return "xor";
    case Function::arithmetic_shift: return "arithmetic_shift";
    case Function::logical_shift: break;
  }
  return "logical_shift";
}

}  // namespace

InProgram::Place InProgram::set(int64_t value) {
  const Place dst = next();
  steps_ +=
      fmt::format(" ; okk_gdma_32bit_set_C_local dst_addr={} C={} shape=1,1,1,1 dst_stride=null",
                  dst.address, value);
  return dst;
}

InProgram::Place InProgram::combine(Function function, const Place& a, const Place& b) {
  const Place dst = next();
  steps_ += fmt::format(
      " ; okk_bdc_32bit_{} dst_addr={} src0_addr={} src1_addr={} shape=1,1,1,1 dst_stride=null "
      "src0_stride=null src1_stride=null",
      name_of(function), dst.address, a.address, b.address);
  return dst;
}

InProgram::Place InProgram::shift_by(Function function, const Place& a, int64_t count) {
  const Place dst = next();
  steps_ += fmt::format(
      " ; okk_bdc_32bit_{}_C dst_addr={} src_addr={} C={} shape=1,1,1,1 dst_stride=null "
      "src_stride=null",
      name_of(function), dst.address, a.address, count);
  return dst;
}

}  // namespace strideproof::solver
