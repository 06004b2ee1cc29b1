// The reference beside the spec, which was written apart: what it reads and writes, and what it
// rejects.

#include <algorithm>
#include <set>

#include "oracle/oracle.h"
#include "props/generate.h"
#include "props/rapidcheck.h"
#include "props/testing.h"
#include "spec/operations/bm_atomic_selectors.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::props {
namespace {

// How many bytes of the footprint of dst it wrote, from the first: all, but a masked copy packs what
// it keeps.
size_t written(const Machine& machine, const Case& c, size_t all) {
  return bm_atomic::is_kind(*c.operation, bm_atomic::Kind::mask_memcpy_4D)
             ? machine.mask_count * size_t{bm_atomic::mask_word_bytes}
             : all;
}

// Once as it is, and once with every other byte changed that it may not read, and every byte
// complemented that it has to write: it must write the same bytes, all of them and no others.
RC_GTEST_PROP(Reference, WritesTheFootprintAndDependsOnWhatItReads, ()) {
  const Case c = *cases("*", 0);
  RC_PRE(small(c) && evaluate_fresh(c).legal());
  Machine& first = scratch_machine(*c.profile, 0);
  Machine& second = scratch_machine(*c.profile, 1);
  const std::vector<MemoryRange> regions = windows({c.profile, c.fill, {c}});
  prepare(first, regions, c.fill);
  prepare(second, regions, c.fill + 1);
  const auto each = [&](Operands operand, auto visit) {
    const std::vector<uint8_t*> a = bytes_of(first, c, operand), b = bytes_of(second, c, operand);
    for (size_t i = 0; i < a.size(); ++i) visit(*a[i], *b[i]);
  };
  const bool adds = c.operation->parameter("result_add") != nullptr && c["result_add"] != 0;
  for (const Operands read : {on_src, on_src1, adds ? on_dst : on_src})
    each(read, [](uint8_t a, uint8_t& b) { b = a; });
  RC_ASSERT(reference::run(first, c).constraint_results.legal());
  const auto first_byte = [&](Operands operand) -> const uint8_t* {
    const std::vector<uint8_t*> bytes = bytes_of(second, c, operand);
    return bytes.empty() ? nullptr : *std::min_element(bytes.begin(), bytes.end());
  };
  const uint8_t* dst = first_byte(on_dst);
  if (!adds && dst != first_byte(on_src) && dst != first_byte(on_src1))
    each(on_dst, [](uint8_t a, uint8_t& b) { b = static_cast<uint8_t>(~a); });

  std::vector<std::vector<uint8_t>> before;
  for (const MemoryRange& r : regions) {
    const uint8_t* from = second.at(r.space, r.lane, r.first);
    before.emplace_back(from, from + r.size);
  }
  RC_ASSERT(reference::run(second, c).constraint_results.legal());
  const std::vector<uint8_t*> to = bytes_of(first, c, on_dst),
                              dst_bytes = bytes_of(second, c, on_dst);
  const size_t count = written(second, c, to.size());
  RC_ASSERT(count == written(first, c, to.size()));
  for (size_t i = 0; i < count; ++i) RC_ASSERT(*to[i] == *dst_bytes[i]);

  // What it was to write aside, nothing may have changed.
  const std::set<const uint8_t*> changed(dst_bytes.begin(),
                                         dst_bytes.begin() + static_cast<std::ptrdiff_t>(count));
  for (size_t i = 0; i < regions.size(); ++i) {
    const uint8_t* now = second.at(regions[i].space, regions[i].lane, regions[i].first);
    for (size_t k = 0; k < before[i].size(); ++k)
      RC_ASSERT(now[k] == before[i][k] || changed.count(now + k) != 0);
  }
}

// Legal or not: the constraints of the spec and the ifs of the reference say the same, label for
// label. (The harness compares the labels of the optimized implementation, which asks the spec.)
RC_GTEST_PROP(Reference, AgreesWithTheSpecLabelForLabel, ()) {
  const Case c = *cases("*", 2);
  const Program program{c.profile, c.fill, {c}};
  RC_PRE(!too_costly(program));
  Machine& machine = scratch_machine(*c.profile, 0);
  prepare(machine, windows(program), c.fill);
  const ConstraintResults of_reference = reference::run(machine, c).constraint_results;
  prepare(machine, windows(program), c.fill);
  const ConstraintResults of_spec = spec::evaluate(
      c,
      [&](Space space, int64_t lane, int64_t offset) { return *machine.at(space, lane, offset); });
  RC_PRE(!of_reference.too_costly && !of_spec.too_costly);
  RC_ASSERT(labels(*c.operation, of_reference.violated) == labels(*c.operation, of_spec.violated));
  RC_ASSERT(labels(*c.operation, of_reference.evaluated) ==
            labels(*c.operation, of_spec.evaluated));
}

// A reading of an entry that an operation does not list changes nothing of it.
TEST(Reference, DependsOnTheListedReadingsAlone) {
  constexpr int cases = 12;
  Random random(seed());
  for (const Operation& operation : catalogue()) {
    const Profile& profile = *operation.profiles.back();
    Oracle oracle(profile);
    for (int i = 0; i < cases; ++i) {
      const Case c = generate_case(random, operation, profile);
      if (!small(c)) continue;
      const Program program{&profile, c.fill, {c}};
      oracle.expect(program);
      const uint64_t by_default = oracle.hash();
      for (size_t entry = 0; entry < ledger().size(); ++entry) {
        const auto& listed = operation.ambiguities;
        if (std::find(listed.begin(), listed.end(), ledger()[entry].id) != listed.end()) continue;
        for (size_t reading = 1; reading < ledger()[entry].readings.size(); ++reading) {
          Readings readings = default_readings;
          readings[entry] = static_cast<uint8_t>(reading);
          oracle.expect(program, {readings});
          ASSERT_EQ(oracle.hash(), by_default) << ledger()[entry].id << ' ' << print(c);
        }
      }
    }
  }
}

}  // namespace
}  // namespace strideproof::props
