#pragma once
// corpus/boundary: the results of the search as text, so that replay needs no solver. suites.h has
// the suites of an operation.

#include <map>
#include <string>

#include "proofs/boundary/boundary.h"

namespace strideproof::solver {

// The line above the cases, or in place of them.
std::string heading(const Operation& operation, const Boundary& boundary);

// An operation without parameters has no edges (bm_get_mask_memcpy_res_num): it runs after every
// legal case on an edge of the operation whose counter it reads.
struct AfterEdge {
  std::string label;              // of the constraint, whose edge is met inside
  std::vector<Program> programs;  // empty: undecided
};
std::vector<AfterEdge> after_edges(const Operation& asks, const Profile& profile);
std::string heading(const Operation& asks, const AfterEdge& after);

std::string after_text(const Operation& asks, const Profile& profile);  // headings and programs

// The edges that no case meets, by the text of an operation: indices into goals_of(), with the
// reason ("lemma against dst.alias", "type").
std::map<size_t, std::string> read_unreachable(const Operation& operation, const std::string& text);

// corpus/boundary/unreachable.txt: for each profile but the first of an operation.
//
//   # okk_gdma_32bit_cpy_S2L toy shape.n.max inside: unreachable, lemma against dst.end
//
// The lines of one operation on one profile. Nothing is asked about edges that `cases` meet.
std::string unreachable_text(const Operation& operation, const Profile& profile,
                             const std::vector<Case>& cases);
std::map<size_t, std::string> read_unreachable(const Operation& operation, const Profile& profile,
                                               const std::string& text);

}  // namespace strideproof::solver
