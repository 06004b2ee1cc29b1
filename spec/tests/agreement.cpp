#include "spec/tests/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "model/fill.h"
#include "model/implementation.h"
#include "oracle/oracle.h"

namespace strideproof::spec {
namespace {

struct Byte {
  Space space;
  int64_t lane, offset;
  friend auto operator<=>(const Byte&, const Byte&) = default;
};
using Bytes = std::set<Byte>;

Bytes bytes_of(const std::vector<OperandRange>& ranges, Operands operands) {
  Bytes all;
  for (const OperandRange& range : ranges)
    for (int64_t i = 0; (range.operand & operands) != 0 && i < range.size; ++i)
      all.insert({range.space, range.lane, range.first + i});
  return all;
}

Machine& machine_of(const Profile& profile) {
  static std::map<std::string_view, Machine> machines;
  return machines.try_emplace(profile.name, profile).first->second;
}

// ---- the memories of toy ----

Machine& toy() { return machine_of(*find_profile("toy")); }
int64_t first_of(Space space) {
  return space == Space::system ? toy().profile().windows[0].first : 0;
}

class ToyMemory {
 public:
  explicit ToyMemory(uint64_t seed) {
    const Profile& p = toy().profile();
    const auto add = [&](Space space, int64_t lane, int64_t size) {
      std::vector<uint8_t>& bytes = lanes_[{space, lane}];
      bytes.resize(static_cast<size_t>(size));
      fill(bytes.data(), size, seed, space, lane, first_of(space));
    };
    add(Space::system, 0, p.windows[0].size);
    for (int64_t lane = 0; lane < p.lanes; ++lane) add(Space::local, lane, p.lane_bytes);
    for (const Space space : {Space::ub, Space::l1, Space::l0b})
      add(space, 0, p.buffer_bytes[static_cast<size_t>(space)]);
  }
  uint8_t& at(const Byte& byte) {
    const auto index = static_cast<size_t>(byte.offset - first_of(byte.space));
    return lanes_.at({byte.space, byte.lane}).at(index);
  }
  void flip(const Byte& byte) { at(byte) = static_cast<uint8_t>(~at(byte)); }

  // The memory after the reference has run; none: it rejects the case.
  std::optional<ToyMemory> after(const Case& c) const {
    for (const auto& [place, bytes] : lanes_) {
      const auto [space, lane] = place;
      toy().open(space, lane, first_of(space), static_cast<int64_t>(bytes.size()));
      std::copy(bytes.begin(), bytes.end(), toy().at(space, lane, first_of(space)));
    }
    if (!reference::run(toy(), c).constraint_results.legal()) return {};
    ToyMemory result = *this;
    for (auto& [place, bytes] : result.lanes_)
      std::copy_n(toy().at(place.first, place.second, first_of(place.first)), bytes.size(),
                  bytes.begin());
    return result;
  }
  friend bool operator==(const ToyMemory&, const ToyMemory&) = default;

 private:
  std::map<std::pair<Space, int64_t>, std::vector<uint8_t>> lanes_;  // buffers and system: lane 0
};

bool is_set(const Case& c, std::string_view selector) {
  return c.operation->parameter(selector) != nullptr && c[selector] != 0;
}
bool converts(const Case& c) {
  return c.operation->parameter("src_format") != nullptr && c["src_format"] != c["dst_format"];
}

// x ^ x is 0 whatever x.
bool cancels(const Case& c, const std::vector<OperandRange>& ranges) {
  const Bytes src = bytes_of(ranges, on_src), src1 = bytes_of(ranges, on_src1);
  return c.operation->name == "okk_bdc_32bit_xor" &&
         std::any_of(src.begin(), src.end(),
                     [&](const Byte& byte) { return src1.count(byte) > 0; });
}

// With the constant that keeps every bit of the source.
Case transparent(Case c) {
  if (c.operation->family != Family::okk_bdc || c.operation->parameter("C") == nullptr) return c;
  if (c.operation->counts == 0) c["C"] = c.operation->name.ends_with("and_C") ? 0xffffffff : 0;
  return c;
}

// ToyMemory in which each byte that is read shows in one: counts are 0, masks all and no words.
std::vector<ToyMemory> contents_for(const Case& c, const std::vector<OperandRange>& ranges) {
  std::vector<ToyMemory> all = {ToyMemory(1), ToyMemory(2), ToyMemory(3)};
  for (ToyMemory& memory : all)
    for (const Byte& byte : bytes_of(ranges, c.operation->counts)) memory.at(byte) = 0;
  if (c.operation->name == "bm_atomic_mask_memcpy_4D")
    for (const Byte& byte : bytes_of(ranges, on_src1)) all[2].at(byte) = 0;
  return all;
}

// A bounding range goes from the first byte of an operand in a lane to the last.
void expect_bounding_ranges(const Case& c, const std::vector<OperandRange>& ranges) {
  using OperandInLane = std::tuple<Operands, Space, int64_t>;
  std::map<OperandInLane, std::pair<int64_t, int64_t>> found, wanted;  // first byte, end
  for (const OperandRange& range : bounding_ranges(c))
    found[{range.operand, range.space, range.lane}] = {range.first, range.first + range.size};
  for (const OperandRange& range : ranges) {
    auto& [first, end] =
        wanted.try_emplace({range.operand, range.space, range.lane}, INT64_MAX, 0).first->second;
    first = std::min(first, range.first);
    end = std::max(end, range.first + range.size);
  }
  EXPECT_EQ(found, wanted);
}

void expect_written(const Case& c, const ToyMemory& before, const ToyMemory& after,
                    const Bytes& dst, const Bytes& read) {
  ToyMemory other = before, outside = after;
  for (const Byte& byte : dst) {
    outside.at(byte) = other.at(byte);
    if (read.count(byte) == 0) other.flip(byte);
  }
  EXPECT_TRUE(outside == before) << "it writes outside the footprint of dst";
  const std::optional<ToyMemory> again = other.after(c);
  ASSERT_TRUE(again.has_value());
  EXPECT_TRUE(*again == after) << "it leaves a byte of the footprint of dst";
}

// The bytes that it does not read may be any.
void expect_read_at_most(const Case& c, const ToyMemory& before, ToyMemory after, const Bytes& dst,
                         const Bytes& read) {
  ToyMemory other(77);
  for (const Byte& byte : read) other.at(byte) = ToyMemory(before).at(byte);
  std::optional<ToyMemory> again = other.after(c);
  ASSERT_TRUE(again.has_value()) << "a byte outside the footprints decides";
  for (const Byte& byte : dst) {
    ASSERT_EQ(again->at(byte), after.at(byte)) << "a byte outside the footprints is read";
  }
}

bool shows(const Case& c, const ToyMemory& before, const Byte& byte) {
  ToyMemory flipped = before;
  flipped.flip(byte);
  std::optional<ToyMemory> usual = before.after(c), found = flipped.after(c);
  if (!usual || !found) return usual.has_value() != found.has_value();
  found->flip(byte);
  return !(*usual == *found);
}

}  // namespace

ConstraintResults expect_agreement(const Case& c) {
  Machine& machine = machine_of(*c.profile);
  const Program program{c.profile, c.fill, {c}};
  if (c.operation->counts != 0 && !too_costly(program)) prepare(machine, windows(program), c.fill);
  const Contents contents = [&](Space space, int64_t lane, int64_t offset) {
    return *machine.at(space, lane, offset);
  };
  const ConstraintResults found = evaluate(c, contents);
  const ConstraintResults wanted = reference::evaluate(machine, c);
  if (found.too_costly || wanted.too_costly) return found;
  EXPECT_EQ(labels(*c.operation, found.violated), labels(*c.operation, wanted.violated))
      << print(c);
  EXPECT_EQ(labels(*c.operation, found.evaluated), labels(*c.operation, wanted.evaluated))
      << print(c);
  for (const Constraint& constraint : c.operation->constraints) {
    if (constraint.stage == Stage::data) {
      EXPECT_FALSE(has_bit(evaluate(c).evaluated, constraint.bit)) << print(c);
    } else {
      EXPECT_EQ(slack_if_evaluated(c, constraint).has_value(),
                has_bit(found.evaluated, constraint.bit))
          << print(c) << ' ' << constraint.label;
    }
    if (!has_bit(found.evaluated, constraint.bit)) continue;
    EXPECT_EQ(slack(c, constraint, contents) < 0, has_bit(found.violated, constraint.bit))
        << print(c) << ' ' << constraint.label;
  }
  return found;
}

void expect_exact_footprint(const Case& given) {
  const Case c = transparent(given);
  SCOPED_TRACE(print(c));
  const std::vector<OperandRange> ranges = footprint(c);
  expect_bounding_ranges(c, ranges);
  const bool adds = is_set(c, "result_add");
  const Bytes dst = bytes_of(ranges, on_dst), src = bytes_of(ranges, on_src | on_src1);
  const Bytes read = bytes_of(ranges, adds ? on_all : on_src | on_src1);
  const std::vector<ToyMemory> contents = contents_for(c, ranges);
  const std::optional<ToyMemory> after = contents[0].after(c);
  ASSERT_TRUE(after.has_value());
  expect_written(c, contents[0], *after, dst, read);
  expect_read_at_most(c, contents[0], *after, dst, read);
  if (adds || converts(c) || cancels(c, ranges)) return;  // not every bit of the source shows
  const size_t skipped = src.size() / 48 + 1;
  size_t i = 0;
  for (const Byte& byte : src)
    if (dst.count(byte) == 0 && i++ % skipped == 0) {
      EXPECT_TRUE(std::any_of(contents.begin(), contents.end(),
                              [&](const ToyMemory& before) { return shows(c, before, byte); }))
          << "it does not read byte " << byte.offset << " of the footprint of a source";
    }
}

}  // namespace strideproof::spec
