// memcpy_1D: local memory as one range of addresses, one lane after the other.

#include <fmt/format.h>

#include "model/optimized/bm_atomic.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/bm_atomic_spec.h"

namespace strideproof::solver {
namespace {

using bm_atomic::Linear;

struct AnyLinear {
  MachineShape<Sym> m;
  Linear<Sym> op;
  int64_t element_bytes;
};
AnyLinear any_linear(Proof& proof) {
  const auto m = spec::machine_shape<Sym>(any_profile(proof, true));
  const auto [format, es] = any_format(proof);
  const int direction = any_choice(proof, "direction", bm_atomic::direction_count);
  const auto address = [&](const char* name) { return proof.variable(name, 0, memory_end); };
  return {m,
          {address("src_addr"), address("dst_addr"), proof.variable("length", 1, any_u32), format,
           direction},
          es};
}

Sym slack_of(const AnyLinear& any, ConstraintId label) {
  return spec::slack_of<spec::bm_atomic::Spec>(any.m, any.op, label);
}

struct AnyElement {
  Sym i, rest;
};
AnyElement any_element(Proof& proof, const AnyLinear& any) {
  const Sym i = proof.variable("i", 0, any_u32 - 1);
  const Sym rest = proof.variable("rest", 0, any.element_bytes - 1);
  proof.given(i < any.op.length);
  return {i, rest};
}

// ---- the plan ----

void plan_moves_elements(Proof& proof, const PlanCode& code) {
  const AnyLinear any = any_linear(proof);
  for (const ConstraintId label : {ConstraintId::dst_start, ConstraintId::src_start,
                                   ConstraintId::dst_end, ConstraintId::src_end})
    proof.given(slack_of(any, label) >= 0);
  const AnyElement e = any_element(proof, any);
  const auto plan = code.plan_of(any.m, any.op);
  const Sym byte = proof.variable("byte", 0, 4 * any_u32);
  proof.given(byte < plan.bytes);
  const ExactArithmetic exact;
  const int64_t es = any.element_bytes, base = any.m.flat.first;
  const Sym bytes_of_lanes = any.m.lanes * any.m.lane_bytes;
  const auto is_moved = [&](const Sym& i, const Sym& at, const Sym& of_plan) {
    const auto place = [&](bool local, const Sym& address, const Sym& start) {
      const Sym here = address + es * i + at - (local ? base : 0);
      return all_of(start + of_plan == here,
                    any_of(SymBool(!local), all_of(0 <= here, here < bytes_of_lanes)));
    };
    return all_of(
        place(bool(bm_atomic::dst_is_local(any.op.direction)), any.op.dst_addr, plan.dst),
        place(bool(bm_atomic::src_is_local(any.op.direction)), any.op.src_addr, plan.src));
  };
  const Sym of_plan = e.i * es + e.rest;
  proof.conclude("each byte of an element is in the plan, lane after lane",
                 all_of(of_plan < plan.bytes, is_moved(e.i, e.rest, of_plan)));
  proof.conclude("each byte of the plan is one of an element",
                 all_of(byte / es < any.op.length, is_moved(byte / es, byte % es, byte)));
}

// ---- bounds ----

void ends_are_exact(Proof& proof, int64_t slip) {
  const AnyLinear any = any_linear(proof);
  const bool of_dst = any_bool(proof, "of_dst");
  const AnyElement e = any_element(proof, any);
  const bool local(of_dst ? bm_atomic::dst_is_local(any.op.direction)
                          : bm_atomic::src_is_local(any.op.direction));
  const Sym& address = of_dst ? any.op.dst_addr : any.op.src_addr;
  const Sym start = slack_of(any, of_dst ? ConstraintId::dst_start : ConstraintId::src_start);
  const Sym end = slack_of(any, of_dst ? ConstraintId::dst_end : ConstraintId::src_end) + slip;
  const auto windows = spec::machine_of(any.m, local).windows;
  const ExactArithmetic exact;
  const Sym last_of_e = address + any.element_bytes * e.i + (any.element_bytes - 1);
  const Sym last = address + any.element_bytes * any.op.length - 1;
  conclude_bounds(proof, start, end, in_window(windows, address, address),
                  in_window(windows, address, last_of_e), in_window(windows, address, last));
}

// ---- controls ----

constexpr const char* bytes_to_lanes =
    "bm_atomic_memcpy_1D toy src_addr={src_addr} dst_addr={dst_addr} length={length} format=2 "
    "direction={direction}";

std::string toy_lanes() {
  const Profile& p = *find_profile("toy");
  return fmt::format("src_addr={} dst_addr={}..{} length=1..9 direction=0 i=0..8 byte=0 es=1",
                     shared_address, p.local_base, p.local_base + p.lanes * p.lane_bytes - 1);
}

}  // namespace

std::vector<Theorem> bm_linear_theorems() {
  return {
      plan_theorem("plan.linear",
                   "memcpy_1D copies exactly the bytes of its elements, at the document's "
                   "addresses, across lanes.",
                   {"bm_atomic_memcpy_1D"}, plan_moves_elements, Fault::bm_linear_stops_at_lane,
                   toy_lanes(), bytes_to_lanes),
      slack_theorem("extent.linear",
                    "An operand of memcpy_1D is in bounds exactly where each of its elements is.",
                    {"bm_atomic_memcpy_1D"}, ends_are_exact, ConstraintId::dst_end, 1,
                    toy_lanes() + " of_dst=1", bytes_to_lanes)};
}

}  // namespace strideproof::solver
