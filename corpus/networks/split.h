#pragma once
// The shapes of real networks as cases: tensors are cut into tiles that fit local memory, as in a
// kernel, and moved by the operations of okk-gdma.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "spec/vocabulary/dim4.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::networks {

using Shape = Dim4<int64_t>;

// A tensor in system memory; shape and stride in elements.
struct Tensor {
  std::string name;
  Shape shape;
  Shape stride;
};

// A row-major matrix of 32-bit elements in system memory; rows of all samples.
struct Matrix {
  std::string name;
  int64_t rows, cols, cols_per_channel, row_stride;
};

// The content of a table (NETWORK.shapes), for every batch size that it names.
struct Network {
  std::vector<int64_t> element_bytes;
  std::vector<Tensor> tensors;
  std::vector<Matrix> matrices;
};

// corpus/README.md explains the lines of the table. Throws corpus::Error with file and line.
Network read_table(const std::string& path);

struct Tile {
  Shape first, size;
};

// Tiles that cover the shape exactly once, in NCHW order, each within `lane_bytes` of every lane in
// the aligned layout. Cut along n; if one sample is too large, along c in multiples of all lanes;
// if that is too large, along h. Throws std::runtime_error if a single row is too large.
std::vector<Tile> tiles(const Shape& shape, int64_t element_bytes, int64_t lane_bytes,
                        const Profile& profile);

// The same for a matrix: the first row and the number of rows of each tile.
std::vector<std::pair<int64_t, int64_t>> row_tiles(const Matrix& matrix, int64_t lane_bytes,
                                                   const Profile& profile);

// The committed text of a network: for every tensor, element size and distinct tile, the case lines
// that load and store it; for the first tile, also the lines of other operations of kernels.
std::string text(const Network& network, const Profile& profile);

// The same network, moved by the other families on their own profiles; NETWORK_engines.txt.
std::string engines_text(const Network& network);

}  // namespace strideproof::networks
