# Tests format and tidy (labelled lint), skipped with a message if the tool is missing; target
# fix_format. tidy reads the compile commands of a clang build and is registered there only, on
# request: it takes minutes.
option(STRIDEPROOF_TIDY "Register the test tidy (clang builds; packages.txt has no clang-tidy)" OFF)
if(STRIDEPROOF_TIDY)
  set(CMAKE_UNITY_BUILD OFF)  # it wants a compile command for each source
endif()
if(NOT STRIDEPROOF_MEMORY_TESTS_ONLY)
  add_test(NAME format WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/format.sh check)
  set_tests_properties(format PROPERTIES SKIP_RETURN_CODE 77 LABELS lint TIMEOUT 3600)
endif()
add_custom_target(fix_format WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/format.sh fix)
if(STRIDEPROOF_TIDY AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_test(NAME tidy WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND sh ${PROJECT_SOURCE_DIR}/cmake/tidy.sh ${PROJECT_BINARY_DIR})
  set_tests_properties(tidy PROPERTIES SKIP_RETURN_CODE 77 LABELS lint TIMEOUT 3600 PROCESSORS 2)
endif()
