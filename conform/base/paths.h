#pragma once
// Paths of the parts of strideproof, relative to this program. The build tree has the layout of the
// installed tree (bin, lib, share).

#include <string>
#include <vector>

namespace strideproof {

std::string worker_path();
std::string corpus_folder(const std::string& name);  // "networks"
std::vector<std::string> corpus_folders();           // all; throws SetupError where there is none
std::string shared_path(const std::string& name);    // "examples/c", of share/strideproof
std::string header_path(const std::string& name);    // "strideproof.h"
std::string library_path(const std::string& name);   // "libstrideproof_optimized.so"
// The path for --adapter NAME, a library or a program; throws SetupError with the names that exist.
std::string adapter_path(const std::string& name);

// The command that started this program, quoted for sh; "./run" if ./run started it.
std::string invocation();

// `target` names the implementation as replay takes it: "--on ./libmine.so".
void set_replay_target(std::string target);
// The words before the case lines of a command that replays a finding of this run. `readings` are
// "ID=NUMBER". The words begin with STRIDEPROOF_PROFILE where it is set and, if there is a target,
// with the variables that give one of our libraries a fault or other readings.
std::string replay_words(const std::vector<std::string>& readings = {});

// A word as sh reads it.
std::string shell_quoted(const std::string& word);

}  // namespace strideproof
