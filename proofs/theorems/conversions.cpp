// Conversions of elements: the templates for vectors of a processor run here on unknown words and
// numbers. float16, float32 and their rounding are the IEEE 754 theory of the solver.

#include <bit>

#include "model/optimized/convert.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using bm_atomic::Format;

// ---- symbolic elements ----

uint32_t bits_of(float x) { return std::bit_cast<uint32_t>(x); }

z3::expr of(z3::context& z3, Z3_ast ast) {
  z3.check_error();
  return {z3, ast};
}
// The term that Z3 makes with this function, of numbers rounded to the nearest, of two the even one.
template <class Make, class... More>
z3::expr rounded(Make make, const z3::expr& x, const More&... more) {
  z3::context& z3 = x.ctx();
  return of(z3, make(z3, of(z3, Z3_mk_fpa_rne(z3)), x, more...));
}
// The number that an IEEE code of 16 or 32 bits is.
z3::expr number_of(const z3::expr& code) {
  z3::context& z3 = code.ctx();
  const bool half = code.get_sort().bv_size() == 16;
  return of(z3, Z3_mk_fpa_to_fp_bv(z3, code, half ? z3.fpa_sort<16>() : z3.fpa_sort<32>()));
}
SymBool is_nan(const z3::expr& number) {
  return SymBool::of(of(number.ctx(), Z3_mk_fpa_is_nan(number.ctx(), number)));
}
// Values of one sort; all NaN are equal, and 0 and -0 are not.
SymBool same(const z3::expr& a, const z3::expr& b) {
  return SymBool::of(of(a.ctx(), Z3_mk_eq(a.ctx(), a, b)));
}

struct SymElements : SymWords {
  using W = SymWord;
  struct F {
    z3::expr number;
    std::optional<SymWord> bits;  // if known without the solver
  };
  Proof& proof;

  explicit SymElements(Proof& of) : proof(of) {}
  static F number(float x) { return as_number(word(bits_of(x))); }
  static W plus(const W& a, const W& b) { return minus(a, negated(b)); }
  template <int n>
  static W left(const W& a) {
    return SymWords::left(a, word(n));
  }
  template <int n>
  static W right(const W& a) {
    return SymWords::right(a, word(n));
  }
  static SymBool less(const W& a, const W& b) { return SymBool::of(z3::slt(a.term(), b.term())); }
  static F as_number(const W& a) { return {number_of(a.term()), a}; }
  // Any word that encodes the computed number.
  W bits(const F& f) const {
    if (f.bits) return *f.bits;
    const SymWord word = any_word(proof, "bits");
    proof.given(same(number_of(word.term()), f.number));
    return word;
  }
  static SymBool below(const F& a, const F& b) {
    return SymBool::of(of(a.number.ctx(), Z3_mk_fpa_lt(a.number.ctx(), a.number, b.number)));
  }
  static F times(const F& a, const F& b) {
    return {rounded(Z3_mk_fpa_mul, a.number, b.number), {}};
  }
  static F sum(const F& a, const F& b) { return {rounded(Z3_mk_fpa_add, a.number, b.number), {}}; }
  static F from_integer(const W& a) {
    return {rounded(Z3_mk_fpa_to_fp_signed, a.term(), a.term().ctx().fpa_sort<32>()), {}};
  }
  static W nearest(const F& f) { return SymWord::of(rounded(Z3_mk_fpa_to_sbv, f.number, 32)); }
  using SymWords::select;
  static F select(const SymBool& truth, const F& yes, const F& no) {
    return {z3::ite(truth.term(), yes.number, no.number), {}};
  }
};

// ---- the code, with the faults of the library of mutants ----

// Fault::bm_half_flushed: numbers below the smallest normal float16 become 0.
SymElements::F from_half(const PlanCode& by, const SymElements& x, const SymWord& code) {
  const auto number = optimized::baseline::from_half(x, code);
  if (by.fault != Fault::bm_half_flushed) return number;
  return x.select(x.less(x.both(code, x.word(0x7fff)), x.word(0x400)), x.number(0), number);
}
SymWord to_half(const PlanCode& by, const SymElements& x, const SymElements::F& value) {
  const SymWord code = optimized::baseline::to_half(x, value);
  if (by.fault != Fault::bm_half_flushed) return code;
  const SymWord size = x.both(x.bits(value), x.word(0x7fffffff));
  return x.select(x.less(size, x.word(bits_of(0x1p-14F))), x.word(0), code);
}
SymWord to_integer(const PlanCode& by, const SymElements& x, const SymElements::F& value, int least,
                   int most) {
  const SymWord integer = optimized::baseline::to_integer(x, value, static_cast<float>(least),
                                                          static_cast<float>(most));
  if (by.fault != Fault::bm_nan_to_zero) return integer;
  return x.select(is_nan(value.number), x.word(0), integer);
}

// ---- the theorems ----

z3::expr half_of(const SymWord& code) { return number_of(code.term().extract(15, 0)); }
void halves_become_floats(Proof& proof, const PlanCode& by) {
  const SymWord code = any_word(proof, "code");
  proof.given(within(code, 0, UINT16_MAX));
  const SymElements x(proof);
  const auto value = from_half(by, x, code);
  const z3::expr half = half_of(code);
  proof.conclude(
      "a number stays the same",
      implies(!is_nan(half), same(value.number, rounded(Z3_mk_fpa_to_fp_float, half,
                                                        proof.context().z3().fpa_sort<32>()))));
  const SymWord fraction = x.both(code, x.word(0x3ff)), sign = x.both(code, x.word(0x8000));
  proof.conclude("a NaN keeps its sign and its fraction, and is quiet",
                 implies(is_nan(half),
                         x.bits(value) == x.either(x.either(x.left<16>(sign), x.left<13>(fraction)),
                                                   x.word(0x7fc00000))));
}

void floats_become_halves(Proof& proof, const PlanCode& by) {
  const SymWord bits = any_word(proof, "value");
  const SymElements x(proof);
  const auto value = x.as_number(bits);
  const SymWord code = to_half(by, x, value);
  proof.conclude("a code of 16 bits", within(code, 0, UINT16_MAX));
  proof.conclude("a number becomes the nearest, of two the even one",
                 implies(!is_nan(value.number),
                         same(half_of(code), rounded(Z3_mk_fpa_to_fp_float, value.number,
                                                     proof.context().z3().fpa_sort<16>()))));
  const SymWord fraction = x.both(x.right<13>(bits), x.word(0x3ff)),
                sign = x.both(bits, x.word(0x80000000));
  proof.conclude("a NaN keeps its sign and the upper bits of its fraction, and is quiet",
                 implies(is_nan(value.number),
                         code == x.either(x.either(x.right<16>(sign), fraction), x.word(0x7e00))));
}

// Rounded first, then saturated; a NaN becomes the largest.
void floats_become_integers(Proof& proof, const PlanCode& by) {
  const bool is_signed = any_bool(proof, "signed");
  const int least = is_signed ? INT8_MIN : 0, most = is_signed ? INT8_MAX : UINT8_MAX;
  const SymElements x(proof);
  const auto value = x.as_number(any_word(proof, "value"));
  const SymWord integer = to_integer(by, x, value, least, most);
  const SymElements::F whole = {rounded(Z3_mk_fpa_round_to_integral, value.number), {}};
  const auto word = [&](int i) { return x.word(static_cast<uint32_t>(i)); };
  const auto number = [&](int i) { return x.number(static_cast<float>(i)); };
  const SymWord expected =
      x.select(any_of(is_nan(value.number), x.below(number(most), whole)), word(most),
               x.select(x.below(whole, number(least)), word(least), x.nearest(whole)));
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
