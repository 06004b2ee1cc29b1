// A plug-in of the operations that a reorder of oneDNN can express: strided copies with its
// conversions, bursts, and the transposing copy. Every other operation, and every case that
// violates a constraint, is "unsupported", as a reorder checks no constraints.
//
//   strideproof check --adapter onednn
//
// The spec has the tensors of a case; the memories are our own.

#include <algorithm>
#include <oneapi/dnnl/dnnl.hpp>
#include <type_traits>
#include <utility>
#include <vector>

#include "conform/plugin/export/implementation.h"
#include "spec/family.h"
#include "spec/footprint.h"
#include "spec/spec.h"

// OpenMP, if libdnnl was built with it.
extern "C" void omp_set_num_threads(int count) __attribute__((weak));

namespace strideproof::exported {
namespace {

using dnnl::memory;
using Type = memory::data_type;
using Tensor = spec::Tensor<int64_t>;

constexpr int64_t most_elements = int64_t{1} << 22;

struct Unsupported {};

// A place and strides in elements, of a memory of elements of one type. `raw`: bytes of an element
// that is moved as it is.
struct ElementView {
  uint8_t* first;
  memory::dims strides;
};

// Small reorders would spend most of their time in waiting for other threads.
dnnl::engine engine_of_one_thread() {
  if (omp_set_num_threads != nullptr) omp_set_num_threads(1);
  return dnnl::engine(dnnl::engine::kind::cpu, 0);
}

void reorder(memory::dims extents, ElementView dst, Type dst_type, ElementView src, Type src_type,
             int64_t raw) {
  static const dnnl::engine engine = engine_of_one_thread();
  static dnnl::stream stream(engine);
  if (raw > 1) {  // no integer of 16 bits: bytes instead
    extents.push_back(raw);
    for (ElementView* view : {&dst, &src}) {
      for (int64_t& stride : view->strides) stride *= raw;
      view->strides.push_back(1);
    }
  }
  for (const ElementView* view : {&dst, &src})
    for (size_t d = 0; d < extents.size(); ++d)
      if (view->strides[d] < 0 || (view->strides[d] == 0 && extents[d] > 1)) throw Unsupported{};
  memory from({extents, src_type, src.strides}, engine, src.first);
  memory to({extents, dst_type, dst.strides}, engine, dst.first);
  dnnl::reorder(from, to).execute(stream, from, to);
  stream.wait();
}

// Calls visit(first, channel, channels, step) for the channels `channel`, channel + step, ... of
// each lane. `first` is their first byte. Outside local memory there is one call for all channels.
template <class Visit>
void each_lane(Machine& machine, const Tensor& t, Visit visit) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const int64_t channels = t.shape.c, lanes = t.space == Space::local ? m.lanes : 1;
  for (int64_t c = 0; c < std::min(channels, lanes); ++c) {
    const auto place = spec::place_of<int64_t>(m, t, {0, c, 0, 0});
    visit(machine.at(t.space, place.lane, place.byte), c, (channels - c + lanes - 1) / lanes,
          lanes);
  }
}

// Goes through a dense buffer, as operands may share bytes and differ in shape. `swap` exchanges n
// and c.
void copy(Machine& machine, const Tensor& dst, Type dst_type, const Tensor& src, Type src_type,
          bool swap) {
  if (spec::element_count(dst.shape) != spec::element_count(src.shape)) throw Unsupported{};
  const int64_t bytes = src.element_bytes;
  const int64_t raw = src_type == Type::u8 && dst_type == src_type ? bytes : 1;
  std::vector<uint8_t> kept(static_cast<size_t>(spec::element_count(src.shape) * bytes));
  Dim4<int64_t> between = spec::continuous_strides(src.shape);
  const auto move_parts = [&](const Tensor& t, bool to_dense) {
    each_lane(machine, t, [&](uint8_t* first, int64_t c, int64_t channels, int64_t step) {
      const memory::dims extents = {t.shape.n, channels, t.shape.h, t.shape.w};
      const ElementView part{first, {t.stride.n, t.stride.c, t.stride.h, t.stride.w}};
      const ElementView dense{kept.data() + c * between.c * bytes,
                              {between.n, between.c * step, between.h, between.w}};
      if (to_dense)
        reorder(extents, dense, src_type, part, src_type, raw);
      else
        reorder(extents, part, dst_type, dense, src_type, raw);
    });
  };
  move_parts(src, true);
  if (swap)
    std::swap(between.n, between.c);
  else
    between = spec::continuous_strides(dst.shape);
  move_parts(dst, false);
}

// Elements that are moved as they are: of 4 bytes as integers, others as bytes.
Type raw_type(const Tensor& t) { return t.element_bytes == 4 ? Type::s32 : Type::u8; }

Type converted_type(int64_t format) {
  using bm_atomic::Format;
  switch (static_cast<Format>(format)) {
    case Format::float32: return Type::f32;
    case Format::int8: return Type::s8;
    case Format::uint8: return Type::u8;
    default: throw Unsupported{};
  }
}

void copy_of_bm(Machine& machine, const bm_atomic::Tensor4D<int64_t>& op, const Tensor& dst,
                const Tensor& src) {
  if (op.transpose != 0 &&
      dst.shape != Dim4<int64_t>{src.shape.c, src.shape.n, src.shape.h, src.shape.w})
    throw Unsupported{};
  const bool converts = op.src_format != op.dst_format;
  copy(machine, dst, converts ? converted_type(op.dst_format) : raw_type(dst), src,
       converts ? converted_type(op.src_format) : raw_type(src), op.transpose != 0);
}

// A fractal has 16 rows of 32 bytes; a square of bytes has two, of columns 0 to 15 and 16 to 31 of
// the result; one of 32 bits has two halves of eight columns.
void transposed_squares(Machine& machine, const asc::Transpose<int64_t>& op, const Tensor& to,
                        const Tensor& from) {
  if (op.repeat == 0) return;
  constexpr int64_t fractal = 512, line = 32;
  const int64_t bytes = spec::asc::Spec::dtype_bytes(op);
  const int64_t step = to.stride.n, next = from.stride.n, far = to.stride.c;
  uint8_t* src = machine.at(Space::l1, 0, from.address);
  uint8_t* dst = machine.at(Space::l0b, 0, to.address);
  if (bytes == 2)  // iteration, row, column
    return reorder({op.repeat, 16, 16}, {dst, {step / 2, 16, 1}}, Type::u8,
                   {src, {next / 2, 1, 16}}, Type::u8, 2);
  if (bytes == 1)  // iteration, fractal, row, column
    return reorder({op.repeat, 2, 16, line}, {dst, {step, far, line, 1}}, Type::u8,
                   {src, {next, 16, 1, line}}, Type::u8, 1);
  // Iteration, fractal of dst, fractal of src, row, column. A reorder of 32-bit integers with these
  // strides goes through float32 and loses their low bits (oneDNN 2.6.3), so they move as bytes.
  const bool is_float = static_cast<asc::DType>(op.dtype) == asc::DType::f32;
  const Type type = is_float ? Type::f32 : Type::u8;
  reorder({op.repeat, 2, 2, 8, 8}, {dst, {step / 4, far / 4, 64, 8, 1}}, type,
          {src, {next / 4, 64, fractal / 4, 1, 8}}, type, is_float ? 1 : 4);
}

void run_as_reorder(Machine& machine, const Case& c) {
  if (spec::cost(c) > most_elements) throw Unsupported{};
  const auto reordered = [&]<class F, class Op>(F, const auto& m, const Op& op) {
    const auto tensor = [&](Operands which) { return F::tensor(m, op, which); };
    if constexpr (std::is_same_v<Op, asc::Transpose<int64_t>>) {
      transposed_squares(machine, op, tensor(on_dst), tensor(on_src));
    } else if constexpr (std::is_same_v<Op, bm_atomic::Tensor4D<int64_t>>) {
      copy_of_bm(machine, op, tensor(on_dst), tensor(on_src));
    } else if constexpr (std::is_same_v<Op, okk::View<int64_t>> ||
                         std::is_same_v<Op, tik::Move<int64_t>>) {
      const bool is_fill = c.operation->parameter("C") != nullptr;
      if (is_fill || c.operation->family == Family::okk_bdc) throw Unsupported{};
      const Tensor dst = tensor(on_dst), src = tensor(on_src);
      copy(machine, dst, raw_type(dst), src, raw_type(src), false);
    } else {
      throw Unsupported{};
    }
  };
  spec::with_operation(*c.operation, machine.profile(), c.arguments, reordered);
}

}  // namespace

const char* implementation_name() { return "oneDNN reorder"; }

Result run(Machine& machine, const Case& c) {
  const ConstraintResults results = spec::evaluate(c);
  const Result unsupported{{.too_costly = true}, 0};
  if (!results.legal()) return unsupported;
  try {
    run_as_reorder(machine, c);
    return {results, 0};
  } catch (const Unsupported&) {
    return unsupported;
  } catch (const dnnl::error&) {  // a form that it does not have
    return unsupported;
  }
}

}  // namespace strideproof::exported
