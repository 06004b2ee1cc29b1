#include "fuzz/encoding.h"

#include <gtest/gtest.h>

namespace strideproof::fuzz {
namespace {

// Half of the bytes 0, so that counts and selectors have small values too.
Bytes random_bytes(props::Random& random, size_t size) {
  Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = random.chance(1, 2) ? 0 : static_cast<uint8_t>(random.next());
  return bytes;
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
      ASSERT_EQ(encode(program).size(),
                sizeof(EncodedHeader) + program.steps.size() * sizeof(EncodedStep));
      ASSERT_EQ(decode(encode(program), domain), program) << print(program);
    }
}

}  // namespace
}  // namespace strideproof::fuzz
