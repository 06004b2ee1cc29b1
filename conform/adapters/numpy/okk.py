"""okk_gdma_* and okk_bdc_*: functions of the documents' names and parameters."""

import numpy as np

from machine import require, require_disjoint

MOST = 65535


def require_shape(shape, most_channels=MOST):
    n, c, h, w = shape
    require(min(shape) >= 1 and max(n, h, w) <= MOST and c <= most_channels)


def require_strides(shape, strides):
    """A stride that is used is not negative."""
    require(strides is None or all(e == 1 or s >= 0 for e, s in zip(shape, strides)))


def operand(m, where, address, shape, strides, size):
    if where == "S":
        return m.system(address, shape, strides, size)
    require(address >= 0)
    return m.local(address // m.lane_bytes, address % m.lane_bytes, shape, strides, size)


def copy(size, src_where, dst_where):
    def run(m, dst_addr, src_addr, shape, dst_stride, src_stride):
        require_shape(shape)
        for stride in (dst_stride, src_stride):
            require(stride is None or stride[3] == 1)
            require_strides(shape, stride)
        dst = operand(m, dst_where, dst_addr, shape, dst_stride, size)
        src = operand(m, src_where, src_addr, shape, src_stride, size)
        dst.require_injective()
        require_disjoint(dst, src)
        dst.write(src.read())
    return run


def set_constant(size, where):
    def run(m, dst_addr, C, shape, dst_stride):
        require_shape(shape)
        require(dst_stride is None or dst_stride[3] == 1)
        require_strides(shape, dst_stride)
        dst = operand(m, where, dst_addr, shape, dst_stride, size)
        dst.write(C & (1 << 8 * size) - 1)
    return run


def matrix(to_local):
    def run(m, dst_addr, src_addr, rows, cols, cols_per_channel, row_stride):
        require(all(1 <= value <= MOST for value in (rows, cols, cols_per_channel)))
        require(rows == 1 or row_stride >= (0 if to_local else cols))
        address, inner = (src_addr, dst_addr) if to_local else (dst_addr, src_addr)
        require(inner >= 0)
        outside = m.linear(0, address, (rows, cols), (row_stride, 1), 4)
        inside = m.local_matrix(inner // m.lane_bytes, inner % m.lane_bytes,
                                rows, cols, cols_per_channel, 4)
        dst, src = (inside, outside) if to_local else (outside, inside)
        dst.write(src.read())
    return run


def shift(left, count, arithmetic):
    """Positive counts shift left, others right. 64 bits hold a word shifted by up to 32."""
    wide = left.view(np.int32).astype(np.int64) if arithmetic else left.astype(np.int64)
    by = count.view(np.int32).astype(np.int64)
    require(((-32 <= by) & (by <= 32)).all())
    result = np.where(by > 0, wide << np.maximum(by, 0), wide >> np.maximum(-by, 0))
    return (result & 0xffffffff).astype(np.uint32)


COMBINE = {
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "arithmetic_shift": lambda left, right: shift(left, right, True),
    "logical_shift": lambda left, right: shift(left, right, False),
}


def word(value):
    return np.array([value & 0xffffffff], np.uint32)


def combine(m, dst, sources, shape, function):
    """dst and sources are (address, stride); function makes the words of dst of those of sources."""
    require_shape(shape, most_channels=4095)
    for address, stride in (dst, *sources):
        require_strides(shape, stride)
        require(address >= 0 and address // m.lane_bytes == dst[0] // m.lane_bytes)
    dst, *sources = [operand(m, "L", address, shape, stride, 4)
                     for address, stride in (dst, *sources)]
    dst.require_injective()
    for src in sources:
        require_disjoint(dst, src)
    dst.write(function(*(src.read() for src in sources)))


def binary(function):
    def run(m, dst_addr, src0_addr, src1_addr, shape, dst_stride, src0_stride, src1_stride):
        combine(m, (dst_addr, dst_stride), [(src0_addr, src0_stride), (src1_addr, src1_stride)],
                shape, function)
    return run


def with_constant(function, constant_first=False):
    def run(m, dst_addr, src_addr, C, shape, dst_stride, src_stride):
        order = (lambda x: function(word(C), x)) if constant_first else (
            lambda x: function(x, word(C)))
        combine(m, (dst_addr, dst_stride), [(src_addr, src_stride)], shape, order)
    return run


OPERATIONS = {
    "okk_gdma_32bit_matrix_S2L": matrix(to_local=True),
    "okk_gdma_32bit_matrix_L2S": matrix(to_local=False),
}
for bits in (32, 16, 8):
    for a in "SL":
        for b in "SL":
            OPERATIONS[f"okk_gdma_{bits}bit_cpy_{a}2{b}"] = copy(bits // 8, a, b)
    OPERATIONS[f"okk_gdma_{bits}bit_set_C_system"] = set_constant(bits // 8, "S")
    OPERATIONS[f"okk_gdma_{bits}bit_set_C_local"] = set_constant(bits // 8, "L")
for name, function in COMBINE.items():
    OPERATIONS[f"okk_bdc_32bit_{name}"] = binary(function)
    OPERATIONS[f"okk_bdc_32bit_{name}_C"] = with_constant(function)
    if name.endswith("shift"):
        OPERATIONS[f"okk_bdc_32bit_C_{name}"] = with_constant(function, constant_first=True)
