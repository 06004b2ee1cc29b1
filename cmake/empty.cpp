// CMake needs a source file in the target that precompiles the headers of tests.
