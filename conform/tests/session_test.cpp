// A session whose stream gives up, the order of a batch, and the bytes that are read back.

#include "conform/check/session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "conform/tests/listed_programs.h"

namespace strideproof {
namespace {

Target good() { return {Target::Kind::library, PLUGINS "/good.so"}; }

Program fill(int number) {
  constexpr int widths = 200;
  return parse_program(
      fmt::format("okk_gdma_8bit_set_C_local toy dst_addr=0 C={} shape=1,1,1,{} dst_stride=null",
                  number / widths, 1 + number % widths));
}

std::deque<Program> fills(int count) {
  std::deque<Program> all;
  for (int number = 0; number < count; ++number) all.push_back(fill(number));
  return all;
}

// Those that were given and not judged come back, and a new worker runs them. The third session has
// no worker when its first sweep is due.
TEST(GivenUpSession, Resumes) {
  constexpr int programs = Session::first_sweep + 100;
  for (const auto& [sweeps, first_verdicts] :
       {std::pair(false, 7), std::pair(true, 7), std::pair(true, Session::first_sweep)}) {
    Target target = good();
    target.sweeps = sweeps;
    Session session(target, *find_profile("toy"), 5);
    ASSERT_TRUE(session.accepted());
    tests::ListedPrograms stream(fills(programs), first_verdicts);
    session.run(stream);
    EXPECT_EQ(stream.times.size(), static_cast<size_t>(first_verdicts));
    stream.allow(2 * programs);
    session.run(stream);
    EXPECT_EQ(stream.times.size(), static_cast<size_t>(programs));
    for (const auto& [line, times] : stream.times) EXPECT_EQ(times, 1) << line;
    EXPECT_EQ(session.restarts(), 0);  // after no crash
  }
}

// The library ends its process where it rejects.
TEST(Batch, HasLastWhatMayEndTheProcess) {
  class Listed : public tests::ListedPrograms {
   public:
    using ListedPrograms::ListedPrograms;
    std::optional<Program> next() override {
      std::optional<Program> program = ListedPrograms::next();
      if (program && ++given_ % 4 == 0) *program = parse_program(illegal);
      return program;
    }
    void judged(const Program& program, const Expectation&, const Verdict& verdict, const Outcome&,
                const Found&) override {
      EXPECT_TRUE(is_right(verdict.kind)) << verdict.detail;
      order += print(program) == illegal ? 'x' : has_known_cause(program) ? 'k' : '.';
    }
    bool has_known_cause(const Program& program) const override { return program == fill(0); }
    bool admits_again(const Program&) override { return true; }
    std::string order;

   private:
    const std::string illegal =
        "okk_gdma_8bit_set_C_local toy dst_addr=0 C=0 shape=1,1,0,1 dst_stride=null fill=0";
    int given_ = 0;
  };
  Target target = good();
  target.what = PLUGINS "/aborts.so";
  target.sweeps = false;
  target.rejects_by_abort = true;
  Session session(target, *find_profile("toy"), 5);
  ASSERT_TRUE(session.accepted());
  Listed stream(fills(12), 12);
  session.run(stream);
  EXPECT_EQ(stream.order, "........kxxx");
  EXPECT_EQ(session.restarts(), 3);
}

// A range that the plug-in offers in pieces is read back whole.
TEST(ReadBack, JoinsThePiecesOfARange) {
  const Program program = fill(0);
  const MemoryRange whole{Space::local, 0, 0, 16};
  PluginCapabilities capabilities = PluginCapabilities::everything();
  for (const uint64_t first : {0, 8})
    capabilities.offered.push_back({static_cast<int32_t>(Space::local), first, 8});
  const auto batch = std::make_unique<ipc::Batch>();
  ASSERT_TRUE(BatchWriter(*batch).add(program, {whole}, {}, capabilities));
  std::vector<uint8_t> expected(16);
  for (int i = 0; i < 16; ++i) {
    expected[static_cast<size_t>(i)] = static_cast<uint8_t>(i + 1);
    batch->data[batch->range[i / 8].bytes + static_cast<uint64_t>(i % 8)] =
        static_cast<uint8_t>(i + 1);
  }
  Machine shadow(*program.profile);
  ReadBack read_back(*batch, batch->job[0], shadow);
  const uint8_t* const found = read_back(whole);
  EXPECT_EQ(std::vector<uint8_t>(found, found + 16), expected);
}

}  // namespace
}  // namespace strideproof
