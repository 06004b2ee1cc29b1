// Conversions of elements: the templates for vectors of a processor run here on unknown words and
// numbers. float16, float32 and their rounding are the IEEE 754 theory of the solver.

#include "mutants/conversions.h"

#include <cmath>
#include <cstring>

#include "model/implementation.h"
#include "model/optimized/bm_atomic.h"
#include "model/optimized/convert.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plan_controls.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using bm_atomic::Format;
using mutants::Conversions;

// ---- symbolic elements ----

uint32_t bits_of(float x) {
  uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

z3::expr of(z3::context& z3, Z3_ast ast) {
  z3.check_error();
  return {z3, ast};
}
z3::expr nearest_even(z3::context& z3) { return of(z3, Z3_mk_fpa_rne(z3)); }
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

struct SymElements {
  using W = SymWord;
  struct F {
    z3::expr number;
    std::optional<SymWord> bits;  // if known without the solver
  };
  Proof& proof;

  static W word(uint32_t x) { return SymWords::word(x); }
  static F number(float x) { return as_number(word(bits_of(x))); }
  static W both(const W& a, const W& b) { return SymWords::both(a, b); }
  static W either(const W& a, const W& b) { return SymWords::either(a, b); }
  static W differing(const W& a, const W& b) { return SymWords::differing(a, b); }
  static W minus(const W& a, const W& b) { return SymWords::minus(a, b); }
  static W plus(const W& a, const W& b) { return minus(a, SymWords::negated(b)); }
  template <int n>
  static W left(const W& a) {
    return SymWords::left(a, n);
  }
  template <int n>
  static W right(const W& a) {
    return SymWords::right(a, n);
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
    z3::context& z3 = a.number.ctx();
    return {of(z3, Z3_mk_fpa_mul(z3, nearest_even(z3), a.number, b.number)), {}};
  }
  static F sum(const F& a, const F& b) {
    z3::context& z3 = a.number.ctx();
    return {of(z3, Z3_mk_fpa_add(z3, nearest_even(z3), a.number, b.number)), {}};
  }
  static F from_integer(const W& a) {
    z3::context& z3 = a.term().ctx();
    return {of(z3, Z3_mk_fpa_to_fp_signed(z3, nearest_even(z3), a.term(), z3.fpa_sort<32>())), {}};
  }
  static W nearest(const F& f) {
    z3::context& z3 = f.number.ctx();
    return SymWord::of(of(z3, Z3_mk_fpa_to_sbv(z3, nearest_even(z3), f.number, 32)));
  }
  static W select(const SymBool& truth, const W& yes, const W& no) {
    return SymWords::select(truth, yes, no);
  }
  static F select(const SymBool& truth, const F& yes, const F& no) {
    return {z3::ite(truth.term(), yes.number, no.number), {}};
  }
};

// ---- the theorems ----

z3::expr half_of(const SymWord& code) { return number_of(code.term().extract(15, 0)); }
z3::expr rounded_to(const z3::expr& number, const z3::sort& sort) {
  z3::context& z3 = number.ctx();
  return of(z3, Z3_mk_fpa_to_fp_float(z3, nearest_even(z3), number, sort));
}

template <class Code>
void halves_become_floats(Proof& proof) {
  const SymWord code = any_word(proof, "code");
  proof.given(within(code, 0, UINT16_MAX));
  const SymElements x = {proof};
  const auto value = Code::from_half(x, code);
  const z3::expr half = half_of(code);
  proof.conclude(
      "a number stays the same",
      implies(!is_nan(half),
              same(value.number, rounded_to(half, proof.context().z3().fpa_sort<32>()))));
  const SymWord fraction = x.both(code, x.word(0x3ff)), sign = x.both(code, x.word(0x8000));
  proof.conclude("a NaN keeps its sign and its fraction, and is quiet",
                 implies(is_nan(half),
                         x.bits(value) == x.either(x.either(x.left<16>(sign), x.left<13>(fraction)),
                                                   x.word(0x7fc00000))));
}

template <class Code>
void floats_become_halves(Proof& proof) {
  const SymWord bits = any_word(proof, "value");
  const SymElements x = {proof};
  const auto value = x.as_number(bits);
  const SymWord code = Code::to_half(x, value);
  proof.conclude("a code of 16 bits", within(code, 0, UINT16_MAX));
  proof.conclude(
      "a number becomes the nearest, of two the even one",
      implies(!is_nan(value.number),
              same(half_of(code), rounded_to(value.number, proof.context().z3().fpa_sort<16>()))));
  const SymWord fraction = x.both(x.right<13>(bits), x.word(0x3ff)),
                sign = x.both(bits, x.word(0x80000000));
  proof.conclude("a NaN keeps its sign and the upper bits of its fraction, and is quiet",
                 implies(is_nan(value.number),
                         code == x.either(x.either(x.right<16>(sign), fraction), x.word(0x7e00))));
}

// Rounded first, then saturated; a NaN becomes the largest.
template <class Code>
void floats_become_integers(Proof& proof) {
  const bool is_signed = any_choice(proof, "signed", 2) == 1;
  const int least = is_signed ? INT8_MIN : 0, most = is_signed ? INT8_MAX : UINT8_MAX;
  const SymElements x = {proof};
  const auto value = x.as_number(any_word(proof, "value"));
  const SymWord integer =
      Code::to_integer(x, value, static_cast<float>(least), static_cast<float>(most));
  z3::context& z3 = proof.context().z3();
  const SymElements::F rounded = {
      of(z3, Z3_mk_fpa_round_to_integral(z3, nearest_even(z3), value.number)), {}};
  const auto word = [&](int i) { return x.word(static_cast<uint32_t>(i)); };
  const auto number = [&](int i) { return x.number(static_cast<float>(i)); };
  const SymWord expected =
      x.select(any_of(is_nan(value.number), x.below(number(most), rounded)), word(most),
               x.select(x.below(rounded, number(least)), word(least), x.nearest(rounded)));
  proof.conclude("it is rounded, and then the nearest of its type", integer == expected);
}

// ---- controls ----

// One element.
struct PlainElements {
  using W = uint32_t;
  using F = float;
  static W word(uint32_t x) { return x; }
  static F number(float x) { return x; }
  static W both(W a, W b) { return a & b; }
  static W either(W a, W b) { return a | b; }
  static W differing(W a, W b) { return a ^ b; }
  static W plus(W a, W b) { return a + b; }
  static W minus(W a, W b) { return a - b; }
  template <int n>
  static W left(W a) {
    return a << n;
  }
  template <int n>
  static W right(W a) {
    return a >> n;
  }
  static bool less(W a, W b) { return static_cast<int32_t>(a) < static_cast<int32_t>(b); }
  static W bits(F f) { return bits_of(f); }
  static F as_number(W a) {
    F f = 0;
    std::memcpy(&f, &a, sizeof f);
    return f;
  }
  static bool below(F a, F b) { return a < b; }
  static F times(F a, F b) { return a * b; }
  static F sum(F a, F b) { return a + b; }
  static F from_integer(W a) { return static_cast<F>(static_cast<int32_t>(a)); }
  static W nearest(F f) { return static_cast<W>(static_cast<int32_t>(std::nearbyint(f))); }
  template <class T>
  static T select(bool truth, T yes, T no) {
    return truth ? yes : no;
  }
};

template <class From, class To, class Each>
void for_each_element(uint8_t* dst, const uint8_t* src, int64_t count, Each each) {
  for (int64_t i = 0; i < count; ++i, dst += sizeof(To), src += sizeof(From)) {
    From from;
    std::memcpy(&from, src, sizeof from);
    const To to = static_cast<To>(each(from));
    std::memcpy(dst, &to, sizeof to);
  }
}

template <class Code>
optimized::Convert faulty_converter(Format from, Format to) {
  if (from == Format::float16 && to == Format::float32)
    return [](uint8_t* dst, const uint8_t* src, int64_t count) {
      for_each_element<uint16_t, float>(
          dst, src, count, [](uint16_t half) { return Code::from_half(PlainElements(), half); });
    };
  if (from == Format::float32 && to == Format::float16)
    return [](uint8_t* dst, const uint8_t* src, int64_t count) {
      for_each_element<float, uint16_t>(
          dst, src, count, [](float value) { return Code::to_half(PlainElements(), value); });
    };
  return [](uint8_t* dst, const uint8_t* src, int64_t count) {
    for_each_element<float, int8_t>(dst, src, count, [](float value) {
      return Code::to_integer(PlainElements(), value, INT8_MIN, INT8_MAX);
    });
  };
}

template <class Code>
Result run_with(Machine& machine, const Case& c) {
  if (c.operation->name != "bm_atomic_memcpy_4D") return optimized::run(machine, c);
  const Result result = {spec::evaluate(c)};
  if (result.constraint_results.legal())
    optimized::execute_bm_atomic(machine, c, {faulty_converter<Code>});
  return result;
}

// Writes the element of the model, and then converts it.
std::string converted(int64_t bits, Format from, Format to) {
  constexpr int64_t apart = 64;
  const auto element = [](int64_t address, Format format) -> Tensor4 {
    return {address, 0, {1, 1, 1, 1}, {0, 0, 0, 1}, static_cast<int64_t>(format)};
  };
  return toy_program + set_step(-1, 0, bits, 1, from) +
         as_step(tensor_line(element(dst_window + apart, to), element(dst_window, from),
                             bm_atomic::Direction::S2S, false));
}

template <class Code>
Control control_of(const char* planted, void (*claim)(Proof&), const Proof::Limits& limits,
                   const char* unknown, Format from, Format to) {
  return plans::control(
      planted, run_with<Code>, claim, limits,
      [unknown, from, to](const Model& v) { return converted(v[unknown], from, to); });
}

}  // namespace

std::vector<Theorem> conversion_theorems() {
  const auto copies = operations_matching({"bm_atomic_memcpy_4D"});
  using mutants::NanLeast, mutants::SubnormalAsNormal, mutants::TiesUpwards;
  return {
      {"convert.from_half",
       "A float16 becomes the float32 of the same value; a NaN stays one, with its sign and its "
       "fraction, and is quiet.",
       copies, halves_become_floats<Conversions>,
       control_of<SubnormalAsNormal>(
           "the smallest exponent of a float16 is taken for an ordinary one",
           halves_become_floats<SubnormalAsNormal>, {}, "code", Format::float16, Format::float32)},
      {"convert.to_half",
       "A float32 becomes the nearest float16, of two the even one; a NaN stays one, with its sign "
       "and the upper bits of its fraction, and is quiet.",
       copies, floats_become_halves<Conversions>,
       control_of<TiesUpwards>("halfway between two float16 the larger one is taken",
                               floats_become_halves<TiesUpwards>, {}, "value", Format::float32,
                               Format::float16)},
      {"convert.to_integer",
       "A float32 becomes an integer of 8 bits: it is rounded to the nearest, of two the even one, "
       "and then becomes the smallest or the largest where it lies beyond; a NaN the largest.",
       copies, floats_become_integers<Conversions>,
       control_of<NanLeast>("NaN becomes the smallest integer", floats_become_integers<NanLeast>,
                            {{"signed", {1, 1}}}, "value", Format::float32, Format::int8)}};
}

}  // namespace strideproof::solver
