// SIGINT and SIGTERM, each sent when a command has come to a point that its output shows: what is
// known is printed, reports are whole, nothing is left behind, and the exit status says so.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

namespace fs = std::filesystem;

enum class To { process, group };

// A folder of its own, which is also that of the temporary files of what runs there.
class Stop : public testing::Test {
 protected:
  Stop() { fs::create_directories(temporary_); }
  ~Stop() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  std::string contents(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }
  void script(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << "#!/bin/sh\n" << text;
    fs::permissions(path(name), fs::perms::owner_all);
  }

  // Words for sh. The signal comes when the file (out, err or another one) holds the text.
  Answer interrupted(const std::string& words, const std::string& file, const std::string& text,
                     int signal, To to) {
    for (const std::string& earlier : {path("out"), path("err"), path(file)}) fs::remove(earlier);
    const pid_t pid = start(words);
    int how = 0;
    const auto ended = [&] { return waitpid(pid, &how, WNOHANG) == pid; };
    bool is_over = false;
    for (int tick = 0; !is_over && contents(file).find(text) == std::string::npos; ++tick) {
      EXPECT_LT(tick, ticks_of_a_hang) << words << " does not say: " << text;
      if (tick >= ticks_of_a_hang) break;
      wait_a_tick();
      is_over = ended();
    }
    EXPECT_FALSE(is_over) << words << " ended before it said: " << text;
    if (!is_over) kill(to == To::group ? -pid : pid, signal);
    for (int tick = 0; !is_over && !(is_over = ended()); ++tick) {
      wait_a_tick();
      if (tick < ticks_of_a_hang) continue;
      ADD_FAILURE() << words << " does not end";
      kill(-pid, SIGKILL);
      waitpid(pid, &how, 0);
      break;
    }
    EXPECT_TRUE(fs::is_empty(temporary_)) << words << " leaves temporary files";
    EXPECT_TRUE(WIFEXITED(how)) << words << " ended by signal " << WTERMSIG(how);
    return {WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how), contents("out"),
            contents("err")};
  }

  const std::string folder_ = fmt::format("{}strideproof_stop.{}", testing::TempDir(), getpid());
  const std::string temporary_ = folder_ + "/tmp";

 private:
  static constexpr int ticks_of_a_hang = 600'000;  // ten minutes and more
  static void wait_a_tick() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

  pid_t start(const std::string& words) const {
    const std::string line = "exec " + words, out = path("out"), err = path("err");
    const pid_t pid = fork();
    if (pid != 0) return pid;
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);  // a test may run where it is ignored, which sh would pass on
    setenv("TMPDIR", temporary_.c_str(), 1);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    _exit(127);
  }
};

TEST_F(Stop, VerifyReportsWhatItKnows) {
  const std::string words =
      fmt::format("{} verify --op bm_atomic_memcpy_1D --profile bm1684 --seconds 600 --report {}",
                  STRIDEPROOF, path("report"));
  struct Point {
    const char* text;
    int signal;
    To to;
  };
  for (const auto& [text, signal, to] :
       {Point{" cases, 0 findings", SIGINT, To::process}, Point{"boundary: ", SIGTERM, To::group},
        Point{"networks: ", SIGINT, To::group}}) {
    const Answer answer = interrupted(words, "err", text, signal, to);
    EXPECT_EQ(answer.status, 3) << answer.err;
    EXPECT_NE(answer.out.find(", interrupted\n"), std::string::npos) << answer.out;
    const auto report = nlohmann::json::parse(contents("report/report.json"), nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << text;
    EXPECT_EQ(report["interrupted"], true);
    EXPECT_GT(report["cases"], 0);
    EXPECT_NE(contents("report/report.xml").find("</testsuite>"), std::string::npos);
    EXPECT_NE(contents("report/report.html").find("</html>"), std::string::npos);
  }
}

TEST_F(Stop, CheckKeepsItsFindings) {
  for (const auto& [signal, to] : {std::pair(SIGINT, To::process), std::pair(SIGTERM, To::group)}) {
    const Answer answer =
        interrupted(fmt::format("{} check {} --profile toy --seconds 600 --json {}", STRIDEPROOF,
                                plugin("crash"), path("json")),
                    "err", " [plug-in, crash]: strideproof replay '", signal, to);
    EXPECT_EQ(answer.status, 1) << answer.err;
    EXPECT_NE(answer.out.find("strideproof replay '"), std::string::npos) << answer.out;
    const auto report = nlohmann::json::parse(contents("json"), nullptr, false);
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(report["interrupted"], true);
    EXPECT_GE(report["findings"].size(), 1U);
  }
}

// One that stands still in its operation is not waited for.
TEST_F(Stop, CheckWaitsForNoPlugin) {
  const std::string words = fmt::format("{} check {} --profile toy --seconds 600 --timeout 600",
                                        STRIDEPROOF, plugin("hang"));
  const Answer answer = interrupted(words, "err", " cases, ", SIGTERM, To::process);
  EXPECT_EQ(answer.status, 3) << answer.err;
}

TEST_F(Stop, ProveSaysWhatIsProved) {
  const std::string words = fmt::format("{} prove --second none", STRIDEPROOF);
  const Answer answer = interrupted(words, "out", "proved ", SIGINT, To::process);
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_NE(answer.out.find(" goals; no second solver was asked\n"), std::string::npos);
  EXPECT_EQ(answer.out.find("cancel"), std::string::npos) << answer.out;
  const Answer as_json = interrupted(words + " --json", "err", " theorems, ", SIGTERM, To::group);
  EXPECT_EQ(as_json.status, 3) << as_json.err;
  const auto theorems = nlohmann::json::parse(as_json.out, nullptr, false);
  ASSERT_FALSE(theorems.is_discarded()) << as_json.out;
  for (const nlohmann::json& theorem : theorems) EXPECT_EQ(theorem["status"], "proved");
}

TEST_F(Stop, FaultsSaysWhatIsFound) {
  const std::string words = fmt::format("{} faults", STRIDEPROOF);
  const Answer answer = interrupted(words, "out", "found ", SIGTERM, To::process);
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_NE(answer.out.find(" not found; of "), std::string::npos) << answer.out;
  const Answer as_json = interrupted(words + " --json", "err", " cases, ", SIGINT, To::group);
  EXPECT_EQ(as_json.status, 3) << as_json.err;
  EXPECT_TRUE(nlohmann::json::parse(as_json.out, nullptr, false).is_array()) << as_json.out;
}

TEST_F(Stop, BoundarySaysWhatIsDecided) {
  const std::string words = fmt::format("{} boundary okk_gdma_32bit_cpy_S2L --pairs", STRIDEPROOF);
  const Answer answer = interrupted(words, "out", " inside", SIGINT, To::group);
  EXPECT_EQ(answer.status, 3) << answer.err;
  EXPECT_EQ(answer.out.find("unknown"), std::string::npos) << answer.out;
  const Answer as_json = interrupted(words + " --json", "err", " edges, ", SIGTERM, To::process);
  EXPECT_EQ(as_json.status, 3) << as_json.err;
  const auto edges = nlohmann::json::parse(as_json.out, nullptr, false);
  ASSERT_TRUE(edges.is_array()) << as_json.out;
  EXPECT_GE(edges.size(), 1U);
}

// ---- the scripts, with programs in place of the fuzzers, the compiler and strideproof ----

class StopFuzzing : public Stop {
 protected:
  StopFuzzing() {
    script("build/bin/strideproof_fuzz_convert", "exit 0\n");
    script("build/bin/strideproof_fuzz_replay", "exit 0\n");
  }
  // As libFuzzer does: a child finds it, and files of its own lie in TMPDIR.
  void fuzzer(const std::string& tells) const {
    script("build/bin/strideproof_fuzz_demo",
           "mktemp -d > /dev/null\n" + tells + "\necho running\nsleep 600 & sleep 600\n");
  }
  Answer interrupted_fuzzing(int signal, To to) {
    return interrupted(fmt::format("env STRIDEPROOF_FUZZ_OUT={} fuzz/nightly.sh {} 5", path("kept"),
                                   path("build")),
                       "kept/demo.log", "running", signal, to);
  }
  void expect_clean() const {
    for (const auto& entry : fs::directory_iterator(path("kept"))) {
      const std::string name = entry.path().filename();
      EXPECT_TRUE(name == "findings.txt" || name == "demo.log") << name;
    }
  }
};

TEST_F(StopFuzzing, KeepsEveryFinding) {
  for (const auto& [signal, to] : {std::pair(SIGINT, To::group), std::pair(SIGTERM, To::process)}) {
    fs::remove_all(path("kept"));
    fuzzer(
        "echo first >> $STRIDEPROOF_FINDINGS; echo second >> $STRIDEPROOF_FINDINGS\n"
        "echo shrinking > $STRIDEPROOF_FINDINGS.17");
    const Answer answer = interrupted_fuzzing(signal, to);
    EXPECT_EQ(answer.status, 1) << answer.err;
    EXPECT_EQ(contents("kept/findings.txt"), "first\nsecond\nshrinking\n");
    for (const char* line : {"first", "second", "shrinking"})
      EXPECT_NE(answer.out.find(fmt::format("./run replay '{}'\n", line)), std::string::npos);
    EXPECT_NE(answer.err.find(path("kept/findings.txt")), std::string::npos) << answer.err;
    expect_clean();
  }
}

TEST_F(StopFuzzing, IsIncompleteWhereNothingWasFound) {
  fuzzer("");
  const Answer answer = interrupted_fuzzing(SIGTERM, To::group);
  EXPECT_EQ(answer.status, 3) << answer.err;
  EXPECT_EQ(contents("kept/findings.txt"), "");
  expect_clean();
}

// A clone with the script, and programs that stand for others.
class Run : public Stop {
 protected:
  Run() {
    fs::create_directories(path("clone/build/release/bin"));
    fs::copy("run", path("clone/run"));
    fs::copy("CMakePresets.json", path("clone"));
    std::ofstream(path("clone/packages.txt")) << "[test]\n";
    script("tools/cmake",
           "echo \"$@\" >> \"$CALLS\"\n"
           "case $1 in\n"
           "  --fresh) touch build/release/build.ninja\n"
           "    echo CMAKE_HOME_DIRECTORY:INTERNAL=$PWD > build/release/CMakeCache.txt ;;\n"
           "  --build) if [ -n \"$SLOW\" ]; then $SLOW 600 & $SLOW 600; fi ;;\n"
           "esac\n");
    fs::create_symlink("/bin/sleep", path("tools/compiler"));
    script("clone/build/release/bin/strideproof", "echo verified\n");
  }
  std::string run(const std::string& clone, const std::string& more = "") const {
    return fmt::format("env PATH={}:$PATH CALLS={} {} {}/run verify", path("tools"), path("calls"),
                       more, path(clone));
  }
};

TEST_F(Run, ABuildIsEnded) {
  for (const auto& [signal, to] : {std::pair(SIGINT, To::process), std::pair(SIGTERM, To::group)}) {
    fs::remove(path("calls"));
    const std::string compiler = path("tools/compiler");
    const Answer answer =
        interrupted(run("clone", "SLOW=" + compiler), "calls", "--build", signal, to);
    EXPECT_EQ(answer.status, 3) << answer.err;
    EXPECT_EQ(answer.out, "");
    for (const auto& process : fs::directory_iterator("/proc")) {
      std::string words;
      std::getline(std::ifstream(process.path() / "cmdline"), words, '\0');
      EXPECT_NE(words, compiler) << "still runs";
    }
  }
}

TEST_F(Run, ConfiguresAnewWhatBelongsToAnotherClone) {
  const auto configures = [&](const std::string& clone) {
    fs::remove(path("calls"));
    const Answer answer = shell(run(clone));
    EXPECT_EQ(answer.status, 0) << answer.err;
    EXPECT_NE(answer.out.find("verified"), std::string::npos) << answer.out;
    EXPECT_EQ(answer.err.find("was made for ") != std::string::npos,
              contents("calls").find("--fresh") != std::string::npos && clone != "clone")
        << answer.err;
    return contents("calls").find("--fresh") != std::string::npos;
  };
  EXPECT_TRUE(configures("clone"));  // the first time
  EXPECT_FALSE(configures("clone"));
  fs::create_directory_symlink(path("clone"), path("link"));
  EXPECT_FALSE(configures("link")) << "the same place";
  fs::copy(path("clone"), path("copy"), fs::copy_options::recursive);
  EXPECT_TRUE(configures("copy"));
  EXPECT_FALSE(configures("copy"));
  fs::rename(path("copy"), path("moved"));
  EXPECT_TRUE(configures("moved"));
  // The clone was reached by a symbolic link that leads elsewhere now.
  shell(fmt::format("sed -i 's|=.*|={}|' {}", path("link"),
                    path("moved/build/release/CMakeCache.txt")));
  EXPECT_TRUE(configures("moved"));
}

}  // namespace
}  // namespace strideproof::tests
