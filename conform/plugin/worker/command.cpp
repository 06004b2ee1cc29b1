// An implementation behind a command: a simulator, another language, a remote machine. The command
// reads one request a line from its standard input and writes one answer a line:
//
//   hello 1                                 strideproof 1|2 [unjudged] [NAME]
//   provides OPERATION                      yes | no
//   reset PROFILE                           ok | no
//   window SPACE INDEX                      FIRST SIZE | no
//   write SPACE LANE OFFSET BYTES           ok | no
//   read SPACE LANE OFFSET SIZE             BYTES | no
//   call CASE LINE                          done [VALUE] | rejected | unsupported
//
// Numbers are decimal, BYTES two hexadecimal digits each, the rest as in conform/strideproof.h.
// "unjudged": the command cannot detect illegal cases and is never given one. It ends at the end of
// its input. A command that answers "strideproof 2" gets run requests (run_requests.cpp) in place of
// the last three.

#include <fmt/format.h>

#include <charconv>

#include "conform/plugin/worker/child.h"
#include "conform/plugin/worker/device.h"
#include "conform/plugin/worker/run_requests.h"
#include "conform/strideproof.h"

namespace strideproof::ipc {
namespace {

// Long questions and answers are quoted as far as this.
std::string quoted(std::string_view text) {
  constexpr size_t most = 200;
  if (text.size() <= most) return fmt::format("'{}'", text);
  return fmt::format("'{}...' ({} bytes)", text.substr(0, most), text.size());
}

class Command : public Device {
 public:
  explicit Command(const std::string& command) : child_(command) {
    const std::string hello = ask("hello 1");
    std::string_view rest = hello;
    const auto take = [&](std::string_view word) {
      if (!rest.starts_with(word) || (rest.size() > word.size() && rest[word.size()] != ' '))
        return false;
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      return true;
    };
    const bool greets = take("strideproof");
    in_bytes_ = greets && take("2");
    if (!in_bytes_ && !(greets && take("1"))) refuse_answer("hello 1", hello);
    tells_status_ = !take("unjudged");
    name_ = rest.empty() ? std::string_view(command) : rest;
  }

  std::string name() override { return name_; }
  bool tells_status() override { return tells_status_; }
  // The command answers for all types at once.
  uint8_t provides(const Operation& operation) override {
    return is_answered(fmt::format("provides {}", operation.name), "yes") ? 0xff : 0;
  }
  bool reset(const std::string& profile) override {
    profile_ = find_profile(profile);
    if (in_bytes_) run_requests_.emplace(child_, *profile_);
    return is_answered(fmt::format("reset {}", profile), "ok");
  }
  RunRequests* run_requests() override { return run_requests_ ? &*run_requests_ : nullptr; }

  bool write(const RegionRecord& r, const uint8_t* bytes) override {
    std::string line = fmt::format("write {} {} {} ", r.space, r.lane, r.first);
    for (int64_t i = 0; i < r.size; ++i) {
      line += digits[bytes[i] >> 4];
      line += digits[bytes[i] & 15];
    }
    return is_answered(line, "ok");
  }

  bool read(const RegionRecord& r, uint8_t* bytes) override {
    const std::string question = fmt::format("read {} {} {} {}", r.space, r.lane, r.first, r.size);
    const std::string answer = ask(question);
    if (answer == "no") return false;
    if (answer.size() != 2 * static_cast<size_t>(r.size)) refuse_answer(question, answer);
    for (int64_t i = 0; i < r.size; ++i) {
      const char* at = answer.data() + 2 * i;
      if (std::from_chars(at, at + 2, bytes[i], 16).ptr != at + 2) refuse_answer(question, answer);
    }
    return true;
  }

  uint64_t call(const Operation& operation, const Arguments<int64_t>& arguments) override {
    const std::string question = "call " + print(Case{&operation, profile_, arguments});
    const std::string answer = ask(question);
    const std::optional<CallAnswer> result = parse_call_answer(answer);
    if (!result) refuse_answer(question, answer);
    status_ = result->status;
    return result->returned;
  }
  int status() override { return status_; }

  std::optional<AddressWindow> window(int space, uint32_t index) override {
    const std::string question = fmt::format("window {} {}", space, index);
    const std::string answer = ask(question);
    if (answer == "no") return {};
    AddressWindow found{space, 0, 0};
    const char* end = answer.data() + answer.size();
    const auto first = std::from_chars(answer.data(), end, found.first);
    if (first.ec != std::errc{} || first.ptr == end ||
        std::from_chars(first.ptr + 1, end, found.size).ptr != end)
      refuse_answer(question, answer);
    return found;
  }

 private:
  static constexpr char digits[] = "0123456789abcdef";

  std::string ask(const std::string& question) {
    child_.send(question);
    child_.send("\n");
    return child_.line();
  }

  bool is_answered(const std::string& question, std::string_view yes) {
    const std::string answer = ask(question);
    if (answer != yes && answer != "no") refuse_answer(question, answer);
    return answer == yes;
  }

  Child child_;
  std::optional<RunRequests> run_requests_;
  bool in_bytes_ = false, tells_status_ = true;
  int status_ = SP_DONE;
  const Profile* profile_ = nullptr;
  std::string name_;
};

}  // namespace

std::optional<CallAnswer> parse_call_answer(std::string_view answer) {
  if (answer == "done") return CallAnswer{SP_DONE, 0};
  if (answer == "rejected") return CallAnswer{SP_REJECTED, 0};
  if (answer == "unsupported") return CallAnswer{SP_UNSUPPORTED, 0};
  CallAnswer result{SP_DONE, 0};
  const char* end = answer.data() + answer.size();
  if (!answer.starts_with("done ") ||
      std::from_chars(answer.data() + 5, end, result.returned).ptr != end)
    return std::nullopt;
  return result;
}

void refuse_answer(std::string_view question, std::string_view answer) {
  throw DeviceError(fmt::format("the command answered {} to {}", quoted(answer), quoted(question)));
}

std::unique_ptr<Device> open_command(const std::string& command) {
  return std::make_unique<Command>(command);
}

}  // namespace strideproof::ipc
