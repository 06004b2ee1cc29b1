// Bands: the composition of walks and stacks. Stacks that are walked in step start where the walk has
// them and share their nest, and from band to band no stack is left out or met twice.

#include <vector>

#include "model/optimized/kernels.h"
#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/plan_cited.h"

namespace strideproof::solver::plans {
namespace {

using optimized::Band;
using optimized::LoopFault;
using optimized::Plan;
using optimized::PlantedLoop;
using optimized::SoundLoop;

// Where they do, whatever the number of bands: band_start is that of the first band and, from one band to the
// next, of each; stacks of a band have it in common; and any stack lies in the band that starts there.
void bands_start_where_told(Proof& proof, const Plan<Sym>& plan, const Sym& most,
                            const Band<Sym>& band, const Sym& s, const Fact& count) {
  const auto divide = proof.use(lemmas::division);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto positive = proof.use(lemmas::product_not_negative);
  const auto equal = proof.use(equal_factors);
  const Sym any = proof.variable("any", 0, extents - 1);
  const Fact exists = proof.given(any < plan.stacks);
  const Facts bounds =
      bounds_of(proof, {most, plan.stacks, plan.tall, plan.dst.wrap_at, plan.src.wrap_at}) +
      Facts{count, exists};
  const auto start = [&](const Sym& of) { return band_start(plan, of, most); };
  // Stack `of` lies q*most + r behind the edge before it.
  const auto lies = [&](const Sym& of, const Sym& q, const Sym& r) {
    const Sym behind = of - edge_before(plan, of);
    return Facts{digits.instance(q, r, most), quotients.instance(behind, q * most + r, most)};
  };
  proof.conclude("the first band starts where it is told", start(0) == 0, bounds + lies(0, 0, 0));

  const Sym b = start(any), behind = any - edge_before(plan, any), of_any = behind / most;
  const Fact split =
      proof.prove("after the edge there are whole bands and a rest",
                  all_of(behind == of_any * most + behind % most, 0 <= behind % most,
                         behind % most < most, 0 <= of_any * most),
                  bounds + bounds_of(proof, {any}) +
                      Facts{divide.instance(behind, most), positive.instance(of_any, most)});
  const Fact edge =
      proof.prove("the edge is that before its band",
                  edge_before(plan, b) == edge_before(plan, any), bounds + Facts{split});
  proof.conclude("each stack lies in the band that starts where it is told",
                 all_of(start(b) == b, in_its_band(plan, b, any, most)),
                 bounds + Facts{split, edge} + lies(b, of_any, 0));

  const Sym next = band.stack + band.count, q = (band.stack - edge_before(plan, band.stack)) / most;
  const SymBool is_told = start(band.stack) == band.stack;
  proof.conclude_if("stacks of a band have one start", is_told, start(s) == band.stack,
                    bounds + lies(s, q, s - band.stack));
  const SymBool goes_on = all_of(is_told, next < plan.stacks);
  const Sym edge_of_next = edge_before(plan, next);
  const Fact behind_band = proof.prove(
      "the next band starts at an edge, or after a whole band",
      implies(goes_on, any_of(next - edge_of_next == 0, next - edge_of_next == (q + 1) * most)),
      bounds);
  const Sym of_next = (next - edge_of_next) / most;
  const Fact whole = proof.prove(
      "which are whole bands", implies(goes_on, of_next * most == next - edge_of_next),
      bounds + lies(next, q + 1, 0) + lies(next, 0, 0) +
          Facts{behind_band, divide.instance(band.stack - edge_before(plan, band.stack), most),
                proof.prove("not before the edge", edge_before(plan, band.stack) <= band.stack),
                equal.instance(of_next, q + 1, most), equal.instance(of_next, 0, most)});
  proof.conclude_if("and the next band starts there too", goes_on, start(next) == next, {whole});
}

template <class LoopPlant>
void bands_hold_stacks(Proof& proof) {
  Values values(proof);
  const Plan<Sym> plan = banded_plan(values);
  const Walk<Sym>&dst = plan.dst, &src = plan.src;
  const Sym &stacks = plan.stacks, &tall = plan.tall;
  const Sym most = proof.variable("most", 1, 64);

  const Band<Sym> first = optimized::first_band<LoopPlant>(plan, most);
  proof.conclude("the first band begins with stack 0, where it starts",
                 all_of(first.stack == 0, first.dst == stack_start(dst, Sym(0)),
                        first.src == stack_start(src, Sym(0))));

  const Sym stack = proof.variable("stack", 0, extents - 1);
  proof.given(stack < stacks);
  const Sym most_of_band = optimized::band_from<LoopPlant>(plan, stack, most);
  proof.conclude("a band has stacks, and no more than there are",
                 all_of(1 <= most_of_band, most_of_band <= most, stack + most_of_band <= stacks));
  const auto count = proof.name("count", most_of_band);
  const Band<Sym> band = {stack, count.value, stack_start(dst, stack), stack_start(src, stack)};
  const Band<Sym> next = optimized::next_band<LoopPlant>(plan, band, most);
  const Sym nest = optimized::nest_of(plan, band).loops[0].count;

  const Sym s = proof.variable("s", 0, extents);
  proof.given(all_of(stack <= s, s < stack + count.value));
  const ExactArithmetic exact;
  proof.conclude("its stacks start in equal steps",
                 all_of(stack_start(dst, s) == band.dst + (s - stack) * dst.lane,
                        stack_start(src, s) == band.src + (s - stack) * src.lane));
  proof.conclude("and share its nest", nest == select(s < tall, Sym(1), Sym(0)));
  proof.conclude("the next band begins with the stack after it, where that starts",
                 all_of(next.stack == stack + count.value, next.dst == stack_start(dst, next.stack),
                        next.src == stack_start(src, next.stack)));
  bands_start_where_told(proof, plan, most, band, s, count.definition);
}

// ---- the control ----

// A byte a channel, a channel a lane, from the lane from which the walk wraps where the model has it.
std::string bytes_in_lanes(const Model& v) {
  return fill_line(1, {1, v["stacks"], 1, 1},
                   {Space::local, (4 - v["dst.wrap_at"]) * 256, Dim4<int64_t>{0, 1, 0, 1}});
}

// Where the bands have the stacks of such a case.
template <class LoopPlant>
std::set<solver::Byte> stacks_of(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto plan = optimized::plan_of<Sound>(m, okk_gdma::fill_of(*c.operation, c.arguments));
  std::vector<uint8_t> memory(static_cast<size_t>(4 * m.lanes * m.lane_bytes));
  uint8_t* const base = memory.data();
  std::set<solver::Byte> bytes;
  optimized::for_each_band<LoopPlant>(
      plan, base, base,
      [&](const Nest<int64_t>&, const Loop<int64_t>& stacks, const uint8_t* dst, const uint8_t*) {
        for (int64_t k = 0; k < stacks.count; ++k) {
          const int64_t at = dst - base + k * stacks.dst;
          bytes.insert({at / m.lane_bytes, at % m.lane_bytes});
        }
      });
  return bytes;
}

bool stacks_are_misplaced(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<solver::Byte> real = written(c);
  return !real.empty() && stacks_of<SoundLoop>(c) == real &&
         stacks_of<PlantedLoop<LoopFault::band_over_wrap>>(c) != real;
}

}  // namespace

std::vector<Theorem> bands() {
  std::vector<std::string> operations =
      operations_matching({"okk_gdma_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D"});
  return {{"plan.bands",
           "Stacks that are walked in step start where the walk has them and share their nest; the "
           "bands of a plan hold each stack once.",
           operations,
           bands_hold_stacks<SoundLoop>,
           {"lanes walked in step go on past the last one",
            bands_hold_stacks<PlantedLoop<LoopFault::band_over_wrap>>,
            {{"stacks", {2, 4}},
             {"most", {4, 4}},
             {"tall", {0, 0}},
             {"dst.start", {0, 1023}},
             {"dst.lane", {256, 256}},
             {"dst.wrap_at", {1, 4}},
             {"dst.wrap", {-1023, -1023}},
             {"src.start", {0, 0}},
             {"src.lane", {1, 1}},
             {"src.wrap_at", {4, 4}},
             {"src.wrap", {0, 0}},
             {"stack", {0, 3}},
             {"s", {0, 3}}},
            bytes_in_lanes,
            stacks_are_misplaced}}};
}

}  // namespace strideproof::solver::plans
