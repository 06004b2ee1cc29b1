// Words: a shift is that of the document for every word and every legal count.
// Conversions of elements: the templates for vectors of a processor run here on unknown words and
// numbers. float16, float32 and their rounding are the IEEE 754 theory of the solver.

#include "proofs/engine/words.h"

#include <bit>

#include "model/optimized/baseline.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using okk_bdc::Function;

// ---- programs of controls ----

// Sets a word and a count, then shifts the word.
std::string shifted(const std::string& kind) {
  return "program toy fill=0 ; okk_gdma_32bit_set_C_local dst_addr=0 C={a} shape=1,1,1,1 "
         "dst_stride=null ; okk_gdma_32bit_set_C_local dst_addr=4 C={count} shape=1,1,1,1 "
         "dst_stride=null ; okk_bdc_32bit_" +
         kind +
         "_shift dst_addr=8 src0_addr=0 src1_addr=4 shape=1,1,1,1 dst_stride=null src0_stride=null "
         "src1_stride=null";
}

// ---- shifts: "positive one performs left-shift and negative one performs right-shift" ----

// As numbers: times 2^count, of which 32 bits are kept, or divided by 2^-count and rounded down. In
// 64 bits nothing is lost on the way.
SymWord as_documented(bool arithmetic, const SymWord& value, const SymWord& count) {
  const z3::expr number = arithmetic ? z3::sext(value.term, 32) : z3::zext(value.term, 32);
  const z3::expr left = z3::sext(count.term, 32), right = -left;
  const z3::expr product = z3::shl(number, left);
  const z3::expr quotient = arithmetic ? z3::ashr(number, right) : z3::lshr(number, right);
  return {z3::ite(z3::sgt(count.term, 0), product.extract(31, 0), quotient.extract(31, 0))};
}

template <Function function>
void shifts_by(Proof& proof, const PlanCode& code) {
  constexpr int most = okk_bdc::largest_count;
  const SymWord a = any_word(proof, "a"), count = any_word(proof, "count");
  proof.given(within(count, -most, most));
  const SymWord result = code.applied<function>(SymWords(), a, count);
  proof.conclude("the word is the documented one",
                 result == as_documented(function == Function::arithmetic_shift, a, count));
}

void shifts(Proof& proof, const PlanCode& code) {
  if (any_bool(proof, "arithmetic")) return shifts_by<Function::arithmetic_shift>(proof, code);
  shifts_by<Function::logical_shift>(proof, code);
}

// ---- the packing step of mask_memcpy_4D, and the count of kept words ----

// One step of the loop, from any state: `kept` of `seen` words were kept, and are packed.
void packs(Proof& proof, const PlanCode& code) {
  const Sym seen = proof.variable("seen", 0, memory_end),
            kept = proof.variable("kept", 0, memory_end);
  proof.given(kept <= seen);
  const SymWord mask = any_word(proof, "mask");
  proof.given(within(mask, INT32_MIN, INT32_MAX));  // always true; puts mask into every model
  SymBool any_bit = false;
  for (unsigned b = 0; b < 32; ++b) any_bit = any_of(any_bit, bit(mask, b));
  const SymBool keeps = code.is_kept(SymWords(), mask);
  const Sym next = code.place_after(kept, select(keeps, Sym(1), Sym(0)));
  proof.conclude("a word is kept exactly where a bit of its mask is set", keeps == any_bit);
  proof.conclude("the next place is one further if the word is kept, and the same otherwise",
                 next == kept + select(any_bit, Sym(1), Sym(0)));
  proof.conclude("no more words are kept than were seen", next <= seen + 1);
}

using bm_atomic::Format;

// ---- symbolic elements ----

// The number that an IEEE code of 16 or 32 bits is.
z3::expr number_of(const z3::expr& code) {
  z3::context& z3 = code.ctx();
  const bool half = code.get_sort().bv_size() == 16;
  return code.mk_from_ieee_bv(half ? z3.fpa_sort<16>() : z3.fpa_sort<32>());
}
SymBool is_nan(const z3::expr& number) { return SymBool::of(number.mk_is_nan()); }
// Values of one sort; all NaN are equal, and 0 and -0 are not.
SymBool same(const z3::expr& a, const z3::expr& b) {
  return SymBool::of(z3::expr(a.ctx(), Z3_mk_eq(a.ctx(), a, b)));
}

struct SymFloat {
  z3::expr number;
  std::optional<SymWord> bits;  // if known without the solver
};
// The tags of bm_atomic_convert.cpp.
struct SymElements {
  struct IntElements : SymWords::Ints {
    Proof& proof;
  } ints;
  struct Floats {
  } floats;

  // Numbers are rounded to the nearest, of two the even one.
  explicit SymElements(Proof& proof) : ints{{}, proof} {
    proof.context().z3().set_rounding_mode(z3::RNE);
  }
};

SymFloat BitCast(SymElements::Floats, const SymWord& v) { return {number_of(v.term), v}; }
// Any word that encodes a computed number.
SymWord BitCast(const SymElements::IntElements& tag, const SymFloat& f) {
  if (f.bits) return *f.bits;
  const SymWord bits = any_word(tag.proof, "bits");
  tag.proof.given(same(number_of(bits.term), f.number));
  return bits;
}
SymWord word(int32_t x) { return Set(SymWords::Ints(), x); }
SymFloat Set(SymElements::Floats tag, float x) {
  return BitCast(tag, word(std::bit_cast<int32_t>(x)));
}
SymBool Lt(const SymFloat& a, const SymFloat& b) { return SymBool::of(a.number < b.number); }
SymFloat Mul(const SymFloat& a, const SymFloat& b) { return {a.number * b.number, {}}; }
SymFloat Add(const SymFloat& a, const SymFloat& b) { return {a.number + b.number, {}}; }
SymFloat ConvertTo(SymElements::Floats, const SymWord& v) {
  return {z3::sbv_to_fpa(v.term, v.term.ctx().fpa_sort<32>()), {}};
}
SymFloat IfThenElse(const SymBool& truth, const SymFloat& yes, const SymFloat& no) {
  return {z3::ite(truth.term(), yes.number, no.number), {}};
}

// ---- the code, with the faults of the library of mutants ----

// Fault::bm_half_flushed: numbers below the smallest normal float16 become 0.
SymFloat from_half(const PlanCode& by, const SymElements& x, const SymWord& code) {
  const SymFloat number = optimized::baseline::from_half(x, code);
  if (by.fault != Fault::bm_half_flushed) return number;
  return IfThenElse(Lt(And(code, word(0x7fff)), word(0x400)), Set(x.floats, 0), number);
}
SymWord to_half(const PlanCode& by, const SymElements& x, const SymFloat& value) {
  const SymWord code = optimized::baseline::to_half(x, value);
  if (by.fault != Fault::bm_half_flushed) return code;
  const SymWord size = And(BitCast(x.ints, value), word(INT32_MAX));
  return IfThenElse(Lt(size, word(std::bit_cast<int32_t>(0x1p-14F))), word(0), code);
}
SymWord to_integer(const PlanCode& by, const SymElements& x, const SymFloat& value, int least,
                   int most) {
  const SymWord integer = optimized::baseline::to_integer(x, value, static_cast<float>(least),
                                                          static_cast<float>(most));
  if (by.fault != Fault::bm_nan_to_zero) return integer;
  return IfThenElse(is_nan(value.number), word(0), integer);
}

// ---- the theorems ----

z3::expr half_of(const SymWord& code) { return number_of(code.term.extract(15, 0)); }
void halves_become_floats(Proof& proof, const PlanCode& by) {
  const SymWord code = any_word(proof, "code");
  proof.given(within(code, 0, UINT16_MAX));
  const SymElements x(proof);
  const SymFloat value = from_half(by, x, code);
  const z3::expr half = half_of(code);
  proof.conclude(
      "a number stays the same",
      implies(!is_nan(half),
              same(value.number, z3::fpa_to_fpa(half, proof.context().z3().fpa_sort<32>()))));
  const SymWord fraction = And(code, word(0x3ff)), sign = And(code, word(0x8000));
  proof.conclude("a NaN keeps its sign and its fraction, and is quiet",
                 implies(is_nan(half), BitCast(x.ints, value) ==
                                           Or(Or(ShiftLeft<16>(sign), ShiftLeft<13>(fraction)),
                                              word(0x7fc00000))));
}

void floats_become_halves(Proof& proof, const PlanCode& by) {
  const SymWord bits = any_word(proof, "value");
  const SymElements x(proof);
  const SymFloat value = BitCast(x.floats, bits);
  const SymWord code = to_half(by, x, value);
  proof.conclude("a code of 16 bits", within(code, 0, UINT16_MAX));
  proof.conclude("a number becomes the nearest, of two the even one",
                 implies(!is_nan(value.number),
                         same(half_of(code),
                              z3::fpa_to_fpa(value.number, proof.context().z3().fpa_sort<16>()))));
  const SymWord fraction = And(ShiftRight<13>(bits), word(0x3ff)),
                sign = And(ShiftRight<16>(bits), word(0x8000));
  proof.conclude("a NaN keeps its sign and the upper bits of its fraction, and is quiet",
                 implies(is_nan(value.number), code == Or(Or(sign, fraction), word(0x7e00))));
}

// Rounded first, then saturated; a NaN becomes the largest.
void floats_become_integers(Proof& proof, const PlanCode& by) {
  const bool is_signed = any_bool(proof, "signed");
  const int least = is_signed ? INT8_MIN : 0, most = is_signed ? INT8_MAX : UINT8_MAX;
  const SymElements x(proof);
  const SymFloat value = BitCast(x.floats, any_word(proof, "value"));
  const SymWord integer = to_integer(by, x, value, least, most);
  const SymFloat whole = {z3::round_fpa_to_closest_integer(value.number), {}};
  const SymWord nearest = {z3::fpa_to_sbv(whole.number, 32)};
  const auto number = [&](int i) { return Set(x.floats, static_cast<float>(i)); };
  const SymWord expected =
      IfThenElse(any_of(is_nan(value.number), Lt(number(most), whole)), word(most),
                 IfThenElse(Lt(whole, number(least)), word(least), nearest));
  proof.conclude("it is rounded, and then the nearest of its type", integer == expected);
}

// Writes the element of the model, and then converts it.
std::string converted(const std::string& unknown, Format from, Format to) {
  const auto number = [](Format format) { return std::to_string(static_cast<int>(format)); };
  return "program toy fill=0 ; bm_atomic_memset_4D start_addr=0xfffff000 shape=1,1,1,1 "
         "stride=0,0,0,1 const_val={" +
         unknown + "} format=" + number(from) +
         " is_local_mem=0 local_idx=0 ; bm_atomic_memcpy_4D src_addr=0xfffff000 src_local_idx=0 "
         "src_shape=1,1,1,1 src_stride=0,0,0,1 src_format=" +
         number(from) +
         " dst_addr=0xfffff040 dst_local_idx=0 dst_shape=1,1,1,1 dst_stride=0,0,0,1 dst_format=" +
         number(to) + " direction=2 transpose=0";
}

}  // namespace

std::vector<Theorem> word_theorems() {
  const auto conversion = [](const char* name, const char* meaning, auto claim, Fault fault,
                             const Proof::Limits& limits, const std::string& line) {
    return theorem(name, meaning, {"bm_atomic_memcpy_4D"}, claim, {{fault, limits, line}});
  };
  return {
      theorem("words.shift",
              "A shift by 1 to 32 is the product with that power of 2, cut to 32 bits; "
              "one by 0 to -32 is the quotient by that power of 2, rounded down, of a "
              "signed number in an arithmetic shift.",
              {"okk_bdc_*shift*"}, shifts,
              {{Fault::arithmetic_right_32_as_0, "arithmetic=1", shifted("arithmetic")},
               {Fault::logical_right_32_as_31, "arithmetic=0", shifted("logical")}}),
      theorem(
          "words.masked",
          "One step of mask_memcpy_4D, after any number of words: a word is kept exactly if "
          "its mask is not 0, it goes to the place after the words kept before it, and the "
          "count is their number.",
          {"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}, packs,
          {{Fault::bm_mask_low_bit,
            {},
            // Two masks in lane 0, the second of which is set.
            "program toy fill=0 ; bm_atomic_memset_4D start_addr=128 shape=1,1,1,1 "
            "stride=0,0,0,1 const_val={mask} format=0 is_local_mem=1 local_idx=0 ; "
            "bm_atomic_memset_4D start_addr=132 shape=1,1,1,1 stride=0,0,0,1 "
            "const_val=0xffffffff format=0 is_local_mem=1 local_idx=0 ; bm_atomic_mask_memcpy_4D "
            "data_local_mem_addr=0 mask_local_mem_addr=128 local_mem_idx=0 "
            "dst_global_mem_addr=0xfffff000 shape=1,1,1,2 ; bm_get_mask_memcpy_res_num"}}),
      conversion("convert.from_half",
                 "A float16 becomes the float32 of the same value; a NaN stays one, with its sign "
                 "and its fraction, and is quiet.",
                 halves_become_floats, Fault::bm_half_flushed, {},
                 converted("code", Format::float16, Format::float32)),
      conversion("convert.to_half",
                 "A float32 becomes the nearest float16, of two the even one; a NaN stays one, "
                 "with its sign and the upper bits of its fraction, and is quiet.",
                 floats_become_halves, Fault::bm_half_flushed, {},
                 converted("value", Format::float32, Format::float16)),
      conversion("convert.to_integer",
                 "A float32 becomes an integer of 8 bits: it is rounded to the nearest, of two "
                 "the even one, and then becomes the smallest or the largest where it lies "
                 "beyond; a NaN the largest.",
                 floats_become_integers, Fault::bm_nan_to_zero, "signed=0",
                 converted("value", Format::float32, Format::uint8))};
}

}  // namespace strideproof::solver
