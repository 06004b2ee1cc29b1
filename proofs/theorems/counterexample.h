#pragma once
// Theorems and their controls. A control makes a case of profile toy from the values that refute
// faulty code or a faulty formula, and runs it.

#include <compare>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "mutants/mutants.h"
#include "proofs/engine/theorem.h"
#include "spec/footprint.h"

namespace strideproof::solver {

using mutants::Fault;

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
using Mistake = void (*)(Runs& of_dst);
bool is_wrong(const std::string& line, Mistake mistake);

// True if the reference finds the constraint violated.
bool violates(const std::string& line, ConstraintId id);
// A faulty formula makes the slack of a constraint larger by `slip`, at least 0; in the spec it is
// below 0, and the reference finds the constraint violated.
bool is_missed(const std::string& line, ConstraintId id, int64_t slip);

// The original implementation agrees with the reference on the case, or program, and the faulty one
// does not.
bool is_found(Fault fault, const std::string& line);

// ---- theorems ----

// Code with a fault, or a formula of the spec that is wrong by `slip`. By default neither: the
// original.
struct Mutant {
  Fault fault = Fault::none;
  int64_t slip = 0;
};
using Claim = std::function<void(Proof&, const Mutant&)>;
using Confirm = std::function<bool(const std::string& line)>;

// A control of a theorem, whose claim it repeats about a mutant; `line` is the text of its case.
struct TheoremControl {
  // A formula is wrong by `slip`; `text` says so in words.
  TheoremControl(const std::string& text, int64_t slip, const Proof::Limits& limits,
                 const std::string& line, const Confirm& confirm);
  TheoremControl(Fault fault, const Proof::Limits& limits, const std::string& line);

  Mutant mutant;
  Control control;  // without the claim
};
// The slip is the step of the slack of a constraint, so a violation by one step is missed.
TheoremControl slack_control(ConstraintId id, int64_t step, const Proof::Limits& limits,
                             const std::string& line);
// About the operations whose names match one of the globs.
Theorem theorem(const std::string& name, const std::string& meaning,
                std::initializer_list<std::string_view> operations, const Claim& claim,
                const std::vector<TheoremControl>& controls);

}  // namespace strideproof::solver
