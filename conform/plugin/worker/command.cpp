// An implementation that is a command: a simulator, another language, a remote machine.
// docs/plug-ins.md has the protocol. Version 1 moves memory and runs cases by lines of text,
// version 2 by requests in bytes, many of which are sent before the first is answered.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <deque>

#include "conform/plugin/worker/child.h"
#include "conform/plugin/worker/device.h"
#include "conform/strideproof.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::ipc {
namespace {

// Long questions and answers are quoted as far as this.
std::string quoted(std::string_view text) {
  constexpr size_t most = 200;
  if (text.size() <= most) return fmt::format("'{}'", text);
  return fmt::format("'{}...' ({} bytes)", text.substr(0, most), text.size());
}

[[noreturn]] void refuse_answer(std::string_view question, std::string_view answer) {
  throw DeviceError(fmt::format("the command answered {} to {}", quoted(answer), quoted(question)));
}

template <class Int>
void append(std::string& bytes, Int value) {
  for (size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
}

void append(std::string& bytes, const RangeRecord& range) {
  append(bytes, uint32_t{range.space});
  append(bytes, range.lane);
  append(bytes, static_cast<uint64_t>(range.first));
  append(bytes, static_cast<uint64_t>(range.size));
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
    if (!in_bytes_ && !(greets && take("1")))
      throw DeviceError(
          fmt::format("the command answered {} to 'hello 1'; its standard output is "
                      "for answers only, other text belongs on standard error",
                      quoted(hello)));
    has_status_ = !take("unjudged");
    name_ = rest.empty() ? std::string_view(command) : rest;
  }

  std::string name() override { return name_; }
  bool has_status() override { return has_status_; }
  // The command answers for all types at once.
  uint8_t provides(const Operation& operation) override {
    return is_answered(fmt::format("provides {}", operation.name), "yes") ? 0xff : 0;
  }
  bool reset(const std::string& profile) override {
    profile_ = find_profile(profile);
    return is_answered(fmt::format("reset {}", profile), "ok");
  }

  bool write(const RangeRecord& r, const uint8_t* bytes) override {
    return is_answered(fmt::format("write {} {} {} {:02x}", r.space, r.lane, r.first,
                                   fmt::join(bytes, bytes + r.size, "")),
                       "ok");
  }

  bool read(const RangeRecord& r, uint8_t* bytes) override {
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
    const std::optional<uint64_t> returned = parse_call(answer);
    if (!returned) refuse_answer(question, answer);
    return *returned;
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

  bool begin(const Exchange& exchange) override {
    if (!in_bytes_) return true;
    // Enough to keep a command busy, and less than fills a pipe.
    if (!unanswered_.empty() && unanswered_bytes_ >= child_.pipe_bytes() / 4) return false;
    const std::vector<RangeRecord*> writes = exchange.writes(), reads = exchange.reads();
    std::string headers, bytes;
    size_t answer = 0;
    for (const RangeRecord* range : writes) {
      append(headers, *range);
      const uint8_t* content = exchange.content(*range, scratch_);
      bytes.append(reinterpret_cast<const char*>(content), static_cast<size_t>(range->size));
    }
    for (const RangeRecord* range : reads) {
      append(headers, *range);
      answer += static_cast<size_t>(range->size);
    }
    bytes += line_of(exchange);
    const size_t size = headers.size() + bytes.size();
    child_.send(fmt::format("run {} {} {}\n", writes.size(), reads.size(), size));
    child_.send(headers);
    child_.send(bytes);
    child_.flush();
    unanswered_.push_back(size + answer);
    unanswered_bytes_ += unanswered_.back();
    return true;
  }

  void finish(const Exchange& exchange) override {
    if (!in_bytes_) return Device::finish(exchange);
    StepRecord* const step = exchange.call();
    announce(exchange.shared_memory, step == nullptr ? WorkerPhase::writing : WorkerPhase::calling);
    const std::string answer = child_.line();
    unanswered_bytes_ -= unanswered_.front();
    unanswered_.pop_front();
    if (answer.starts_with("no ")) return blame(exchange, answer);
    const std::optional<uint64_t> returned = parse_call(answer);
    if (!returned) refuse_answer(question_of(exchange), answer);
    if (step != nullptr) {
      step->status = status_;
      step->returned = *returned;
    }
    for (const RangeRecord* range : exchange.reads())
      child_.read(exchange.batch.data + range->bytes, static_cast<size_t>(range->size));
  }

 private:
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

  // Sets the status. Returns the value of the operation; no value if the answer breaks the
  // protocol.
  std::optional<uint64_t> parse_call(std::string_view answer) {
    status_ = answer == "rejected"      ? SP_REJECTED
              : answer == "unsupported" ? SP_UNSUPPORTED
                                        : SP_DONE;
    uint64_t value = 0;
    if (status_ != SP_DONE || answer == "done") return value;
    const char* end = answer.data() + answer.size();
    if (!answer.starts_with("done ") || std::from_chars(answer.data() + 5, end, value).ptr != end)
      return std::nullopt;
    return value;
  }

  // "no INDEX"
  void blame(const Exchange& exchange, std::string_view answer) const {
    std::vector<RangeRecord*> ranges = exchange.writes();
    const size_t writes = ranges.size();
    for (RangeRecord* range : exchange.reads()) ranges.push_back(range);
    size_t index = 0;
    const char* end = answer.data() + answer.size();
    if (std::from_chars(answer.data() + 3, end, index).ptr != end || index >= ranges.size())
      refuse_answer(question_of(exchange), answer);
    exchange.blame(index < writes ? HookFault::write : HookFault::read, *ranges[index]);
  }

  // The case line of an exchange; empty: memory only.
  std::string line_of(const Exchange& exchange) const {
    const StepRecord* step = exchange.call();
    if (step == nullptr) return "";
    return print(
        Case{&catalogue()[static_cast<size_t>(step->operation)], profile_, step->arguments});
  }

  std::string question_of(const Exchange& exchange) const {
    return exchange.call() == nullptr ? "run, without a case"
                                      : "run with the case " + line_of(exchange);
  }

  Child child_;
  std::deque<size_t> unanswered_;  // the bytes of each run request and of its answer
  size_t unanswered_bytes_ = 0;
  std::vector<uint8_t> scratch_;
  bool in_bytes_ = false, has_status_ = true;
  int status_ = SP_DONE;
  const Profile* profile_ = nullptr;
  std::string name_;
};

}  // namespace

std::unique_ptr<Device> open_command(const std::string& command) {
  return std::make_unique<Command>(command);
}

}  // namespace strideproof::ipc
