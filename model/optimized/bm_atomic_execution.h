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
      const ChooseMove add = [](int64_t) -> Move { return add_floats; };
      return copy_matrix<Code>(m_, operand(p, run_operand(p, on_dst)),
                               operand(p, run_operand(p, on_src)), bases, adds ? add : move_of);
    }
    const Tensor<int64_t> local = operand(p, on_dst);
    for (int64_t channel = 0; channel < channel_count(p); ++channel)
      transpose(local.element_bytes, Code::plan_of(m_, p, local, channel), bases[0], bases[1],
                adds ? Store::add_float32 : Store::move);
  }

  void operator()(const bm_atomic::CWTranspose<int64_t>& p) const {
    uint8_t* const local = machine_.base(Space::local);
    const Tensor<int64_t> dst = operand(p, on_dst), src = operand(p, on_src);
    transpose(dst.element_bytes, Code::cwtrans_plan(m_, dst, src), local, local);
  }

  void operator()(const bm_atomic::Tensor4D<int64_t>& p) const {
    const auto [dst, src] = bases_of(p.direction);
    const Tensor<int64_t> to = operand(p, on_dst), from = operand(p, on_src);
    if (p.transpose != 0) return swap(Code::swap_plan(m_, to, from), from.element_bytes, dst, src);
    if (p.dst_format == p.src_format && p.dst_shape == p.src_shape)
      return copy(Code::plan_of(m_, std::array{to, from}), dst, src);
    convert(p, Code::runs_of(m_, to), Code::runs_of(m_, from), dst, src);
  }

  void operator()(const bm_atomic::Fill4D<int64_t>& p) const {
    fill(Code::plan_of(m_, std::array{operand(p, on_dst)}), base(p.is_local_mem != 0),
         Pattern(p.const_val, spec::bm_atomic::element_bytes_of(p.format)));
  }

  void operator()(const bm_atomic::MaskedCopy<int64_t>& p) const {
    constexpr int64_t word = bm_atomic::mask_word_bytes;
    const auto [runs, to_mask] = Code::plan_of(m_, p);
    const uint8_t* const local = machine_.base(Space::local);
    uint8_t* const dst = machine_.base(Space::system) + p.dst_global_mem_addr;
    int64_t kept = 0;
    for (int64_t n = 0; n < runs.images; ++n)
      for (int64_t c = 0; c < runs.channel_count; ++c)
        for (int64_t h = 0; h < runs.rows; ++h) {
          const uint8_t* const words = local + run_at(runs, n, c, h);
          kept += pack_words(dst + kept * word, words, words + to_mask, runs.run);
        }
    machine_.mask_count = static_cast<uint32_t>(kept);
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

  static void swap(const SwapPlan<int64_t>& plan, int64_t element_bytes, uint8_t* dst,
                   const uint8_t* src) {
    const int64_t run = plan.src.run * element_bytes;
    if (is_matrix(plan, run)) return transpose(run, swapped_matrix(plan), dst, src);
    const Move move = move_of(run);
    const Loop<int64_t, 2> rows = {plan.src.rows, {plan.dst.h_step, plan.src.h_step}};
    for (int64_t n = 0; n < plan.src.images; ++n) {
      const int64_t channel = row_at(plan.dst.channels, n);
      for (int64_t c = 0; c < plan.src.channel_count; ++c)
        move(run, rows, dst + channel + c * plan.dst.n_step,
             src + run_at(plan.src, n, c, int64_t{0}));
    }
  }

  // Operands of another shape or format.
  static void convert(const bm_atomic::Tensor4D<int64_t>& p, const RunSequence<int64_t>& dst_runs,
                      const RunSequence<int64_t>& src_runs, uint8_t* dst, const uint8_t* src) {
    const int64_t dst_bytes = spec::bm_atomic::element_bytes_of(p.dst_format),
                  src_bytes = spec::bm_atomic::element_bytes_of(p.src_format);
    const auto each_part = [&](auto convert_part) {
      for_each_part({dst_runs, dst_bytes}, {src_runs, src_bytes}, spec::element_count(p.src_shape),
                    [&](int64_t to, int64_t from, int64_t count) {
                      convert_part(dst + to, src + from, count);
                    });
    };
    const auto format = [](int64_t value) { return static_cast<bm_atomic::Format>(value); };
    if (p.dst_format != p.src_format)
      return each_part(converter(format(p.src_format), format(p.dst_format)));
    each_part([&](uint8_t* to, const uint8_t* from, int64_t count) {
      std::memmove(to, from, static_cast<size_t>(count * dst_bytes));
    });
  }

  Machine& machine_;
  const MachineShape<int64_t> m_;
};

template <class Code = ShippedPlans>
void execute_bm_atomic(Machine& machine, const Case& c) {
  // The count of the last mask copy is read by returned_by.
  if (!bm_atomic::is_kind(*c.operation, bm_atomic::Kind::mask_count))
    spec::bm_atomic::with_view(*c.operation, c.arguments, BmAtomicExecutor<Code>(machine));
}

// The value that the operation returns; 0 if it returns nothing.
inline uint64_t returned_by(const Machine& machine, const Case& c) {
  return bm_atomic::is_kind(*c.operation, bm_atomic::Kind::mask_count) ? machine.mask_count : 0;
}

}  // namespace strideproof::optimized
