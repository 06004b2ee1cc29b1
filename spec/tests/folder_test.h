#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace strideproof::tests {

// A test with a folder of its own.
class FolderTest : public testing::Test {
 protected:
  FolderTest() : folder_(make()) {}
  ~FolderTest() override { std::filesystem::remove_all(folder_); }

  const std::string folder_;

 private:
  static std::string make() {
    std::string path = testing::TempDir() + "strideproof.XXXXXX";
    if (mkdtemp(path.data()) == nullptr) throw std::runtime_error("cannot make " + path);
    return path;
  }
};

}  // namespace strideproof::tests
