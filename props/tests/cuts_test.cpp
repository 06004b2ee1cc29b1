// Random cases and those of corpus/wide get past every power of two that a legal case can pass, in
// every parameter, in such a way that it shows: the implementation that receives the parameter cut
// to as many bits is found.

#include <fmt/format.h>
#include <fnmatch.h>

#include <cstdlib>

#include "corpus/corpus.h"
#include "mutants/cut.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

using mutants::Cut;

constexpr int widths[] = {8, 10, 12, 15, 16, 20, 24, 31, 32, 36};  // bits
constexpr int64_t cases_of_a_cut = 100'000;                        // cases

// The largest value of a parameter that changes the effect of a legal case, on the first profile of
// its operation. The first row that fits counts. Without one, the constraint or the C type is the
// limit.
struct Limit {
  const char* parameter;  // a glob
  int64_t most;
  const char* reason;
};
constexpr int64_t lane = 512 * 1024, system_memory = int64_t{1} << 40;  // bytes
constexpr int64_t lane_elements = -1;  // the elements of a lane, less one
constexpr Limit limits[] = {
    {"okk_gdma_*_stride.w", 1, "the w stride is 1"},
    {"bm_atomic_mem*_4D.*stride.w", 1, "the w stride is 1"},
    {"okk_gdma_*_cpy_[SL]2L.dst_stride.?", lane_elements, "a lane has as many elements"},
    {"okk_gdma_*_cpy_L2[SL].src_stride.?", lane_elements, "a lane has as many elements"},
    {"okk_gdma_*_set_C_local.dst_stride.?", lane_elements, "a lane has as many elements"},
    {"okk_bdc_*_stride.?", lane_elements, "a lane has as many elements"},
    {"okk_bdc_32bit_C_arithmetic_shift.C", int64_t{1} << 31, "the least int"},
    {"okk_gdma_*_matrix_*.rows", 4096, "a row takes a unit of 128 bytes of a lane"},
    {"okk_gdma_*_S2L.dst_addr", 64 * lane - 1, "local memory"},
    {"okk_gdma_*_L2S.src_addr", 64 * lane - 1, "local memory"},
    {"okk_gdma_*_L2L.*_addr", 64 * lane - 1, "local memory"},
    {"okk_gdma_*_set_C_local.dst_addr", 64 * lane - 1, "local memory"},
    {"okk_bdc_*_addr", 64 * lane - 1, "local memory"},
    {"bm_atomic_*.*_idx", 63, "a lane; a system side ignores it"},
    {"bm_atomic_memcpy_1D.length", (1 << 20) + 64, "the most elements that are run"},
    {"bm_atomic_mask_memcpy_4D.shape.n", 4096, "an image takes a unit of 128 bytes of a lane"},
    {"bm_atomic_cwtrans.*_stride", lane - 1, "a lane has 524,288 elements of a byte"},
    {"bm_atomic_cwtrans.*_addr", lane - 1, "an offset in a lane"},
    {"bm_atomic_*.*local_mem_addr", lane - 1, "an offset in a lane"},
    {"data_move.*_space", 4, "a selector"},
    {"data_move.burst", 32768, "L1 has as many blocks of 32 bytes"},
    {"asc_*.dst", 65535, "L0B"},
    {"asc_*.src", 512 * 1024 - 1, "L1"},
    {"asc_*.index_id", 1023, "L1 has 1,024 fractals"},
    {"asc_*.src_stride", 1023, "L1 has 1,024 fractals"},
    {"asc_*.dst*_stride", 127, "L0B has 128 fractals"},
    {"*addr", system_memory - 1, "system memory"},
    {"data_move.dst", system_memory - 1, "system memory"},
    {"data_move.src", system_memory - 1, "system memory"},
};

// Values that it may have, all of which have to be met up to this one.
int64_t most_that_shows(const Cut& cut) {
  const std::string name = std::string(cut.operation->name) + "." + parameter_of(cut);
  for (const Limit& limit : limits)
    if (fnmatch(limit.parameter, name.c_str(), 0) == 0)
      return limit.most == lane_elements ? lane / cut.operation->element_bytes - 1 : limit.most;
  for (const Constraint& constraint : cut.operation->constraints)
    if (constraint.rule == Rule::max && constraint.slot == cut.slot) return constraint.bound;
  return highest(parameter_at(*cut.operation, static_cast<size_t>(cut.slot)).type);
}

Cut active_cut;

Result run_cut(Machine& machine, const Case& c) {
  Case received = c;
  mutants::apply(active_cut, received);
  return optimized::run(machine, received);
}

struct Search {
  Cut cut;
  bool possible;
  std::string found_by;  // the case
};

class Cuts : public testing::TestWithParam<const Operation*> {
 protected:
  // Searches two cuts of each parameter: the one that keeps the most bits of those that may show,
  // and the one that keeps the fewest bits of those that cannot. A value that a cut changes is also
  // changed by every cut that keeps fewer bits.
  void SetUp() override {
    for (int slot = 0; slot < GetParam()->slots; ++slot) {
      Cut shows{GetParam(), slot, 0};
      for (const int bits : widths) {
        const Cut cut{GetParam(), slot, bits};
        if (most_that_shows(cut) >> bits == 0) {
          searches_.push_back({cut, false, {}});
          break;
        }
        shows = cut;
      }
      if (shows.bits > 0) searches_.push_back({shows, true, {}});
    }
  }

  // Again: what an earlier program wrote far away may be found by the next one.
  bool finds(const Case& c) {
    return is_finding(harness_.check(c).kind) && is_finding(harness_.check(c).kind);
  }

  void search(const Case& c) {
    if (!spec::evaluate(c).legal()) return;
    for (Search& search : searches_) {
      const int64_t value = c.arguments.value[static_cast<size_t>(search.cut.slot)];
      if (!search.found_by.empty() || std::abs(value) >> search.cut.bits == 0) continue;
      active_cut = search.cut;
      if (finds(c)) search.found_by = print(c);
    }
  }

  bool done() const {
    return std::all_of(searches_.begin(), searches_.end(),
                       [](const Search& s) { return !s.possible || !s.found_by.empty(); });
  }

  void expect_found() const {
    for (const Search& s : searches_) {
      const std::string name =
          fmt::format("{}.{}:{}", GetParam()->name, parameter_of(s.cut), s.cut.bits);
      if (s.possible) {
        fmt::print("{} {}\n", name, s.found_by);
        EXPECT_FALSE(s.found_by.empty()) << name << " is not found";
      } else {
        EXPECT_EQ(s.found_by, "") << name << " is found, although " << most_that_shows(s.cut)
                                  << " is the largest value that shows";
      }
    }
  }

  Harness harness_{*GetParam()->profiles.front(), run_cut};
  std::vector<Search> searches_;
};

TEST_P(Cuts, AreFoundByRandomCases) {
  Random random(seed());
  for (int64_t i = 0; i < cases_of_a_cut && !done(); ++i)
    search(generate_case(random, *GetParam(), *GetParam()->profiles.front(), 0));
  expect_found();
}

TEST_P(Cuts, AreFoundByTheCorpus) {
  if (GetParam()->parameters.empty()) return;
  for (const corpus::Entry& entry :
       corpus::read(fmt::format("corpus/wide/{}.txt", GetParam()->name)))
    search(entry.program.steps.front());
  expect_found();
}

INSTANTIATE_TEST_SUITE_P(Generator, Cuts, testing::ValuesIn(matching("*")), by_name);

}  // namespace
}  // namespace strideproof::props
