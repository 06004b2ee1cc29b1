#include "spec/solver/boundary.h"

#include <algorithm>
#include <optional>

#include "spec/solver/lift.h"
#include "spec/spec.h"

namespace strideproof::solver {
namespace {

constexpr unsigned witness_timeout_ms = 300, proof_timeout_ms = 10'000;

int64_t tightest(const Operation& operation, const Constraint& constraint) {
  return constraint.stage == Stage::start ? std::max<int64_t>(operation.element_bytes, 1) - 1 : 0;
}

using Given = std::array<std::optional<int64_t>, max_slots>;

// Slots of extents and counts. Small values are tried for these first: with them given, what is left
// is linear, takes milliseconds and reads well.
std::vector<int> extent_slots(const Operation& operation) {
  std::vector<int> all;
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::extent || p.role == Role::count)
      for (int i = 0; i < slots(p.type); ++i) all.push_back(p.slot + i);
  return all;
}

// Every mixture of 1 and 2, small ones first.
std::vector<Given> small_shapes(const std::vector<int>& extents) {
  std::vector<Given> all;
  const size_t count = extents.size();
  for (size_t twos = 0; twos <= count; ++twos)
    for (uint32_t mask = 0; mask < (uint32_t{1} << count); ++mask) {
      if (static_cast<size_t>(__builtin_popcount(mask)) != twos) continue;
      Given given{};
      // The last extent is the innermost: it grows first.
      for (size_t i = 0; i < count; ++i)
        given[extents[count - 1 - i]] = (mask >> i & 1) != 0 ? 2 : 1;
      all.push_back(given);
    }
  return all;
}

// What is chosen for a slot where nothing else decides: strides as if without gaps, dst at the
// beginning of memory, sources half a lane behind it, so that operands do not meet.
int64_t preferred(const Operation& operation, const Profile& profile, const Parameter& p, int i,
                  const Given& given) {
  if (p.role == Role::address) {
    const bool system = p.type == CType::u64 && !profile.windows.empty();
    return (system ? profile.windows.back().first : 0) +
           (p.operands == on_dst ? 0 : profile.lane_bytes / 2);
  }
  if (p.role != Role::stride) return p.role == Role::constant ? 0 : 1;
  const Parameter* shape = operation.parameter("shape");
  int64_t stride = 1;
  for (int inner = i + 1; shape != nullptr && inner < 4; ++inner)
    stride *= given[shape->slot + inner].value_or(1);
  return stride;
}

class Search {
 public:
  Search(const Operation& operation, const Profile& profile, const Constraint& edge, Side side)
      : operation_(operation), profile_(profile), edge_(edge), side_(side) {}

  Boundary run() {
    Boundary result{&edge_, side_, Found::unknown, {}};
    const std::vector<int> all_slots = extent_slots(operation_);
    std::vector<Given> shapes = small_shapes(all_slots);
    for (const int slot : all_slots)
      if (auto extents = edge_extent(all_slots, slot)) shapes.push_back(*extents);
    // First with all that the edge is not about given: that is almost always possible, and folds
    // most of the formulas. Outside, later constraints need not be evaluated, but a case where they
    // hold is worth more. (Inside all are evaluated.)
    for (const bool firm : {true, false})
      for (const bool all_others : {true, false}) {
        if (side_ == Side::inside && !all_others) continue;
        for (const uint32_t nulls : null_masks())
          for (const Given& extents : shapes)
            if (auto c = witness(nulls, extents, firm, all_others)) {
              result.witness = *c;
              result.found = Found::witness;
              return result;
            }
      }
    result.found = refute();
    return result;
  }

 private:
  std::vector<uint32_t> null_masks() const {
    std::vector<uint32_t> masks = {0};
    for (size_t p = 0; p < operation_.parameters.size(); ++p)
      if (operation_.parameters[p].nullable)
        for (size_t i = masks.size(); i-- > 0;) masks.push_back(masks[i] | uint32_t{1} << p);
    std::stable_sort(masks.begin(), masks.end(), [](uint32_t a, uint32_t b) {
      return __builtin_popcount(a) > __builtin_popcount(b);  // NULL first
    });
    return masks;
  }

  // Outside: whether `other` is not evaluated, and need not hold, once the edge is crossed.
  bool falls_away(const Constraint& other) const {
    return side_ == Side::outside && (operation_.needs[other.bit] >> edge_.bit & 1) != 0;
  }

  z3::solver solver(Context& context, unsigned timeout_ms) const {
    z3::solver s(context.z3(), z3::solver::simple());
    z3::params params(context.z3());
    params.set("timeout", timeout_ms);
    params.set("random_seed", 0u);
    s.set(params);
    for (const z3::expr& assumption : context.assumptions()) s.add(assumption);
    return s;
  }

  // Slacks to ask for, the nearest to the edge first: alignment may leave only steps of an element.
  std::vector<int64_t> slacks() const {
    std::vector<int64_t> all;
    if (side_ == Side::inside)
      for (int64_t slack = 0; slack <= tightest(operation_, edge_); ++slack) all.push_back(slack);
    else
      for (int64_t step = 1; step <= std::max(operation_.element_bytes, int64_t{1}); ++step)
        all.push_back(-step);
    return all;
  }

  // Ones, but for the extent in `slot`: the value that the edge by itself gives it.
  std::optional<Given> edge_extent(const std::vector<int>& extents, int slot) const {
    Given given{};
    for (const int other : extents)
      if (other != slot) given[other] = 1;
    Context context;
    const Arguments<Sym> arguments = unknown_arguments(operation_, null_masks().front(), given);
    z3::solver s = solver(context, witness_timeout_ms);
    const Sym slack = lift(profile_, operation_, arguments, edge_).slack;
    if (slack.literal()) return std::nullopt;
    s.add((slack == Sym(slacks().front())).term());
    if (s.check() != z3::sat) return std::nullopt;
    given[slot] = s.get_model().eval(arguments.value[slot].term(), true).get_numeral_int64();
    return given;
  }

  std::optional<Case> witness(uint32_t nulls, const Given& extents, bool firm,
                              bool all_others) const {
    const Given given = firm ? with_preferred(nulls, extents) : extents;
    Context context;
    const Arguments<Sym> arguments = unknown_arguments(operation_, nulls, given);
    z3::solver s = solver(context, witness_timeout_ms);
    for (const Constraint& other : operation_.constraints)
      if (other.bit != edge_.bit && (all_others || !falls_away(other))) {
        const SymBool holds = lift(profile_, operation_, arguments, other).holds;
        if (holds.literal() == false) return std::nullopt;
        s.add(holds.term());
      }
    const Sym slack = lift(profile_, operation_, arguments, edge_).slack;
    const z3::expr_vector wishes = preferences(context, arguments, extents);
    for (const int64_t wanted : slacks()) {
      const SymBool there = slack == Sym(wanted);
      if (there.literal() == false) continue;
      s.push();
      s.add(there.term());
      const std::optional<z3::model> model = as_wished(s, wishes);
      s.pop();
      if (!model) continue;
      if (auto c = judged(read(*model, arguments))) return c;
    }
    return std::nullopt;
  }

  // Whether the edge is about the parameter: by its label ("dst_addr.aligned"), else by its operands.
  bool is_own(const Parameter& parameter) const {
    const auto named = [&](const Parameter& p) {
      return edge_.label.starts_with(p.name) && edge_.label[p.name.size()] == '.';
    };
    const auto& all = operation_.parameters;
    if (std::any_of(all.begin(), all.end(), named)) return named(parameter);
    return (parameter.operands & edge_.operands) != 0;
  }

  // The extents, and a preferred value for each slot that the edge is not about.
  Given with_preferred(uint32_t nulls, const Given& extents) const {
    Given given = extents;
    for (size_t p = 0; p < operation_.parameters.size(); ++p) {
      const Parameter& parameter = operation_.parameters[p];
      if ((nulls >> p & 1) != 0 || is_own(parameter)) continue;
      for (int i = 0; i < slots(parameter.type); ++i)
        if (!given[parameter.slot + i])
          given[parameter.slot + i] = preferred(operation_, profile_, parameter, i, extents);
    }
    return given;
  }

  z3::expr_vector preferences(Context& context, const Arguments<Sym>& arguments,
                              const Given& extents) const {
    z3::expr_vector wishes(context.z3());
    for (size_t p = 0; p < operation_.parameters.size(); ++p) {
      const Parameter& parameter = operation_.parameters[p];
      if (arguments.is_null(static_cast<int>(p))) continue;
      for (int i = 0; i < slots(parameter.type); ++i) {
        const Sym& value = arguments.value[parameter.slot + i];
        const Sym best(preferred(operation_, profile_, parameter, i, extents));
        if (value.literal()) continue;
        wishes.push_back((value == best).term());
        if (parameter.role == Role::address)  // next to it, where alignment wants another
          wishes.push_back(all_of(best <= value, value < best + Sym(16)).term());
      }
    }
    return wishes;
  }

  // A model with as many wishes as there can be: one that clashes with earlier ones is given up.
  static std::optional<z3::model> as_wished(z3::solver& s, const z3::expr_vector& wishes) {
    if (s.check() != z3::sat) return std::nullopt;
    z3::model model = s.get_model();
    for (const z3::expr& wish : wishes) {
      s.push();
      s.add(wish);
      const bool granted = s.check() == z3::sat;
      if (granted) model = s.get_model();
      s.pop();
      if (granted) s.add(wish);
    }
    return model;
  }

  Case read(const z3::model& model, const Arguments<Sym>& arguments) const {
    Case c;
    c.operation = &operation_;
    c.profile = &profile_;
    c.arguments.null_mask = arguments.null_mask;
    for (size_t p = 0; p < operation_.parameters.size(); ++p) {
      const Parameter& parameter = operation_.parameters[p];
      if (arguments.is_null(static_cast<int>(p))) continue;
      for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot)
        c.arguments.value[slot] =
            model.eval(arguments.value[slot].term(), true).get_numeral_int64();
    }
    return c;
  }

  // The witness, where the code that runs agrees that it is one.
  std::optional<Case> judged(const Case& c) const {
    const Judgement judgement = spec::judge(c);
    const uint64_t bit = uint64_t{1} << edge_.bit;
    const bool right = side_ == Side::inside ? judgement.legal() && spec::slack(c, edge_) <=
                                                                        tightest(operation_, edge_)
                                             : judgement.violated == bit;
    return right ? std::optional(c) : std::nullopt;
  }

  // Is there none at all? Extents are unknowns too, and sharing counts only where it is certain.
  Found refute() const {
    bool by_type = true;
    for (const uint32_t nulls : null_masks()) {
      Context context;
      const Arguments<Sym> arguments = unknown_arguments(operation_, nulls, {});
      z3::solver s = solver(context, proof_timeout_ms);
      const Sym slack = lift(profile_, operation_, arguments, edge_).slack;
      const Sym last(tightest(operation_, edge_));
      s.add(
          (side_ == Side::inside ? all_of(slack >= Sym(0), slack <= last) : slack < Sym(0)).term());
      if (s.check() == z3::unsat) continue;
      by_type = false;
      for (const Constraint& other : operation_.constraints)
        if (other.bit != edge_.bit && !falls_away(other))
          s.add(lift(profile_, operation_, arguments, other).may_hold.term());
      if (s.check() != z3::unsat) return Found::unknown;
    }
    return by_type ? Found::none_by_type : Found::none_by_lemma;
  }

  const Operation& operation_;
  const Profile& profile_;
  const Constraint& edge_;
  const Side side_;
};

}  // namespace

std::string_view name(Side side) { return side == Side::inside ? "inside" : "outside"; }

std::vector<Boundary> boundaries(const Operation& operation, const Profile& profile) {
  std::vector<Boundary> all;
  for (const Constraint& constraint : operation.constraints)
    for (const Side side : {Side::inside, Side::outside})
      all.push_back(Search(operation, profile, constraint, side).run());
  return all;
}

}  // namespace strideproof::solver
