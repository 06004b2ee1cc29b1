// The count of a mask copy, which is no byte of memory: programs of its own.

#include "props/generate.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

const Operation& mask_copy() { return *find_operation("bm_atomic_mask_memcpy_4D"); }
const Operation& count() { return *find_operation("bm_get_mask_memcpy_res_num"); }

TEST(MaskCount, IsReadByPrograms) {
  Random random(seed());
  const std::vector<const Operation*> operations = matching("bm_*");
  int64_t read = 0, single = 0;
  for (int i = 0; i < 500; ++i) {
    const Profile& profile = *random.pick(count().profiles);
    const Program program = generate_program(random, operations, profile);
    for (size_t s = 1; s < program.steps.size(); ++s)
      read += program.steps[s].operation == &count() &&
              program.steps[s - 1].operation == &mask_copy() &&
              spec::evaluate(program.steps[s - 1]).legal();
    const Program alone = generate_single(random, count(), operations, profile);
    ASSERT_GE(alone.steps.size(), 2U);
    EXPECT_EQ(alone.steps.front().operation, &mask_copy());
    EXPECT_EQ(alone.steps.back().operation, &count());
    single += alone.steps.size() == 3 ? 1 : 0;
    ASSERT_EQ(parse_program(print(alone)), alone);
  }
  EXPECT_GT(read, 75);
  EXPECT_GT(single, 75);
  const std::vector<const Operation*> count_alone = {&count()};
  EXPECT_EQ(generate_single(random, count(), count_alone, *find_profile("toy")).steps.size(), 1U);
}

// The count of an earlier program's copy is not judged; the count of this program's copy is.
TEST(MaskCount, OfAnEarlierProgramIsUnknown) {
  const Profile& toy = *find_profile("toy");
  const auto verdict = [&](DeviceState device_state, const Program& program,
                           std::vector<uint64_t> returned) {
    Oracle oracle(toy, device_state);
    oracle.expect(program);
    const Outcome outcome{
        std::vector<Status>(program.steps.size(), Status::done), std::move(returned), {}};
    return oracle.compare(program, outcome, bytes_in(oracle.shadow())).kind;
  };
  const Program alone = parse_program("program toy fill=1 ; bm_get_mask_memcpy_res_num");
  EXPECT_EQ(verdict(DeviceState::cleared, alone, {0}), VerdictKind::pass);
  EXPECT_EQ(verdict(DeviceState::cleared, alone, {7}), VerdictKind::wrong_return_value);
  EXPECT_EQ(verdict(DeviceState::kept, alone, {7}), VerdictKind::pass);
  // All words are kept: what memory holds is no 0.
  const Program copied = parse_program(
      "program toy fill=1 ; bm_get_mask_memcpy_res_num ; bm_atomic_mask_memcpy_4D "
      "data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=0 "
      "dst_global_mem_addr=0x100000000 shape=1,1,1,3 ; bm_get_mask_memcpy_res_num");
  EXPECT_EQ(verdict(DeviceState::kept, copied, {9, 0, 3}), VerdictKind::pass);
  EXPECT_EQ(verdict(DeviceState::kept, copied, {9, 0, 2}), VerdictKind::wrong_return_value);
}

}  // namespace
}  // namespace strideproof::props
