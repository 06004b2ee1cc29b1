#pragma once
// Spans, in proofs.

#include "model/optimized/spans.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

// A span of at most `most` of [0, end) that starts anywhere before the end, and the next span.
template <bool rest_lost = false>
void spans_hold_all(Proof& proof, const Sym& end, const Sym& most) {
  const Sym place = proof.variable("place", 0, memory_end);
  proof.given(place < end);
  const auto first = optimized::span_from<rest_lost>(Sym(0), most, end);
  const auto span = optimized::span_from<rest_lost>(place, most, end);
  const auto next = optimized::next_span<rest_lost>(span, most, end);
  proof.conclude("the first span begins with 0", all_of(first.first == 0, first.count >= 1));
  proof.conclude("a span holds something, no more than it may, and nothing past the end",
                 all_of(span.first == place, 1 <= span.count, span.count <= most,
                        span.first + span.count <= end));
  proof.conclude("the next one begins after it, and is none where that is the end",
                 all_of(next.first == span.first + span.count,
                        (next.count == 0) == (next.first == end), next.count >= 0));
}

}  // namespace strideproof::solver::plans
