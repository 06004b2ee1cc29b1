#pragma once
// Words in the proved code and, for controls, in programs that run it. A statement is written once,
// over `x`, which is either of the two:
//
//   x.any("a")                    any word
//   x.count("i", low, high)       any count in [low, high]
//   x.op<Function::bit_and>(a, b)

#include <string>
#include <utility>
#include <vector>

#include "model/optimized/words.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/plan_controls.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::solver {

using okk_bdc::Function;

template <class Code>
struct InCode {
  Proof& proof;

  SymWord any(const char* name) { return any_word(proof, name); }
  SymWord count(const char* name, int32_t low, int32_t high) {
    const SymWord word = any(name);
    proof.given(within(word, low, high));
    return word;
  }
  template <Function function>
  SymWord op(const SymWord& a, const SymWord& b) {
    return Code::template applied<function>(SymWords(), a, b);
  }
};

// A program of profile toy that computes with the words of a model, each at its own place.
class InProgram {
 public:
  explicit InProgram(const Model& model) : model_(model) {}

  struct Place {
    int64_t address;
  };
  Place any(const char* name) { return set(model_[name]); }
  int64_t count(const char* name, int32_t, int32_t) const {
    return static_cast<int32_t>(model_[name]);
  }
  template <Function function>
  Place op(const Place& a, const Place& b) {
    return combine(function, a, b);
  }
  template <Function function>
  Place shift(const Place& a, int64_t count) {
    return shift_by(function, a, count);
  }

  std::string line() const { return "program toy fill=0" + steps_; }

 private:
  Place set(int64_t value);
  Place combine(Function function, const Place& a, const Place& b);
  Place shift_by(Function function, const Place& a, int64_t count);
  Place next() { return {next_++ * okk_bdc::element_bytes}; }

  const Model& model_;
  int64_t next_ = 0;
  std::string steps_;
};

// The control of `claim` with a fault; its programs compute `statement`.
template <class Statement>
Control word_control(mutants::Fault fault, std::function<void(Proof&)> claim, Statement statement) {
  return plans::control(fault, std::move(claim), {}, [statement](const Model& model) {
    InProgram program(model);
    statement(program);
    return program.line();
  });
}

}  // namespace strideproof::solver
