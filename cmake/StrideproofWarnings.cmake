# strideproof_warnings: link it (PRIVATE or PUBLIC) to compile with the project's warnings. They are
# errors if the environment has CI set (./run passes CMAKE_COMPILE_WARNING_AS_ERROR).
add_library(strideproof_warnings INTERFACE)
target_compile_options(strideproof_warnings INTERFACE -Wall -Wextra -Wpedantic)
# Where several sources are compiled as one, clang also warns of a name that two of them declare.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(strideproof_warnings INTERFACE -Wshadow)
endif()
# GCC 12 finds overlap in operator+ of std::string (GCC bug 105651, fixed in 13).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(strideproof_warnings INTERFACE -Wno-restrict)
endif()
