#pragma once
// Where the parts of strideproof lie, from the place of this program: the build tree is laid out as
// the installed one (bin, lib, share).

#include <string>
#include <vector>

namespace strideproof {

std::string worker_path();
std::string corpus_folder(const std::string& name);  // "networks"
std::vector<std::string> corpus_folders();           // all; throws SetupError where there is none
std::string library_path(const std::string& name);   // "libstrideproof_optimized.so"
// Of --adapter NAME; throws SetupError with the names that exist.
std::string adapter_path(const std::string& name);

}  // namespace strideproof
