// Every quotation of the spec, stated constraints and the ledger, is in the excerpts of its
// document, docs/documents/*.txt, word by word. Markup and spaces do not count.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <sstream>

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

TEST(Quotations, OfConstraintsAreVerbatim) {
  for (const Operation& operation : catalogue())
    for (const Constraint& constraint : operation.constraints)
      if (constraint.grade == Grade::stated)
        expect_verbatim(name(operation.family), constraint.citation);
}

TEST(Quotations, OfTheLedgerAreVerbatim) {
  for (const LedgerEntry& entry : ledger())
    for (const Passage& passage : entry.sources) expect_verbatim(passage.document, passage.words);
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
