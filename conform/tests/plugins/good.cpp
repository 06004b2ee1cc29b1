// One operation, implemented correctly; rejects illegal cases.
#include "conform/tests/plugins/hooks.h"
#include "conform/tests/plugins/operation.h"
