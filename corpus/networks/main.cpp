// strideproof_networks TABLE.shapes > NETWORK.txt: writes the case lines of a network for okk-gdma.
// strideproof_networks --engines TABLE.shapes > NETWORK_engines.txt: writes the lines for the other
// families.

#include <cstdio>
#include <exception>
#include <string_view>

#include "corpus/networks/split.h"

int main(int count, char** words) try {
  using namespace strideproof;
  const bool engines = count == 3 && std::string_view(words[1]) == "--engines";
  if (count != (engines ? 3 : 2)) {
    std::fprintf(stderr, "usage: strideproof_networks [--engines] TABLE.shapes > NETWORK.txt\n");
    return 2;
  }
  const networks::Network network = networks::read_table(words[count - 1]);
  const std::string text =
      engines ? networks::engines_text(network) : networks::text(network, *find_profile("bm1684"));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return std::fflush(stdout) == 0 ? 0 : 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "strideproof_networks: %s\n", error.what());
  return 2;
}
