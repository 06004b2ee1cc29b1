#pragma once
// Paths of the parts of strideproof, relative to this program. The build tree has the layout of the
// installed tree (bin, lib, share).

#include <string>
#include <vector>

namespace strideproof {

std::string worker_path();
std::string corpus_folder(const std::string& name);  // "networks"
std::vector<std::string> corpus_folders();           // all; throws SetupError where there is none
std::string library_path(const std::string& name);   // "libstrideproof_optimized.so"
// The path for --adapter NAME; throws SetupError with the names that exist.
std::string adapter_path(const std::string& name);

}  // namespace strideproof
