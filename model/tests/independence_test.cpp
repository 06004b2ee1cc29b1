// The reference and the spec share words and no formula.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "model/reference/constraint_evaluator.h"
#include "model/tests/small_world.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

namespace fs = std::filesystem;

struct Folder {
  std::string_view path;
  std::vector<std::string_view> may_include;  // folders
};

// The reference and the headers that it includes see nothing of spec but the vocabulary.
const Folder folders[] = {
    {"model/reference", {"model/reference", "model", "spec/vocabulary"}},
    {"model", {"model", "spec/vocabulary"}},
    {"spec/vocabulary", {"spec/vocabulary"}},
};

TEST(Independence, TheReferenceIncludesNoFormulaOfTheSpec) {
  const std::string_view start = "#include \"";
  for (const Folder& folder : folders) {
    int includes = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(folder.path)) {
      std::ifstream in(file.path());
      for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(start)) continue;
        ++includes;
        const std::string header = line.substr(start.size(), line.rfind('"') - start.size());
        const std::string from = fs::path(header).parent_path().string();
        EXPECT_EQ(std::count(folder.may_include.begin(), folder.may_include.end(), from), 1)
            << file.path() << " includes " << header;
      }
    }
    EXPECT_GT(includes, 0) << folder.path;
  }
}

// Both sides have their own table of what has to hold before a label is evaluated.
TEST(Independence, BothEvaluateLabelsInTheSameOrder) {
  for (const Operation& operation : catalogue())
    for (const Constraint& constraint : operation.constraints)
      EXPECT_EQ(labels(operation, reference::needs_of(operation)[constraint.bit]),
                labels(operation, operation.needs[constraint.bit]))
          << operation.label(constraint);
}

}  // namespace
}  // namespace strideproof
