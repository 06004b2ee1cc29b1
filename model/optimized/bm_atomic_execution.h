#pragma once
// Executes the plans of bm-atomic.

#include <cstring>

#include "model/machine.h"
#include "model/optimized/bm_atomic.h"
#include "model/optimized/kernels.h"
#include "spec/footprint.h"

namespace strideproof::optimized {

// Executes an operation by the plans of Code. Precondition: the case is legal and its memory is
// open.
template <class Code>
class BmAtomicExecutor {
 public:
  explicit BmAtomicExecutor(Machine& machine)
      : machine_(machine), m_(spec::machine_shape<int64_t>(machine.profile())) {}

  void operator()(const bm_atomic::Linear<int64_t>& p) const {
    const auto [dst, src] = bases_of(p.direction);
    copy(Code::plan_of(m_, p), dst, src);
  }

  void operator()(const bm_atomic::Matrix2D<int64_t>& p) const {
    const Pointers<2> bases = bases_of(p.direction);
    const bool adds = p.result_add != 0;
    if (p.transpose == 0) {
      using spec::bm_atomic::run_operand;
      const ChooseMoveFunction add = [](int64_t) -> MoveFunction { return add_floats; };
      return copy_matrix<Code>(m_, operand(p, run_operand(p, on_dst)),
                               operand(p, run_operand(p, on_src)), bases, adds ? add : move_of);
    }
    const Tensor<int64_t> local = operand(p, on_dst), system = operand(p, on_src);
    const bool to_local = bm_atomic::dst_is_local(p.direction);
    for (int64_t channel = 0; channel < local.shape.c; ++channel)
      transpose(Code::transposed_channel(m_, local, system, channel, to_local), bases[0], bases[1],
                adds ? Store::add_float32 : Store::move);
  }

  void operator()(const bm_atomic::CWTranspose<int64_t>& p) const {
    uint8_t* const local = machine_.base(Space::local);
    transpose(Code::cwtrans_plan(m_, operand(p, on_dst), operand(p, on_src)), local, local);
  }

  void operator()(const bm_atomic::Tensor4D<int64_t>& p) const {
    const auto [dst, src] = bases_of(p.direction);
    const Tensor<int64_t> to = operand(p, on_dst), from = operand(p, on_src);
    if (p.transpose != 0) return swap(Code::swap_plan(m_, to, from), dst, src);
    if (p.dst_format == p.src_format && p.dst_shape == p.src_shape)
      return copy(Code::plan_of(m_, std::array{to, from}), dst, src);
    convert(p, Code::runs_of(Code::layout_of(m_, to)), Code::runs_of(Code::layout_of(m_, from)),
            dst, src);
  }

  void operator()(const bm_atomic::Fill4D<int64_t>& p) const {
    fill(Code::plan_of(m_, std::array{operand(p, on_dst)}), base(p.is_local_mem != 0),
         Pattern(p.const_val, spec::bm_atomic::element_bytes_of(p.format)));
  }

  void operator()(const bm_atomic::MaskedCopy<int64_t>& p) const {
    const auto [words, masks] = Code::plan_of(m_, p);
    const ByteLayout<int64_t> word_runs = Code::runs_of(words), mask_runs = Code::runs_of(masks);
    const uint8_t* const local = machine_.base(Space::local);
    uint8_t* dst = machine_.base(Space::system) + p.dst_global_mem_addr;
    machine_.mask_count = 0;
    for_each_part(RunCursor(word_runs), RunCursor(mask_runs), spec::element_count(p.shape),
                  [&](int64_t word, int64_t mask, int64_t count) {
                    const int64_t kept = pack_words(dst, local + word, local + mask, count);
                    dst += kept * bm_atomic::mask_word_bytes;
                    machine_.mask_count += static_cast<uint32_t>(kept);
                  });
  }

 private:
  template <class Op>
  Tensor<int64_t> operand(const Op& p, Operands which) const {
    return spec::bm_atomic::operand_of(m_, p, which);
  }
  uint8_t* base(bool local) const { return machine_.base(local ? Space::local : Space::system); }
  Pointers<2> bases_of(int64_t direction) const {
    return {base(bm_atomic::dst_is_local(direction)), base(bm_atomic::src_is_local(direction))};
  }

  static void swap(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
    if (is_matrix(plan)) return transpose(plan, dst, src);
    if (is_in_lane(plan) && is_matrix(exchanged(plan))) return transpose(exchanged(plan), dst, src);
    const int64_t run = row_bytes(plan.src);
    const MoveFunction move = move_of(run);
    const Loop<int64_t, 2> rows = {plan.src.shape.h, {plan.dst.h, plan.src.h}};
    for (int64_t n = 0; n < plan.src.shape.n; ++n) {
      const int64_t channel = row_at(plan.dst.channels, n);
      for (int64_t c = 0; c < plan.src.shape.c; ++c)
        move(run, rows, dst + channel + c * plan.dst.n, src + address_of(plan.src, {n, c, 0, 0}));
    }
  }

  // Operands of another shape or format.
  static void convert(const bm_atomic::Tensor4D<int64_t>& p, const ByteLayout<int64_t>& dst_runs,
                      const ByteLayout<int64_t>& src_runs, uint8_t* dst, const uint8_t* src) {
    const auto each_part = [&](auto convert_part) {
      for_each_part(RunCursor(dst_runs), RunCursor(src_runs), spec::element_count(p.src_shape),
                    [&](int64_t to, int64_t from, int64_t count) {
                      convert_part(dst + to, src + from, count);
                    });
    };
    const auto format = [](int64_t value) { return static_cast<bm_atomic::Format>(value); };
    if (p.dst_format != p.src_format)
      return each_part(converter(format(p.src_format), format(p.dst_format)));
    each_part([&](uint8_t* to, const uint8_t* from, int64_t count) {
      std::memmove(to, from, static_cast<size_t>(count * dst_runs.w));
    });
  }

  Machine& machine_;
  const MachineShape<int64_t> m_;
};

template <class Code = ShippedPlans>
void execute_bm_atomic(Machine& machine, const Case& c) {
  // The count of the last mask copy is read by returned_by.
  if (!bm_atomic::reads_mask_count(*c.operation))
    spec::bm_atomic::with_view(*c.operation, c.arguments, BmAtomicExecutor<Code>(machine));
}

// The value that the operation returns; 0 if it returns nothing.
inline uint64_t returned_by(const Machine& machine, const Case& c) {
  return bm_atomic::reads_mask_count(*c.operation) ? machine.mask_count : 0;
}

}  // namespace strideproof::optimized
