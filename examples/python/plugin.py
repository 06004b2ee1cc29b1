"""A plug-in in Python: the memories of bm1684, and two of its operations. Replace them by yours.

    strideproof check --exec 'python3 plugin.py' --seconds 10

It does not detect illegal cases, so it is given legal ones alone. With WRONG set in the environment the copy leaves
out the channels from number 64 on, so that you see a finding.
"""

import os
from itertools import product

from strideproof import LOCAL, SYSTEM, serve, zeroes

LANES, LANE_BYTES = 64, 512 << 10
UNIT = 128 // 4  # elements to which a channel of the aligned layout is rounded up


class Machine:
    def __init__(self, profile):
        self.memory = {LOCAL: zeroes(LANES * LANE_BYTES), SYSTEM: zeroes(1 << 40)}

    def place(self, space, lane, offset, size):
        if space not in self.memory or space == LOCAL and offset + size > LANE_BYTES:
            raise IndexError
        first = lane * LANE_BYTES + offset
        if first + size > len(self.memory[space]):
            raise IndexError
        return self.memory[space][first:first + size]


def aligned_stride(start, shape):
    n, c, h, w = shape
    channel = -(-h * w // UNIT) * UNIT
    return (-(-(start + c) // LANES) * channel, channel, w, 1)


def local_row(machine, address, stride, width, n, c, h):
    """The elements along w, whose stride is 1. Channels go from lane to lane, and then on in the first lane."""
    channel = address // LANE_BYTES + c
    offset = n * stride[0] + channel // LANES * stride[1] + h * stride[2]
    return machine.place(LOCAL, channel % LANES, address % LANE_BYTES + 4 * offset, 4 * width)


def set_constant(machine, dst_addr, C, shape, dst_stride):
    *outer, width = shape
    stride = dst_stride or aligned_stride(dst_addr // LANE_BYTES, shape)
    row = (C & 0xffffffff).to_bytes(4, "little") * width
    for n, c, h in product(*map(range, outer)):
        local_row(machine, dst_addr, stride, width, n, c, h)[:] = row


def copy(machine, dst_addr, src_addr, shape, dst_stride, src_stride):
    *outer, width = shape
    to = dst_stride or aligned_stride(dst_addr // LANE_BYTES, shape)
    channel = shape[2] * width
    source = src_stride or (shape[1] * channel, channel, width, 1)
    for n, c, h in product(*map(range, outer)):
        if c >= LANES and "WRONG" in os.environ:
            continue
        offset = n * source[0] + c * source[1] + h * source[2]
        row = machine.place(SYSTEM, 0, src_addr + 4 * offset, 4 * width)
        local_row(machine, dst_addr, to, width, n, c, h)[:] = row


serve("example in Python", Machine, ["bm1684"],
      {"okk_gdma_32bit_set_C_local": set_constant, "okk_gdma_32bit_cpy_S2L": copy},
      detects_illegal=False)
