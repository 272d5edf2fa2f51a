"""The families as Triton kernels on logical arrays, masked at the edges: the usual way."""

# Triton states no types, and kernels are compiled from their source.
# pyright: reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUntypedFunctionDecorator=false, reportIndexIssue=false

import triton
import triton.language as tl


@triton.jit
def _double(a, out, columns, block: tl.constexpr):
    j = tl.program_id(1) * block + tl.arange(0, block)
    place = tl.program_id(0).to(tl.int64) * columns + j
    tl.store(out + place, tl.load(a + place, mask=j < columns) * 2.0, mask=j < columns)


@triton.jit
def _row_sum(a, out, columns, block: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    total = tl.zeros((block,), tl.float32)
    for start in range(0, columns, block):
        j = start + tl.arange(0, block)
        total += tl.load(a + row * columns + j, mask=j < columns, other=0.0)
    tl.store(out + row, tl.sum(total, 0))


@triton.jit
def _softmax(x, out, columns, block: tl.constexpr):
    j = tl.arange(0, block)
    place = tl.program_id(0).to(tl.int64) * columns + j
    row = tl.load(x + place, mask=j < columns, other=float("-inf"))
    powers = tl.exp(row - tl.max(row, 0))
    tl.store(out + place, powers / tl.sum(powers, 0), mask=j < columns)


@triton.jit
def _layernorm(x, out, columns, block: tl.constexpr):
    j = tl.arange(0, block)
    place = tl.program_id(0).to(tl.int64) * columns + j
    row = tl.load(x + place, mask=j < columns, other=0.0)
    apart = tl.where(j < columns, row - tl.sum(row, 0) / columns, 0.0)
    deviation = tl.sqrt(tl.sum(apart * apart, 0) / columns + 1e-5)
    tl.store(out + place, apart / deviation, mask=j < columns)


@triton.jit
def _conv1d(a, f, out, size, taps: tl.constexpr, block: tl.constexpr):
    i = tl.program_id(0) * block + tl.arange(0, block)
    total = tl.zeros((block,), tl.float32)
    for k in tl.static_range(taps):
        j = i + k - taps // 2
        total += tl.load(a + j, mask=(j >= 0) & (j < size), other=0.0) * tl.load(f + k)
    tl.store(out + i, total, mask=i < size)


@triton.jit
def _maxpool(x, out, size, half, channels, pixels: tl.constexpr, block: tl.constexpr):
    h = tl.program_id(0) + tl.zeros((pixels, block), tl.int32)
    w = tl.program_id(1) * pixels + tl.arange(0, pixels)[:, None]
    c = tl.arange(0, block)[None, :]
    largest = tl.full((pixels, block), float("-inf"), tl.float32)
    for r in tl.static_range(3):
        for q in tl.static_range(3):
            y, z = 2 * h + r - 1, 2 * w + q - 1
            inside = (y >= 0) & (y < size) & (z >= 0) & (z < size) & (c < channels)
            place = (y * size + z) * channels + c
            largest = tl.maximum(largest, tl.load(x + place, mask=inside, other=float("-inf")))
    tl.store(out + (h * half + w) * channels + c, largest, mask=(w < half) & (c < channels))


@triton.jit
def _matmul(a, b, out, m, n, depth, rows: tl.constexpr, columns: tl.constexpr, steps: tl.constexpr):
    i = tl.program_id(0) * rows + tl.arange(0, rows)[:, None]
    j = tl.program_id(1) * columns + tl.arange(0, columns)[None, :]
    total = tl.zeros((rows, columns), tl.float32)
    for start in range(0, depth, steps):
        k, deep = start + tl.arange(0, steps)[None, :], start + tl.arange(0, steps)[:, None]
        left = tl.load(a + i * depth + k, mask=(i < m) & (k < depth), other=0.0)
        right = tl.load(b + deep * n + j, mask=(deep < depth) & (j < n), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(out + i * n + j, total, mask=(i < m) & (j < n))


@triton.jit
def _conv2d(
    x, k, out, size, inputs, outputs, rows: tl.constexpr, columns: tl.constexpr, steps: tl.constexpr
):
    pixel = tl.program_id(0) * rows + tl.arange(0, rows)[:, None]
    o = tl.program_id(1) * columns + tl.arange(0, columns)[None, :]
    h, w = pixel // size, pixel % size
    total = tl.zeros((rows, columns), tl.float32)
    for r in range(3):
        for q in range(3):
            y, z = h + r - 1, w + q - 1
            inside = (h < size) & (y >= 0) & (y < size) & (z >= 0) & (z < size)
            for start in range(0, inputs, steps):
                i, deep = start + tl.arange(0, steps)[None, :], start + tl.arange(0, steps)[:, None]
                place = (y * size + z) * inputs + i
                left = tl.load(x + place, mask=inside & (i < inputs), other=0.0)
                weights = ((r * 3 + q) * inputs + deep) * outputs + o
                right = tl.load(k + weights, mask=(deep < inputs) & (o < outputs), other=0.0)
                total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(out + pixel * outputs + o, total, mask=(pixel < size * size) & (o < outputs))


def _by_rows(kernel, most):
    """Launches a kernel with a program for each row, which takes blocks of it."""

    def launch(x, out):
        rows, columns = x.shape
        block = min(triton.next_power_of_2(columns), most)
        kernel[(rows,)](x, out, columns, block, num_warps=max(min(block // 256, 16), 1))

    return launch


def _launch_double(a, out):
    rows, columns = a.shape
    block = min(triton.next_power_of_2(columns), 1024)
    _double[(rows, triton.cdiv(columns, block))](a, out, columns, block)


def _launch_conv1d(a, f, out):
    _conv1d[(triton.cdiv(a.shape[0], 1024),)](a, f, out, a.shape[0], f.shape[0], 1024)


def _launch_maxpool(x, out):
    half, _, channels = out.shape
    block = triton.next_power_of_2(channels)
    _maxpool[(half, triton.cdiv(half, 16))](x, out, x.shape[0], half, channels, 16, block)


def _launch_matmul(a, b, out):
    (m, depth), n = a.shape, b.shape[1]
    tile = 64 if m >= 1024 else 32
    _matmul[(triton.cdiv(m, tile), triton.cdiv(n, tile))](a, b, out, m, n, depth, tile, tile, 32)


def _launch_conv2d(x, k, out):
    size, _, outputs = out.shape
    grid = (triton.cdiv(size * size, 64), triton.cdiv(outputs, 32))
    _conv2d[grid](x, k, out, size, x.shape[2], outputs, 64, 32, 32)


LAUNCHES = {
    "double": _launch_double,
    "row_sum": _by_rows(_row_sum, 2048),
    "softmax": _by_rows(_softmax, 1 << 20),
    "layernorm": _by_rows(_layernorm, 1 << 20),
    "conv1d": _launch_conv1d,
    "matmul": _launch_matmul,
    "maxpool": _launch_maxpool,
    "conv2d": _launch_conv2d,
}
"""By family; each takes the inputs and the output."""
