"""bm_atomic_*: functions of the document's names; parameters are the fields of its structs."""

from math import prod

import numpy as np

from machine import COUNT, LOCAL, LOCAL_BASE, SYSTEM, Tensor, require, require_disjoint, require_cheap
from okk import MOST, require_shape

DTYPES = [np.dtype(name) for name in ("<f4", "<i2", "u1", "i1", "<f2")]
FLOAT32, INT16, UINT8, INT8, FLOAT16 = range(5)
CONVERSIONS = {(FLOAT32, UINT8), (FLOAT32, INT8), (FLOAT32, FLOAT16), (UINT8, FLOAT16),
               (INT8, FLOAT16)}
S2L, L2S, S2S, L2L = range(4)
FROM_LOCAL, TO_LOCAL = (L2S, L2L), (S2L, L2L)


def element_size(format):
    require(0 <= format < len(DTYPES))
    return DTYPES[format].itemsize


def convert(words, src_format, dst_format):
    if src_format == dst_format:
        return words
    values, to = words.view(DTYPES[src_format]), DTYPES[dst_format]
    with np.errstate(all="ignore"):
        if to.kind == "f":
            result = values.astype(to)
        else:
            limits = np.iinfo(to)
            rounded = np.clip(np.rint(values.astype(np.float64)), limits.min, limits.max)
            result = np.where(np.isnan(rounded), limits.max, rounded).astype(to)
    return result.view(f"<u{to.itemsize}")


def memcpy_1d(m, src_addr, dst_addr, length, format, direction):
    size = element_size(format)
    require(length >= 1 and S2L <= direction <= L2L)

    def side(address, local):
        if local:
            address -= LOCAL_BASE
            require(address >= 0)
        memory = m.memory[LOCAL if local else SYSTEM]
        require(address % size == 0 and memory.holds(address, address + length * size))
        require_cheap(length)
        return Tensor(memory, size, address // size + COUNT[:length])

    dst, src = side(dst_addr, direction in TO_LOCAL), side(src_addr, direction in FROM_LOCAL)
    require_disjoint(dst, src)
    dst.write(src.read())


def memcpy_2d(m, global_mem_addr, local_mem_addr, local_mem_idx, row, col, row_stride, sec_size,
              format, direction, transpose, result_add):
    size = element_size(format)
    require(all(1 <= value <= MOST for value in (row, col, sec_size)))
    require(direction in (S2L, L2S) and (not result_add or format == FLOAT32))
    require(direction == S2L or row == 1 or row_stride >= col)
    outside = m.linear(SYSTEM, global_mem_addr, (row, col), (row_stride, 1), size)
    rows, columns = (col, row) if transpose else (row, col)
    inside = m.local_matrix(local_mem_idx, local_mem_addr, rows, columns, sec_size, size)
    if transpose:
        inside.index = inside.index.T
    dst, src = (inside, outside) if direction == S2L else (outside, inside)
    words = src.read()
    if result_add:
        with np.errstate(all="ignore"):
            words = (dst.read().view("<f4") + words.view("<f4")).view("<u4")
    dst.write(words)


def memcpy_4d(m, src_addr, src_local_idx, src_shape, src_stride, src_format,
              dst_addr, dst_local_idx, dst_shape, dst_stride, dst_format, direction, transpose):
    sizes = element_size(src_format), element_size(dst_format)
    require(S2L <= direction <= L2L)
    for shape, stride in ((src_shape, src_stride), (dst_shape, dst_stride)):
        require_shape(shape)
        require(stride[3] == 1)
    n, c, h, w = src_shape
    if transpose:
        require(src_format == dst_format and tuple(dst_shape) == (c, n, h, w))
    else:
        require(prod(src_shape) == prod(dst_shape))
        pair = (src_format, dst_format)
        require(src_format == dst_format or pair in CONVERSIONS or pair[::-1] in CONVERSIONS)

    def side(local, lane, address, shape, stride, size):
        if local:
            return m.local(lane, address, shape, stride, size)
        return m.system(address, shape, stride, size)

    src = side(direction in FROM_LOCAL, src_local_idx, src_addr, src_shape, src_stride, sizes[0])
    dst = side(direction in TO_LOCAL, dst_local_idx, dst_addr, dst_shape, dst_stride, sizes[1])
    dst.require_injective()
    keeps_order = not transpose or n == c == 1
    require((keeps_order and dst.maps_onto(src)) or not dst.shares_a_byte_with(src))
    words = src.read()
    if transpose:
        words = words.swapaxes(0, 1)
    dst.write(convert(np.ascontiguousarray(words), src_format, dst_format).reshape(dst_shape))


def memset_4d(m, start_addr, shape, stride, const_val, format, is_local_mem, local_idx):
    size = element_size(format)
    require_shape(shape)
    require(stride[3] == 1)
    dst = (m.local(local_idx, start_addr, shape, stride, size) if is_local_mem else
           m.system(start_addr, shape, stride, size))
    dst.write(const_val & (1 << 8 * size) - 1)


def cwtrans(m, src_addr, src_local_idx, dst_addr, dst_local_idx, src_c, src_w, format,
            src_c_stride, dst_c_stride):
    size = element_size(format)
    require(1 <= src_c <= MOST and 1 <= src_w <= MOST)
    require(src_w == 1 or dst_c_stride >= src_c)
    src = m.local(src_local_idx, src_addr, (1, src_c, 1, src_w), (0, src_c_stride, 0, 1), size)
    dst = m.local(dst_local_idx, dst_addr, (1, src_w, 1, src_c), (0, dst_c_stride, 0, 1), size)
    keeps_order = src_c == src_w == 1
    require((keeps_order and dst.maps_onto(src)) or not dst.shares_a_byte_with(src))
    dst.write(src.read().swapaxes(1, 3))


def mask_memcpy_4d(m, data_local_mem_addr, mask_local_mem_addr, local_mem_idx,
                   dst_global_mem_addr, shape):
    require_shape(shape)
    require(data_local_mem_addr % m.unit == 0 and mask_local_mem_addr % m.unit == 0)
    require(dst_global_mem_addr % (4 * m.unit) == 0)
    data = m.local(local_mem_idx, data_local_mem_addr, shape, None, 4)
    mask = m.local(local_mem_idx, mask_local_mem_addr, shape, None, 4)
    dst = m.system(dst_global_mem_addr, shape, None, 4)
    kept = data.read()[mask.read() != 0]  # in NCHW order
    m.kept = kept.size
    dst.index = dst.index.ravel()[:m.kept]
    dst.write(kept)


OPERATIONS = {
    "bm_atomic_memcpy_1D": memcpy_1d,
    "bm_atomic_memcpy_2D": memcpy_2d,
    "bm_atomic_memcpy_4D": memcpy_4d,
    "bm_atomic_memset_4D": memset_4d,
    "bm_atomic_cwtrans": cwtrans,
    "bm_atomic_mask_memcpy_4D": mask_memcpy_4d,
    "bm_get_mask_memcpy_res_num": lambda m: m.kept,
}
