"""All operations, by name; Machine(profile) has their memories."""

import os
import sys

sys.path.insert(1, os.path.join(os.path.dirname(__file__), "..", ".."))  # strideproof.py

import ascend
import bm_atomic
import okk
from machine import PROFILES, Machine
from strideproof import Rejected

OPERATIONS = {**okk.OPERATIONS, **bm_atomic.OPERATIONS, **ascend.OPERATIONS}
