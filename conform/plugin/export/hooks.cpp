// The hooks of conform/strideproof.h around a Machine of this library.

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>

#include "conform/plugin/export/entry.h"
#include "conform/plugin/export/implementation.h"
#include "conform/strideproof.h"
#include "model/machine.h"
#include "spec/heap.h"
#include "spec/read_otherwise.h"
#include "spec/spec.h"

namespace strideproof::exported {
namespace {

std::unique_ptr<Machine> machine;
int status = SP_DONE;

// A tensor spread over more than this is opened run by run.
constexpr int64_t open_whole = int64_t{16} << 20;

// True if the library may accept the case, possibly by another reading of the ledger.
bool may_be_accepted(const Case& c) {
  return !any_constraint(*c.operation, spec::evaluate(c).violated,
                         [](const Constraint& constraint) { return !may_be_accepted(constraint); });
}

// An implementation needs every byte of a legal case open (model/implementation.h). The checker
// wrote these bytes before; another caller may not have.
void open_operands(const Case& c) {
  const auto open = [](const spec::OperandRange& run) {
    machine->open(run.space, run.lane, run.first, run.size);
  };
  bool spread = false;
  for (const spec::OperandRange& bounding : spec::bounding_ranges(c)) {
    if (bounding.space != Space::system) continue;
    if (bounding.size <= open_whole)
      open(bounding);
    else
      spread = true;
  }
  if (!spread || spec::cost(c) > spec::footprint_budget || !may_be_accepted(c)) return;
  for (const spec::OperandRange& run : spec::footprint(c)) open(run);
}

bool has(int space, uint32_t lane, uint64_t offset, uint64_t size) {
  constexpr auto most = static_cast<uint64_t>(INT64_MAX);
  return machine != nullptr && space >= 0 && space < space_count && offset <= most &&
         size <= most &&
         machine->open(static_cast<Space>(space), lane, static_cast<int64_t>(offset),
                       static_cast<int64_t>(size));
}

uint8_t* at(int space, uint32_t lane, uint64_t offset) {
  return machine->at(static_cast<Space>(space), lane, static_cast<int64_t>(offset));
}

}  // namespace

uint64_t run_exported(const Operation& operation, const Arguments<int64_t>& arguments) {
  const auto on_profile = [](const Profile* profile) { return profile == &machine->profile(); };
  if (machine == nullptr || std::ranges::none_of(operation.profiles, on_profile)) {
    status = SP_UNSUPPORTED;
    return 0;
  }
  const Case c{&operation, &machine->profile(), arguments};
  open_operands(c);
  const Result result = run(*machine, c);
  status = result.constraint_results.too_costly ? SP_UNSUPPORTED
           : result.constraint_results.legal()  ? SP_DONE
                                                : SP_REJECTED;
  return result.returned;
}

}  // namespace strideproof::exported

using namespace strideproof;
using namespace strideproof::exported;

extern "C" {

int sp_abi_version(void) { return 1; }

int sp_reset(const char* profile) {
  if (profile == nullptr) return 1;
  try {
    const Profile* found = find_profile(profile);
    if (found == nullptr) return 1;
    keep_heap();
    machine = std::make_unique<Machine>(*found);
  } catch (const std::exception&) {
    return 2;
  }
  return 0;
}

int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  if (!has(space, lane, offset, size)) return 1;
  if (size != 0) std::memcpy(at(space, lane, offset), bytes, size);
  return 0;
}

int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  if (!has(space, lane, offset, size)) return 1;
  if (size != 0) std::memcpy(bytes, at(space, lane, offset), size);
  return 0;
}

int sp_status(void) { return status; }

const char* sp_name(void) { return implementation_name(); }

}  // extern "C"
