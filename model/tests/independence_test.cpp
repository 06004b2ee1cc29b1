// The reference and the spec share words and no formula, and the documents name code that exists.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "spec/tests/contents.h"
#include "spec/vocabulary/names.h"

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

std::vector<std::string> headers_of(const fs::path& file) {
  const std::string_view start = "#include \"";
  std::vector<std::string> headers;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(start)) continue;
    const std::string header = line.substr(start.size(), line.rfind('"') - start.size());
    const bool has_folder = header.find('/') != std::string::npos;  // else next to the file
    headers.push_back(has_folder ? header : (file.parent_path() / header).string());
  }
  return headers;
}

TEST(Independence, TheReferenceIncludesNoFormulaOfTheSpec) {
  for (const Folder& folder : folders) {
    int includes = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(folder.path)) {
      for (const std::string& header : headers_of(file.path())) {
        ++includes;
        const std::string from = fs::path(header).parent_path().string();
        EXPECT_EQ(std::count(folder.may_include.begin(), folder.may_include.end(), from), 1)
            << file.path() << " includes " << header;
      }
    }
    EXPECT_GT(includes, 0) << folder.path;
  }
}

// From the ground up: a file includes its own folder and those before it.
const std::string_view layers[] = {"spec",
                                   "model",
                                   "oracle",
                                   "props",
                                   "mutants",
                                   "proofs",
                                   "corpus",
                                   "conform/base",
                                   "conform/plugin",
                                   "conform/readings",
                                   "conform/report",
                                   "conform/explain",
                                   "conform/check",
                                   "conform/adapters",
                                   "conform/command",
                                   "fuzz",
                                   "bench",
                                   "docs"};

bool is_public(const std::string& header) { return header.starts_with("conform/strideproof"); }

std::ptrdiff_t layer_of(const std::string& file) {
  const auto layer = std::ranges::find_if(
      layers, [&](std::string_view folder) { return file.starts_with(std::string(folder) + "/"); });
  return layer - std::begin(layers);
}

bool is_source_of_a_layer(const fs::path& file) {
  const std::string name = file.filename(), extension = file.extension();
  const bool is_source = extension == ".h" || extension == ".cpp" || extension == ".def";
  return is_source && file.string().find("/tests/") == std::string::npos &&
         !name.ends_with("_test.cpp");
}

TEST(Includes, FollowLayerOrder) {
  for (const std::string_view layer : layers) {
    int includes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(layer)) {
      if (!is_source_of_a_layer(entry.path())) continue;
      for (const std::string& header : headers_of(entry.path())) {
        ++includes;
        EXPECT_TRUE(is_public(header) || layer_of(header) <= layer_of(entry.path()))
            << entry.path() << " includes " << header;
      }
    }
    EXPECT_GT(includes, 0) << layer;
  }
}

// Patterns of GTEST_FILTER: `Overlap.*`, `SmallWorld.LegalCases`.
TEST(ProofsPage, NamesExistingTests) {
  std::string tests;
  for (const std::string_view layer : layers)
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(layer))
      if (entry.path().extension() == ".cpp" && !is_source_of_a_layer(entry.path()))
        tests += tests::contents(entry.path());
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const auto exists = [&](const std::string& suite, const std::string& pattern) {
    const std::string before = "(" + suite + ", ";
    for (size_t at = tests.find(before); at != tests.npos; at = tests.find(before, at + 1)) {
      const size_t first = at + before.size();
      const size_t end = tests.find_first_not_of(letters + "0123456789_", first);
      if (matches_glob(pattern, tests.substr(first, end - first))) return true;
    }
    return false;
  };
  const std::string page = tests::contents("docs/proofs.md");
  int named = 0;
  for (size_t at = page.find('`'); at != page.npos; at = page.find('`', at + 1)) {
    const std::string word = page.substr(at + 1, page.find('`', at + 1) - at - 1);
    const size_t dot = word.find('.');
    const auto capital = [](unsigned char c) { return std::isupper(c) != 0; };
    const bool names_tests = dot != word.npos && word.find_first_not_of(letters) == dot &&
                             capital(word[0]) &&
                             word.find_first_not_of(letters + "*", dot + 1) == word.npos &&
                             (capital(word[dot + 1]) || word[dot + 1] == '*');
    if (!names_tests) continue;
    ++named;
    EXPECT_TRUE(exists(word.substr(0, dot), word.substr(dot + 1))) << word << " is no test";
  }
  EXPECT_GT(named, 10);
}

}  // namespace
}  // namespace strideproof
