// Every quotation, of stated constraints, the ledger and the comments of the reference, is in the
// excerpts of its document, docs/documents/*.txt, word by word. Markup and spaces do not count.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>

#include "spec/tests/contents.h"
#include "spec/tests/table.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

std::string plain(std::string_view text) {
  std::string all(text);
  for (const std::string role : {":cpp:expr:`", ":ref:`"})
    for (size_t at; (at = all.find(role)) != all.npos;) {
      all.erase(at, role.size());
      all.erase(all.find('`', at), 1);
    }
  for (size_t at; (at = all.find("<br>")) != all.npos;) all.replace(at, 4, " ");
  std::string words;
  for (const char c : all)
    if (!std::isspace(static_cast<unsigned char>(c)))
      words += c;
    else if (words.empty() || words.back() != ' ')
      words += ' ';
  return words;
}

const std::string& excerpts(std::string_view document) {
  static std::map<std::string_view, std::string> read;
  std::string& text = read[document];
  if (text.empty())
    text = plain(tests::contents("docs/documents/" + std::string(document) + ".txt"));
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
std::vector<std::string> quotations(const std::string& text) {
  const std::string gap = " ... ";
  std::vector<std::string> all;
  for (size_t first = 0, last = 0; (first = text.find('"', last)) != text.npos; ++last) {
    last = text.find('"', first + 1);
    if (last == text.npos) break;
    std::string words = text.substr(first + 1, last - first - 1);
    for (size_t at; (at = words.find(gap)) != words.npos; words.erase(0, at + gap.size()))
      all.push_back(words.substr(0, at));
    all.push_back(words);
  }
  return all;
}

TEST(Quotations, ReferenceQuotesVerbatim) {
  size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator("model/reference"))
    for (const std::string& words : quotations(comments(file.path()))) {
      ++count;
      EXPECT_TRUE(std::ranges::any_of(
          all_families,
          [&](Family family) { return excerpts(name(family)).find(plain(words)) != words.npos; }))
          << file.path() << ": " << words;
    }
  EXPECT_GT(count, 40);
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
