#include "fuzz/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::fuzz {
namespace {

static_assert(std::endian::native == std::endian::little);

// Reads little-endian numbers; past the end there are zeros.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint64_t number(size_t width) {  // at most 8
    uint64_t value = 0;
    if (at_ < bytes_.size())
      std::memcpy(&value, bytes_.data() + at_, std::min(width, bytes_.size() - at_));
    at_ += width;
    return value;
  }
  void skip(size_t width) { at_ += width; }
  bool ended() const { return at_ >= bytes_.size(); }

 private:
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
};

void put(Bytes& to, uint64_t value, size_t width) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
  to.insert(to.end(), bytes, bytes + width);
}

// The value of the type with these low bits: of every type there is a power of two of values.
int64_t fold(uint64_t bits, CType type) {
  const uint64_t low = static_cast<uint64_t>(lowest(type));
  const uint64_t range = static_cast<uint64_t>(highest(type)) - low + 1;
  return static_cast<int64_t>(low + ((bits - low) & (range - 1)));
}

void decode_step(Reader& reader, const std::vector<const Operation*>& among, Case& c) {
  const uint64_t index = reader.number(1);
  const auto known = std::find_if(among.begin(), among.end(), [&](const Operation* operation) {
    return static_cast<uint64_t>(operation->index) == index;
  });
  c.operation = known != among.end() ? *known : among[index % among.size()];
  for (DataClass& data : c.data) data = static_cast<DataClass>(reader.number(1) % data_class_count);
  const uint64_t null_mask = reader.number(4);
  c.arguments = {};
  int slot = 0;
  for (size_t p = 0; p < c.operation->parameters.size(); ++p) {
    const Parameter& parameter = c.operation->parameters[p];
    const bool null = parameter.nullable && has_bit(null_mask, p);
    if (null) c.arguments.null_mask |= uint32_t{1} << p;
    for (int i = 0; i < slots(parameter.type); ++i, ++slot) {
      const uint64_t bits = reader.number(8);
      if (!null) c.arguments.value[static_cast<size_t>(slot)] = fold(bits, parameter.type);
    }
  }
  reader.skip(8 * static_cast<size_t>(max_slots - slot));
}

}  // namespace

Domain::Domain(const std::vector<const Operation*>& operations, int most_steps)
    : most_steps_(most_steps) {
  for (const Profile& profile : strideproof::profiles()) {
    std::vector<const Operation*> here = props::keep_on(operations, profile);
    if (here.empty()) continue;
    profiles_.push_back(&profile);
    operations_.push_back(std::move(here));
  }
}

Domain Domain::cases(Family family) {
  std::vector<const Operation*> operations;
  for (const Operation& operation : catalogue())
    if (operation.family == family) operations.push_back(&operation);
  return Domain(operations, 1);
}

Domain Domain::programs() { return Domain(matching("*"), max_steps); }

Domain Domain::named(const std::string& target) {
  if (target == "programs") return programs();
#define FAMILY(family, ...) \
  if (target == #family) return cases(Family::family);
#include "spec/vocabulary/operations.def"
  throw std::runtime_error(fmt::format("no fuzz target '{}'", target));
}

const std::vector<const Operation*>& Domain::operations(const Profile& profile) const {
  const auto found = std::find(profiles_.begin(), profiles_.end(), &profile);
  return operations_.at(static_cast<size_t>(found - profiles_.begin()));
}

bool Domain::contains(const Program& program) const {
  if (std::count(profiles_.begin(), profiles_.end(), program.profile) == 0) return false;
  const auto& known = operations(*program.profile);
  return program.steps.size() <= static_cast<size_t>(most_steps_) &&
         std::all_of(program.steps.begin(), program.steps.end(), [&](const Case& step) {
           return std::count(known.begin(), known.end(), step.operation) != 0;
         });
}

void encode(const Program& program, Bytes& into) {
  into.clear();
  into.reserve(encoded_size(program.steps.size()));
  put(into, encoding_version, 1);
  put(into, static_cast<uint64_t>(program.profile - profiles().data()), 1);
  put(into, program.steps.size(), 1);
  put(into, program.fill, 8);
  for (const Case& step : program.steps) {
    put(into, static_cast<uint64_t>(step.operation->index), 1);
    for (const DataClass data : step.data) put(into, static_cast<uint64_t>(data), 1);
    put(into, step.arguments.null_mask, 4);
    const auto* values = reinterpret_cast<const uint8_t*>(step.arguments.value.data());
    into.insert(into.end(), values, values + 8 * size_t{max_slots});
  }
}

void decode(std::span<const uint8_t> bytes, const Domain& domain, Program& into) {
  Reader reader(bytes);
  reader.skip(1);  // whatever the version: total
  const auto& known = domain.profiles();
  const uint64_t profile = reader.number(1);
  into.profile = known[profile % known.size()];
  for (const Profile* candidate : known)
    if (static_cast<uint64_t>(candidate - profiles().data()) == profile) into.profile = candidate;
  const uint64_t wanted = std::max<uint64_t>(reader.number(1), 1) - 1;
  const uint64_t count = wanted % static_cast<uint64_t>(domain.most_steps()) + 1;
  into.fill = reader.number(8);
  into.steps.clear();
  do {
    Case& step = into.steps.emplace_back();
    step.profile = into.profile;
    step.fill = into.fill;
    decode_step(reader, domain.operations(*into.profile), step);
  } while (into.steps.size() < count && !reader.ended());
}

}  // namespace strideproof::fuzz
