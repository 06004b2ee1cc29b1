#include "proofs/theorems/plans.h"

namespace strideproof::solver {

AnyMatrix any_matrix(Proof& proof, bool transposed) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const auto [address, start] = any_address(proof, m, Space::local);
  const Sym rows = any_extent(proof, "row"), cols = any_extent(proof, "col"),
            row_stride = proof.variable("row_stride", transposed ? 0 : INT32_MIN, any_u32);
  return {m,
          spec::matrix_in_lanes(m, es, address, start.lane, transposed ? cols : rows,
                                transposed ? rows : cols, any_extent(proof, "sec_size")),
          spec::matrix_in_system(es, proof.variable("B", 0, memory_end), rows, cols, row_stride)};
}

void conclude_place(Proof& proof, const MachineShape<Sym>& m, const Sym& visited,
                    const Tensor<Sym>& t, const Dim4<Sym>& at, const Facts& facts) {
  exactly([&] {
    return proof.conclude("an element is where the layout has it",
                          visited == flat(m, spec::place_of(m, t, at)), facts);
  });
}

Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place) {
  return place.lane * m.lane_bytes + place.byte;
}

}  // namespace strideproof::solver
