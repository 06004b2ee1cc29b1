// A command that speaks the protocol of conform/plugin/worker/command.cpp over the toy memory. With the
// argument "crash" it ends with status 9 at its first call, with "sleep" or "spin" it never answers one.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "conform/tests/plugins/memory.h"
#include "spec/vocabulary/case.h"

namespace {

std::string call(const std::string& line) {
  const strideproof::Case c = strideproof::parse_case(line);
  const auto& v = c.arguments.value;
  const auto dim = [&](int slot) {
    return dim4{static_cast<int>(v[slot]), static_cast<int>(v[slot + 1]),
                static_cast<int>(v[slot + 2]), static_cast<int>(v[slot + 3])};
  };
  const dim4 shape = dim(2), stride = dim(6);
  x8 constant{};
  constant.u8 = static_cast<uint8_t>(v[1]);
  const bool done = toy::set_C(static_cast<local_addr_t>(v[0]), constant, shape,
                               c.arguments.is_null(3) ? nullptr : &stride);
  return done ? "done" : "rejected";
}

std::string answer(const std::string& request) {
  std::istringstream words(request);
  std::string verb, text;
  words >> verb;
  if (verb == "hello") return "strideproof 1 toy command";
  if (verb == "provides") {
    words >> text;
    return text == "okk_gdma_8bit_set_C_local" ? "yes" : "no";
  }
  if (verb == "reset") {
    words >> text;
    return toy::reset(text.c_str()) == 0 ? "ok" : "no";
  }
  if (verb == "call") return call(request.substr(5));
  if (verb != "read" && verb != "write") return "no";
  int space = 0;
  uint32_t lane = 0;
  uint64_t offset = 0;
  words >> space >> lane >> offset;
  if (verb == "write") {
    words >> text;
    uint8_t* to = toy::at(space, lane, offset, text.size() / 2);
    for (size_t i = 0; to != nullptr && i < text.size(); i += 2)
      to[i / 2] = static_cast<uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16));
    return to == nullptr ? "no" : "ok";
  }
  uint64_t size = 0;
  words >> size;
  const uint8_t* from = toy::at(space, lane, offset, size);
  char digits[3];
  for (uint64_t i = 0; from != nullptr && i < size; ++i) {
    std::snprintf(digits, sizeof digits, "%02x", from[i]);
    text += digits;
  }
  return from == nullptr ? "no" : text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string way = argc > 1 ? argv[1] : "";
  for (std::string request; std::getline(std::cin, request);) {
    const bool departs = !way.empty() && request.rfind("call", 0) == 0;
    if (departs && way == "crash") return 9;
    while (departs)
      if (way == "sleep") pause();
    std::cout << answer(request) << std::endl;
  }
}
