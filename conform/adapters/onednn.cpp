// The operations that a reorder of oneDNN can express, as a plug-in: copies of strided tensors, with
// the formats that it converts, bursts, and the transposing copy. All others, and every case that a
// constraint rejects, are "unsupported": a reorder knows no constraints.
//
//   strideproof check --adapter onednn
//
// The addresses of elements are written here from the documents; the memories are our own.

#include <algorithm>
#include <functional>
#include <oneapi/dnnl/dnnl.hpp>
#include <utility>
#include <vector>

#include "conform/plugin/export/implementation.h"
#include "spec/spec.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/okk_gdma.h"
#include "spec/vocabulary/tik.h"

namespace strideproof::exported {
namespace {

using dnnl::memory;
using Type = memory::data_type;

constexpr int64_t most_elements = int64_t{1} << 22;

struct Unsupported {};

// A place and strides in elements, of a memory of elements of one type. `raw`: bytes of an element
// that is moved as it is.
struct View {
  uint8_t* first;
  memory::dims strides;
};

void reorder(memory::dims extents, View dst, Type dst_type, View src, Type src_type, int64_t raw) {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  static dnnl::stream stream(engine);
  if (raw > 1) {  // no integer of 16 bits: bytes instead
    extents.push_back(raw);
    for (View* view : {&dst, &src}) {
      for (int64_t& stride : view->strides) stride *= raw;
      view->strides.push_back(1);
    }
  }
  for (const View* view : {&dst, &src})
    for (size_t d = 0; d < extents.size(); ++d)
      if (view->strides[d] < 0 || (view->strides[d] == 0 && extents[d] > 1)) throw Unsupported{};
  memory from({extents, src_type, src.strides}, engine, src.first);
  memory to({extents, dst_type, dst.strides}, engine, dst.first);
  dnnl::reorder(from, to).execute(stream, from, to);
  stream.wait();
}

// An operand of four dimensions; strides in elements. In local memory channel c is in lane
// (lane + c) mod X, in its block row (lane + c) div X.
struct Tensor {
  Space space;
  int64_t lane, address, bytes;
  Type type;
  memory::dims strides;
};

using Piece = std::function<void(uint8_t* first, int64_t channel, int64_t channels, int64_t step)>;

void each_piece(Machine& machine, const Tensor& t, int64_t channels, const Piece& piece) {
  if (t.space != Space::local) return piece(machine.at(t.space, 0, t.address), 0, channels, 1);
  const int64_t lanes = machine.profile().lanes;
  for (int64_t c = 0; c < std::min(channels, lanes); ++c)
    piece(machine.at(Space::local, (t.lane + c) % lanes,
                     t.address + (t.lane + c) / lanes * t.strides[1] * t.bytes),
          c, (channels - c + lanes - 1) / lanes, lanes);
}

memory::dims dims_of(const Dim4<int64_t>& d) { return {d.n, d.c, d.h, d.w}; }

memory::dims dense(const memory::dims& e) { return {e[1] * e[2] * e[3], e[2] * e[3], e[3], 1}; }

int64_t elements(const memory::dims& e) { return e[0] * e[1] * e[2] * e[3]; }

// Over a dense buffer, as operands may be the same bytes, and their extents may differ. `swap`: n and
// c change places.
void copy(Machine& machine, const Tensor& dst, memory::dims dst_extents, const Tensor& src,
          const memory::dims& src_extents, bool swap) {
  if (elements(dst_extents) != elements(src_extents)) throw Unsupported{};
  const int64_t raw = src.type == Type::u8 && dst.type == src.type ? src.bytes : 1;
  std::vector<uint8_t> kept(static_cast<size_t>(elements(src_extents) * src.bytes));
  memory::dims between;
  const auto view = [&](int64_t channel, int64_t step) -> View {
    return {kept.data() + channel * between[1] * src.bytes,
            {between[0], between[1] * step, between[2], between[3]}};
  };
  const auto pieces = [&](const Tensor& t, const memory::dims& e, const auto& move) {
    each_piece(machine, t, e[1], [&](uint8_t* at, int64_t c, int64_t channels, int64_t step) {
      move({e[0], channels, e[2], e[3]}, View{at, t.strides}, view(c, step));
    });
  };
  between = dense(src_extents);
  pieces(src, src_extents, [&](const memory::dims& e, const View& at, const View& dense_part) {
    reorder(e, dense_part, src.type, at, src.type, raw);
  });
  if (swap)
    std::swap(between[0], between[1]);
  else
    between = dense(dst_extents);
  pieces(dst, dst_extents, [&](const memory::dims& e, const View& at, const View& dense_part) {
    reorder(e, at, dst.type, dense_part, src.type, raw);
  });
}

Tensor okk_tensor(const Machine& machine, Space space, int64_t address, int64_t bytes,
                  const Dim4<int64_t>& shape, const Stride<int64_t>& stride) {
  const Profile& p = machine.profile();
  Tensor t{space, 0, address, bytes, bytes == 4 ? Type::s32 : Type::u8, {}};
  if (space == Space::local) t.lane = address / p.lane_bytes, t.address = address % p.lane_bytes;
  if (!stride.null) {
    t.strides = dims_of(stride.stride);
  } else if (space == Space::system) {
    t.strides = dense(dims_of(shape));
  } else {
    const int64_t unit = p.unit_bytes / bytes;
    const int64_t channel = (shape.h * shape.w + unit - 1) / unit * unit;
    t.strides = {(t.lane + shape.c + p.lanes - 1) / p.lanes * channel, channel, shape.w, 1};
  }
  return t;
}

void copy_of_okk(Machine& machine, const Case& c) {
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  const memory::dims extents = dims_of(op.shape);
  copy(machine,
       okk_tensor(machine, op.dst_space, op.dst_addr, op.element_bytes, op.shape, op.dst_stride),
       extents,
       okk_tensor(machine, op.src_space, op.src_addr, op.element_bytes, op.shape, op.src_stride),
       extents, false);
}

Type type_of(int64_t format, bool converts) {
  using bm_atomic::Format;
  const auto f = static_cast<Format>(format);
  if (f == Format::int8) return converts ? Type::s8 : Type::u8;
  if (f == Format::uint8) return Type::u8;
  if (f == Format::float32) return converts ? Type::f32 : Type::s32;
  if (converts) throw Unsupported{};
  return Type::u8;  // 16 bits, moved as bytes
}

void copy_of_bm(Machine& machine, const Case& c) {
  const auto op = bm_atomic::tensor_of(c.arguments);
  const bool converts = op.src_format != op.dst_format;
  using bm_atomic::Direction;
  const auto tensor = [&](Direction to_or_from, int64_t lane, int64_t address, int64_t format,
                          const Dim4<int64_t>& stride) -> Tensor {
    constexpr int64_t bytes[] = {4, 2, 1, 1, 2};
    const bool local = is(op.direction, to_or_from) || is(op.direction, Direction::L2L);
    return {local ? Space::local : Space::system,
            lane,
            address,
            bytes[format],
            type_of(format, converts),
            dims_of(stride)};
  };
  const Tensor src =
      tensor(Direction::L2S, op.src_local_idx, op.src_addr, op.src_format, op.src_stride);
  const Tensor dst =
      tensor(Direction::S2L, op.dst_local_idx, op.dst_addr, op.dst_format, op.dst_stride);
  const memory::dims from = dims_of(op.src_shape), to = dims_of(op.dst_shape);
  if (op.transpose != 0 && to != memory::dims{from[1], from[0], from[2], from[3]})
    throw Unsupported{};
  copy(machine, dst, to, src, from, op.transpose != 0);
}

void bursts(Machine& machine, const Case& c) {
  constexpr int64_t block = 32;
  const int64_t bytes = c["burst"] * block;
  const auto view = [&](const char* space, const char* at, const char* gap) -> View {
    return {machine.at(static_cast<Space>(c[space]), 0, c[at]), {bytes + c[gap] * block, 1}};
  };
  const View dst = view("dst_space", "dst", "dst_stride");
  const View src = view("src_space", "src", "src_stride");
  std::vector<uint8_t> kept(static_cast<size_t>(c["nburst"] * bytes));
  const View between{kept.data(), {bytes, 1}};
  reorder({c["nburst"], bytes}, between, Type::u8, src, Type::u8, 1);
  reorder({c["nburst"], bytes}, dst, Type::u8, between, Type::u8, 1);
}

// A fractal has 16 rows of 32 bytes; a square of bytes has two, of columns 0 to 15 and 16 to 31 of
// the result; one of 32 bits has two halves of eight columns.
void transposed_squares(Machine& machine, const Case& c) {
  const auto op = asc::transpose_of(c.arguments);
  if (op.repeat == 0) return;
  constexpr int64_t fractal = 512, line = 32;
  constexpr int64_t of_dtype[] = {1, 1, 2, 2, 4, 4, 4};
  const int64_t bytes = of_dtype[op.dtype];
  const int64_t square = bytes == 2 ? fractal : 2 * fractal;
  const int64_t step = (op.dst_stride + 1) * fractal;
  uint8_t* src = machine.at(Space::l1, 0, op.src + op.index_id * square);
  uint8_t* dst = machine.at(Space::l0b, 0, op.dst);
  const int64_t next = op.src_stride * square;
  if (bytes == 2)  // iteration, row, column
    return reorder({op.repeat, 16, 16}, {dst, {step / 2, 16, 1}}, Type::u8,
                   {src, {next / 2, 1, 16}}, Type::u8, 2);
  const int64_t far = (op.dst_frac_stride + 1) * fractal;  // 16-bit elements ignore the stride
  if (bytes == 1)                                          // iteration, fractal, row, column
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
  const Operation& operation = *c.operation;
  if (operation.family == Family::tik) return bursts(machine, c);
  if (operation.family == Family::asc) return transposed_squares(machine, c);
  if (operation.family == Family::okk_gdma && okk_gdma::is_copy(okk_gdma::kind(operation)))
    return copy_of_okk(machine, c);
  if (bm_atomic::is_kind(operation, bm_atomic::Kind::memcpy_4D)) return copy_of_bm(machine, c);
  throw Unsupported{};
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
