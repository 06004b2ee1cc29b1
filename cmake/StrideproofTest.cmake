# strideproof_test(NAME
#   SOURCES file...
#   [LIBS target...]
#   [SHARDS n]        n entries of ctest, NAME.1 to NAME.n, that share the executable's tests (default 1: entry NAME)
#   [TIMEOUT seconds] for each entry (default 600: a hang, not a measurement)
#   [LABELS label...])
#
# Makes the GoogleTest executable NAME, with GoogleMock and RapidCheck linked, and registers it with ctest.
# - gtest's main is used unless a source defines main.
# - Tests run from the repository root: "corpus/..." opens.
# - GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX of the environment divide the whole suite further (several CI machines).
# - Keep n below the executable's number of tests, so that no entry is empty.
function(strideproof_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARDS;TIMEOUT" "SOURCES;LIBS;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "strideproof_test(${name}): SOURCES missing or unknown words: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_SHARDS)
    set(arg_SHARDS 1)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()

  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE
    ${arg_LIBS} strideproof_warnings rapidcheck rapidcheck_gtest GTest::gmock GTest::gtest GTest::gtest_main)

  foreach(shard RANGE 1 ${arg_SHARDS})
    if(arg_SHARDS EQUAL 1)
      set(test ${name})
      add_test(NAME ${test} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    else()
      set(test ${name}.${shard})
      add_test(NAME ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/shard.sh ${shard} ${arg_SHARDS} $<TARGET_FILE:${name}>)
    endif()
    set_tests_properties(${test} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  endforeach()
endfunction()
