#pragma once
// corpus/boundary: what the search found, kept as text, so that replaying it needs no solver; the
// suites of an operation are in suites.h.

#include <map>
#include <string>

#include "proofs/boundary/boundary.h"

namespace strideproof::solver {

// Why there is no case: "unreachable, type", "unreachable, lemma against dst.alias"; "": there is.
std::string reason(const Boundary& boundary);
// The line above the cases, or in their place.
std::string heading(const Operation& operation, const Boundary& boundary);

// What has no parameters has no edges (bm_get_mask_memcpy_res_num): it is asked after every legal case
// on an edge of the operation whose counter it reads.
struct AfterEdge {
  std::string label;              // of the constraint, whose edge is met inside
  std::vector<Program> programs;  // empty: whether a case meets it is not decided
};
std::vector<AfterEdge> after_edges(const Operation& asks, const Profile& profile);
std::string heading(const Operation& asks, const AfterEdge& after);

std::string after_text(const Operation& asks, const Profile& profile);  // headings and programs

// Which edges the text of an operation says no case meets: indices into goals_of(), with the reason
// ("lemma against dst.alias", "type").
std::map<size_t, std::string> read_unreachable(const Operation& operation, const std::string& text);

// corpus/boundary/unreachable.txt: of each profile but the first of an operation.
//
//   # okk_gdma_32bit_cpy_S2L toy shape.n.max inside: unreachable, lemma against dst.end
//
// The lines of one operation on one profile. `cases` meet most edges: of these nothing is asked.
std::string unreachable_text(const Operation& operation, const Profile& profile,
                             const std::vector<Case>& cases);
std::map<size_t, std::string> read_unreachable(const Operation& operation, const Profile& profile,
                                               const std::string& text);

}  // namespace strideproof::solver
