// strideproof_networks TABLE.shapes > NETWORK.txt: the case lines of a network.

#include <cstdio>
#include <exception>

#include "corpus/networks/split.h"

int main(int count, char** words) try {
  using namespace strideproof;
  if (count != 2) {
    std::fprintf(stderr, "usage: strideproof_networks TABLE.shapes > NETWORK.txt\n");
    return 2;
  }
  const std::string text = networks::text(networks::read_table(words[1]), *find_profile("bm1684"));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return std::fflush(stdout) == 0 ? 0 : 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "strideproof_networks: %s\n", error.what());
  return 2;
}
