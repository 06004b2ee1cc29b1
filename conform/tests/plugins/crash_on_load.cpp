// Crashes in a constructor, before any call.
#include <csignal>

#include "conform/tests/plugins/hooks.h"
#include "conform/tests/plugins/operation.h"

[[gnu::constructor]] static void crash() { std::raise(SIGSEGV); }
