#include "fuzz/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::fuzz {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(EncodedHeader) == 16 && sizeof(EncodedStep) == 8 + 8 * size_t{max_slots});

// Takes a T from the front; missing bytes are 0.
template <class T>
T take(std::span<const uint8_t>& bytes) {
  T taken{};
  const size_t size = std::min(bytes.size(), sizeof taken);
  std::copy_n(bytes.data(), size, reinterpret_cast<uint8_t*>(&taken));
  bytes = bytes.subspan(size);
  return taken;
}

template <class T>
void put(Bytes& to, const T& value) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

// The value of the type with these low bits. The number of values of each type is a power of two.
int64_t fold(uint64_t bits, CType type) {
  const uint64_t low = static_cast<uint64_t>(lowest(type));
  const uint64_t range = static_cast<uint64_t>(highest(type)) - low + 1;
  return static_cast<int64_t>(low + ((bits - low) & (range - 1)));
}

void decode_step(const EncodedStep& from, const std::vector<const Operation*>& among, Case& c) {
  const auto known = std::find_if(among.begin(), among.end(), [&](const Operation* operation) {
    return operation->index == from.operation;
  });
  c.operation = known != among.end() ? *known : among[from.operation % among.size()];
  for (size_t i = 0; i < c.data.size(); ++i)
    c.data[i] = static_cast<DataClass>(from.data[i] % data_class_count);
  c.arguments = {};
  for (size_t p = 0; p < c.operation->parameters.size(); ++p) {
    const Parameter& parameter = c.operation->parameters[p];
    const bool null = parameter.nullable && has_bit(from.null_mask, p);
    if (null) c.arguments.null_mask |= uint32_t{1} << p;
    for (int i = 0; i < slots(parameter.type) && !null; ++i) {
      const auto slot = static_cast<size_t>(parameter.slot + i);
      c.arguments.value[slot] = fold(from.value[slot], parameter.type);
    }
  }
}

}  // namespace

Domain::Domain(std::string target) {
  std::ranges::replace(target, '_', '-');
  const bool programs = target == "programs";
  most_steps = programs ? max_steps : 1;
  std::vector<const Operation*> all = matching("*");
  std::erase_if(all, [&](const Operation* operation) {
    return !programs && name(operation->family) != target;
  });
  if (all.empty()) throw std::runtime_error(fmt::format("no fuzz target '{}'", target));
  for (const Profile& profile : strideproof::profiles()) {
    std::vector<const Operation*> here = props::keep_on(all, profile);
    if (here.empty()) continue;
    profiles.push_back(&profile);
    operations[&profile] = std::move(here);
  }
}

Bytes encode(const Program& program) {
  Bytes bytes;
  put(bytes, EncodedHeader{encoding_version,
                           static_cast<uint8_t>(program.profile - profiles().data()),
                           static_cast<uint8_t>(program.steps.size()),
                           {},
                           program.fill});
  for (const Case& step : program.steps) {
    EncodedStep to{static_cast<uint8_t>(step.operation->index), {}, step.arguments.null_mask, {}};
    for (size_t i = 0; i < step.data.size(); ++i) to.data[i] = static_cast<uint8_t>(step.data[i]);
    std::copy(step.arguments.value.begin(), step.arguments.value.end(), to.value.begin());
    put(bytes, to);
  }
  return bytes;
}

Program decode(std::span<const uint8_t> bytes, const Domain& domain) {
  Program program;
  const auto header = take<EncodedHeader>(bytes);  // the version is not checked: any bytes decode
  const auto& known = domain.profiles;
  program.profile = known[header.profile % known.size()];
  for (const Profile* candidate : known)
    if (candidate - profiles().data() == header.profile) program.profile = candidate;
  const int wanted = std::max<int>(header.steps, 1) - 1;
  const auto count = static_cast<size_t>(wanted % domain.most_steps + 1);
  program.fill = header.fill;
  do {
    Case& step = program.steps.emplace_back();
    step.profile = program.profile;
    step.fill = program.fill;
    decode_step(take<EncodedStep>(bytes), domain.operations.at(program.profile), step);
  } while (program.steps.size() < count && !bytes.empty());
  return program;
}

}  // namespace strideproof::fuzz
