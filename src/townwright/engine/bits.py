"""Bit masks: how many bits are set, and which is the lowest. One machine instruction each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .compiling import PURE

if TYPE_CHECKING or PURE:

    def count(mask: int) -> int:
        """How many bits are set in a mask of 63 bits."""
        return int(mask).bit_count()  # of NumPy, too, where rules run uncompiled

    def lowest(mask: int) -> int:
        """The number of the lowest bit that is set; the mask must not be 0."""
        return int(mask & -mask).bit_length() - 1

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def count(context, mask):
        def code(context, builder, signature, args):
            return builder.ctpop(context.cast(builder, args[0], signature.args[0], types.int64))

        return types.int64(mask), code

    @intrinsic
    def lowest(context, mask):
        def code(context, builder, signature, args):
            wide = context.cast(builder, args[0], signature.args[0], types.int64)
            return builder.cttz(wide, ir.Constant(ir.IntType(1), 1))

        return types.int64(mask), code
