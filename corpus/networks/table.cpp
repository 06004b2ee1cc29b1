#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "corpus/corpus.h"
#include "corpus/networks/split.h"

namespace strideproof::networks {
namespace {

Shape continuous(const Shape& s) { return {s.c * s.h * s.w, s.h * s.w, s.w, 1}; }

// The rest of a line as positive numbers, as many as wanted.
std::vector<int64_t> numbers(std::istringstream& words, size_t wanted) {
  std::vector<int64_t> all;
  for (std::string word; words >> word;) {
    size_t end = 0;
    try {
      all.push_back(std::stoll(word, &end));
    } catch (const std::logic_error&) {
    }
    if (end != word.size() || all.back() < 1)
      throw std::runtime_error(fmt::format("'{}' is not a positive number", word));
  }
  if (all.empty() || (wanted != 0 && all.size() != wanted))
    throw std::runtime_error(fmt::format("expected {} numbers, found {}", wanted, all.size()));
  return all;
}

class Table {
 public:
  Network network;

  void line(const std::string& text) {
    std::istringstream words(text);
    std::string keyword, name;
    if (!(words >> keyword) || keyword.front() == '#') return;
    if (keyword == "batch") {
      batches_ = numbers(words, 0);
    } else if (keyword == "bits") {
      for (int64_t bits : numbers(words, 0)) network.element_bytes.push_back(bits / 8);
    } else if (keyword == "tensor" && words >> name) {
      const auto v = numbers(words, 3);
      for (int64_t n : batches_) {
        const Shape shape{n, v[0], v[1], v[2]};
        network.tensors.push_back({name, shape, continuous(shape)});
      }
    } else if (keyword == "view" && words >> name) {
      const auto v = numbers(words, 6);
      for (int64_t n : batches_)
        network.tensors.push_back({name, {n, v[0], v[1], v[2]}, {v[3], v[4], v[5], 1}});
    } else if (keyword == "matrix" && words >> name) {
      const auto v = numbers(words, 4);
      for (int64_t n : batches_) network.matrices.push_back({name, n * v[0], v[1], v[2], v[3]});
    } else if (keyword == "weights" && words >> name) {
      const auto v = numbers(words, 4);
      network.matrices.push_back({name, v[0], v[1], v[2], v[3]});
    } else {
      throw std::runtime_error(
          fmt::format("'{}' is not batch, bits, tensor, view, matrix or weights "
                      "with a name",
                      keyword));
    }
  }

 private:
  std::vector<int64_t> batches_ = {1};
};

}  // namespace

Network read_table(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw corpus::Error(fmt::format("{}: cannot be read", path));
  Table table;
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) try {
      table.line(text);
    } catch (const std::runtime_error& error) {
      throw corpus::Error(fmt::format("{}:{}: {}", path, line, error.what()));
    }
  return std::move(table.network);
}

}  // namespace strideproof::networks
