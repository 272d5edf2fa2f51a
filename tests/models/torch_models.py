"""
The same models as modules of PyTorch, and `python -m tests.models.torch_models`, which writes each
as linalg and its output to `tests/models/torch`, in a Python that has PyTorch and torch-mlir.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from pad_mlir.frontends.torch_modules import torch_to_linalg

from .inputs import arrays

torch: Any = import_module("torch")
nn: Any = import_module("torch.nn")
F: Any = import_module("torch.nn.functional")


class Attention(nn.Module):
    def __init__(self, width: int, heads: int = 1):
        nn.Module.__init__(self)
        self.heads = heads
        self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)

    def forward(self, x: Any) -> Any:
        batch, tokens, width = x.shape
        shape = (batch, tokens, self.heads, width // self.heads)
        q, k, v = (part(x).reshape(shape).transpose(1, 2) for part in (self.q, self.k, self.v))
        scores = q @ k.transpose(-1, -2) / float(np.sqrt(width // self.heads))
        mixed = torch.softmax(scores, -1) @ v
        return self.out(mixed.transpose(1, 2).reshape(batch, tokens, width))


class Transformer(nn.Module):
    def __init__(self, width: int, hidden: int):
        nn.Module.__init__(self)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, 3)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x: Any) -> Any:
        x = x + self.attention(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class ResNet(nn.Module):
    def __init__(self, channels: int):
        nn.Module.__init__(self)
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1, self.norm2 = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, x: Any) -> Any:
        hidden = torch.relu(self.norm1(self.conv1(x)))
        return torch.relu(x + self.norm2(self.conv2(hidden)))


class UNet(nn.Module):
    def __init__(self) -> None:
        nn.Module.__init__(self)
        self.down = nn.Conv2d(5, 11, 3, padding=1)
        self.middle = nn.Conv2d(11, 13, 3, padding=1)
        self.up = nn.Conv2d(24, 7, 3, padding=1)

    def forward(self, x: Any) -> Any:
        down = torch.relu(self.down(x))
        middle = torch.relu(self.middle(F.max_pool2d(down, 2, ceil_mode=False)))
        wide = middle.repeat_interleave(2, 2).repeat_interleave(2, 3)
        wide = F.pad(wide, (0, down.shape[3] - wide.shape[3], 0, down.shape[2] - wide.shape[2]))
        return self.up(torch.cat([down, wide], 1))


class ConvNeXt(nn.Module):
    def __init__(self, width: int):
        nn.Module.__init__(self)
        self.depthwise = nn.Conv2d(width, width, 7, padding=3, groups=width)
        self.norm = nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.gamma = nn.Parameter(torch.ones(width))

    def forward(self, x: Any) -> Any:
        hidden = self.norm(self.depthwise(x).permute(0, 2, 3, 1))
        hidden = self.gamma * self.down(F.gelu(self.up(hidden)))
        return x + hidden.permute(0, 3, 1, 2)


class NormMlp(nn.Module):
    def __init__(self, width: int, hidden: int):
        nn.Module.__init__(self)
        self.norm = nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, x: Any) -> Any:
        return x + self.down(F.gelu(self.up(self.norm(x))))


class Int8Linear(nn.Module):
    def __init__(self, inputs: int, outputs: int):
        nn.Module.__init__(self)
        self.register_buffer("weight", torch.zeros(inputs, outputs, dtype=torch.int8))
        self.register_buffer("step", torch.zeros(()))
        self.register_buffer("scale", torch.zeros(outputs))
        self.register_buffer("bias", torch.zeros(outputs))

    def forward(self, x: Any) -> Any:
        codes = torch.clamp(torch.round(x / self.step), -127, 127).to(torch.int8)
        sums = torch.matmul(codes.to(torch.int32), self.weight.to(torch.int32))
        return sums.to(torch.float32) * self.scale + self.bias


class WaveNet(nn.Module):
    def __init__(self, layers: int):
        nn.Module.__init__(self)

        def causal(dilation: int) -> Any:
            return nn.Conv1d(13, 13, 2, dilation=dilation)

        self.filters = nn.ModuleList([causal(2**k) for k in range(layers)])
        self.gates = nn.ModuleList([causal(2**k) for k in range(layers)])
        self.skips = nn.ModuleList([nn.Conv1d(13, 17, 1) for _ in range(layers)])
        self.residuals = nn.ModuleList([nn.Conv1d(13, 13, 1) for _ in range(layers)])

    def forward(self, x: Any) -> Any:
        skips = list[Any]()
        for k, (filter, gate) in enumerate(zip(self.filters, self.gates, strict=True)):
            padded = F.pad(x, (2**k, 0))
            hidden = torch.tanh(filter(padded)) * torch.sigmoid(gate(padded))
            skips.append(self.skips[k](hidden))
            x = x + self.residuals[k](hidden)
        return torch.relu(sum(skips))


class Vit(nn.Module):
    def __init__(self, width: int):
        nn.Module.__init__(self)
        self.patch = nn.Conv2d(3, width, 5, stride=5)
        self.first = nn.Parameter(torch.zeros(1, 1, width))
        self.position = nn.Parameter(torch.zeros(1, 16, width))
        self.layer, self.norm = Transformer(width, 53), nn.LayerNorm(width)
        self.head = nn.Linear(width, 11)

    def forward(self, x: Any) -> Any:
        tokens = self.patch(x).flatten(2).transpose(1, 2)
        tokens = torch.cat([self.first.expand(x.shape[0], -1, -1), tokens], 1) + self.position
        return self.head(self.norm(self.layer(tokens))[:, 0])


MODELS: Mapping[str, tuple[Any, tuple[int, ...]]] = {
    "mlp": (nn.Sequential(nn.Linear(37, 61), nn.ReLU(), nn.Linear(61, 29)), (13, 37)),
    "attention_block": (Attention(65), (2, 257, 65)),
    "transformer": (Transformer(39, 77), (2, 17, 39)),
    "resnet": (ResNet(61), (1, 61, 9, 11)),
    "separable": (
        nn.Sequential(
            nn.Conv2d(29, 29, 3, stride=2, padding=1, groups=29),
            *(nn.ReLU6(), nn.Conv2d(29, 43, 1), nn.ReLU6()),
        ),
        (1, 29, 15, 13),
    ),
    "unet": (UNet(), (1, 5, 15, 13)),
    "convnext": (ConvNeXt(23), (1, 23, 11, 9)),
    "norm_mlp": (NormMlp(51, 103), (7, 51)),
    "vit": (Vit(27), (2, 3, 15, 25)),
    "int8_linear": (Int8Linear(67, 31), (9, 67)),
    "wavenet": (WaveNet(4), (1, 13, 71)),
}
"""
Each module, and the shape of its input. torch-mlir does not take `nn.LSTM`, and lowers gelu's
approximation by tanh with a factor of 0.797724 for sqrt(2 / pi), so it is left out.
"""


def main() -> None:
    folder = Path(__file__).parent / "torch"
    for name, (module, shape) in MODELS.items():
        module = module.eval()
        state = {**dict(module.named_parameters()), **dict(module.named_buffers())}
        wanted = [(k, tuple(v.shape), v.detach().numpy().dtype) for k, v in state.items()]
        *weights, x = map(torch.from_numpy, arrays([*wanted, ("x", shape, np.float32)]))
        module.load_state_dict(dict(zip(state, weights, strict=True)))
        text = torch_to_linalg(module, (x,), "arguments")
        # The same text in every checkout.
        (folder / f"{name}.mlir").write_text(re.sub(r'"/[^"]*/([^"/]+\.py)"', r'"\1"', text))
        np.save(folder / f"{name}.npy", module(x).detach().numpy())


if __name__ == "__main__":
    main()
