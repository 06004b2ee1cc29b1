// Transposes of bm-atomic: N and C as rows and columns of a matrix.

#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/plan_roles.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

using optimized::Rows;

// ---- N and C ----

// Where N and C are rows and columns of a matrix: element c of row n of src and element n of row c of
// dst are where the plan has the only row of (n, c).
optimized::ImageRows<Sym> any_image_rows(Proof& proof, const std::string& mark) {
  const auto any = [&](const char* name, int64_t low, int64_t high) {
    return proof.variable(name + mark, low, high);
  };
  const Rows<Sym> channels = {any("start", 0, memory_end), any("first", 0, most_lanes - 1),
                              any("lanes", 1, most_lanes), any("lane", 0, most_lane_bytes),
                              any("block", 0, 4 * any_u32)};
  proof.given(channels.first < channels.lanes);
  return {channels, any("image", 0, 4 * any_u32), any("h_step", 0, 4 * any_u32)};
}

template <class Plant>
void images_are_rows(Proof& proof) {
  const auto divide = proof.use(lemmas::division);
  const auto equal = proof.use(equal_factors);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const Sym run = proof.variable("run", 1, 4 * most_extent * most_extent);
  const optimized::SwapPlan<Sym> plan = {extent("N"),
                                         extent("C"),
                                         extent("rows"),
                                         run,
                                         any_image_rows(proof, ""),
                                         any_image_rows(proof, "'")};
  const Fact chosen = proof.given(optimized::is_matrix(plan));
  const Sym n = proof.variable("n", 0, most_extent - 1),
            c = proof.variable("c", 0, most_extent - 1);
  const Fact element = proof.given(all_of(n < plan.images, c < plan.channel_count));
  const auto matrix = optimized::swapped_matrix<Plant>(plan);
  const Sym to = optimized::row_at(matrix.dst, c), from = optimized::row_at(matrix.src, n);
  const Sym to_channel = optimized::row_at(plan.dst.channels, n),
            from_channel = optimized::row_at(plan.src.channels, c);
  const ExactArithmetic exact;
  // With one lane row i of the channels is i blocks from the first.
  const auto row = [&](const Rows<Sym>& channels, const Sym& i) {
    const Sym q = channels.first + i, &lanes = channels.lanes;
    const Fact one = proof.prove(
        "one lane", all_of(channels.first == 0, q / lanes == i, q % lanes == 0, lanes == 1),
        bounds_of(proof, {channels.first, i}) +
            Facts{chosen, divide.instance(q, lanes), equal.instance(lanes, 1, q / lanes)});
    return Facts{one, equal.instance(q / lanes, i, channels.block),
                 equal.instance(q % lanes, 0, channels.lane),
                 equal.instance(channels.block, run, i)};
  };
  proof.conclude("the matrix has a row for each image and a column for each channel",
                 all_of(matrix.rows == plan.images, matrix.columns == plan.channel_count));
  proof.conclude("rows are runs, and runs elements of the matrix",
                 all_of(plan.rows == 1, any_of(run == 1, run == 2, run == 4)), {chosen});
  proof.conclude("element n of row c of dst is the run of channel n of image c",
                 to + n * run == to_channel + c * plan.dst.image,
                 row(plan.dst.channels, n) + Facts{chosen, element});
  proof.conclude("element c of row n of src is the run of channel c of image n",
                 from + c * run == from_channel + n * plan.src.image,
                 row(plan.src.channels, c) + Facts{chosen, element});
}

// Elements of a byte, channels adjacent, images of dst and src as far apart as the model has them.
std::string matrix_of_images(const Model& v) {
  return tensor_line({dst_window, 0, {v["C"], v["N"], 1, 1}, {v["image"], 1, 1, 1}, 2},
                     {src_window, 0, {v["N"], v["C"], 1, 1}, {v["image'"], 1, 1, 1}, 2},
                     bm_atomic::Direction::S2S, true);
}

}  // namespace

std::vector<Theorem> blocks() {
  constexpr auto exchanged = LoopFault::matrix_steps_exchanged;
  Proof::Limits one_byte_images = {{"N", {2, 3}},   {"C", {4, 4}},     {"rows", {1, 1}},
                                   {"run", {1, 1}}, {"image", {3, 8}}, {"image'", {4, 8}}};
  for (const std::string mark : {"", "'"}) {
    for (const char* name : {"start", "first", "lane", "h_step"})
      one_byte_images[name + mark] = {0, 0};
    for (const char* name : {"lanes", "block"}) one_byte_images[name + mark] = {1, 1};
  }
  return {{"plan.images.matrix",
           "Where N and C of memcpy_4D are rows and columns of a matrix its transpose reads and "
           "writes each element where the runs of the plan are.",
           operations_matching({"bm_atomic_memcpy_4D"}), images_are_rows<Sound>,
           loop_control<exchanged>(images_are_rows<WithLoop<exchanged>>, one_byte_images,
                                   matrix_of_images)}};
}

}  // namespace strideproof::solver::plans
