#pragma once
// The commands of strideproof, one file each. A command returns the exit status; it throws
// SetupError, LineError or corpus::Error, with one line.

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>

namespace strideproof::commands {

// Each adds its command, with options and help.
using AddCommand = void(CLI::App& app);
AddCommand add_list, add_verify, add_check, add_prove, add_boundary, add_replay, add_explain,
    add_vectors, add_faults, add_merge, add_new_plugin;

// Adds a command that calls run() with its arguments. The caller adds their options.
template <class Arguments>
std::pair<CLI::App*, Arguments*> add_command(CLI::App& app, const std::string& name,
                                             const std::string& description,
                                             const std::string& examples) {
  CLI::App* command = app.add_subcommand(name, description);
  command->footer("Examples:\n" + examples);
  auto arguments = std::make_shared<Arguments>();
  command->callback([arguments] { throw CLI::RuntimeError(run(*arguments)); });
  return {command, arguments.get()};
}

}  // namespace strideproof::commands
