// Terms about where operands lie and what they hold.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "conform/region/terms.h"
#include "model/fill.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"
#include "spec/spec.h"

namespace strideproof::region {
namespace {

using spec::MachineShape;
using spec::Tensor;

constexpr double simple = 1.1, usual = 1.3, derived = 1.5;
constexpr int64_t most_mask_words = 4096;

struct Named {
  std::string_view name;
  Tensor<int64_t> tensor;
};

std::vector<Named> of_okk_gdma(const MachineShape<int64_t>& m, const Case& c) {
  return spec::okk_gdma::with_view(*c.operation, c.arguments, [&](const auto& op) {
    std::vector<Named> all = {{"dst", spec::okk_gdma::dst_of(m, op)}};
    if constexpr (requires { op.src_addr; }) all.push_back({"src", spec::okk_gdma::src_of(m, op)});
    return all;
  });
}

std::vector<Named> of_okk_bdc(const MachineShape<int64_t>& m, const Case& c) {
  const auto view = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const bool two = okk_bdc::is_binary(okk_bdc::kind(*c.operation));
  std::vector<Named> all = {{"dst", spec::okk_bdc::operand_of(m, view, on_dst)},
                            {two ? "src0" : "src", spec::okk_bdc::operand_of(m, view, on_src)}};
  if (two) all.push_back({"src1", spec::okk_bdc::operand_of(m, view, on_src1)});
  return all;
}

std::vector<Named> of_bm_atomic(const MachineShape<int64_t>& m, const Case& c) {
  if (c.operation->parameters.empty()) return {};
  return spec::bm_atomic::with_view(*c.operation, c.arguments, [&](const auto& op) {
    std::vector<Named> all;
    const Operands there = spec::bm_atomic::operands_of(op);
    for (const Operands which : {on_dst, on_src, on_src1}) {
      if ((there & which) == 0) continue;
      std::string_view name = which == on_dst ? "dst" : which == on_src ? "src" : "mask";
      if constexpr (requires { op.local_mem_addr; }) name = which == on_dst ? "local" : "global";
      const auto seen = spec::bm_atomic::machine_of(m, spec::bm_atomic::side_of(op, which).memory);
      all.push_back({name, spec::bm_atomic::operand_of(seen, op, which)});
    }
    return all;
  });
}

std::vector<Named> tensors_of(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  switch (c.operation->family) {
    case Family::okk_gdma: return of_okk_gdma(m, c);
    case Family::okk_bdc: return of_okk_bdc(m, c);
    case Family::bm_atomic: return of_bm_atomic(m, c);
    case Family::tik:
    case Family::asc: break;
  }
  return {};
}

void describe_local(const Case& c, const Named& x, Terms& terms) {
  const Profile& profile = *c.profile;
  const Dim4<int64_t>& shape = x.tensor.shape;
  const int64_t start = x.tensor.address / profile.lane_bytes, end = start + shape.c;
  const int64_t block_rows = (end + profile.lanes - 1) / profile.lanes;
  terms.say(fmt::format("{} start lane", x.name), Sort::number, start, simple);
  terms.say(fmt::format("({} start lane + C)", x.name), Sort::number, end, simple);
  terms.say(fmt::format("({} start lane + C) mod {}", x.name, profile.lanes), Sort::remainder,
            end % profile.lanes, derived);
  terms.say(fmt::format("{} block rows", x.name), Sort::number, block_rows, derived);
  terms.say(fmt::format("{} N * block rows", x.name), Sort::number, shape.n * block_rows, derived);
  terms.say(fmt::format("{} channel bytes mod {}", x.name, profile.unit_bytes), Sort::remainder,
            shape.h * shape.w * x.tensor.element_bytes % profile.unit_bytes, derived);
}

// Strides that are used and are not those of rows, or elements, behind each other.
void describe_gaps(const Named& x, Terms& terms) {
  const Dim4<int64_t>&shape = x.tensor.shape, &stride = x.tensor.stride;
  terms.say(fmt::format("{} rows apart", x.name), fmt::format("{} rows adjacent", x.name),
            shape.h > 1 && stride.h != shape.w, derived);
  terms.say(fmt::format("{} elements apart", x.name), fmt::format("{} elements adjacent", x.name),
            shape.w > 1 && stride.w != 1, derived);
}

void describe_strides(const Named& a, const Named& b, Terms& terms) {
  const auto differ = [&](std::string_view dimension, int64_t extent, int64_t of_a, int64_t of_b) {
    terms.say(fmt::format("{} and {} {} strides differ", a.name, b.name, dimension),
              fmt::format("{} and {} {} strides do not differ", a.name, b.name, dimension),
              extent > 1 && of_a != of_b, derived);
  };
  const Dim4<int64_t>&s = a.tensor.shape, &p = a.tensor.stride, &q = b.tensor.stride;
  if (!(s == b.tensor.shape)) return;
  differ("n", s.n, p.n, q.n);
  differ("c", s.c, p.c, q.c);
  differ("h", s.h, p.h, q.h);
  differ("w", s.w, p.w, q.w);
  terms.say(fmt::format("{} and {} strides differ", a.name, b.name),
            fmt::format("{} and {} strides do not differ", a.name, b.name),
            (s.n > 1 && p.n != q.n) || (s.c > 1 && p.c != q.c) || (s.h > 1 && p.h != q.h) ||
                (s.w > 1 && p.w != q.w),
            derived);
}

// ---- contents ----

int64_t integer(const uint8_t* bytes, int64_t size, bool with_sign) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, static_cast<size_t>(size));
  const int unused = static_cast<int>(64 - 8 * size);
  return with_sign ? static_cast<int64_t>(word << unused) >> unused : static_cast<int64_t>(word);
}

double of_float16(uint64_t code) {
  const double sign = (code >> 15 & 1) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(code >> 10 & 31);
  const auto mantissa = static_cast<double>(code & 1023);
  if (exponent == 31) return mantissa == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(mantissa + 1024, exponent - 25);
}

void describe_float(std::string_view name, double value, Terms& terms) {
  constexpr double least_float16 = 1.0 / 16384, most_float16 = 65504;
  const double size = std::fabs(value);
  const auto say = [&](std::string_view what, bool is, double cost) {
    terms.say(fmt::format("{} is {}", name, what), fmt::format("{} is not {}", name, what), is,
              cost);
  };
  say("NaN", std::isnan(value), simple);
  say("negative", value < 0, derived);
  say("an integer", size == std::floor(size), simple);
  say("half an odd number", size - std::floor(size) == 0.5, simple);
  say("half above an even number",
      value - std::floor(value) == 0.5 && std::fmod(std::floor(value), 2) == 0, simple);
  say("nearest to the integer above", std::nearbyint(value) > value, simple);
  say("subnormal as float32", size > 0 && size < std::numeric_limits<float>::min(), simple);
  say("subnormal as float16", size > 0 && size < least_float16, simple);
  say("too large for float16", size > most_float16, simple);
  if (!std::isnan(value))
    terms.say(name, Sort::number, static_cast<int64_t>(std::clamp(value, -1e6, 1e6)), simple);
}

int64_t format_of(const Case& c, std::string_view wanted) {
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.name == wanted) return c[wanted];
  return -1;
}

}  // namespace

void describe_operands(const Case& c, Terms& terms) {
  const std::vector<Named> all = tensors_of(c);
  for (const Named& x : all) {
    if (x.tensor.space == Space::local) describe_local(c, x, terms);
    describe_gaps(x, terms);
  }
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b) describe_strides(all[a], all[b], terms);
  if (all.empty()) return;
  const Tensor<int64_t>& t = all.front().tensor;
  terms.say("elements", Sort::number, spec::cost(c), derived);
  terms.say("H*W", Sort::number, t.shape.h * t.shape.w, derived);
  terms.say("row bytes", Sort::number, t.shape.w * t.element_bytes, derived);
  terms.say("channel bytes", Sort::number, t.shape.h * t.shape.w * t.element_bytes, derived);
}

void describe_mask(const Case& c, Terms& terms) {
  if (!bm_atomic::is_kind(*c.operation, bm_atomic::Kind::mask_memcpy_4D)) return;
  if (spec::cost(c) > most_mask_words) return;
  int64_t words = 0, kept = 0;
  for (const spec::Run& run : spec::footprint(c)) {
    if (run.operand != on_src1) continue;
    std::vector<uint8_t> bytes(static_cast<size_t>(run.size));
    fill(bytes.data(), run.size, c.fill, run.space, run.lane, run.first, c.data[2]);
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4, ++words)
      kept += integer(&bytes[at], 4, false) != 0 ? 1 : 0;
  }
  terms.say("words kept", Sort::number, kept, simple);
  terms.say("words left out", Sort::number, words - kept, simple);
}

// Of a shift: what is shifted, and by how much.
void describe_shift(int64_t value, int64_t count, Terms& terms) {
  terms.say("value", Sort::number, value, simple);
  terms.say("count", Sort::number, count, simple);
  const auto bits = static_cast<uint64_t>(value) & 0xffffffff;
  const auto bit = [&](int64_t at) { return at >= 0 && at < 32 && (bits >> at & 1) != 0; };
  terms.say("the last bit dropped is set", "the last bit dropped is not set",
            count > 0 ? bit(32 - count) : bit(-count - 1), simple);
  terms.say("the shift changes the sign", "the shift does not change the sign",
            bit(31) != bit(31 - count) && count > 0, simple);
}

void describe_words(const Case& c, int64_t src, std::optional<int64_t> src1, Terms& terms) {
  using okk_bdc::Kind;
  const Kind kind = okk_bdc::kind(*c.operation);
  const int64_t second = src1 ? *src1 : c["C"];
  const auto constant = static_cast<int64_t>(static_cast<int32_t>(second));
  if (okk_bdc::is_shift(kind))
    okk_bdc::shifts_C(kind) ? describe_shift(constant, src, terms)
                            : describe_shift(src, constant, terms);
  const int64_t bits = src & second & 0xffffffff;
  terms.say("a bit is set in both operands", "no bit is set in both operands", bits != 0, simple);
  terms.say("bit 31 is set in both operands", "bit 31 is not set in both operands",
            (bits >> 31 & 1) != 0, simple);
}

void describe_contents(const Case& c, Terms& terms) {
  using bm_atomic::Format;
  std::optional<int64_t> src, src1;
  for (const spec::Run& run : spec::footprint(c)) {
    if (run.size > 4) continue;
    const int operand = run.operand == on_dst ? 0 : run.operand == on_src ? 1 : 2;
    if (operand == 0 && c.operation->parameter("result_add") == nullptr) continue;  // never read
    uint8_t bytes[4];
    fill(bytes, run.size, c.fill, run.space, run.lane, run.first, c.data[operand]);
    const std::string name = fmt::format("what {} holds", operand == 0   ? "dst"
                                                          : operand == 1 ? "src"
                                                                         : "src1");
    int64_t format = format_of(c, operand == 0 ? "dst_format" : "src_format");
    if (format < 0) format = format_of(c, "format");
    if (format == static_cast<int64_t>(Format::float32)) {
      float value;
      std::memcpy(&value, bytes, sizeof value);
      describe_float(name, double{value}, terms);
    } else if (format == static_cast<int64_t>(Format::float16)) {
      describe_float(name, of_float16(static_cast<uint64_t>(integer(bytes, 2, false))), terms);
    } else {
      const bool with_sign = format != static_cast<int64_t>(Format::uint8);
      const int64_t value = integer(bytes, run.size, with_sign);
      if (operand > 0) (operand == 1 ? src : src1) = value;
      if (operand > 0 || c.operation->family != Family::okk_bdc)
        terms.say(name, Sort::number, value, usual);
    }
  }
  if (c.operation->family == Family::okk_bdc && src) describe_words(c, *src, src1, terms);
}

}  // namespace strideproof::region
