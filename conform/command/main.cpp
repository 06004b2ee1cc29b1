// The command line; each command is a file of conform/command.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

#include "conform/base/text.h"
#include "conform/command/commands.h"
#include "spec/heap.h"
#include "spec/stop.h"

namespace {

// One line, with control characters replaced.
int fail(const std::string& message) {
  fmt::print(stderr, "strideproof: {}\n", strideproof::printable(message));
  return 2;
}

// An unknown command or option comes first: other errors may follow from it.
std::string describe(const CLI::ParseError& error, const CLI::App& app) {
  using strideproof::did_you_mean;
  const std::vector<CLI::App*> given = app.get_subcommands();
  for (const CLI::App* command : {&app, given.empty() ? &app : given.front()})
    for (const std::string& word : command->remaining()) {
      if (word.starts_with("--")) {
        const std::string name = word.substr(0, word.find('='));
        std::vector<std::string> known;
        for (const CLI::Option* option : command->get_options())
          for (const std::string& one : option->get_lnames()) known.push_back("--" + one);
        for (const CLI::App* after : given)
          if (command == &app && after->get_option_no_throw(name) != nullptr)
            return fmt::format("{} belongs after {}", name, after->get_name());
        return fmt::format("{} has no option '{}'{}", command->get_name(), name,
                           did_you_mean(name, known));
      }
      if (given.empty())
        return fmt::format("there is no command '{}'{}", word,
                           did_you_mean(word, app.get_subcommands({}), &CLI::App::get_name));
    }
  return error.what();
}

// Some work was left out, so a run without findings is incomplete.
int status_of(int status) {
  if (!strideproof::stop_requested()) return status;
  fmt::print(stderr, "strideproof: interrupted\n");
  return status == 0 ? 3 : status;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace strideproof::commands;
  setenv("STRIDEPROOF_INVOKED_AS", argv[0], 0);  // ./run has set it; see invocation()
  CLI::App app{"strideproof: verification of the data movement of tensor accelerators"};
  app.name("strideproof");
  app.require_subcommand(1);
  app.set_version_flag("--version", STRIDEPROOF_VERSION);
  app.footer(
      "Exit status: 0 nothing found, 1 findings, 2 wrong use or a broken environment,\n"
      "3 nothing found but incomplete.");
  for (AddCommand* add : {add_list, add_verify, add_check, add_prove, add_boundary, add_replay,
                          add_explain, add_vectors, add_faults, add_merge, add_new_plugin})
    add(app);
  strideproof::stop_on_signals();
  strideproof::keep_heap();
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::RuntimeError& status) {  // of the command
    return status_of(status.get_exit_code());
  } catch (const CLI::Success& help) {
    app.exit(help);
    return std::cout.flush() ? 0 : fail("cannot write to standard output");
  } catch (const CLI::ParseError& error) {
    const std::string message = describe(error, app);
    const std::string command = app.get_subcommands().empty()
                                    ? "strideproof"
                                    : "strideproof " + app.get_subcommands().front()->get_name();
    return fail(message.ends_with('?') ? message
                                       : fmt::format("{}; see: {} --help", message, command));
  } catch (const std::exception& error) {
    return strideproof::stop_requested() ? status_of(0) : fail(error.what());
  }
}
