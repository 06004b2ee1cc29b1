#pragma once
// Boundary cases: for each constraint of an operation, legal cases on its edge and cases just
// outside that violate nothing else, or the proof that there is none. corpus/boundary keeps them as
// text, so that replay needs no solver; suites.h has the suites of an operation.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "proofs/boundary/search.h"

namespace strideproof::solver {

struct Boundary {
  Goal goal;  // of a constraint
  SearchResult result;
};

// The operation whose edges count: one without parameters has no edges
// (bm_get_mask_memcpy_res_num) and runs after every legal case on an edge of the operation whose
// counter it reads.
const Operation& edges_of(const Operation& operation);
// The case, followed by the operation if it has no edges.
Program program_on_edge(const Operation& operation, const Case& c);

// In the order of the constraints, inside before outside. Calls `each` with every boundary as soon
// as it is decided.
std::vector<Boundary> boundaries(
    const Operation& operation, const Profile& profile,
    const std::function<void(const Boundary&)>& each = [](const Boundary&) {});

// The line above the cases, or in place of them. With `elsewhere`, a profile that is not the first
// of the operation, a line of corpus/boundary/unreachable.txt:
//
//   # okk_gdma_32bit_cpy_S2L toy shape.n.max inside: unreachable, lemma against dst.end
std::string heading(const Operation& operation, const Boundary& boundary,
                    const Profile* elsewhere = nullptr);
// The headings, each with its cases.
std::string text_of(const Operation& operation, const std::vector<Boundary>& boundaries);

// The edges of the headings that no case meets: indices into goals_of(), with the reason ("lemma
// against dst.alias", "type").
std::map<size_t, std::string> read_unreachable(const Operation& operation, const std::string& text,
                                               const Profile* elsewhere = nullptr);

// The lines of corpus/boundary/unreachable.txt for an operation on such a profile. Nothing is asked
// about edges that `cases` meet.
std::string unreachable_text(const Operation& operation, const Profile& profile,
                             const std::vector<Case>& cases);

}  // namespace strideproof::solver
