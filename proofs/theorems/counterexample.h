#pragma once
// Controls: make a case of profile toy from the values that refute a faulty formula, and run the
// reference on it.

#include <compare>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "proofs/engine/theorem.h"
#include "spec/footprint.h"

namespace strideproof::solver {

// Lanes and windows of profile toy and one-byte elements, in addition to other limits.
Proof::Limits toy(Proof::Limits limits);

// A case, or program, of profile toy: the text with the values of terms in braces, of unknowns and
// numbers, computed from left to right: "{C*4+offset}".
std::function<std::string(const Model&)> case_of(const std::string& text);

// ---- the effect of a case ----

struct Byte {
  int64_t lane, offset;
  friend auto operator<=>(const Byte&, const Byte&) = default;
};

// The bytes that the reference changes if the destination's memory is 0 and the other memory is
// not, for a case that writes ones or copies from the other memory; none if the reference rejects
// the case.
std::set<Byte> written(const Case& c);

// The reference writes the bytes of the footprint of dst; a faulty formula makes other runs of it.
using Runs = std::vector<spec::ByteRange<int64_t>>;
bool is_wrong(const std::string& line, void (*mistake)(Runs& of_dst));

// True if the reference finds the constraint violated.
bool violates(const Case& c, ConstraintId id);
// A faulty formula makes the slack of a constraint larger by `slip`, at least 0; in the spec it is
// below 0, and the reference finds the constraint violated.
bool is_missed(const std::string& line, ConstraintId id, int64_t slip);

// A control of a theorem about formulas of the spec: one of them is wrong by `slip`. `fault` says so in
// words; `line` is the text of the case.
using Confirm = std::function<bool(const std::string& line)>;
struct FormulaControl {
  std::string fault;
  int64_t slip;
  Proof::Limits limits;
  std::string line;
  Confirm confirm;
};
// The slip is the step of the slack of a constraint, so a violation by one step is missed.
FormulaControl slack_control(ConstraintId id, int64_t step, const Proof::Limits& limits,
                             const std::string& line);
// The claim receives the slip of a control, or 0 in the proof.
using SlipClaim = void (*)(Proof&, int64_t slip);
Theorem formula_theorem(const std::string& name, const std::string& meaning,
                        std::initializer_list<std::string_view> operations, SlipClaim claim,
                        const std::vector<FormulaControl>& controls);

// The operations whose names match one of the globs.
std::vector<std::string> operations_matching(std::initializer_list<std::string_view> globs);

}  // namespace strideproof::solver
