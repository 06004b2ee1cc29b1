#include "model/implementation.h"
#include "model/optimized/execute.h"
#include "spec/spec.h"

namespace strideproof::optimized {

Result run(Machine& machine, const Case& c) {
  Result result;
  result.judgement = spec::judge(c);
  judge_contents(machine, c, result.judgement);
  if (!result.judgement.legal()) return result;
  execute<Sound>(machine, c);
  result.returned = returned_by(machine, c);
  return result;
}

}  // namespace strideproof::optimized
