#pragma once
// Runs the command line and reads its answers.

#include <nlohmann/json.hpp>
#include <string>

#include "conform/tests/contains.h"
#include "spec/tests/contents.h"
#include "spec/tests/folder_test.h"

namespace strideproof::tests {

struct Answer {
  int status = -1;  // exit status; 128 + N if signal N ended it
  std::string out, err;
  nlohmann::json json() const;  // of `out`; discarded if it is none
};

// Words for sh; `strideproof ARGUMENTS`.
Answer strideproof(const std::string& arguments);
Answer shell(const std::string& line);

std::string library(const std::string& name);  // of libstrideproof_NAME.so

}  // namespace strideproof::tests
