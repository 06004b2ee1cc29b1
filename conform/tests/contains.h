#pragma once
// EXPECT_TRUE(contains(answer.out, "1 finding")): a failure shows the whole text.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace strideproof::tests {

inline testing::AssertionResult contains(const std::string& text, std::string_view words) {
  const bool found = text.find(words) != std::string::npos;
  return (found ? testing::AssertionSuccess() : testing::AssertionFailure())
         << "\"" << words << "\" is " << (found ? "in: " : "not in: ") << text;
}

}  // namespace strideproof::tests
