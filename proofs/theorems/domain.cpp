#include "proofs/theorems/domain.h"

namespace strideproof::solver {
namespace {

using spec::unbounded;

// The last step of an extent, as in last_byte.
Sym last_step(const Sym& last, const Sym& stride) { return last * min_of(stride, Sym(unbounded)); }

SymBool usable(const Sym& last, const Sym& stride) { return any_of(last == 0, stride >= 0); }

}  // namespace

const Lemma<3> steps_up_to_the_last = {
    "steps up to a last one in memory",
    {"i", "last", "s"},
    [](Sym i, Sym last, Sym s) {
      const SymBool is_exact = any_of(s <= unbounded, last_step(last, s) < memory_end);
      return given(0 <= i, i <= last, usable(last, s), is_exact)
          .follows(0 <= i * s, i * s <= last_step(last, s), last_step(last, s) == last * s);
    },
    [](const Sym& i, const Sym& last, const Sym& s) {
      return Instances{product_monotone(i, last, s), product_monotone(0, i, s),
                       product_monotone(1, last, min_of(s, Sym(unbounded)))};
    }};

void learn_steps(Proof& proof, const std::string& stage, const Sym& i, const Sym& last,
                 const Sym& s) {
  proof.learn(stage, exactly([&] { return i * s; }), {0, memory_end},
              {steps_up_to_the_last(i, last, s)});
}

Fact prove_division(Proof& proof, const std::string& stage, const Sym& x, const Sym& m) {
  const ExactArithmetic exact;
  return proof.prove(stage, all_of(x == x / m * m + x % m, 0 <= x / m, 0 <= x % m, x % m < m),
                     {division(x, m)});
}

SymBool is_inside(const Dim4<Sym>& at, const Dim4<Sym>& shape) {
  return all_of(0 <= at.n, at.n < shape.n, 0 <= at.c, at.c < shape.c, 0 <= at.h, at.h < shape.h,
                0 <= at.w, at.w < shape.w);
}

Dim4<Sym> any_indices(Proof& proof, const Dim4<Sym>& shape) {
  const auto longest = shape.w.bounds();
  const Dim4<Sym> at = {any_index(proof, "n"), any_index(proof, "c"), any_index(proof, "h"),
                        proof.variable("w", 0, longest ? longest->high : most_extent)};
  proof.given(is_inside(at, shape));
  return at;
}

int any_choice(Proof& proof, const std::string& name, int count) {
  const Sym any = proof.variable(name, 0, count - 1);
  int choice = 0;
  while (choice + 1 < count && !bool(any == choice)) ++choice;
  return choice;
}

bool any_bool(Proof& proof, const std::string& name) { return any_choice(proof, name, 2) == 1; }

Space any_space(Proof& proof, const std::string& suffix) {
  return any_bool(proof, "local" + suffix) ? Space::local : Space::system;
}

Space any_memory(Proof& proof) {
  constexpr Space memories[] = {Space::system, Space::local, Space::ub, Space::l1, Space::l0b};
  return memories[any_choice(proof, "memory", 5)];
}

int64_t any_element_bytes(Proof& proof, bool blocks) {
  const Sym es = proof.variable("es", 1, blocks ? block_bytes : 4);
  proof.given(any_of(es == 1, es == 2, es == 4, es == block_bytes));
  for (const int64_t bytes : {1, 2})
    if (es == bytes) return bytes;
  return !blocks || bool(es == 4) ? 4 : block_bytes;
}

std::span<const Window> any_windows(Proof& proof) {
  static const std::vector<Window> flat = [] {
    std::vector<Window> all;
    for (const Profile& p : profiles()) all.push_back(spec::machine_shape<int64_t>(p).flat);
    return all;
  }();
  const auto choice = any_choice(proof, "profile", static_cast<int>(profiles().size()));
  const Profile& profile = profiles()[static_cast<size_t>(choice)];
  if (profile.lanes == 0 || !any_bool(proof, "flat")) return profile.windows;
  return {&flat[static_cast<size_t>(&profile - profiles().data())], 1};
}

MachineShape<Sym> any_machine(Proof& proof, Space space, int64_t element_bytes) {
  static constexpr Window addresses = {0, memory_end};
  if (space != Space::local && space != Space::system) return any_buffers(proof);
  if (space == Space::system) return {1, 1, element_bytes, {&addresses, 1}};
  const MachineShape<Sym> m = {proof.variable("X", 1, most_lanes),
                               proof.variable("S", 1, most_lane_bytes),
                               proof.variable("U", element_bytes, most_unit),
                               {&addresses, 1}};
  proof.given(all_of(m.lane_bytes % element_bytes == 0, m.unit_bytes % element_bytes == 0));
  return m;
}

MachineShape<Sym> any_buffers(Proof& proof) {
  const auto bytes = [&](const char* name) {
    const Sym units = proof.variable(name, 0, int64_t{1} << 31);
    return units * 512;
  };
  return {1, 1, 1, {}, {}, bytes("UB"), bytes("L1"), bytes("L0B")};
}

Dim4<Sym> any_shape(Proof& proof, const std::string& suffix) {
  const auto extent = [&](const char* name) {
    return proof.variable(name + suffix, 1, most_extent);
  };
  return {extent("N"), extent("C"), extent("H"), extent("W")};
}

Address any_address(Proof& proof, const MachineShape<Sym>& m, Space space,
                    const std::string& suffix) {
  if (space != Space::system && space != Space::local) {
    const Sym a = proof.variable("A" + suffix, 0, memory_end - 1);
    proof.given(a < spec::buffer_bytes(m, space));
    return {a, {0, a}};
  }
  const Sym a = proof.variable("A" + suffix, 0, INT64_MAX);
  proof.given(spec::start_slack(m, space, a) >= 0);
  if (space == Space::system) {
    proof.prove("the address lies in memory", a < memory_end);
    const Sym address = Sym::of(a.term(), Interval{0, memory_end - 1});
    return {address, {0, address}};
  }

  const Sym lane = exactly([&] { return a / m.lane_bytes; });
  const Sym offset = a % m.lane_bytes;
  proof.prove("the address is Q*S + R", exactly([&] {
                return all_of(a == lane * m.lane_bytes + offset, 0 <= lane, lane < m.lanes,
                              0 <= offset, offset < m.lane_bytes);
              }),
              {division(a, m.lane_bytes), division_below(a, m.lanes, m.lane_bytes)});
  proof.learn("the start lane is small", lane, {0, most_lanes - 1});
  return {a, {a / m.lane_bytes, offset}};
}

AnyTensor any_tensor(Proof& proof, const MachineShape<Sym>& m, Space space, int64_t element_bytes,
                     const Dim4<Sym>& shape, Width width, const std::string& suffix) {
  const Address address = any_address(proof, m, space, suffix);
  const auto stride = [&](const char* name) {
    return proof.variable(name + suffix, INT32_MIN, memory_end);
  };
  const Dim4<Sym> s = {stride("sn"), stride("sc"), stride("sh"),
                       width == Width::free ? stride("sw") : Sym(1)};
  proof.given(all_of(any_of(shape.n == 1, s.n >= 0), any_of(shape.c == 1, s.c >= 0),
                     any_of(shape.h == 1, s.h >= 0), any_of(shape.w == 1, s.w >= 0)));
  return {m, address, {space, element_bytes, address.value, shape, s, shape.w}};
}

AnyTensor any_tensor(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                     const Dim4<Sym>& shape, const std::string& suffix) {
  const Space space = any_space(proof, suffix);
  return any_tensor(proof, m, space, element_bytes, shape, Width::adjacent, suffix);
}

AnyOperand any_operand(const AnyTensor& x) {
  const Sym channel = x.address.start.lane + (x.t.shape.c - 1);
  return {x, x.t.space == Space::local ? channel / x.m.lanes : channel};
}

void prove_last_steps(Proof& proof, const AnyOperand& x, const Fact& end) {
  const Tensor<Sym>& t = x.t;
  const ExactArithmetic exact;
  std::vector<std::pair<Sym, Sym>> steps = {
      {t.shape.n - 1, t.stride.n}, {x.last_block, t.stride.c}, {t.shape.h - 1, t.stride.h}};
  if (!t.stride.w.literal()) steps.emplace_back(t.shape.w - 1, t.stride.w);
  for (const auto& [last, stride] : steps)
    proof.prove("a last step is not negative", 0 <= last_step(last, stride),
                {product_not_negative(last, min_of(stride, Sym(unbounded)))});
  for (const auto& [last, stride] : steps)
    proof.prove("a last step stays in memory", last_step(last, stride) < memory_end, {end});
}

AnyOperand legal_operand(Proof& proof, const AnyTensor& any) {
  const AnyOperand x = any_operand(any);
  const auto [end, is_end] = proof.name("end_slack", spec::end_slack(x.m, x.t));
  proof.given(end >= 0);
  prove_last_steps(proof, x, is_end);
  return x;
}

AnyTensor any_tensor(Proof& proof, bool in_windows) {
  const Space space = any_memory(proof);
  const bool local = space == Space::local, system = space == Space::system;
  const int64_t es = any_element_bytes(proof, !local);
  MachineShape<Sym> m = any_machine(proof, space, es);
  if (system && in_windows) m.windows = any_windows(proof);
  const bool row = system && any_bool(proof, "row");
  const Dim4<Sym> shape =
      row ? Dim4<Sym>{1, 1, 1, proof.variable("W", 1, any_u32)} : any_shape(proof);
  AnyTensor x = any_tensor(proof, m, space, es, shape,
                           row || es == block_bytes ? Width::adjacent : Width::free);
  if (local) {
    x.t.last_width = any_extent(proof, "last_width");
    proof.given(
        all_of(x.t.last_width <= shape.w, any_of(x.t.last_width == shape.w, x.t.stride.w == 1)));
  }
  return x;
}

Element any_element(Proof& proof, const AnyOperand& x, const std::string& suffix) {
  const Dim4<Sym>& shape = x.t.shape;
  const auto index = [&](const char* name, int64_t most = most_extent) {
    return proof.variable(name + suffix, 0, most - 1);
  };
  const Dim4<Sym> at = {index("n"), index("c"), index("h"), index("w", shape.w.bounds()->high)};
  proof.given(all_of(at.n < shape.n, at.c < shape.c, at.h < shape.h,
                     at.w < select(at.c == shape.c - 1, x.t.last_width, shape.w)));
  if (x.t.space != Space::local) return {at, at.c};

  const Sym& lanes = x.m.lanes;
  const Sym channel = x.address.start.lane + at.c, block = channel / lanes;
  const Sym last_channel = x.address.start.lane + (shape.c - 1);
  proof.prove("the channel is block*X + lane", exactly([&] {
                return all_of(channel == block * lanes + channel % lanes, 0 <= channel % lanes,
                              channel % lanes < lanes, 0 <= block, block <= x.last_block);
              }),
              {division(channel, lanes), division_monotone(channel, last_channel, lanes)});
  return {at, block};
}

Element element_in_memory(Proof& proof, const AnyOperand& x, const std::string& suffix) {
  const Element e = any_element(proof, x, suffix);
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  learn_steps(proof, "steps of n stay in memory", e.at.n, shape.n - 1, stride.n);
  learn_steps(proof, "steps of block rows stay in memory", e.block, x.last_block, stride.c);
  learn_steps(proof, "steps of h stay in memory", e.at.h, shape.h - 1, stride.h);
  if (!stride.w.literal())
    learn_steps(proof, "steps of w stay in memory", e.at.w, shape.w - 1, stride.w);
  return e;
}

TwoBytes any_two_bytes(Proof& proof, const AnyOperand& a, const AnyOperand& b, AnyElement any) {
  const Element e = any(proof, a, ""), f = any(proof, b, "2");
  const Sym rest_e = proof.variable("rest", 0, a.t.element_bytes - 1),
            rest_f = proof.variable("rest2", 0, b.t.element_bytes - 1);
  const auto at = spec::place_of(a.m, a.t, e.at), to = spec::place_of(b.m, b.t, f.at);
  const ExactArithmetic exact;
  return {e, f, at.lane == to.lane, at.byte + rest_e == to.byte + rest_f};
}

}  // namespace strideproof::solver
