#include <cstring>

#include "mutants/okk_bdc.h"

namespace strideproof::mutants {
namespace {

template <Function function>
void compute_words(const optimized::WordLoop<int64_t>& run, uint8_t* dst, const uint8_t* a,
                   const uint8_t* b) {
  for (int64_t i = 0; i < run.count; ++i, dst += run.step[0], a += run.step[1], b += run.step[2]) {
    uint32_t x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    x = applied<function>(active(), optimized::Word(), x, y);
    std::memcpy(dst, &x, sizeof x);
  }
}

optimized::Compute compute_of(Function function, const optimized::WordLoop<int64_t>&) {
  switch (function) {
    case Function::bit_and: return compute_words<Function::bit_and>;
    case Function::bit_or: return compute_words<Function::bit_or>;
    case Function::bit_xor: return compute_words<Function::bit_xor>;
    case Function::arithmetic_shift: return compute_words<Function::arithmetic_shift>;
    case Function::logical_shift: break;
  }
  return compute_words<Function::logical_shift>;
}

}  // namespace

void execute_words(Machine& machine, const Case& c) {
  const okk_bdc::Kind k = okk_bdc::kind(*c.operation);
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto v = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const auto C = static_cast<uint32_t>(v.C);
  optimized::WordBases bases = optimized::bases_of(machine, k, C);
  if (has(Fault::sources_swapped)) std::swap(bases.a, bases.b);
  optimized::compute(okk_bdc::function(k), plan_of(active(), m, k, v), bases,
                     has(Fault::none) ? optimized::compute_of : compute_of);
}

}  // namespace strideproof::mutants
