#pragma once
// explore: runs a lifted function once per feasible path through its branches. A path is a list of
// decisions. The next path runs the function again from the start, replays the recorded prefix and
// inverts the last open decision. So the function must be deterministic: same decisions, same
// questions. Its assumptions and declarations last until its run ends.
//
//   auto paths = explore(context, [&] { return plan(x, y); });     // std::vector<Path<Plan>>
//   Sym address = merge(paths, [](const Plan& p) { return p.address; });

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "proofs/engine/sym.h"

namespace strideproof::solver {

inline constexpr int default_path_limit = 256;

// More paths, or more decisions on one path, than the caller's limit.
struct TooManyPaths : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The conditions of all paths of one exploration cover what is assumed, and exclude each other.
template <class Result>
struct Path {
  SymBool condition;
  Result result;
};

// The decisions of one exploration, taken depth first, `true` before `false`. They nest.
class Exploration {
 public:
  Exploration(Context& context, int limit);
  ~Exploration();
  Exploration(const Exploration&) = delete;
  Exploration& operator=(const Exploration&) = delete;

  bool decide(const z3::expr& condition);
  SymBool condition() const;  // of the path that was run
  bool next();                // false: that was the last path

 private:
  struct Decision {
    z3::expr condition;
    bool value;
    bool open;    // the other side is feasible and has not been run
    bool forced;  // the other side is infeasible: the value follows from the assumptions
  };

  void give_up() const;

  Context& context_;
  Exploration* outer_;
  int limit_;
  int paths_ = 1;
  std::size_t taken_ = 0;  // decisions of this run so far
  std::vector<Decision> decisions_;
};

template <class Function>
auto explore(Context& context, Function function, int limit = default_path_limit) {
  using Returned = std::invoke_result_t<Function&>;
  static_assert(!std::is_void_v<Returned>, "the function under exploration returns its result");
  Exploration exploration(context, limit);
  std::vector<Path<Returned>> paths;
  do {
    Returned result = function();
    paths.push_back({exploration.condition(), std::move(result)});
  } while (exploration.next());
  return paths;
}

// One value for all paths: the value of the path whose condition holds.
template <class Result, class Value>
auto merge(const std::vector<Path<Result>>& paths, Value value) {
  auto merged = value(paths.back().result);
  for (auto path = paths.rbegin() + 1; path != paths.rend(); ++path)
    merged = select(path->condition, value(path->result), merged);
  return merged;
}
template <class Result>
Result merge(const std::vector<Path<Result>>& paths) {
  return merge(paths, [](const Result& result) { return result; });
}

}  // namespace strideproof::solver
