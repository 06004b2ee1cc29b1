#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "conform/command/commands.h"

namespace strideproof::commands {
namespace {

struct NewPluginArguments {
  std::string language, folder;
};

namespace fs = std::filesystem;

// The files of a project by their names in it: those of the example, and what they include. The
// example in C is valid C++.
std::map<std::string, fs::path> files_of(const std::string& language) {
  std::map<std::string, fs::path> files;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(shared_path("examples/" + language), error))
    if (entry.is_regular_file()) files[entry.path().filename()] = entry.path();
  if (files.empty())
    throw SetupError(fmt::format("no example in {}", shared_path("examples/" + language)));
  if (language == "cpp") files["plugin.cpp"] = shared_path("examples/c/plugin.c");
  if (language == "python")
    files["strideproof.py"] = shared_path("strideproof.py");
  else
    for (const char* header : {"strideproof.h", "strideproof_types.h", "strideproof_ops.h"})
      files[header] = header_path(header);
  return files;
}

// The commands that build and check the new project.
std::string commands_for(const NewPluginArguments& arguments) {
  const std::string folder = shell_quoted(arguments.folder);
  if (arguments.language == "python")
    return fmt::format("  {} check --exec {} --seconds 10\n", invocation(),
                       shell_quoted("python3 " + shell_quoted(arguments.folder + "/plugin.py")));
  const fs::path program = fs::path(worker_path()).parent_path() / "strideproof";
  return fmt::format(
      "  cmake -S {0} -B {0}/build -DSTRIDEPROOF={1} && cmake --build {0}/build\n"
      "  {2} check {0}/build/mine.so --seconds 10\n",
      folder, shell_quoted(program.string()), invocation());
}

// Throws SetupError before anything is written, so that no part of a project is left.
void require_copyable(const std::map<std::string, fs::path>& files, const fs::path& folder) {
  for (const auto& [name, file] : files) {
    std::error_code error;
    if (!fs::is_regular_file(file, error))
      throw SetupError(fmt::format("{} is missing: build or install strideproof again",
                                   file.lexically_normal().string()));
    if (fs::exists(fs::symlink_status(folder / name, error)))
      throw SetupError(
          fmt::format("{} exists already: name another folder", (folder / name).string()));
  }
}

int run(const NewPluginArguments& arguments) {
  const fs::path folder = arguments.folder;
  const std::map<std::string, fs::path> files = files_of(arguments.language);
  require_copyable(files, folder);
  make_directory(folder);
  for (const auto& [name, file] : files)
    if (std::error_code error; !fs::copy_file(file, folder / name, error))
      throw SetupError(
          fmt::format("cannot write {}: {}", (folder / name).string(), error.message()));
  std::string text = fmt::format("{}:", arguments.folder);
  for (const auto& [name, file] : files) text += fmt::format(" {}", name);
  write_file("-", fmt::format("{}\nnext:\n{}", text, commands_for(arguments)));
  return 0;
}

}  // namespace

void add_new_plugin(CLI::App& app) {
  const auto [command, a] = add_command<NewPluginArguments>(
      app, "new-plugin", "Write a plug-in to start from: it builds and conforms",
      "  strideproof new-plugin c mine\n"
      "  strideproof new-plugin python mine");
  const auto refuse_others = [](const std::string& language) -> std::string {
    const std::vector<std::string> known = {"c", "cpp", "python"};
    if (std::ranges::find(known, language) != known.end()) return {};
    return fmt::format("'{}' is none of {}{}", language, fmt::join(known, ", "),
                       did_you_mean(language, known));
  };
  command->add_option("c|cpp|python", a->language, "The language")
      ->required()
      ->check(refuse_others);
  command->add_option("DIR", a->folder, "A folder that has none of its files")->required();
}

}  // namespace strideproof::commands
