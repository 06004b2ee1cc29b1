// The scripts run and fuzz/nightly.sh, interrupted or not, with programs in place of the fuzzers,
// the compiler and strideproof.

#include "conform/tests/stop.h"

namespace strideproof::tests {
namespace {

class StopFuzzing : public Stop {
 protected:
  StopFuzzing() {
    script("build/bin/strideproof_fuzz_convert", "exit 0\n");
    script("build/bin/strideproof_fuzz_replay", "exit 0\n");
  }
  // Like libFuzzer: a child finds it, and writes its own files in TMPDIR.
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
      EXPECT_TRUE(contains(answer.out, fmt::format("./run replay '{}'\n", line)));
    EXPECT_TRUE(contains(answer.err, path("kept/findings.txt")));
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

// A case that libFuzzer's clock stops is a finding only if its replay hangs.
TEST_F(StopFuzzing, ASlowCaseIsIncompleteAndAHangIsAFinding) {
  script("build/bin/strideproof_fuzz_convert", "[ $1 != decode ] || echo slow\n");
  script("build/bin/strideproof_fuzz_demo",
         "for a; do case $a in *merge*) exit 0 ;; -artifact_prefix=*) touch ${a#*=}timeout-1 ;; "
         "esac; done\necho '#1: exec'\n");
  for (const int status : {3, 1}) {
    if (status == 1) script("build/bin/strideproof_fuzz_replay", "kill -XCPU $$\n");
    const Answer answer = shell(fmt::format("env STRIDEPROOF_FUZZ_OUT={} fuzz/nightly.sh {} 5",
                                            path("kept"), path("build")));
    EXPECT_EQ(answer.status, status) << answer.err;
    EXPECT_EQ(contents("kept/findings.txt"), status == 1 ? "slow\n" : "");
  }
}

// A clone with the script, and programs that stand for others.
class RunScript : public Stop {
 protected:
  RunScript() {
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

TEST_F(RunScript, ABuildIsEnded) {
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

TEST_F(RunScript, ReconfiguresAMovedClone) {
  const auto configures = [&](const std::string& clone) {
    fs::remove(path("calls"));
    const Answer answer = shell(run(clone));
    EXPECT_EQ(answer.status, 0) << answer.err;
    EXPECT_TRUE(contains(answer.out, "verified"));
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
  // The clone was reached by a symbolic link that now has another target.
  shell(fmt::format("sed -i 's|=.*|={}|' {}", path("link"),
                    path("moved/build/release/CMakeCache.txt")));
  EXPECT_TRUE(configures("moved"));
}

}  // namespace
}  // namespace strideproof::tests
