// The plug-in of most tests: profile toy and one operation, okk_gdma_8bit_set_C_local. It conforms
// or deviates in one point, by the name of its file (good.so, crash.so, ...) or by STRIDEPROOF_TOY.

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "conform/tests/plugins/memory.h"

namespace {

const std::string& behaviour() {
  static const std::string name = [] {
    if (const char* given = std::getenv("STRIDEPROOF_TOY")) return std::string(given);
    Dl_info library{};
    dladdr(reinterpret_cast<void*>(behaviour), &library);
    return std::filesystem::path(library.dli_fname).stem().string();
  }();
  return name;
}
bool is(std::string_view name) { return behaviour() == name; }

[[noreturn]] void hang() {
  while (true) pause();
}

// breaks, breaks_where_unsupported and stops keep their state in a file, from one process to the
// next.
const char* broken_file() { return std::getenv("STRIDEPROOF_TEST_BROKEN"); }
void break_down() { std::fclose(std::fopen(broken_file(), "w")); }

// At the last of so many calls, interrupts the checker, which started this process, and hangs.
void count_and_stop(long calls) {
  std::FILE* file = std::fopen(broken_file(), "a");
  std::fputc('.', file);
  const bool last = std::ftell(file) == calls;
  std::fclose(file);
  if (!last) return;
  kill(getppid(), SIGINT);
  hang();
}

// Notes each call in a file: one that hangs as "h", any other as ".".
void hang_if_long(const dim4& shape) {
  const bool hangs = std::max({shape.n, shape.c, shape.h, shape.w}) > 1000;
  std::FILE* file = std::fopen(broken_file(), "a");
  std::fputc(hangs ? 'h' : '.', file);
  std::fclose(file);
  if (hangs) hang();
}

[[gnu::constructor]] void load() {
  if (is("crash_on_load")) std::raise(SIGSEGV);
  if (is("hang_on_load")) hang();
  const bool may_be_broken = is("breaks") || is("breaks_where_unsupported");
  if (may_be_broken && std::filesystem::exists(broken_file())) std::_Exit(5);
}

// The worker, whose objects are there, cannot go on.
void lose_heap() {
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  unsigned long begin = 0, end = 0;
  for (char line[512]; std::fgets(line, sizeof line, maps) != nullptr;)
    if (std::strstr(line, "[heap]") != nullptr) std::sscanf(line, "%lx-%lx", &begin, &end);
  mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_NONE);
}

// In a file: r: rejected, l: large, s: small.
void note_call(const dim4& shape) {
  const bool is_large = shape.n * shape.c * shape.h * shape.w >= 4096;
  std::FILE* file = std::fopen(broken_file(), "a");
  std::fputc(toy::status == SP_REJECTED ? 'r' : is_large ? 'l' : 's', file);
  std::fclose(file);
}

// After a fill of three rows or more. A crash is reported in this function.
[[gnu::noinline]] void end_after_three_rows() {
  if (is("exits")) std::exit(3);
  if (is("hang")) hang();
  static bool first = true;
  if (is("slow") && std::exchange(first, false)) usleep(1'200'000);
  if (is("breaks")) break_down();
  if (is("loses_heap")) lose_heap();
  if (is("stops")) count_and_stop(80);
  if (is("crash") || is("breaks") || is("stops")) std::raise(SIGSEGV);
  first = false;  // the last call would not be one from this function
}

[[noreturn]] void fail(const char* output) {
  std::fputs(output, stderr);
  std::exit(3);
}

// aborts and no_status have no sp_status. aborts_rarely aborts in one of 64 rejected cases.
void reject(x8 C) {
  if (is("no_status")) std::memset(toy::local, 1, sizeof toy::local);
  if (!is("aborts") && !is("aborts_and_says_so") && !(is("aborts_rarely") && C.u8 % 64 == 5))
    return;
  std::fputs("assertion failed\n", stderr);
  std::abort();
}

bool is_rejected(const dim4& shape) { return is("limited") && shape.w > 6; }

bool is_supported(const dim4& shape) {
  static int calls = 0;
  if (is("breaks_where_unsupported") && shape.w > 4) break_down();
  return !(is("unsupported_fifth") && ++calls % 5 == 0) &&
         !(is("unsupported_odd") && shape.w % 2 != 0) &&
         !((is("unsupported_wide") || is("breaks_where_unsupported")) && shape.w > 4);
}

bool has_lost_memory = false;  // after a fill of three rows by loses_memory

// The answer of sp_status, where it is always the same.
int fixed_status() {
  if (is("status_seven")) return 7;
  if (is("unsupported") || is("unsupported_writes")) return SP_UNSUPPORTED;
  return is("accepts_all") ? SP_DONE : toy::status;
}

}  // namespace

extern "C" {

int sp_abi_version(void) { return is("wrong_abi") ? 7 : 1; }
int sp_reset(const char* profile) {
  if (is("hang_in_reset")) hang();
  if (is("no_profile")) std::fputs("no license\n", stderr);
  return is("no_profile") ? 1 : toy::reset(profile);
}
int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  if (is("one_lane")) lane = 0;
  return toy::write(space, lane, offset, bytes, size);
}
int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  const bool denied = is("bad_read") && space == SP_LOCAL && lane == 2;
  if (is("lies")) std::memset(bytes, 0, size);
  if (is("lies") || is("reads_nothing")) return 0;
  if (is("one_lane")) lane = 0;
  if (has_lost_memory && space == SP_SYSTEM) std::raise(SIGSEGV);
  return denied ? 1 : toy::read(space, lane, offset, bytes, size);
}
int sp_abort_rejects(void) { return is("asserts_and_says_so") || is("aborts_and_says_so") ? 1 : 0; }
// Control sequences of a terminal; NULL is no name.
const char* sp_name(void) { return is("status_seven") ? "seven\n\033[31m red" : nullptr; }

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  toy::status = fixed_status();
  if (is("sleeps")) usleep(200'000);
  if (is("hangs_if_long")) hang_if_long(*shape);
  if (is("unsupported") || is("status_seven")) return;
  if (is("exits_wide") && shape->w > 2) std::exit(3);
  if (is("asserts_first") && shape->h > 2) fail("asserts.cpp:9: Assertion `h < 3' failed.\n");
  // Only illegal cases are so wide; others that leave memory are rejected.
  if (is("asserts_if_wide") && shape->w > 300)
    fail("asserts.cpp:10: Assertion `w < 301' failed.\n");
  if (is("hangs_below_no_rows") && shape->h < 0) hang();
  if (is("no_rows_pass") && shape->n == 0) fail("asserts.cpp:6: Assertion `n > 0' failed.\n");
  if (is("no_rows_pass") && shape->h == 0) {
    toy::status = SP_DONE;
    return;
  }
  static uint8_t before[sizeof toy::local];
  std::memcpy(before, toy::local, sizeof before);
  const bool has_three_rows = shape->h >= 3;
  dim4 filled = *shape;
  if (is("unsupported_odd") && shape->w == 2) filled.w = 1;
  if (is("no_empty_n") && filled.n < 1) filled.n = 1;
  if (is("keeps") &&
      toy::local[dst_addr / toy::lane_bytes % toy::lanes][dst_addr % toy::lane_bytes] >= 128)
    C.u8 ^= 1;
  if (is("slow") && has_three_rows) C.u8 ^= 1;
  if (is("loses_memory") && has_three_rows) has_lost_memory = true;
  const bool is_rare = shape->n == 2 && shape->h == 3;
  if (is("two_faults") && (shape->w > 1 || is_rare)) C.u8 ^= 1;
  if (is("far_and_near") && shape->n == 2) C.u8 ^= 1;
  static int calls = 0;
  if (is("sometimes") && ++calls % 97 == 0) C.u8 ^= 1;
  static uint8_t last = 0;
  if (const uint8_t before_it = std::exchange(last, C.u8); is("remembers") && before_it > 200)
    C.u8 ^= 1;
  static bool has_garbage = false;
  has_garbage = has_garbage || shape->w > 4;
  if (is("garbage") && has_garbage && shape->w > 1) C.u8 ^= 1;
  static bool first = true;
  if (is("right_once") && !std::exchange(first, false)) C.u8 ^= 1;
  toy::status = !is_supported(*shape)                         ? SP_UNSUPPORTED
                : is_rejected(*shape)                         ? SP_REJECTED
                : toy::set_C(dst_addr, C, filled, dst_stride) ? SP_DONE
                                                              : SP_REJECTED;
  if (is("notes_calls")) note_call(*shape);
  if (toy::status == SP_REJECTED) reject(C);
  toy::status = fixed_status();
  if (toy::status != SP_DONE) return;
  if (has_three_rows) end_after_three_rows();
  if ((is("far_write") || is("far_and_near")) && shape->n == 2)
    toy::global[toy::system_bytes - 1] = 0xa5;
  if (is("far_local") && shape->n == 2) toy::local[toy::lanes - 1][toy::lane_bytes - 5] ^= 1;
  // Right alone, but not twice.
  if (is("twice") && shape->w >= 4 && std::memcmp(before, toy::local, sizeof before) == 0)
    fail("a line\ntwice.cpp:7: Assertion `changed' failed.\nC = 1\na trace\n");
  const bool asserts = is("asserts") || is("asserts_and_says_so");
  if (asserts && shape->w > 4) fail("asserts.cpp:7: Assertion `w < 5' failed.\n");
  if (asserts && shape->h > 2) fail("asserts.cpp:8: Assertion `h < 3' failed.\n");
}

}  // extern "C"
