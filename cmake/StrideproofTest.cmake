# For code whose compile time exceeds its run time: tests, theorems, commands. LIBRARY: with line numbers for findings of
# the sanitizers.
function(strideproof_quick_to_build target)
  cmake_parse_arguments(arg "LIBRARY" "" "" ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(NOT arg_LIBRARY)
    target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-g0>)
  endif()
  strideproof_compile_as_one(${target})
  strideproof_no_false_warnings(${target})
endfunction()

# strideproof_compile_as_one(TARGET [source...]): several sources are compiled as one, unless
# CMAKE_UNITY_BUILD says otherwise; each source named is compiled alone.
function(strideproof_compile_as_one target)
  if(NOT DEFINED CMAKE_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  endif()
  if(ARGN)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# strideproof_precompile(TARGET header...): compiles the headers that its sources share once.
function(strideproof_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  strideproof_no_false_warnings(${target})
endfunction()

# strideproof_share_headers(LIBRARY): compiles the headers that libraries share once. Where options
# differ from library to library, each large one compiles them for itself.
function(strideproof_share_headers target)
  target_link_libraries(${target} PRIVATE fmt::fmt)  # its definitions must be those of the headers
  get_target_property(sources ${target} SOURCES)
  get_target_property(as_one ${target} UNITY_BUILD)
  list(LENGTH sources count)
  if(NOT STRIDEPROOF_FUZZERS AND NOT STRIDEPROOF_COVERAGE)
    target_precompile_headers(${target} REUSE_FROM strideproof_library_headers)
  elseif(count GREATER 7 AND NOT as_one)
    target_precompile_headers(${target} PRIVATE ${strideproof_library_headers})
  endif()
  strideproof_no_false_warnings(${target})
endfunction()

# GCC warns wrongly about std::string and std::optional at low optimization or with precompiled headers.
function(strideproof_no_false_warnings target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow
      -Wno-stringop-overread -Wno-maybe-uninitialized)
  endif()
endfunction()

set(strideproof_library_headers
  <algorithm> <functional> <map> <optional> <string> <vector> <fmt/format.h>
  "${PROJECT_SOURCE_DIR}/spec/vocabulary/parameters.h")
add_library(strideproof_library_headers OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
target_link_libraries(strideproof_library_headers PRIVATE strideproof_warnings fmt::fmt)
target_precompile_headers(strideproof_library_headers PRIVATE ${strideproof_library_headers})
strideproof_no_false_warnings(strideproof_library_headers)

# Headers that tests share, compiled once.
add_library(strideproof_test_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
set_target_properties(strideproof_test_headers PROPERTIES POSITION_INDEPENDENT_CODE OFF)
strideproof_quick_to_build(strideproof_test_headers)
target_link_libraries(strideproof_test_headers PRIVATE
  strideproof_warnings fmt::fmt rapidcheck rapidcheck_gtest GTest::gmock GTest::gtest)
target_precompile_headers(strideproof_test_headers PRIVATE
  <gtest/gtest.h> <fmt/format.h> <algorithm> <functional> <map> <random> <string> <vector>)

# With STRIDEPROOF_MEMORY_TESTS_ONLY: the tests that are not labelled nightly.
add_custom_target(strideproof_memory_tests)

# strideproof_test(NAME
#   SOURCES file...
#   [LIBS target...]
#   [SHARDS n]        n entries of ctest, NAME.1 to NAME.n, that share the executable's tests (default 1: entry NAME)
#   [TIMEOUT seconds] for each entry (default 3600: a hang even on a busy machine)
#   [LABELS label...]
#   [MEMORY pattern...] its tests, as patterns of GoogleTest, that concern what can go wrong in memory: these run
#                     under the sanitizers. Without it the executable is not built there
#   [NIGHTLY]         under the sanitizers they are labelled nightly: ./run fuzz builds and runs them, and ./run test does not)
#
# Makes the GoogleTest executable NAME, with GoogleMock and RapidCheck linked, and registers it with ctest.
# - gtest's main is used unless a source defines main.
# - Tests run from the repository root: "corpus/..." opens.
# - GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX of the environment divide the whole suite further (several CI machines).
# - Keep n below the executable's number of tests, so that no entry is empty.
function(strideproof_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NIGHTLY" "SHARDS;TIMEOUT" "SOURCES;LIBS;LABELS;MEMORY")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "strideproof_test(${name}): SOURCES missing or unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(STRIDEPROOF_MEMORY_TESTS_ONLY)
    if(NOT arg_MEMORY)
      return()
    endif()
    list(JOIN arg_MEMORY ":" filter)
    set(environment "GTEST_FILTER=${filter}")
    if(arg_NIGHTLY)
      list(APPEND arg_LABELS nightly)
    else()
      add_dependencies(strideproof_memory_tests ${name})
    endif()
  endif()
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 3600)
  endif()

  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)  # as strideproof_test_headers
  strideproof_quick_to_build(${name})
  target_precompile_headers(${name} REUSE_FROM strideproof_test_headers)
  target_link_libraries(${name} PRIVATE
    ${arg_LIBS} strideproof_warnings fmt::fmt rapidcheck rapidcheck_gtest GTest::gmock GTest::gtest GTest::gtest_main)

  foreach(shard RANGE 1 ${arg_SHARDS})
    if(arg_SHARDS EQUAL 1)
      set(test ${name})
      add_test(NAME ${test} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    else()
      set(test ${name}.${shard})
      add_test(NAME ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/shard.sh ${shard} ${arg_SHARDS} $<TARGET_FILE:${name}>)
    endif()
    # Sharded tests are the longest, so they start first.
    set_tests_properties(${test} PROPERTIES
      TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" COST ${arg_SHARDS}
      ENVIRONMENT "${environment}")
  endforeach()
endfunction()
