#include "fuzz/encoding.h"

#include <gtest/gtest.h>

#include "props/generate.h"

namespace strideproof::fuzz {
namespace {

// Half of the bytes 0, so that counts and selectors have small values too.
Bytes random_bytes(props::Random& random, size_t size) {
  Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = random.chance(1, 2) ? 0 : static_cast<uint8_t>(random.next());
  return bytes;
}

// Programs and single cases, legal or not.
TEST(Encoding, RoundTripOfPrograms) {
  const Domain domain("programs");
  props::Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    const Profile& profile = *random.pick(domain.profiles);
    const std::vector<const Operation*>& operations = domain.operations.at(&profile);
    Program program = props::generate_program(random, operations, profile);
    if (i % 2 == 0) {
      program.steps = {props::generate_case(random, *random.pick(operations), profile, 2)};
      program.fill = program.steps[0].fill = random.next();
    }
    ASSERT_EQ(encode(program).size(),
              sizeof(EncodedHeader) + program.steps.size() * sizeof(EncodedStep));
    ASSERT_EQ(decode(encode(program), domain), program) << print(program);
  }
}

// Any bytes are a program of the domain, which its line gives back; encoding it adds nothing.
TEST(Encoding, AcceptsAllBytesAndIsStable) {
  props::Random random(3);
  for (const Domain& domain : {Domain("okk_gdma"), Domain("programs")})
    for (int i = 0; i < 10'000; ++i) {
      const auto size =
          static_cast<size_t>(random.below(3 * static_cast<int64_t>(sizeof(EncodedStep))));
      const Program program = decode(random_bytes(random, size), domain);
      ASSERT_FALSE(program.steps.empty());
      ASSERT_EQ(parse_program(print(program)), program) << print(program);
      ASSERT_EQ(decode(encode(program), domain), program) << print(program);
    }
}

TEST(Encoding, GivesEachValueItsOwnBytes) {
  const Program program = parse_program(
      "okk_gdma_8bit_set_C_local toy dst_addr=0x0 C=7 shape=1,2,3,4 dst_stride=9,8,7,1 fill=3");
  const Bytes bytes = encode(program);
  EXPECT_EQ(bytes[0], encoding_version);
  EXPECT_EQ(bytes[2], 1);
  EXPECT_EQ(bytes[offsetof(EncodedHeader, fill)], 3);
  const size_t values = sizeof(EncodedHeader) + offsetof(EncodedStep, value);
  EXPECT_EQ(bytes[values + 8], 7);      // C
  EXPECT_EQ(bytes[values + 2 * 8], 1);  // shape
  EXPECT_EQ(bytes[values + 5 * 8], 4);
  EXPECT_EQ(bytes[values + 6 * 8], 9);  // dst_stride
  Bytes changed = bytes;
  changed[values + 6 * 8] = 10;
  Program expected = program;
  expected.steps[0].arguments.value[6] = 10;
  EXPECT_EQ(decode(changed, Domain("okk_gdma")), expected);
}

}  // namespace
}  // namespace strideproof::fuzz
