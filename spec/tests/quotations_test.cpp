// Every quotation, of stated constraints, the ledger and the comments of the reference, is in the
// excerpts of its document, docs/documents/*.txt, word by word. Markup and spaces do not count.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "spec/tests/table.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

std::string plain(std::string_view text) {
  std::string all =
      std::regex_replace(std::string(text), std::regex(":(cpp:expr|ref):`([^`]*)`"), "$2");
  all = std::regex_replace(all, std::regex("<br>"), " ");
  return std::regex_replace(all, std::regex("\\s+"), " ");
}

const std::string& excerpts(std::string_view document) {
  static std::map<std::string_view, std::string> read;
  std::string& text = read[document];
  if (text.empty()) {
    std::ifstream in("docs/documents/" + std::string(document) + ".txt");
    std::stringstream all;
    all << in.rdbuf();
    text = plain(all.str());
  }
  return text;
}

void expect_verbatim(std::string_view document, std::string_view quotation) {
  EXPECT_NE(excerpts(document).find(plain(quotation)), std::string::npos)
      << document << ": " << quotation;
}

TEST(Quotations, ConstraintsQuoteVerbatim) {
  for (const Operation& operation : catalogue())
    for (const Constraint& constraint : operation.constraints)
      if (constraint.grade == Grade::stated)
        expect_verbatim(name(operation.family), constraint.citation);
}

TEST(Quotations, LedgerQuotesVerbatim) {
  for (const LedgerEntry& entry : ledger())
    for (const Passage& passage : entry.sources) expect_verbatim(passage.document, passage.words);
}

// The comments of a file as one text.
std::string comments(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string all;
  for (std::string line; std::getline(in, line);)
    if (const size_t at = line.find("// "); at != std::string::npos) all += line.substr(at + 2);
  return all;
}

// "A ... B" quotes A and B.
TEST(Quotations, ReferenceQuotesVerbatim) {
  const std::regex quotation("\"([^\"]+)\""), gap(" \\.\\.\\. ");
  int quotations = 0;
  for (const auto& file : std::filesystem::directory_iterator("model/reference")) {
    const std::string text = comments(file.path());
    for (std::sregex_iterator of(text.begin(), text.end(), quotation), end; of != end; ++of) {
      const std::string words = (*of)[1];
      for (std::sregex_token_iterator part(words.begin(), words.end(), gap, -1), last; part != last;
           ++part, ++quotations)
        EXPECT_TRUE(std::ranges::any_of(all_families(),
                                        [&](Family family) {
                                          return excerpts(name(family)).find(plain(part->str())) !=
                                                 std::string::npos;
                                        }))
            << file.path() << ": " << *part;
    }
  }
  EXPECT_GT(quotations, 40);
}

// An entry quotes each document whose operations leave it open, and no other.
TEST(Quotations, CoverTheDocumentsOfAnEntry) {
  for (const LedgerEntry& entry : ledger()) {
    std::map<std::string_view, int> quoted, open;
    for (const Passage& passage : entry.sources) quoted[passage.document] = 1;
    for (const Operation& operation : catalogue())
      for (const std::string_view id : operation.ambiguities)
        if (id == entry.id) open[name(operation.family)] = 1;
    EXPECT_EQ(quoted, open) << entry.id;
  }
}

}  // namespace
}  // namespace strideproof
