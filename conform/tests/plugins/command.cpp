// A command that speaks the protocol of docs/plug-ins.md over the toy memory: version 1, or version
// 2 with the argument "bytes". Another argument decides about its first call: "crash" ends with
// status 9 and a traceback of Python, "kill" kills it, "spin" never answers, "babble" answers
// nonsense, "deny" denies that there is memory.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <set>
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

std::set<std::string> ways;

uint64_t number(const char*& at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= uint64_t{static_cast<uint8_t>(*at++)} << 8 * i;
  return value;
}

// run WRITES READS SIZE, and then SIZE bytes.
std::string run(std::istringstream& words) {
  size_t writes = 0, reads = 0, size = 0;
  words >> writes >> reads >> size;
  std::string bytes(size, '\0');
  std::cin.read(bytes.data(), static_cast<std::streamsize>(size));
  const char* range = bytes.data();
  const char* content = range + 24 * (writes + reads);
  const char* const end = bytes.data() + bytes.size();

  size_t index = 0;
  uint64_t count = 0;
  const auto next = [&] {  // the memory of the next range
    const auto space = static_cast<int>(number(range, 4));
    const auto lane = static_cast<uint32_t>(number(range, 4));
    const uint64_t offset = number(range, 8);
    count = number(range, 8);
    ++index;
    return ways.count("deny") != 0 ? nullptr : toy::at(space, lane, offset, count);
  };
  const auto denial = [&] { return "no " + std::to_string(index - 1) + "\n"; };

  while (index < writes) {
    uint8_t* memory = next();
    if (memory == nullptr) return denial();
    std::copy_n(content, count, memory);
    content += count;
  }
  const std::string line(content, end);
  if (ways.count("babble") != 0 && !line.empty()) return "what\n";
  std::string answer = (line.empty() ? "done" : call(line)) + "\n";
  while (index < writes + reads) {
    const uint8_t* memory = next();
    if (memory == nullptr) return denial();
    answer.append(reinterpret_cast<const char*>(memory), count);
  }
  return answer;
}

std::string answer(const std::string& request) {
  std::istringstream words(request);
  std::string verb, text;
  words >> verb;
  if (verb == "hello")
    return ways.count("bytes") != 0 ? "strideproof 2 toy command" : "strideproof 1 toy command";
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
  ways.insert(argv + 1, argv + argc);
  for (std::string request; std::getline(std::cin, request);) {
    const bool calls = request.rfind("call", 0) == 0 || request.rfind("run", 0) == 0;
    if (calls && ways.count("crash") != 0) {
      std::cerr << "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n"
                   "    run()\n  File \"a.py\", line 7, in run\n    assert rows[2:9] < 3\n"
                   "OverflowError: 9 rows\nshutting down"
                << std::endl;
      return 9;
    }
    if (calls && ways.count("kill") != 0) std::raise(SIGKILL);
    while (calls && ways.count("spin") != 0) {
    }
    if (request.rfind("run ", 0) == 0) {
      std::istringstream words(request.substr(4));
      std::cout << run(words) << std::flush;
    } else if (request.rfind("call", 0) == 0 && ways.count("babble") != 0) {
      std::cout << "what" << std::endl;
    } else {
      std::cout << answer(request) << std::endl;
    }
  }
}
