#pragma once
// The edges of constraints and the landmarks that each layer met: operation x goal x layer. Only
// cases that were run and judged right count:
//
//   inside     a legal case on the edge of the constraint
//   outside    a case just outside it that breaks nothing else
//   landmark   a legal case that meets it
//
// If small legal cases meet nothing new for long, only some of them are evaluated: a layer may have
// met more than the table says, never less.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/implementation.h"
#include "proofs/boundary/goal.h"

namespace strideproof {

// Edges and landmarks, and those that a judged case met.
struct EdgeCount {
  int64_t reachable = 0, judged = 0;
  std::vector<std::string> missed = {};  // "shape.n.max outside", "dst.wrap"
};

class BoundaryTable {
 public:
  // A goal is an index into solver::goals_of(), with the reason why it has no case: "lemma against
  // dst.alias".
  using Unreachable = std::map<size_t, std::string>;

  struct BoundaryRow {
    const Operation* operation;
    solver::Goal goal;
    std::string unreachable = {};          // why; empty where it is reachable, or was met elsewhere
    std::vector<std::string> layers = {};  // the layers that met it, in the order in which they ran
    bool met() const { return !layers.empty(); }
    bool is_gap() const { return !met() && unreachable.empty(); }
  };

  // `unreachable` holds the goals proved unreachable on the first profile of the operation, where
  // its boundaries are solved: such a goal need not be met. No case of another profile may meet a
  // goal that is proved unreachable there. A table without operations counts nothing.
  void add_operation(const Operation& operation, Unreachable unreachable,
                     std::map<const Profile*, Unreachable> elsewhere = {});

  // Counts the steps of a program that a layer ran, with the constraint results of the reference. A
  // constraint on contents is evaluated in programs of one step only, as a step changes the bytes
  // that the next one reads.
  void add(std::string_view layer, const Program& program, const std::vector<Result>& results);

  bool counts() const { return !operations_.empty(); }
  std::vector<BoundaryRow> rows() const;  // by operation, then as goals_of()
  const std::vector<BoundaryRow>& rows_of(const Operation& operation) const;

  // A goal that was met on a profile on which it is proved unreachable: the proof or code is wrong.
  struct Refuted {
    solver::Goal goal;
    std::string why, layer;
    Case witness;
  };
  // At most one for each goal, layer and profile.
  const std::vector<Refuted>& refuted() const { return refuted_; }

 private:
  struct OperationTable {
    std::vector<BoundaryRow> rows;  // as goals_of()
    std::map<const Profile*, Unreachable> unreachable;
    std::string layer;    // of the last case
    int64_t in_vain = 0;  // cases of the layer since a case met a new goal
  };
  void add(OperationTable& table, std::string_view layer, const Case& c,
           const ConstraintResults& results, bool contents_known);
  void meet(OperationTable& table, size_t goal, const Case& c);

  std::map<const Operation*, OperationTable> operations_;
  std::vector<Refuted> refuted_;
};

EdgeCount count(const std::vector<BoundaryTable::BoundaryRow>& rows);

}  // namespace strideproof
