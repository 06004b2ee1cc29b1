# strideproof_warnings: link it (PRIVATE or PUBLIC) to compile with the project's warnings.
# They are errors where the environment has CI set (./run passes CMAKE_COMPILE_WARNING_AS_ERROR).
add_library(strideproof_warnings INTERFACE)
target_compile_options(strideproof_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
