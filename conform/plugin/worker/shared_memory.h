#pragma once
// The memory that the checker and its worker process share. The checker builds a batch of jobs and
// posts it. The worker runs the jobs in order and counts them, so the checker can judge a job while
// the worker runs a later one. There are two batches, so neither process waits.
//
// The worker announces each action before it begins (phase, batch, job, step). When the process has
// ended or makes no progress, this memory says where.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>

#include "spec/vocabulary/case.h"

namespace strideproof::ipc {

// Descriptor of the worker, inherited; 1 and 2 are its log.
inline constexpr int shared_memory_descriptor = 3;

// The current action of the process under test.
enum class WorkerPhase : uint32_t {
  loading,
  resetting,
  ready,
  writing,
  calling,
  asking,
  reading,
  listing,
  damaged,  // the worker itself crashed after a call; nothing follows
  refused,  // it refused the profile; nothing follows
  failed    // the implementation cannot be used; Header::text says why; nothing follows
};

// A range of memory of a job: its content before the steps, and the bytes kept after them.
enum class Before : uint8_t { nothing, zero, fill, bytes };
struct RangeRecord {
  int64_t first, size;
  uint64_t bytes;  // offset in Batch::data
  uint32_t lane;
  uint8_t space;
  Before before;
  DataClass data;  // class of the contents, for Before::fill
  bool after;      // read back to `bytes`
};

struct StepRecord {
  Arguments<int64_t> arguments;
  uint64_t returned;
  int32_t operation;  // Operation::index
  int32_t status;     // of sp_status; 0 where there is none
};

// The hook that answered "no such memory" for memory that exists.
enum class HookFault : uint8_t { none, write, read };
struct TouchedRange {
  uint64_t first, size;
};
struct JobRecord {
  uint64_t fill;
  uint32_t first_range, ranges;
  uint32_t first_step, steps;
  HookFault fault;
  uint32_t fault_range;
  // After all else: lists the system memory that operations wrote since the last list, from a range
  // on. The list has ended if there are less than max_touched ranges.
  bool list_touched;
  uint32_t first_touched;
  uint32_t touched;  // ranges in Batch::touched
};

inline constexpr uint32_t max_jobs = 256;
inline constexpr uint32_t max_touched = 4096;
inline constexpr uint32_t max_ranges = 1 << 17;
inline constexpr uint32_t max_job_steps = 4096;
inline constexpr uint64_t data_bytes = uint64_t{96} << 20;  // pages are touched only as far as used

struct Batch {
  std::atomic<uint32_t> done;  // jobs; a futex
  uint32_t jobs;
  JobRecord job[max_jobs];
  StepRecord step[max_job_steps];
  RangeRecord range[max_ranges];
  TouchedRange touched[max_touched];  // from the one job of the batch that lists them
  alignas(64) uint8_t data[data_bytes];
};

// The bytes of each lane (or buffer, or system memory) that addresses may use; see sp_window.
struct AddressWindow {
  int32_t space;
  uint64_t first, size;
};

inline constexpr int batches = 2;
inline constexpr int max_offered = 64;

struct Header {
  // Written by the checker.
  std::atomic<uint32_t> posted;         // batches, ever; a futex. Number n lies in batch[n % 2]
  std::atomic<uint32_t> checker_waits;  // a futex wait on Batch::done
  uint32_t first_batch;                 // that this worker is to run
  char profile[32];

  // Written by the worker.
  std::atomic<uint32_t> phase;  // a futex until it is ready, refused or failed
  std::atomic<uint32_t> beat;   // grows with each phase begun
  std::atomic<uint32_t> step;   // of the job at hand
  char text[1000];              // a name when ready, a reason when failed
  bool has_status, lists_touched, rejects_by_abort;
  uint8_t provided[256];  // by Operation::index, a bit for each symbol of the operation
  int32_t offered_count;
  AddressWindow offered[max_offered];
};

struct SharedMemory {
  Header header;
  Batch batch[batches];
};

static_assert(std::atomic<uint32_t>::is_always_lock_free);

// Waits on a word that both processes share. Returns when woken, when the word is not `value`, or
// after some milliseconds; may also return spuriously.
inline void futex_wait(std::atomic<uint32_t>& word, uint32_t value, int milliseconds) {
  const timespec limit{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0);
}

inline void futex_wake(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace strideproof::ipc
