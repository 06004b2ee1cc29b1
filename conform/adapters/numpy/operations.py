"""All operations, by name; Machine(profile) has their memories."""

import os
import sys

sys.path[1:1] = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), "..", "..")]

import ascend
import bm_atomic
import okk
from machine import PROFILES, Machine
from strideproof import Rejected

OPERATIONS = {**okk.OPERATIONS, **bm_atomic.OPERATIONS, **ascend.OPERATIONS}
