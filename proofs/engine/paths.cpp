#include "proofs/engine/paths.h"

#include <string>

namespace strideproof::solver {

Exploration::Exploration(Context& context, int limit)
    : context_(context), outer_(context.exploration_), limit_(limit) {
  if (&context != &Context::current())
    throw std::logic_error("explore() in a Context that is not the current one");
  context_.exploration_ = this;
  context_.push();
}

Exploration::~Exploration() {
  try {
    context_.pop();
  } catch (const z3::exception&) {  // of an interrupted solver, which has lost its scope
  }
  context_.exploration_ = outer_;
}

void Exploration::give_up() const {
  throw TooManyPaths("more than " + std::to_string(limit_) + " paths or decisions on a path");
}

bool Exploration::decide(const z3::expr& condition) {
  if (taken_ == decisions_.size()) {
    if (taken_ >= static_cast<std::size_t>(limit_)) give_up();
    const bool can = context_.feasible(condition), cannot = context_.feasible(!condition);
    const bool both = can && cannot;
    decisions_.push_back({condition, can, both, !both});
  }
  const Decision& decision = decisions_[taken_++];
  if (!z3::eq(decision.condition, condition))
    throw std::logic_error("a replayed function asked another question than before");
  if (!decision.forced) context_.assume(decision.value ? condition : !condition);
  return decision.value;
}

SymBool Exploration::condition() const {
  if (taken_ != decisions_.size())
    throw std::logic_error("a replayed function asked fewer questions than before");
  SymBool all = true;
  for (const Decision& decision : decisions_)
    if (!decision.forced)
      all = all_of(all, SymBool::of(decision.value ? decision.condition : !decision.condition));
  return all;
}

bool Exploration::next() {
  while (!decisions_.empty() && !decisions_.back().open) decisions_.pop_back();
  if (decisions_.empty()) return false;
  if (++paths_ > limit_) give_up();
  decisions_.back().open = false;
  decisions_.back().value = false;
  taken_ = 0;
  context_.pop();
  context_.push();
  return true;
}

}  // namespace strideproof::solver
