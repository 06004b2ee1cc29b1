// A shared library with the hooks of conform/strideproof.h.

#include <dlfcn.h>
#include <fmt/format.h>

#include <vector>

#include "conform/plugin/call/call.h"
#include "conform/plugin/worker/device.h"
#include "conform/strideproof.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::ipc {
namespace {

// The functions of an operation, in the order of its symbols; null if not exported.
using Functions = std::vector<void*>;

class Plugin : public Device {
 public:
  explicit Plugin(const std::string& library) : path_(library) {
    handle_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw DeviceError(fmt::format("cannot load {}", dlerror()));
    std::string missing;
    const auto required = [&](auto& hook, const char* symbol) {
      find(hook, symbol);
      if (hook == nullptr) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", symbol);
    };
    required(abi_version_, "sp_abi_version");
    required(reset_, "sp_reset");
    required(write_, "sp_write");
    required(read_, "sp_read");
    if (!missing.empty()) throw DeviceError(fmt::format("{} does not export {}", path_, missing));
    if (const int version = abi_version_(); version != 1)
      throw DeviceError(
          fmt::format("{} speaks ABI version {}, this checker speaks 1", path_, version));
    find(status_, "sp_status");
    find(abort_rejects_, "sp_abort_rejects");
    find(window_, "sp_window");
    find(name_, "sp_name");
    find(mark_, "sp_mark");
    find(touched_, "sp_touched");
    bool any = false;
    for (const Operation& operation : catalogue()) {
      Functions& found = functions_[operation];
      for (const std::string& symbol : symbols(operation)) {
        found.push_back(dlsym(handle_, symbol.c_str()));
        any = any || found.back() != nullptr;
      }
    }
    if (!any) throw DeviceError(fmt::format("{} exports none of the operations", path_));
  }

  std::string name() override {
    const char* given = name_ == nullptr ? nullptr : name_();
    return given == nullptr ? path_.substr(path_.rfind('/') + 1) : given;
  }
  uint8_t provides(const Operation& operation) override {
    uint8_t found = 0;
    const Functions& functions = functions_[operation];
    for (size_t i = 0; i < functions.size(); ++i)
      if (functions[i] != nullptr) found |= static_cast<uint8_t>(1 << i);
    return found;
  }
  bool has_status() override { return status_ != nullptr; }
  bool rejects_by_abort() override { return abort_rejects_ != nullptr && abort_rejects_() != 0; }

  bool reset(const std::string& profile) override { return reset_(profile.c_str()) == 0; }
  bool write(const RangeRecord& range, const uint8_t* bytes) override {
    return write_(range.space, range.lane, static_cast<uint64_t>(range.first), bytes,
                  static_cast<uint64_t>(range.size)) == 0;
  }
  bool read(const RangeRecord& range, uint8_t* bytes) override {
    return read_(range.space, range.lane, static_cast<uint64_t>(range.first), bytes,
                 static_cast<uint64_t>(range.size)) == 0;
  }
  uint64_t call(const Operation& operation, const Arguments<int64_t>& arguments) override {
    const auto symbol = static_cast<size_t>(symbol_of(operation, arguments));
    return caller(operation)(functions_[operation].at(symbol), arguments);
  }
  int status() override { return status_ == nullptr ? SP_DONE : status_(); }

  std::optional<AddressWindow> window(int space, uint32_t index) override {
    AddressWindow found{space, 0, 0};
    if (window_ == nullptr || window_(space, index, &found.first, &found.size) != 0) return {};
    return found;
  }

  bool lists_touched() override { return mark_ != nullptr && touched_ != nullptr; }
  void mark() override { mark_(); }
  std::optional<TouchedRange> touched(uint32_t index) override {
    TouchedRange range{};
    if (touched_(SP_SYSTEM, 0, index, &range.first, &range.size) != 0) return {};
    return range;
  }

 private:
  template <class Hook>
  void find(Hook& hook, const char* symbol) {
    hook = reinterpret_cast<Hook>(dlsym(handle_, symbol));
  }

  std::string path_;
  void* handle_ = nullptr;  // never closed: the process ends with it
  decltype(&sp_abi_version) abi_version_ = nullptr;
  decltype(&sp_reset) reset_ = nullptr;
  decltype(&sp_write) write_ = nullptr;
  decltype(&sp_read) read_ = nullptr;
  decltype(&sp_status) status_ = nullptr;
  decltype(&sp_abort_rejects) abort_rejects_ = nullptr;
  decltype(&sp_window) window_ = nullptr;
  decltype(&sp_name) name_ = nullptr;
  decltype(&sp_mark) mark_ = nullptr;
  decltype(&sp_touched) touched_ = nullptr;
  ByOperation<Functions> functions_;
};

}  // namespace

std::unique_ptr<Device> open_plugin(const std::string& library) {
  return std::make_unique<Plugin>(library);
}

}  // namespace strideproof::ipc
