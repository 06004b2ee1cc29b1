#include "corpus/corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "spec/spec.h"
#include "spec/tests/folder_test.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::corpus {
namespace {

using testing::ElementsAre;

constexpr const char* line =
    "okk_gdma_8bit_set_C_local toy dst_addr=0x0 C=7 shape=1,1,1,1 dst_stride=null fill=3";

class Corpus : public tests::FolderTest {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
};

TEST_F(Corpus, SkipsCommentsAndBlankLinesAndKeepsLineNumbers) {
  const std::string path =
      write("a.txt", std::string("# why\n\n  # indented\n") + line + "\n\t\n" + line);
  const std::vector<Entry> entries = read(path);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].program, parse_program(line));
  EXPECT_EQ(entries[0].file, path);
  EXPECT_EQ(entries[0].line, 4);
  EXPECT_EQ(entries[1].line, 6);
  EXPECT_EQ(entries[1].comment, "# why");
}

TEST_F(Corpus, SortsTheFilesOfAFolder) {
  std::filesystem::create_directory(folder_ + "/b");
  const std::string b = write("b/a.txt", line), z = write("z.txt", line), a = write("a.txt", line);
  write("notes.md", "no case");
  EXPECT_THAT(files(folder_), ElementsAre(a, b, z));
  EXPECT_EQ(read(folder_).size(), 3u);
  EXPECT_THAT(files(a), ElementsAre(a));
}

// The networks are legal, and every operation moves one of their tensors.
TEST(CommittedCorpus, NetworksAreLegalAndMeetEveryOperation) {
  std::set<std::string_view> missing;
  for (const Operation& operation : catalogue()) missing.insert(operation.name);
  for (const Entry& entry : read("corpus/networks"))
    for (const Case& c : entry.program.steps) {
      EXPECT_TRUE(spec::evaluate(c).legal()) << entry.file << ":" << entry.line << ": " << print(c);
      missing.erase(c.operation->name);
    }
  EXPECT_EQ(missing, std::set<std::string_view>{});
}

}  // namespace
}  // namespace strideproof::corpus
