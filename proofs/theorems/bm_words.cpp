// The operation of mask_memcpy_4D on a word, and its count.

#include <fmt/format.h>

#include "model/implementation.h"
#include "model/optimized/bm_atomic.h"
#include "model/optimized/pack.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plan_spans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using optimized::Fault;
using optimized::LoopFault;
using optimized::MutantLoop;
using optimized::Original;
using optimized::OriginalLoop;
using plans::With;

// One step of the loop, from any state: `kept` of `seen` words were kept, and are packed.
template <class Mutation>
void packs(Proof& proof) {
  const Sym seen = proof.variable("seen", 0, memory_end),
            kept = proof.variable("kept", 0, memory_end);
  const Fact before = proof.given(kept <= seen);
  const SymWord mask = any_word(proof, "mask");
  proof.given(within(mask, INT32_MIN, INT32_MAX));  // so every model has it
  SymBool any_bit = false;
  for (unsigned b = 0; b < 32; ++b) any_bit = any_of(any_bit, bit(mask, b));
  const SymBool keeps = optimized::is_kept<Mutation>(SymWords(), mask);
  const Sym next = optimized::place_behind<Mutation>(kept, keeps);
  proof.conclude("a word is kept exactly where a bit of its mask is set", keeps == any_bit);
  proof.conclude("the place of the next one is after as many as are kept",
                 next == kept + select(any_bit, Sym(1), Sym(0)));
  proof.conclude("which are no more than were seen", next <= seen + 1, {before});
}

// ---- vectors of words ----

// Vectors as sequences of words. The documents of the instruction define compression: the index of
// a kept word is the number of kept words before it.
struct SymLanes {
  using V = std::vector<SymWord>;
  using Keep = std::vector<SymBool>;
  struct Compressed {
    z3::expr words;  // by place
  };
  struct Memory {
    std::optional<Compressed> stored;
    Sym at;
  };
  Proof& proof;

  static Keep not_zero(const V& mask) {
    Keep keep;
    for (const SymWord& word : mask) keep.push_back(!(word == SymWords::word(0)));
    return keep;
  }
  Compressed compressed(const V& words, const Keep& keep) const {
    z3::context& z3 = proof.context().z3();
    const Compressed result = {proof.context().unknown(
        z3.constant("compressed", z3.array_sort(z3.int_sort(), z3.bv_sort(32))))};
    Sym before = 0;
    for (size_t l = 0; l < words.size(); ++l) {
      proof.given(implies(keep[l], word_at(result, before) == words[l]));
      before = before + select(keep[l], Sym(1), Sym(0));
    }
    return result;
  }
  static Sym count(const Keep& keep) {
    Sym kept = 0;
    for (const SymBool& one : keep) kept = kept + select(one, Sym(1), Sym(0));
    return kept;
  }
  static void store(const Compressed& v, Memory& memory, const Sym& at) { memory = {v, at}; }

  static SymWord word_at(const Compressed& v, const Sym& place) {
    return SymWord::of(z3::select(v.words, place.term()));
  }
};

std::vector<SymWord> any_words(Proof& proof, const std::string& name, int64_t count) {
  std::vector<SymWord> words;
  for (int64_t l = 0; l < count; ++l) words.push_back(any_word(proof, name + std::to_string(l)));
  return words;
}

// One vector step equals the steps of its words (words.masked), from any state within a chunk.
void vector_is_its_words(Proof& proof, int64_t width) {
  const Sym seen = proof.variable("seen", 0, optimized::most_packed),
            kept = proof.variable("kept", 0, optimized::most_packed);
  const Fact before = proof.given(all_of(kept <= seen, seen + width <= optimized::most_packed));
  const auto words = any_words(proof, "word", width), masks = any_words(proof, "mask", width);
  SymLanes::Memory memory = {{}, 0};
  const Sym next = optimized::baseline::pack_vector(SymLanes{proof}, words, masks, memory, kept);
  Sym place = kept;
  for (size_t l = 0; l < words.size(); ++l) {
    const SymBool keeps = optimized::is_kept<Original>(SymWords(), masks[l]);
    const Sym in_vector = place - memory.at;
    proof.conclude(
        "word " + std::to_string(l) + " comes to its place",
        implies(keeps, all_of(0 <= in_vector, in_vector < width,
                              SymLanes::word_at(*memory.stored, in_vector) == words[l])));
    place = optimized::place_behind<Original>(place, keeps);
  }
  proof.conclude("the place of the next one is after those kept", next == place);
  proof.conclude("which are no more than were seen", next <= seen + width, {before});
  proof.conclude(
      "nothing is written past the buffer",
      all_of(0 <= memory.at, memory.at + width <= optimized::most_packed + optimized::most_width),
      {before});
}

// Word p of a chunk lies in one whole vector, or after them, and is packed with it.
template <class LoopMutation>
void steps_hold_all(Proof& proof, const Sym& width) {
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const Sym count = proof.variable("count", 1, optimized::most_packed);
  const Sym p = proof.variable("p", 0, optimized::most_packed);
  const Fact exists = proof.given(p < count);
  const auto steps = optimized::pack_steps<LoopMutation>(count, width);
  const ExactArithmetic exact;
  const Sym vector = p / width * width;
  proof.conclude("each word lies in one vector, or is one of those after them",
                 all_of(steps.whole <= steps.end, p < steps.end,
                        any_of(steps.whole <= p, all_of(vector <= p, p < vector + width,
                                                        vector + width <= steps.whole))),
                 bounds_of(proof, {count, width, p}) +
                     Facts{exists, divide.instance(count, width), divide.instance(p, width),
                           monotone.instance(p / width + 1, count / width, width)});
}

template <class LoopMutation>
void packs_vectors(Proof& proof) {
  plans::spans_hold_all(proof, proof.variable("words", 1, memory_end), optimized::most_packed);
  const Sym any_width = proof.variable("width", 1, optimized::most_width);
  steps_hold_all<LoopMutation>(proof, any_width);
  // Vectors of registers, a path each.
  for (const int64_t width : {1, 2, 4, 8, 16})
    if (any_width == width) return vector_is_its_words(proof, width);
}

// Copies the words in lane 0 whose masks are not 0, then reads their number.
std::string masked(const std::vector<int64_t>& masks) {
  constexpr int64_t of_masks = 128, word_bytes = 4;
  std::string program = toy_program;
  for (size_t i = 0; i < masks.size(); ++i)
    program += set_step(0, of_masks + word_bytes * static_cast<int64_t>(i), masks[i]);
  return program + fmt::format(
                       " ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr={} "
                       "local_mem_idx=0 dst_global_mem_addr={} shape=1,1,1,{} ; "
                       "bm_get_mask_memcpy_res_num",
                       of_masks, dst_window, masks.size());
}

// Vectors of four words in plain memory.
struct PlainLanes {
  using V = std::array<uint32_t, 4>;
  using Keep = std::array<bool, 4>;
  static int64_t width() { return 4; }
  static V load(const uint32_t* words) { return {words[0], words[1], words[2], words[3]}; }
  static Keep not_zero(const V& mask) {
    return {mask[0] != 0, mask[1] != 0, mask[2] != 0, mask[3] != 0};
  }
  static V compressed(const V& words, const Keep& keep) {
    V result{};
    size_t at = 0;
    for (size_t l = 0; l < 4; ++l)
      if (keep[l]) result[at++] = words[l];
    return result;
  }
  static int64_t count(const Keep& keep) { return keep[0] + keep[1] + keep[2] + keep[3]; }
  static void store(const V& v, uint32_t* memory, int64_t at) {
    std::copy(v.begin(), v.end(), memory + at);
  }
};
template <class LoopMutation>
int64_t pack_plain(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  return optimized::baseline::pack<LoopMutation>(PlainLanes(), dst, words, mask, count);
}
using RestUnpacked = MutantLoop<LoopFault::rest_unpacked>;
Result run_without_rest(Machine& machine, const Case& c) {
  if (c.operation->family != Family::bm_atomic) return optimized::run(machine, c);
  Result result = {spec::evaluate(c)};
  if (!result.constraint_results.legal()) return result;
  optimized::execute_bm_atomic<Original>(machine, c,
                                         {optimized::converter, pack_plain<RestUnpacked>});
  result.returned = optimized::returned_by(machine, c);
  return result;
}

template <Fault fault>
Control control_of() {
  return plans::control(fault, packs<With<fault>>, {}, [](const Model& v) {
    return masked({v["mask"], 0xffffffff});
  });
}

}  // namespace

std::vector<Theorem> bm_word_theorems() {
  return {
      {"words.masked",
       "The step by which mask_memcpy_4D packs words, from any number of them on: a word is kept "
       "exactly where its mask is not 0, at the place after those kept before it, and as many "
       "are counted.",
       operations_matching({"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}),
       packs<Original>, control_of<Fault::bm_mask_low_bit>()},
      {"words.packed",
       "Each word of a run lies in one chunk, and there in one whole vector or among those after "
       "them; a vector does what the step does to each of its words in turn, and writes nothing "
       "past the buffer.",
       operations_matching({"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}),
       packs_vectors<OriginalLoop>,
       plans::control(plans::description(LoopFault::rest_unpacked), run_without_rest,
                      packs_vectors<RestUnpacked>,
                      {{"words", {1, 15}}, {"width", {4, 4}}, {"count", {1, 15}}, {"p", {0, 14}}},
                      [](const Model& v) {
                        // The word that the solver names is kept, its neighbours are not.
                        std::vector<int64_t> masks(static_cast<size_t>(v["count"]), 0);
                        masks[static_cast<size_t>(v["p"])] = 0xffffffff;
                        return masked(masks);
                      })}};
}

std::vector<Control> bm_word_controls() {
  return {control_of<Fault::bm_mask_low_byte>(), control_of<Fault::bm_mask_leaves_gaps>()};
}

}  // namespace strideproof::solver
