// Conversions of elements: the templates for vectors of a processor run here on unknown words and
// numbers. float16, float32 and their rounding are the IEEE 754 theory of the solver.

#include <bit>

#include "model/optimized/baseline.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

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
  struct Ints : SymWords::Ints {
    Proof& proof;
  } ints;
  struct Floats {
  } floats;

  // Numbers are rounded to the nearest, of two the even one.
  explicit SymElements(Proof& proof) : ints{{}, proof} {
    proof.context().z3().set_rounding_mode(z3::RNE);
  }
};

SymFloat BitCast(SymElements::Floats, const SymWord& v) { return {number_of(v.term()), v}; }
// Any word that encodes a computed number.
SymWord BitCast(const SymElements::Ints& tag, const SymFloat& f) {
  if (f.bits) return *f.bits;
  const SymWord bits = any_word(tag.proof, "bits");
  tag.proof.given(same(number_of(bits.term()), f.number));
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
  return {z3::sbv_to_fpa(v.term(), v.term().ctx().fpa_sort<32>()), {}};
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

z3::expr half_of(const SymWord& code) { return number_of(code.term().extract(15, 0)); }
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
  const SymWord nearest = SymWord::of(z3::fpa_to_sbv(whole.number, 32));
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

std::vector<Theorem> conversion_theorems() {
  const auto theorem = [](const char* name, const char* meaning, auto claim, Fault fault,
                          const Proof::Limits& limits, const std::string& line) {
    return plan_theorem(name, meaning, {"bm_atomic_memcpy_4D"}, claim, fault, limits, line);
  };
  return {theorem("convert.from_half",
                  "A float16 becomes the float32 of the same value; a NaN stays one, with its sign "
                  "and its fraction, and is quiet.",
                  halves_become_floats, Fault::bm_half_flushed, {},
                  converted("code", Format::float16, Format::float32)),
          theorem("convert.to_half",
                  "A float32 becomes the nearest float16, of two the even one; a NaN stays one, "
                  "with its sign and the upper bits of its fraction, and is quiet.",
                  floats_become_halves, Fault::bm_half_flushed, {},
                  converted("value", Format::float32, Format::float16)),
          theorem("convert.to_integer",
                  "A float32 becomes an integer of 8 bits: it is rounded to the nearest, of two "
                  "the even one, and then becomes the smallest or the largest where it lies "
                  "beyond; a NaN the largest.",
                  floats_become_integers, Fault::bm_nan_to_zero, "signed=0",
                  converted("value", Format::float32, Format::uint8))};
}

}  // namespace strideproof::solver
