// One operation, done rightly; rejects what is illegal.
#include "conform/tests/plugins/hooks.h"
#include "conform/tests/plugins/operation.h"
