#pragma once
// The capabilities of a plug-in that has all operations and offers one window of system memory.

#include "conform/check/batch.h"

namespace strideproof {

inline PluginCapabilities offering(int64_t first, int64_t size) {
  PluginCapabilities capabilities = PluginCapabilities::everything();
  capabilities.offered.push_back({static_cast<int32_t>(Space::system), static_cast<uint64_t>(first),
                                  static_cast<uint64_t>(size)});
  return capabilities;
}

}  // namespace strideproof
