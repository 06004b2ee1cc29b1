// The target that fuzz/CMakeLists.txt names; all else is compiled once for all targets.

namespace strideproof::fuzz {

extern const char* const target_name = STRIDEPROOF_FUZZ_TARGET;

}  // namespace strideproof::fuzz
