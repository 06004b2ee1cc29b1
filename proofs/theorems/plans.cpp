#include "proofs/theorems/plans.h"

namespace strideproof::solver {

AnyFormat any_format(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  using bm_atomic::Format;
  const Format format = es == 4 ? Format::float32 : es == 2 ? Format::float16 : Format::uint8;
  return {static_cast<int>(format), es};
}

Address any_start(Proof& proof, const MachineShape<Sym>& m) {
  const Sym lane = proof.variable("lane", 0, most_lanes - 1),
            offset = proof.variable("offset", 0, most_lane_bytes - 1);
  const Sym address = lane * m.lane_bytes + offset;
  const auto start = exactly([&] { return spec::start_of(m, address); });
  proof.given(all_of(lane < m.lanes, offset < m.lane_bytes));
  proof.prove("the tensor starts at that offset of that lane",
              all_of(start.lane == lane, start.offset == offset),
              {exactly([&] { return division_of_digits(lane, offset, m.lane_bytes); })});
  proof.learn("its lane is one", start.lane, {0, most_lanes - 1});
  return {address, {lane, offset}};
}

bm_atomic::Matrix2D<Sym> any_matrix(Proof& proof, const Address& local, const Sym& format,
                                    bool to_local, bool transposed) {
  return {proof.variable("B", 0, memory_end),
          local.start.offset,
          local.start.lane,
          any_extent(proof, "row"),
          any_extent(proof, "col"),
          proof.variable("row_stride", transposed ? 0 : INT32_MIN, any_u32),
          any_extent(proof, "sec_size"),
          format,
          selector(to_local ? bm_atomic::Direction::S2L : bm_atomic::Direction::L2S),
          transposed ? 1 : 0,
          0};
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
