"""data_move, and the transposing copy from L1 to L0B."""

import numpy as np

from machine import COUNT, L0B, L1, SYSTEM, UB, Tensor, require, require_disjoint

BLOCK, FRACTAL = 32, 512
PATHS = ((UB, UB), (UB, SYSTEM), (SYSTEM, UB), (SYSTEM, L1))


def within(value, least, most):
    require(least <= value <= most)


def data_move(m, dst_space, dst, src_space, src, dtype, sid, nburst, burst, src_stride, dst_stride):
    require((src_space, dst_space) in PATHS)
    within(dtype, 0, 9)
    within(sid, 0, 15)
    within(nburst, 1, 4095)
    within(burst, 1, 65535)
    within(src_stride, 0, 65535)
    within(dst_stride, 0, 65535)

    def side(space, offset, gap):
        require(space == SYSTEM or offset % BLOCK == 0)
        return m.linear(space, offset, (nburst, burst * BLOCK), ((burst + gap) * BLOCK, 1), 1)

    # The buffer first: it is small, so that a burst past its end makes no large array.
    if dst_space == SYSTEM:
        source, target = side(src_space, src, src_stride), side(dst_space, dst, dst_stride)
    else:
        target, source = side(dst_space, dst, dst_stride), side(src_space, src, src_stride)
    require_disjoint(target, source)
    target.write(source.read())


def fractals_8bit():
    """Two fractals of 16 x 32, one below the other: a square of 32 x 32."""
    f, r, c = np.ogrid[:2, :16, :32]
    return (c * 32 + 16 * f + r).reshape(2, -1)


def fractals_16bit():
    r, c = np.ogrid[:16, :16]
    return (c * 16 + r).reshape(1, -1)


def fractals_32bit():
    """Two fractals of 16 x 8, side by side: a square of 16 x 16."""
    f, r, c = np.ogrid[:2, :16, :8]
    return (r // 8 * 128 + (8 * f + c) * 8 + r % 8).reshape(2, -1)


# Element of the source square, by fractal and element of the destination.
SOURCE = {1: fractals_8bit(), 2: fractals_16bit(), 4: fractals_32bit()}
SIZES = (1, 1, 2, 2, 4, 4, 4)  # by dtype


def copy_l12l0b_trans(m, dst, src, index_id, repeat, src_stride, dst_stride, addrmode,
                      dst_frac_stride, dtype):
    within(dtype, 0, 6)
    size = SIZES[dtype]
    source = SOURCE[size]
    fractals = len(source)
    within(index_id, 0, 65535)
    within(repeat, 0, 255)
    within(src_stride, 0, 65535)
    within(dst_stride, 0, 65535)
    if fractals > 1:
        within(dst_frac_stride, 0, 65535)
    require(not addrmode and src % BLOCK == 0 and dst % FRACTAL == 0)
    if repeat == 0:
        return
    square = source.size * size
    gap = dst_frac_stride + 1 if fractals > 1 else 0
    # In whole numbers of Python, as offsets have up to 64 bits.
    last = src + (index_id + (repeat - 1) * src_stride) * square
    last_fractal = dst + ((repeat - 1) * (dst_stride + 1) + (fractals - 1) * gap) * FRACTAL
    require(m.memory[L1].holds(src, last + square))
    require(m.memory[L0B].holds(dst, last_fractal + FRACTAL))
    first = src + (index_id + COUNT[:repeat, None] * src_stride) * square
    target = dst + (COUNT[:repeat, None] * (dst_stride + 1) + COUNT[:fractals] * gap) * FRACTAL
    require(np.unique(target).size == target.size)
    squares = Tensor(m.memory[L1], size, first[:, :, None] // size + source)
    target = target[:, :, None] // size + COUNT[:FRACTAL // size]
    Tensor(m.memory[L0B], size, target).write(squares.read())


OPERATIONS = {
    "data_move": data_move,
    "asc_copy_l12l0b_trans": copy_l12l0b_trans,
    "asc_copy_l12l0b_trans_sync": copy_l12l0b_trans,
}
