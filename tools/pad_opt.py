"""`pad-opt`: reads MLIR, runs passes, prints MLIR."""

from collections.abc import Sequence

from xdsl.xdsl_opt_main import xDSLOptMain

from .universe import PAD_UNIVERSE


class PadOptMain(xDSLOptMain):
    """xDSL's driver with the `pad` dialect and passes."""

    def register_all_dialects(self) -> None:
        super().register_all_dialects()
        for name, factory in PAD_UNIVERSE.all_dialects.items():
            if name not in self.ctx.registered_dialect_names:
                self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        super().register_all_passes()
        self.available_passes.update(PAD_UNIVERSE.all_passes)


def main(args: Sequence[str] | None = None) -> None:
    """The console script; `args` are those of the command line by default."""
    PadOptMain(description="pad-opt", args=args).run()
