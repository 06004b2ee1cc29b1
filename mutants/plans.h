#pragma once
// Every plan with a planted fault.

#include "mutants/asc.h"
#include "mutants/bm_atomic_plan.h"
#include "mutants/okk_bdc.h"
#include "mutants/okk_gdma.h"
#include "mutants/tik.h"
