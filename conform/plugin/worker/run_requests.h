#pragma once
// The requests that replace write, read and call for a command of protocol version 2. Many are sent
// before the first is answered; the command answers them in order.
//
//   run WRITES READS SIZE     then SIZE bytes:  WRITES + READS ranges of memory, 24 bytes each:
//                                                 uint32 space, uint32 lane, uint64 offset, uint64 size
//                                               the bytes to write, range by range
//                                               a case line, or nothing
//   answer: as to call ("done" without a case), then the bytes of the ranges to read
//           no INDEX: there is no such memory as range INDEX; no bytes follow
//
// Numbers in bytes are little-endian.

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/plugin/worker/child.h"
#include "conform/plugin/worker/device.h"

namespace strideproof::ipc {

struct CallAnswer {
  int status;
  uint64_t returned;
};
// Parses "done [VALUE]", "rejected" or "unsupported"; no value for other text.
std::optional<CallAnswer> parse_call_answer(std::string_view answer);

// Throws DeviceError: quotes an answer that the protocol does not know, with its question.
[[noreturn]] void refuse_answer(std::string_view question, std::string_view answer);

// Exchanges that run ahead of their answers.
class RunRequests {
 public:
  RunRequests(Child& child, const Profile& profile) : child_(child), profile_(profile) {}
  // Returns false if too much is unanswered; never if nothing is.
  bool send(const Exchange& exchange);
  // Waits for the oldest exchange sent, and writes its results to the batch.
  void receive(const Exchange& exchange);

 private:
  struct Ranges;
  static Ranges ranges_of(const Exchange& exchange);
  void blame(const Exchange& exchange, const Ranges& ranges, const std::string& answer);
  std::string describe(const Exchange& exchange) const;

  Child& child_;
  const Profile& profile_;
  std::deque<size_t> unanswered_;  // the bytes of each request and of its answer
  size_t unanswered_bytes_ = 0;
  std::string ranges_, bytes_;
  std::vector<uint8_t> scratch_;
};

}  // namespace strideproof::ipc
