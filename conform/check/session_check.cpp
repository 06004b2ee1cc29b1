// Session: the programs that it refuses, and the check of one program for shrinking and replay.

#include <algorithm>
#include <utility>

#include "conform/check/session.h"
#include "conform/plugin/call/call.h"

namespace strideproof {
namespace {

std::string not_provided(const Case& c) {
  const int symbol = symbol_of(*c.operation, c.arguments);
  if (symbol < 0) return "no function has this dtype";
  return "not provided: " + symbols(*c.operation)[static_cast<size_t>(symbol)];
}

class Once : public ProgramStream {
 public:
  Once(const Session& session, const Program& program, const StepReadings& readings,
       const Refine& refine, bool near_first)
      : session_(session),
        program_(program),
        readings_(readings),
        refine_(refine),
        near_first_(near_first) {}
  std::optional<Program> next() override {
    if (std::exchange(given_, true)) return std::nullopt;
    const std::optional<Refusal> refusal = session_.refusal(program_);
    if (!refusal) return program_;
    verdict = {refusal->kind, refusal->step, refusal->detail};
    return std::nullopt;
  }
  bool gives_up() const override { return false; }
  bool admits_again(const Program&) override { return true; }
  StepReadings readings(const Program& program) override {
    if (program == program_ || readings_.empty()) return readings_;
    return {readings_[place_of(program)]};
  }
  void judged(const Program& program, const Expectation&, const Verdict& v, const Outcome& outcome,
              const Found& found) override {
    verdict = refine_ ? refine_(program, v, outcome, found) : v;
    if (verdict.kind == VerdictKind::pass && outcome.is_rejection() && program.steps.size() == 1)
      verdict.detail = "rejected, which a reading allows";
    if (!(program == program_)) verdict.step = static_cast<int>(place_of(program));
  }
  void not_judged(const Program&, const char* reason) override {
    verdict.kind = VerdictKind::too_costly;
    verdict.detail = reason;
  }
  void found_in_sweep(const Program&, const Verdict& v) override {
    if (near_first_ && is_finding(verdict.kind))
      verdict.detail += "; " + v.detail;
    else
      verdict = v;
  }
  Verdict verdict;

 private:
  // The number of the step that is given alone.
  size_t place_of(const Program& step) const {
    const auto at = std::ranges::find(program_.steps, step.steps.front());
    return static_cast<size_t>(at - program_.steps.begin());
  }
  const Session& session_;
  const Program& program_;
  const StepReadings& readings_;
  const Refine& refine_;
  const bool near_first_;
  bool given_ = false;
};

}  // namespace

std::optional<Refusal> Session::refusal(const Program& program) const {
  if (target_.only_legal && !surely_legal(program))
    return Refusal{"illegal", VerdictKind::not_observed, "the case may be illegal"};
  if (!illegal_given() && !surely_legal(program))
    return Refusal{"without sp_status", VerdictKind::not_observed,
                   "the case may be illegal, and the plug-in does not report rejections"};
  for (size_t i = 0; i < program.steps.size(); ++i)
    if (const Case& step = program.steps[i]; !capabilities_.provides(step))
      return Refusal{"not provided", VerdictKind::unsupported, not_provided(step),
                     static_cast<int>(i)};
  if (!capabilities_.holds(program))
    return Refusal{"outside sp_window", VerdictKind::not_observed,
                   "outside the memory that sp_window offers"};
  if (too_costly(program)) return Refusal{"too costly", VerdictKind::too_costly};
  if (!hold_every_reading(program))
    return Refusal{spread_too_far, VerdictKind::not_observed,
                   "spread too far for every byte to be seen"};
  return std::nullopt;
}

Verdict check(Session& session, const Program& program, const StepReadings& readings,
              const Refine& refine, bool near_first) {
  Once once(session, program, readings, refine, near_first);
  session.run(once);
  return once.verdict;
}

}  // namespace strideproof
