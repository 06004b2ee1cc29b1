#include "spec/solver/runs.h"

namespace strideproof::solver {
namespace {

constexpr int64_t steps_tried = 5000;

}  // namespace

std::vector<int64_t> collision(const Runs<int64_t>& runs) {
  const auto& box = runs.dimensions;
  for (int64_t step = 1; step <= steps_tried; ++step)
    for (size_t a = 0; a < box.size(); ++a) {
      if (box[a].extent <= step) continue;
      std::vector<int64_t> steps(box.size());
      steps[a] = step;
      if (collide(runs, steps)) return steps;
      for (size_t b = 0; b < box.size(); ++b) {
        if (b == a || box[b].stride == 0) continue;
        const int64_t back = step * box[a].stride / box[b].stride;
        for (const int64_t some : {back, back + 1}) {
          steps[b] = -some;
          if (collide(runs, steps)) return steps;
        }
        steps[b] = 0;
      }
    }
  return {};
}

}  // namespace strideproof::solver
