#pragma once
// What the theorems speak of that say which copies of tensors are in place (bm_atomic_in_place.h):
// any copy, what the code is told of two walks, and elements that stay or move.
//
// Of walks it is told whether their forms are the same, and sharing.bm.walks says of two of as many steps:
// where they are, steps of one number lead to one place; else two of one number do not, and these are the
// witnesses here.

#include <string>
#include <type_traits>
#include <vector>

#include "spec/operations/bm_atomic_in_place.h"
#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/bm_walks.h"

namespace strideproof::solver {

// ---- walks ----

// Steps of two walks.
struct Parted {
  Step of_a, of_b;
  Fact exist, numbered, part;  // both do; they have one number; they lead to two places
};
// Two walks that the code compared, and what it was told.
struct Compared : WalkPair {
  bool same;  // on this path
  Fact told;  // whether the forms are the same

  // `as_many`: why steps_of(a) = steps_of(b). Where they are the same, steps i of a and j of b that
  // exist and have one number, as `steps` says, lead to one place.
  Fact alike(Proof& proof, const Step& i, const Step& j, const Fact& as_many,
             const Facts& steps) const;
  // Where they are not: the steps that part.
  Parted parted(Proof& proof, const std::string& name, const Fact& as_many) const;

 private:
  Fact as_parameters(Proof& proof, const Fact& as_many) const;
};

// Stands for VisitTheSame, of which sharing.bm.walks.same is cited: says either, of any forms that the walks
// may have, of the same walks the same. In a control the forms are those that the code makes, so that it
// really takes what is found for in place.
class Told {
 public:
  enum class Says { either, what_is };

  Told(Proof& proof, Says says) : proof_(proof), says_(says) {}
  SymBool operator()(const SymWalk& a, const SymWalk& b) const;
  const std::vector<Compared>& compared() const { return compared_; }

 private:
  Proof& proof_;
  Says says_;
  mutable std::vector<Compared> compared_;
};
template <class Plant>
Told told_of(Proof& proof) {
  const bool sound = std::is_same_v<Plant, spec::Sound>;
  return {proof, sound ? Told::Says::either : Told::Says::what_is};
}

// ---- copies ----

// Of any shapes and strides; what else there is to a copy is for the caller to say.
bm_atomic::Tensor4D<Sym> any_tensors(Proof& proof);

// One that starts where it copies from; legal but for what operands share.
struct TensorCopy {
  MachineShape<Sym> m;
  std::vector<bm_atomic::Tensor4D<Sym>> of_widths;  // the same of elements of 1, 2 and 4 bytes
  Tensor<Sym> src, dst;                             // of 1 byte
  Tensor<Sym> order;  // dst, its dimensions as the elements of src arrive
  bool transposed;
  Sym start_lane;
  Sym dst_channel, src_channel;  // elements of a channel
  Facts known;
};
TensorCopy any_tensor_copy(Proof& proof, Space space);
// What the code says of it, which is the same for every width.
template <class Plant>
SymBool counts_as_in_place(Proof& proof, const TensorCopy& x, const Told& told) {
  const auto said = [&](const bm_atomic::Tensor4D<Sym>& op) {
    return spec::bm_atomic::is_in_place<Sym, Plant>(x.m, op, told);
  };
  const SymBool claimed = said(x.of_widths[0]);
  proof.conclude("the width of elements does not count",
                 all_of(said(x.of_widths[1]) == claimed, said(x.of_widths[2]) == claimed));
  return claimed;
}
// Counts are equal. Declared after the code has run, which does not ask for it.
Fact as_many_elements(Proof& proof, const TensorCopy& x);

// Dimensions of a tensor as the code has them where it compares all of them.
SymWalk whole(const Tensor<Sym>& t);
Step step_of(const Dim4<Sym>& at);
Dim4<Sym> element_of(const Step& step);

// Element i of src becomes element j of dst, both in the order of src.
SymBool becomes(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j);
// Both lie at one place, or both do not, whatever their width.
SymBool stays(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j);
SymBool leaves(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j);
// It does, and leaves.
SymBool moves(const TensorCopy& x, const Dim4<Sym>& i, const Dim4<Sym>& j);

// An element of src and the one of dst that it becomes.
struct Pair {
  Dim4<Sym> i, j;
  Fact exist, numbered;  // both; the same number
};
Pair any_pair(Proof& proof, const TensorCopy& x);

// Lane and block row of a channel.
struct ChannelPlace {
  Sym block, lane;
  Facts known;  // start_lane + c = block*X + lane; block = 0 below X
};
ChannelPlace channel_place(Proof& proof, const TensorCopy& x, const Sym& c);

// Where the code compares all dimensions in one walk.
void walk_decides(Proof& proof, const TensorCopy& x, const SymBool& claimed, const Compared& walks);

// ---- controls ----

// A copy of bytes from dst on, src in the strides of a model that are marked.
std::string bytes_onto_themselves(const Model& v, const Tensor4& dst,
                                  const Dim4<int64_t>& src_shape, bool transpose);
// The code says that the copy is in place; the reference finds bytes that it moves.
template <class Plant>
bool in_place_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::tensor_of(c.arguments);
  return spec::bm_atomic::is_in_place<int64_t, Plant>(m, op) &&
         !spec::bm_atomic::is_in_place(m, op) && violates(c, bm_atomic::Label::overlap);
}

}  // namespace strideproof::solver
