// Never returns from its constructor.
#include <unistd.h>

#include "conform/tests/plugins/hooks.h"
#include "conform/tests/plugins/operation.h"

[[gnu::constructor]] static void hang() {
  while (true) pause();
}
