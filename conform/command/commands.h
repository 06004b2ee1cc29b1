#pragma once
// The commands of strideproof, one file each. Each function adds its subcommand with options, help
// and examples. The subcommand on the command line stores its action in `chosen`.

#include <CLI/CLI.hpp>
#include <functional>

namespace strideproof::commands {

using Chosen = std::function<int()>;  // returns the exit status; throws SetupError, LineError, ...

void add_list(CLI::App& app, Chosen& chosen);
void add_verify(CLI::App& app, Chosen& chosen);
void add_check(CLI::App& app, Chosen& chosen);
void add_prove(CLI::App& app, Chosen& chosen);
void add_boundary(CLI::App& app, Chosen& chosen);
void add_new_plugin(CLI::App& app, Chosen& chosen);
void add_replay(CLI::App& app, Chosen& chosen);
void add_explain(CLI::App& app, Chosen& chosen);
void add_vectors(CLI::App& app, Chosen& chosen);
void add_faults(CLI::App& app, Chosen& chosen);

}  // namespace strideproof::commands
