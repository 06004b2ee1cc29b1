#pragma once
// Tiles of a transpose, over a type V of vectors: squares of elements whose rows are vectors.
// `lanes` is an object with the operations on V; a vector is one block of `size` elements, or two:
//
//   load(at), store(v, at)       the elements from `at` on; for two blocks load(first, second)
//   lower(a, b)                  a[0], b[0], a[1], b[1], ... of the lower halves of each block
//   upper(a, b)                  the same of the upper halves
//
//   transpose_tile<size>(lanes, from, from_step, to, to_step)
//   transpose_tall_tile<size>(lanes, from, to, step, width)
//   transpose_squares(lanes, plan, dst, src)
//
// Steps count the objects to which `from` and `to` point: elements or bytes.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace strideproof::optimized {

// The index, in a followed by b, of element i when both are interleaved from element `first` on.
constexpr int interleaved_from(int first, int i, int size) { return first + i / 2 + i % 2 * size; }

// Vectors of 16 bytes, one block. Every processor has them, so the vector types of the compiler
// suffice.
template <class T>
struct Vectors {
  static constexpr int size = 16 / int{sizeof(T)}, blocks = 1;
  typedef T V __attribute__((vector_size(16)));

  template <class Unit>
  static V load(const Unit* at) {
    V v;
    std::memcpy(&v, at, sizeof v);
    return v;
  }
  template <class Unit>
  static void store(V v, Unit* at) {
    std::memcpy(at, &v, sizeof v);
  }
  static V lower(V a, V b) { return interleaved<0>(a, b, std::make_integer_sequence<int, size>()); }
  static V upper(V a, V b) {
    return interleaved<size / 2>(a, b, std::make_integer_sequence<int, size>());
  }

 private:
  template <int first, int... i>
  static V interleaved(V a, V b, std::integer_sequence<int, i...>) {
    return __builtin_shufflevector(a, b, interleaved_from(first, i, size)...);
  }
};

// Instructions that every processor has.
namespace baseline {
#include "model/optimized/tiles-inl.h"
}

}  // namespace strideproof::optimized
