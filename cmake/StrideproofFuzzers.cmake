# With STRIDEPROOF_FUZZERS:
#   strideproof_fuzzing_engine   link it to an executable that defines LLVMFuzzerTestOneInput
#   strideproof_fuzzers          the target that ./run fuzz builds: add_dependencies(strideproof_fuzzers my_fuzzer)
# The engine is libFuzzer, or the engine that LIB_FUZZING_ENGINE names (OSS-Fuzz sets it).
if(STRIDEPROOF_FUZZERS)
  add_library(strideproof_fuzzing_engine INTERFACE)
  if(DEFINED ENV{LIB_FUZZING_ENGINE})
    target_link_options(strideproof_fuzzing_engine INTERFACE $ENV{LIB_FUZZING_ENGINE})
  else()
    target_link_options(strideproof_fuzzing_engine INTERFACE -fsanitize=fuzzer)
  endif()
  add_custom_target(strideproof_fuzzers)
endif()
