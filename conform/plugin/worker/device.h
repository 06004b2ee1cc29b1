#pragma once
// An implementation under test as the worker sees it: the plug-in ABI as an interface.

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "conform/plugin/worker/shared_memory.h"
#include "spec/vocabulary/case.h"

namespace strideproof::ipc {

// The implementation is unusable; what() is one line.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A step of a job, with the memory to write before the first and to read after the last. A job
// without steps, which moves memory only, is one exchange.
struct Exchange {
  SharedMemory& shared_memory;
  Batch& batch;
  JobRecord& job;
  uint32_t step;

  bool is_last() const { return step + 1 >= job.steps; }
  StepRecord* call() const {  // null: memory only
    return step < job.steps ? &batch.step[job.first_step + step] : nullptr;
  }
  std::vector<RangeRecord*> writes() const;
  std::vector<RangeRecord*> reads() const;
  // The bytes to write, valid until `scratch` changes.
  const uint8_t* content(const RangeRecord& range, std::vector<uint8_t>& scratch) const;
  // The implementation answered that a range does not exist. Ends the job.
  void blame(HookFault fault, const RangeRecord& range) const;
};

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string name() = 0;
  virtual uint8_t provides(const Operation& operation) = 0;  // a bit for each of its symbols
  virtual bool has_status() = 0;
  virtual bool rejects_by_abort() { return false; }

  // The hooks. They return false if the hook returned nonzero.
  virtual bool reset(const std::string& profile) = 0;
  virtual bool write(const RangeRecord& range, const uint8_t* bytes) = 0;
  virtual bool read(const RangeRecord& range, uint8_t* bytes) = 0;
  virtual uint64_t call(const Operation& operation, const Arguments<int64_t>& arguments) = 0;
  virtual int status() = 0;  // of the last call; 0 unless has_status
  virtual std::optional<AddressWindow> window(int space, uint32_t index) = 0;

  // The system memory that operations wrote since the last mark(), if the implementation reports
  // it.
  virtual bool lists_touched() { return false; }
  virtual void mark() {}
  virtual std::optional<TouchedRange> touched(uint32_t) { return std::nullopt; }

  // Exchanges are begun and finished in order; many may be begun before the first is finished.
  // begin() returns false if too many are; finish() does by hooks what is left to do.
  virtual bool begin(const Exchange&) { return true; }
  virtual void finish(const Exchange& exchange);

 private:
  std::vector<uint8_t> scratch_;
};

std::unique_ptr<Device> open_plugin(const std::string& library);  // throws DeviceError
std::unique_ptr<Device> open_command(const std::string& command);

// Announces the capabilities of the implementation, resets it and runs jobs until the process is
// ended.
void serve(Device& device, SharedMemory& shared_memory);

void announce(SharedMemory& shared_memory, WorkerPhase phase);

}  // namespace strideproof::ipc
