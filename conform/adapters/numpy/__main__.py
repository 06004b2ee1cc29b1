"""All operations in numpy, written from the documents: a third opinion next to the reference and the
optimized implementation, and an example of --exec.

    strideproof check --adapter numpy
"""

from operations import OPERATIONS, PROFILES, Machine

from strideproof import serve

serve("numpy", Machine, PROFILES, OPERATIONS)
