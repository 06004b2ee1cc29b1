// Random cases of the family okk-gdma, about a million a second.

#include "spec/vocabulary/okk_gdma.h"

#include "props/families.h"
#include "props/operand.h"

namespace strideproof::props::okk_gdma {

using namespace strideproof::okk_gdma;

Case legal(Random& random, Case c) {
  const Kind k = kind(*c.operation);
  const int64_t es = c.operation->element_bytes;
  if (is_matrix(k)) {
    make_matrix(random, c, {"rows", "cols", "cols_per_channel"}, false, k == Kind::matrix_S2L);
    return c;
  }
  std::vector<Operand> operands = {{on_dst, dst_space(k), es}};
  if (is_copy(k)) operands.push_back({on_src, src_space(k), es});
  TensorGenerator(random, c, {}, std::move(operands)).make();
  if (is_copy(k)) {
    choose_data(random, es, c);
    return c;
  }
  const int64_t all = (int64_t{1} << (8 * es)) - 1;
  c["C"] = random.chance(1, 8) ? random.pick<int64_t>({0, 1, all})
                               : static_cast<int64_t>(random.next()) & all;
  return c;
}

}  // namespace strideproof::props::okk_gdma
