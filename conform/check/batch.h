#pragma once
// Programs as jobs of a batch, and their results.

#include <string>
#include <vector>

#include "conform/plugin/worker/shared_memory.h"
#include "oracle/oracle.h"
#include "oracle/windows.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {

// The implementation under test reports this when it is ready.
struct PluginCapabilities {
  std::string name;
  bool has_status = false, lists_touched = false, rejects_by_abort = false;
  ByOperation<uint8_t> provided;            // a bit for each symbol
  std::vector<ipc::AddressWindow> offered;  // a space without any is offered as a whole

  static PluginCapabilities everything();  // all operations, all memory
  bool provides(const Operation& operation) const { return provided[operation] != 0; }
  bool provides(const Case& c) const;                     // the function that the case calls
  std::string missing(const Operation& operation) const;  // symbols, "a, b"; empty: none
  // The parts of ranges inside the memory offered.
  std::vector<MemoryRange> clip(const MemoryRange& range) const;
  std::vector<MemoryRange> clip(const std::vector<MemoryRange>& ranges) const;
  // The parts of the windows of system memory inside the memory offered.
  std::vector<Window> system_windows(const Profile& profile) const;
  // True if the memory offered has the last byte of a window of system memory.
  bool offers_window_end(const Profile& profile) const;
  // True if every operand of the program, as far as it exists, lies inside the memory offered.
  bool holds(const Program& program) const;
  // True if provides() and holds(), and every byte that the program may touch can be compared.
  bool can_judge(const Program& program) const;
};
PluginCapabilities capabilities_of(const ipc::Header& header);

// Appends jobs to a batch that is being built.
class BatchWriter {
 public:
  explicit BatchWriter(ipc::Batch& batch);

  // Adds a job that zeroes `fresh`, fills the windows, runs the steps and reads the windows.
  // Returns false, and adds nothing, if there is no room.
  bool add(const Program& program, const std::vector<MemoryRange>& windows,
           const std::vector<MemoryRange>& fresh, const PluginCapabilities& capabilities);
  // Adds a job for one range; `before` bytes carry their data. Returns false if there is no room.
  bool add(const MemoryRange& range, ipc::Before before, const uint8_t* bytes, bool after);

  // Adds a job that lists the memory that operations touched in the jobs before it, from the range
  // of that number on.
  void add_touched(uint32_t from);

  uint64_t bytes() const { return bytes_; }

 private:
  bool range(const MemoryRange& range, ipc::Before before, bool after);
  template <class AddRanges>
  ipc::JobRecord* add_job(uint64_t fill, AddRanges add_ranges);  // nullptr: no room
  ipc::Batch& batch_;
  uint32_t ranges_ = 0, steps_ = 0;
  uint64_t bytes_ = 0;
};

Outcome outcome_of(const ipc::Batch& batch, const ipc::JobRecord& job, bool has_status);

// The bytes that a job read back; the shadow gives the bytes that the job did not read.
class ReadBack {
 public:
  ReadBack(const ipc::Batch& batch, const ipc::JobRecord& job, Machine& shadow);
  const uint8_t* operator()(const MemoryRange& range);

 private:
  const uint8_t* pieced(const MemoryRange& range);
  const ipc::Batch& batch_;
  uint32_t next_, first_, end_;
  Machine& shadow_;
  std::vector<uint8_t> scratch_;
};

}  // namespace strideproof
