"""The memories of a profile, and tensors in them as arrays of element numbers.

A tensor is a memory and an array of int64: the number of each element, counted in elements of its size from
the start of the memory. Numpy reads and writes all of them at once. Local memory is one array, lane after lane.
"""

import json
import os
from dataclasses import dataclass
from math import prod

import numpy as np

from strideproof import L0B, L1, LOCAL, SYSTEM, UB, Rejected, Unsupported, zeroes

MOST_ELEMENTS = 1 << 21  # of one tensor; arrays of element numbers have eight bytes each
COUNT = np.arange(1 << 21)  # COUNT[:n] is 0 to n - 1

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30
LOCAL_BASE = 0x08000000  # of local memory as bm_atomic_memcpy_1D sees it

# name: lanes, bytes of a lane, bytes of an element unit, (UB, L1, L0B), windows of system memory
PROFILES = {
    "bm1684": (64, 512 * KIB, 128, (0, 0, 0),
               ((0x02000000, 512 * KIB), (0x10000000, 4 * MIB), (4 * GIB, 1020 * GIB))),
    "toy": (4, 256, 16, (2 * KIB, 4 * KIB, 8 * KIB), ((4 * GIB - 4096, 8192),)),
    "ascend310": (0, 0, 0, (253952, 1048576, 0), ((0, 1024 * GIB),)),
    "ascend910b": (0, 0, 0, (196608, 524288, 65536), ((0, 1024 * GIB),)),
}


def of_the_user():
    """The profile of the file that STRIDEPROOF_PROFILE names."""
    def number(value):
        return int(value, 0) if isinstance(value, str) else value
    path = os.environ.get("STRIDEPROOF_PROFILE")
    if not path:
        return {}
    with open(path) as file:
        read = json.load(file)
    return {read["name"]: (
        *(number(read.get(key, 0)) for key in ("lanes", "lane_bytes", "unit_bytes")),
        tuple(number(read.get("buffers", {}).get(key, 0)) for key in ("ub", "l1", "l0b")),
        tuple((number(w["first"]), number(w["size"])) for w in read.get("windows", [])))}


PROFILES.update(of_the_user())


def require(condition):
    if not condition:
        raise Rejected


def round_up(value, unit):
    return -(-value // unit) * unit


class Memory:
    def __init__(self, size, windows):
        self.bytes = zeroes(max(size, 4))
        self.words = {n: np.frombuffer(self.bytes, f"<u{n}") for n in (1, 2, 4)}
        self.owner = np.frombuffer(zeroes(max(4 * size, 4)), np.int32)  # scratch: a number for each element
        self.windows = windows

    def holds(self, first, end):
        return any(start <= first and end <= start + size for start, size in self.windows)


@dataclass
class Tensor:
    memory: Memory
    size: int          # bytes of an element
    index: np.ndarray  # element numbers

    def read(self):
        return self.memory.words[self.size][self.index]

    def write(self, values):
        self.memory.words[self.size][self.index] = values

    def require_injective(self):
        """No two elements share a byte: each element writes its number at its place; all must read back."""
        owner, numbers = self.memory.owner, COUNT[:self.index.size].reshape(self.index.shape)
        owner[self.index] = numbers
        require((owner[self.index] == numbers).all())

    def shares_a_byte_with(self, other):
        if self.memory is not other.memory:
            return False
        unit, owner = min(self.size, other.size), self.memory.owner
        mine = self._units(unit)
        owner[mine] = 0
        owner[other._units(unit)] = 1
        return bool(owner[mine].any())

    def maps_onto(self, other):
        """Each element has the address of the element of `other` with its index."""
        return (self.memory is other.memory and self.size == other.size and
                self.index.shape == other.index.shape and
                np.array_equal(self.index, other.index))

    def _units(self, unit):
        parts = self.size // unit
        return self.index if parts == 1 else self.index[..., None] * parts + COUNT[:parts]


def require_disjoint(dst, src):
    """Operands are disjoint, or each element is copied onto itself."""
    require(dst.maps_onto(src) or not dst.shares_a_byte_with(src))


def require_cheap(elements):
    if elements > MOST_ELEMENTS:
        raise Unsupported


def offsets(extents, strides):
    """The sum over the axes of i*stride. The stride of an extent of 1 is never used."""
    total = np.zeros([1] * len(extents), np.int64)
    for axis, (extent, stride) in enumerate(zip(extents, strides)):
        if extent > 1:
            total = total + (COUNT[:extent] * stride).reshape(-1, *[1] * (len(extents) - 1 - axis))
    return total


def reach(extents, strides):
    return sum((extent - 1) * stride for extent, stride in zip(extents, strides))


class Machine:
    def __init__(self, profile):
        self.lanes, self.lane_bytes, self.unit, buffers, windows = PROFILES[profile]
        self.memory = {SYSTEM: Memory(1 << 40, windows)}
        for space, size in zip((UB, L1, L0B), buffers):
            self.memory[space] = Memory(size, ((0, size),))
        size = self.lanes * self.lane_bytes
        self.memory[LOCAL] = Memory(size, ((0, size),))
        self.kept = 0  # words that the last mask copy moved

    def aligned_strides(self, lane, shape, size):
        n, c, h, w = shape
        channel = round_up(h * w, self.unit // size)
        return (-(-(lane + c) // self.lanes) * channel, channel, w, 1)

    def linear(self, space, address, extents, strides, size):
        """A tensor in one line of bytes: system memory, or a buffer."""
        memory = self.memory[space]
        require(address % size == 0)
        require(memory.holds(address, address + size * (reach(extents, strides) + 1)))
        require_cheap(prod(extents))
        return Tensor(memory, size, address // size + offsets(extents, strides))

    def system(self, address, shape, strides, size):
        if strides is None:
            n, c, h, w = shape
            strides = (c * h * w, h * w, w, 1)
        return self.linear(SYSTEM, address, shape, strides, size)

    def local(self, lane, offset, shape, strides, size):
        """Channel c is in lane (lane + c) % lanes; each wrap adds the c stride."""
        require(lane < self.lanes and offset < self.lane_bytes and offset % size == 0)
        strides = strides or self.aligned_strides(lane, shape, size)
        n, c, h, w = shape
        sn, sc, sh, sw = strides
        rows = (lane + c - 1) // self.lanes
        last = reach((n, rows + 1, h, w), strides)
        require(offset + size * (last + 1) <= self.lane_bytes)
        require_cheap(n * c * h * w)
        channel = lane + COUNT[:c]
        column = channel % self.lanes * (self.lane_bytes // size) + channel // self.lanes * sc
        index = offset // size + offsets((n, 1, h, w), (sn, 0, sh, sw)) + column.reshape(1, -1, 1, 1)
        return Tensor(self.memory[LOCAL], size, index)

    def local_matrix(self, lane, offset, rows, columns, section, size):
        """`section` columns in each channel; the last channel may be partly filled."""
        require(lane < self.lanes and offset < self.lane_bytes and offset % size == 0)
        channel = lane + COUNT[:columns] // section
        sc = round_up(section, self.unit // size)
        sn = -(-(lane + -(-columns // section)) // self.lanes) * sc
        within = channel // self.lanes * sc + COUNT[:columns] % section
        last = (rows - 1) * sn + int(within.max())
        require(offset + size * (last + 1) <= self.lane_bytes)
        require_cheap(rows * columns)
        column = channel % self.lanes * (self.lane_bytes // size) + within
        return Tensor(self.memory[LOCAL], size,
                      offset // size + offsets((rows, 1), (sn, 0)) + column)

    # The hooks of the checker.

    def place(self, space, lane, offset, size):
        memory = self.memory[space]
        if space == LOCAL:
            if lane >= self.lanes or offset + size > self.lane_bytes:
                raise IndexError
            offset += lane * self.lane_bytes
        elif lane != 0 or not memory.holds(offset, offset + size):
            raise IndexError
        return memory.bytes[offset:offset + size]
