#pragma once
// Every plan with a planted fault.

#include "mutants/asc.h"
#include "mutants/tik.h"
