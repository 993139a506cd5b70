"""Compilation: `@rule` for the rules of a game, `@entry_point` for what Python and generic code call.

Numba compiles rules, with bounds checks, when an entry point that uses them is prepared; nothing compiles at import.
Entry points take byte buffers, so that generic code is compiled once for all games. Only entry points are cached on
disk.

With TOWNWRIGHT_PURE=1 nothing is compiled: the same functions run as plain Python over `Fields`, for debugging, line
coverage and overflow checks.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .clocks import HAS_CLOCKS, read_clock
from .errors import DoesNotCompile
from .fields import Bytes, Fields

F = TypeVar("F", bound=Callable[..., Any])

PURE = os.environ.get("TOWNWRIGHT_PURE", "") not in ("", "0")
CHECKS = True  # bounds checks cost 7 to 10 %; an out-of-bounds write must never reach a user

# The functions of a game as generic code calls them. `NUMBA_TYPES` explains the words.
GAME_SIGNATURES = {
    "setup": "bytes bytes int bytes -> none",
    "legal": "bytes bytes int codes -> int",
    "apply": "bytes bytes int int -> none",
    "refuse": "bytes bytes int int -> int",
    "score": "bytes bytes codes -> none",
    "observe": "bytes bytes int bytes -> none",
    "resample": "bytes bytes rng -> none",
    "estimate": "bytes bytes reals -> none",
    "value": "bytes bytes weights int reals -> none",
    "sealed": "bytes bytes -> int",
    "gets": "bytes bytes int int -> int",
    "parts": "bytes bytes int table -> int",
    "notes": "bytes bytes codes wide -> none",
    "facts": "bytes bytes codes -> none",
}


if TYPE_CHECKING:

    def num(x: int) -> int:
        """A field as a 64-bit integer, so that helpers compile for one type."""
        return x

    def as_fields(buffer: Bytes, dtype: Any) -> Any:
        """The fields of a buffer, by an unchecked pointer cast."""

    def copy_bytes(to: Bytes, source: Bytes) -> None:
        """memcpy of a whole buffer into another of the same size."""

    def copy_part(to: Any, at: int, source: Any, first: int, size: int) -> None:
        """memcpy of some bytes; the caller checks the bounds."""

    def scratch(size: int, kind: Any) -> Any:
        """A zeroed array on the stack, for a rule's own notes: it costs no allocation and must not be returned. `size`
        is a constant of the module."""
        return np.zeros(size, kind)

    def clear(buffer: Any) -> None:
        """memset of a whole buffer to 0."""

    def clear_part(buffer: Any, at: int, size: int) -> None:
        """memset of some bytes to 0; the caller checks the bounds."""

    def i1_at(buffer: Any, n: int) -> int:
        """The n-th 8-bit number of a buffer, by an unchecked pointer."""
        return 0

    def i8_at(buffer: Any, n: int) -> int:
        """The n-th 64-bit number of a buffer, by an unchecked pointer."""
        return 0

    def word_at(buffer: Bytes, at: int) -> int:
        """The eight bytes that begin at an offset as one number, by an unchecked pointer."""
        return 0

    def fetch(buffer: Any) -> None:
        """Prefetches a buffer that will be needed soon into the processor's cache."""

    def fetch_at(buffer: Any, n: int) -> None:
        """Prefetches the surroundings of the n-th 8-bit number of a buffer."""

    def take(counter: Any, count: int) -> int:
        """Adds to a counter that threads share; returns its value before."""
        return 0

    def put(buffer: Any, n: int, value: int) -> None:
        """Writes the n-th 8-bit number of a buffer, by an unchecked pointer."""

    def rule(function: F) -> F:
        """Marks a rule: a plain function over box and state that Numba compiles where it is used."""
        return function

    def inlined(function: F) -> F:
        """Marks a rule that is inlined into its callers: the inside of a hot loop over arrays, because passing an array
        takes seven words."""
        return function

    def entry_point(signature: str, aside: bool = False) -> Callable[[F], F]:
        """Marks an entry point over byte buffers, compiled for one signature and cached.

        With `aside` a call releases the GIL, for long work: Python's other threads run at the same time. A short call
        keeps it, because where several threads want it (the table server), handing it over takes far longer than the
        call.
        """
        return lambda function: function

    def prepare(function: Callable[..., Any]) -> None:
        """Compiles an entry point, or loads it from the cache."""

    def uncompiled(function: F) -> F:
        """A rule on plain numbers, for Python: the same function without the delay of compiling it."""
        return function

    def clock_ns(clock: int) -> int:
        """Nanoseconds of one of the clocks of `engine/clocks.py`, read without the GIL."""
        return 0

elif PURE:
    num, as_fields, clock_ns, scratch = int, Fields, read_clock, np.zeros

    def copy_bytes(to, source):
        to[:] = source

    def copy_part(to, at, source, first, size):
        to[at : at + size] = source[first : first + size]

    def clear(buffer):
        buffer[:] = 0

    def clear_part(buffer, at, size):
        buffer[at : at + size] = 0

    def reader(kind):
        return lambda buffer, n: int(buffer.reshape(-1).view(kind)[n])

    i1_at, i8_at = reader(np.int8), reader(np.int64)

    def word_at(buffer, at):
        return int.from_bytes(buffer[at : at + 8].tobytes(), sys.byteorder, signed=True)

    def fetch(buffer):
        pass

    def fetch_at(buffer, n):
        pass

    def take(counter, count):
        counter[0] += count
        return int(counter[0]) - count

    def put(buffer, n, value):
        buffer[n] = value

    def rule(function):
        return function

    inlined = rule

    def entry_point(signature, aside=False):
        def mark(function):
            function.townwright_signature = signature
            return function

        return mark

    def prepare(function):
        pass

    def uncompiled(function):
        return function

else:
    from llvmlite import ir
    from numba import njit, types
    from numba.core import cgutils, config
    from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning, UnsupportedBytecodeError
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    from . import cache
    from .complaints import complaint

    num = np.int64
    MAKES_ARRAYS = {"zeros", "empty", "ones", "full"}  # what a rule that makes an array calls

    NUMBA_TYPES = {
        "bytes": types.uint8[::1],
        "rows": types.uint8[:, ::1],
        "codes": types.int32[::1],
        "table": types.int32[:, ::1],
        "wide": types.int64[::1],
        "rng": types.int64[::1],
        "rngs": types.int64[:, ::1],
        "plan": types.int64[:, ::1],
        "reals": types.float64[::1],
        "grid": types.float64[:, ::1],
        "tiny": types.int8[::1],
        "tinies": types.int8[:, ::1],
        "plans": types.int64[:, :, ::1],
        "shares": types.float32[:, ::1],
        "weights": types.Array(types.float64, 1, "C", readonly=True),
        "weight_sets": types.Array(types.float64, 2, "C", readonly=True),
        "int": types.int64,
        "none": types.void,
    }

    def signature_of(text):
        """`"@legal bytes int -> int"` as a Numba signature; `@legal` is the type of that function."""
        takes, gives = text.split("->")
        args = [
            types.FunctionType(signature_of(GAME_SIGNATURES[word[1:]])) if word[0] == "@" else NUMBA_TYPES[word]
            for word in takes.split()
        ]
        return NUMBA_TYPES[gives.strip()](*args)

    @intrinsic
    def as_fields(context, buffer, dtype):
        fields = dtype.dtype

        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            return builder.bitcast(array.data, context.get_value_type(fields))

        return fields(buffer, dtype), code

    @intrinsic
    def copy_bytes(context, to, source):
        def code(context, builder, signature, args):
            dst, src = (
                context.make_array(kind)(context, builder, value)
                for kind, value in zip(signature.args, args, strict=True)
            )
            cgutils.raw_memcpy(builder, dst.data, src.data, dst.nitems, 1)
            return context.get_dummy_value()

        return types.void(to, source), code

    @intrinsic
    def copy_part(context, to, at, source, first, size):
        def code(context, builder, signature, args):
            dst, src = (
                builder.gep(context.make_array(signature.args[n])(context, builder, args[n]).data, [args[n + 1]])
                for n in (0, 2)
            )
            cgutils.raw_memcpy(builder, dst, src, args[4], 1)
            return context.get_dummy_value()

        return types.void(to, types.int64, source, types.int64, types.int64), code

    @intrinsic(prefer_literal=True)
    def scratch(context, size, kind):
        array_type, length = types.Array(kind.dtype, 1, "C"), size.literal_value

        def code(context, builder, signature, args):
            item = context.get_data_type(array_type.dtype)
            width, count = (context.get_constant(types.intp, n) for n in (context.get_abi_sizeof(item), length))
            memory = cgutils.alloca_once(builder, ir.ArrayType(item, length))
            cgutils.memset(builder, memory, builder.mul(width, count), 0)
            array = context.make_array(array_type)(context, builder)
            start = builder.bitcast(memory, item.as_pointer())
            populate_array(array, data=start, shape=[count], strides=[width], itemsize=width, meminfo=None)
            return array._getvalue()

        return array_type(size, kind), code

    @intrinsic
    def clear(context, buffer):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            cgutils.memset(builder, array.data, builder.mul(array.nitems, array.itemsize), 0)
            return context.get_dummy_value()

        return types.void(buffer), code

    @intrinsic
    def clear_part(context, buffer, at, size):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            cgutils.memset(builder, builder.gep(array.data, [args[1]]), args[2], 0)
            return context.get_dummy_value()

        return types.void(buffer, types.int64, types.int64), code

    def prefetch(builder, start, at):
        """Prefetches the cache line (64 bytes) around an offset."""
        word = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [start.type, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.gep(start, [at]), word(0), word(3), word(1)])

    @intrinsic
    def fetch(context, buffer):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
            size = builder.mul(array.nitems, array.itemsize)
            with cgutils.for_range_slice(builder, size.type(0), size, size.type(64)) as (at, _):
                prefetch(builder, start, at)
            return context.get_dummy_value()

        return types.void(buffer), code

    @intrinsic
    def fetch_at(context, buffer, n):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            prefetch(builder, builder.bitcast(array.data, ir.IntType(8).as_pointer()), args[1])
            return context.get_dummy_value()

        return types.void(buffer, types.int64), code

    @intrinsic
    def take(context, counter, count):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            return builder.atomic_rmw("add", array.data, args[1], "monotonic")

        return types.int64(counter, types.int64), code

    def reader(bits):
        @intrinsic
        def read(context, buffer, n):
            def code(context, builder, signature, args):
                array = context.make_array(signature.args[0])(context, builder, args[0])
                numbers = builder.bitcast(array.data, ir.IntType(bits).as_pointer())
                value = builder.load(builder.gep(numbers, [args[1]]))
                return value if bits == 64 else builder.sext(value, ir.IntType(64))

            return types.int64(buffer, types.int64), code

        return read

    i1_at, i8_at = reader(8), reader(64)

    @intrinsic
    def word_at(context, buffer, at):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.gep(array.data, [args[1]])
            return builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)

        return types.int64(buffer, types.int64), code

    @intrinsic
    def put(context, buffer, n, value):
        def code(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            builder.store(builder.trunc(args[2], ir.IntType(8)), builder.gep(array.data, [args[1]]))
            return context.get_dummy_value()

        return types.void(buffer, types.int64, types.int64), code

    @intrinsic
    def clock_ns(context, clock):
        def code(context, builder, signature, args):
            word, wide = ir.IntType(32), ir.IntType(64)
            if not HAS_CLOCKS:  # Windows: the milliseconds since its start
                tick = cgutils.get_or_insert_function(builder.module, ir.FunctionType(wide, []), "GetTickCount64")
                return builder.mul(builder.call(tick, []), wide(1_000_000))
            time = cgutils.alloca_once(builder, ir.ArrayType(wide, 2))
            kind = ir.FunctionType(word, [word, time.type])
            read = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
            builder.call(read, [builder.trunc(args[0], word), time])
            seconds, rest = (builder.load(cgutils.gep_inbounds(builder, time, 0, n)) for n in range(2))
            return builder.add(builder.mul(seconds, wide(1_000_000_000)), rest)

        return types.int64(types.int64), code

    def plain(kind):
        """The type of an argument, with constants and narrow integers as 64-bit integers, so that a helper is compiled
        only once."""
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    def counting(function):
        """Whether a function makes arrays, so that references to them must be counted. Other functions borrow their
        callers' arrays, because counting, with atomic additions at every call, would take longer than many rules."""
        return not MAKES_ARRAYS.isdisjoint(function.__code__.co_names)

    def rule(function, inline=False):
        dispatcher = njit(boundscheck=CHECKS, _nrt=counting(function), forceinline=inline)(function)
        template = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: template(
            tuple(plain(arg) for arg in args), {name: plain(arg) for name, arg in kws.items()}
        )
        return dispatcher

    def inlined(function):
        return rule(function, inline=True)

    def entry_point(signature, aside=False):
        def mark(function):
            part = cache.part_of(function.__module__)
            before, config.CACHE_DIR = config.CACHE_DIR, str(cache.folder(part, CHECKS))
            try:
                dispatcher = njit(nogil=aside, boundscheck=CHECKS, cache=True, _nrt=counting(function))(function)
            finally:
                config.CACHE_DIR = before
            dispatcher.townwright_signature, dispatcher.townwright_ready = signature, False
            return dispatcher

        return mark

    def uncompiled(function):
        return function.py_func

    def prepare(function):
        if function.townwright_ready:
            return
        try:
            with warnings.catch_warnings():
                # Numba calls functions as arguments experimental, which users need not know. A filter set at import
                # would not last, because a test that imports this module restores the earlier filters
                warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
                function.compile(signature_of(function.townwright_signature))
        except (NumbaError, UnsupportedBytecodeError, KeyError) as error:
            part = cache.part_of(function.__module__)
            raise DoesNotCompile(complaint(function.__name__, part, error, MAKES_ARRAYS)) from None
        function.disable_compile()  # another signature would be kept too, and slow down every start
        function.townwright_ready = True
