// strideproof vectors: the form of the files, and a consumer that runs them.

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

using nlohmann::json;

class Vectors : public FolderTest {
 protected:
  void write(const std::string& more) {
    const Answer answer = strideproof("vectors --out " + folder_ + " " + more);
    ASSERT_EQ(answer.status, 0) << answer.err;
  }
  json read(const std::string& name) const {
    return json::parse(std::ifstream(folder_ + "/" + name));
  }
};

TEST_F(Vectors, HaveTheFormOfTheirSchema) {
  write("--op bm_atomic_memcpy_2D --profile toy --seed 3");
  const json schema = read("schema.json"), file = read("bm_atomic_memcpy_2D.json");
  EXPECT_EQ(breaks(schema, file), "");
  EXPECT_EQ(file["seed"], 3);
  EXPECT_EQ(strideproof("--version").out, file["strideproof"].get<std::string>() + "\n");
  std::set<std::string> lines, results;
  for (const json& vector : file["vectors"]) {
    EXPECT_EQ(vector["profile"], "toy");
    EXPECT_TRUE(lines.insert(vector["case"]).second) << vector["case"];
    results.insert(vector["result"]);
    EXPECT_EQ(vector["result"] == "acceptable", !vector["others"].empty());
  }
  EXPECT_EQ(results, (std::set<std::string>{"valid", "invalid", "acceptable"}));
}

// A case that only an assumption makes illegal has the answer of the reading that accepts it.
TEST_F(Vectors, NameTheReadingThatAnswersOtherwise) {
  write("--op bm_atomic_memcpy_1D --profile bm1684");
  const json file = read("bm_atomic_memcpy_1D.json");
  bool met = false;
  for (const json& vector : file["vectors"])
    for (const json& other : vector["others"]) {
      if (!other["readings"].contains("address-alignment") || other["readings"].size() != 1)
        continue;
      met = true;
      EXPECT_EQ(vector["results"][0]["status"], "rejected");
      EXPECT_EQ(other["results"][0]["status"], "done");
      EXPECT_FALSE(other["after"].empty());
    }
  EXPECT_TRUE(met);
}

TEST_F(Vectors, AreRunByAConsumerInPython) {
  write("--profile toy");
  const std::string consumer =
      "/usr/bin/python3 -B " SOURCE_FOLDER "/examples/vectors/consume.py " SOURCE_FOLDER
      "/conform/adapters/numpy ";
  const Answer answer = shell(consumer + folder_ + "/*_*.json");
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;

  json file = read("bm_atomic_memcpy_1D.json");  // the consumer sees a wrong byte
  for (json& vector : file["vectors"])
    if (vector["result"] == "valid") {
      std::string bytes = vector["after"][0]["bytes"];
      bytes[0] = bytes[0] == '0' ? '1' : '0';
      vector["after"][0]["bytes"] = bytes;
      break;
    }
  std::ofstream(folder_ + "/bm_atomic_memcpy_1D.json") << file.dump();
  const Answer wrong = shell(consumer + folder_ + "/bm_atomic_memcpy_1D.json");
  EXPECT_EQ(wrong.status, 1) << wrong.out << wrong.err;
}

}  // namespace
}  // namespace strideproof::tests
