#include "props/measure.h"

#include "props/parameters.h"

namespace strideproof::props {

int64_t simplest(Role role) {
  return role == Role::extent || role == Role::stride || role == Role::count ? 1 : 0;
}

uint64_t distance(int64_t a, int64_t b) {
  return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
               : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

namespace {

// How much the extents are above (or below) 1, together.
uint64_t excess(const Case& c) {
  uint64_t sum = 0;
  for (const Parameter& p : c.operation->parameters)
    for (int i = 0; i < slots(p.type); ++i)
      if (p.role == Role::extent) sum += distance(values(c, p)[i], simplest(p.role));
  return sum;
}

// Each part of a case alone.
void parts_of(const Case& c, std::vector<uint64_t>& parts) {
  parts.push_back(c.fill);
  for (const DataClass data : c.data) parts.push_back(data == DataClass::unique ? 0 : 1);
  for (const Parameter& parameter : c.operation->parameters) {
    const bool null = is_null(c, parameter);
    if (parameter.nullable) parts.push_back(null ? 0 : 1);
    for (int i = 0; i < slots(parameter.type); ++i)
      parts.push_back(null ? 0 : distance(values(c, parameter)[i], simplest(parameter.role)));
  }
}

}  // namespace

std::vector<uint64_t> measure(const Case& c) {
  std::vector<uint64_t> parts{excess(c)};
  parts_of(c, parts);
  return parts;
}

std::vector<uint64_t> measure(const Program& program) {
  std::vector<uint64_t> parts{program.steps.size(), 0};
  for (const Case& step : program.steps) {
    parts[1] += excess(step);
    parts_of(step, parts);
  }
  return parts;
}

}  // namespace strideproof::props
