"""The kernels in torch, by name: expressions of arguments, of `torch` and `F`, its functions."""

from __future__ import annotations

from collections.abc import Mapping

_ACROSS = "[[-1., 0, 1], [-2, 0, 2], [-1, 0, 1]]"
_SOBEL = f"torch.stack([(w := torch.tensor({_ACROSS})), w.T])[:, None]"
_HALF = "torch.tensor([0.125, 0.375, 0.375, 0.125])"
_INNER = "T[1:-1, 1:-1, 1:-1]"
_AROUND = (
    "T[:-2, 1:-1, 1:-1] + T[2:, 1:-1, 1:-1] + T[1:-1, :-2, 1:-1] + T[1:-1, 2:, 1:-1]"
    " + T[1:-1, 1:-1, :-2] + T[1:-1, 1:-1, 2:]"
)

IN_TORCH: Mapping[str, tuple[str, ...]] = {
    "layer_norm": ("F.layer_norm(X, (X.shape[1],), scale, shift, 1e-5)",),
    "standardise_columns": (
        "F.batch_norm(X, None, None, training=True, eps=1e-6)",
        "(lambda v, m: (X - m).mul_(torch.rsqrt(v + 1e-6)))(*torch.var_mean(X, 0, correction=0))",
    ),
    "squared_distance": ("F.mse_loss(A, B, reduction='sum').reshape(1)",),
    "max_over_steps": ("torch.amax(X, 1, out=Y)",),
    "argmax_rows": ("torch.argmax(X, 1).int()",),
    "nearest_centre": ("torch.argmin(torch.addmm((C * C).sum(1), X, C.T, alpha=-2), 1).int()",),
    "summed_area": ("A.cumsum(1, dtype=torch.int32).cumsum_(0)",),
    "exponential_smoothing": (),
    "heat_3d": (f"torch.add({_AROUND}, {_INNER}, alpha=-6).mul_(0.0625).add_({_INNER})",),
    "sobel": (f"F.conv2d(A[None, None], {_SOBEL})[0].abs_().sum(0)",),
    "filter_repeated_edges": (
        "F.conv2d(F.pad(A[None, None], (2, 2, 2, 2), mode='replicate'), W[None, None])[0, 0]",
    ),
    "conv_strided": (
        "F.conv2d(X.permute(2, 0, 1)[None], W.permute(3, 2, 0, 1), bias, 2, 3)[0].permute(1, 2, 0)",
    ),
    "conv_dilated": ("F.conv2d(X[None], W, None, 1, 2, 2)[0]",),
    "conv_grouped": (
        "F.conv2d(X.flatten(2).permute(2, 0, 1)[None], "
        "W.permute(0, 4, 3, 1, 2).flatten(0, 1), groups=W.shape[0])[0].permute(1, 2, 0)"
        ".unflatten(2, (W.shape[0], -1))",
    ),
    "conv_transposed": ("F.conv_transpose2d(X[None], W, bias, 2)[0]",),
    "conv_volume": ("F.conv3d(X[None], W)[0]",),
    "max_pool": ("F.max_pool2d(X[None], 3, 2, 1)[0]",),
    "average_pool": ("F.avg_pool2d(X.permute(0, 3, 1, 2), 5, 3).permute(0, 2, 3, 1)",),
    "enlarge": ("F.interpolate(X[None], scale_factor=3, mode='nearest')[0]",),
    "halve": (
        f"F.conv2d(F.conv2d(A[None, None], {_HALF}[None, None, None], stride=(1, 2)), "
        f"{_HALF}[None, None, :, None], stride=(2, 1))[0, 0]",
    ),
    "transpose": ("B.copy_(A.T)",),
    "channels_last": ("B.copy_(A.permute(0, 2, 3, 1))",),
    "embedding_bags": ("F.embedding_bag(I, T, mode='sum')",),
    "take_along_rows": ("torch.gather(A, 1, I.long(), out=B)",),
    "narrow_product": ("torch.mm(A, B, out=C)",),
    "batched_product": ("torch.bmm(A, B, out=C)",),
    "product_of_rows": ("torch.mm(A, B.T, out=C)",),
    "large_product": ("torch.mm(A, B, out=C)",),
    "gated_residual": ("F.hardswish(torch.addcmul(shift, X, scale)).add_(R)",),
    "blend_bytes": (
        "(lambda s, d, a: (lambda t: (t + (t >> 8)) >> 8)(s * a + d * (255 - a) + 128))("
        "S.view(torch.uint8).int(), D.view(torch.uint8).int(), "
        "alpha.view(torch.uint8).int()[:, :, None]).to(torch.uint8).view(torch.int8)",
    ),
}
"""In each way that torch has; none where it has no such function."""
