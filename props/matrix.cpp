// Random matrices that are spread over lanes in local memory; see operand.h.

#include <algorithm>

#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"

namespace strideproof::props {
namespace {

constexpr int64_t most = 65535;

class MatrixGenerator {
 public:
  MatrixGenerator(Random& random, Case& c, const MatrixParameters& parameters, bool transposed,
                  bool may_overlap)
      : random_(random),
        case_(c),
        parameters_(parameters),
        transposed_(transposed),
        overlapping_(random.chance(1, 4) && may_overlap),
        far_(random.chance(1, 150)) {}

  void make() {
    choose_extents();
    gap_ = random_.pick({0, 0, 0, 1, 1, 3, 29});
    while (!place()) {
      far_ = false;
      halve_largest({&rows_, &cols_, &per_channel_});
    }
  }

 private:
  // The extents of the local matrix.
  void choose_extents() {
    const auto small = [&] { return random_.pick({1, 2, 2, 3, 4, 5, 7}); };
    rows_ = small(), cols_ = small(), per_channel_ = small();
    const int64_t unit = m_.unit_bytes / es_;
    switch (random_.below(12)) {
      case 0: cols_ = rows_; break;
      case 1: per_channel_ = cols_ + random_.between(0, 3); break;
      case 2: per_channel_ = cols_ + random_.around(unit); break;
      case 3:
        per_channel_ = std::max<int64_t>(1, random_.around(unit));
        cols_ = random_.around(per_channel_ * random_.between(1, 3));
        break;
      case 4:
        if (random_.chance(3, 4)) break;  // much memory: not too often
        cols_ = per_channel_ * random_.around(m_.lanes * random_.between(1, 2));
        cols_ += random_.between(0, 1);
        break;
      case 5: cols_ = random_.around(random_.pick<int64_t>({32, 64}) / es_); break;
      case 6: cols_ = random_.between(1, 40); break;
      case 7: rows_ = random_.between(1, 40); break;
      case 8:
        if (random_.chance(1, 16)) choose_long_extent(random_, {&rows_, &cols_, &per_channel_});
        break;
      default: break;
    }
    cols_ = std::max<int64_t>(cols_, 1);
    if (random_.chance(1, 700)) choose_large_extents();
  }

  void choose_large_extents() {
    switch (random_.below(4)) {
      case 0: rows_ = most, cols_ = 1, per_channel_ = 1; break;
      case 1: rows_ = 1, cols_ = most, per_channel_ = random_.pick({per_channel_, most}); break;
      case 2: rows_ = 1, per_channel_ = most, cols_ = random_.pick({cols_, most}); break;
      default: rows_ = 256, cols_ = random_.between(255, 257), per_channel_ = 64;
    }
  }

  // In system memory.
  int64_t row_stride(int64_t rows, int64_t cols) {
    const int64_t longest = highest(case_.operation->parameter("row_stride")->type);
    if (rows == 1) return random_.pick<int64_t>({0, 1, cols, longest});
    if (far_) return std::max(random_.past_power_of_two(longest), cols);
    if (overlapping_) return random_.pick<int64_t>({0, 1, cols - 1, cols / 2});
    return cols + gap_;
  }

  bool place() {
    const int64_t rows = transposed_ ? cols_ : rows_, cols = transposed_ ? rows_ : cols_;
    case_[parameters_.rows] = rows, case_[parameters_.cols] = cols;
    case_[parameters_.per_channel] = per_channel_;
    case_["row_stride"] = row_stride(rows, cols);
    const int64_t lane = random_lane(random_, m_, ceil_div(cols_, per_channel_));
    for (const Operands which : {on_dst, on_src}) {
      const OperandParameters of = parameters_of(*case_.operation, which);
      const bool local = of.address->type == CType::u32;
      int64_t& address = *values(case_, *of.address);
      address = local && of.lane == nullptr ? lane * m_.lane_bytes : 0;
      if (local && of.lane != nullptr) *values(case_, *of.lane) = lane;
      const int64_t extent = extent_of(m_, spec::tensor_of(case_, which)),
                    offset = random_place(random_, *case_.profile,
                                          local ? Space::local : Space::system, extent, es_);
      if (offset < 0) return false;
      address += offset;
    }
    return true;
  }

  Random& random_;
  Case& case_;
  const MatrixParameters parameters_;
  const bool transposed_, overlapping_;
  bool far_;
  const MachineShape m_ = machine_of(case_);
  const int64_t es_ = element_bytes_of(case_, on_src);
  int64_t rows_ = 1, cols_ = 1, per_channel_ = 1, gap_ = 0;
};

}  // namespace

void make_matrix(Random& random, Case& c, const MatrixParameters& parameters, bool transposed,
                 bool may_overlap) {
  MatrixGenerator(random, c, parameters, transposed, may_overlap).make();
}

}  // namespace strideproof::props
