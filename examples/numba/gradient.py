"""Gradients of functions that Numba has compiled, made by llad in the same process."""

import ctypes
import os
import re
import subprocess

import llvmlite.binding as llvm
import numba
import numpy as np

pointer, number = ctypes.c_void_p, ctypes.c_double


def gradient(f):
    """The gradient of an @njit function of one signature: arrays, float64 and integers to a float64.

    It takes what f takes, and gives the value and a list with the derivative with respect to each argument (None for integers).
    """
    (signature,) = f.nopython_signatures
    (source,) = f.inspect_llvm().values()
    symbol = re.search(r"^define i32 @(_ZN\w+)", source, re.M).group(1)
    # Numba's functions take a place for the result, one for an exception, and the arguments; an array is the block that
    # counts its references, its parent, its length, the size of its elements, its data, its shape and its strides.
    constant = ["excinfo"]
    for name, t in zip(f.py_func.__code__.co_varnames, signature.args):
        if isinstance(t, numba.types.Array):
            constant += [f"arg.{name}.0", f"arg.{name}.1"] + ([] if is_float(t.dtype) else [f"arg.{name}.4"])
    made = subprocess.run([os.environ.get("LLAD", "llad"), "-reverse", "-func", symbol, "-name", "gradient", "-const", ",".join(constant),
                           "-tape-storage", "global", "-"], input=source, text=True, check=True, stdout=subprocess.PIPE).stdout
    engine = compiled(made)
    call = ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address("gradient"))
    call.argtypes = None

    def gradient_of_f(*args):
        result, seed, exception = number(), number(1), pointer()
        words, derivatives = [ctypes.byref(result), ctypes.byref(seed), ctypes.byref(exception)], []
        for a, t in zip(args, signature.args, strict=True):
            d = None
            if isinstance(t, numba.types.Array):
                a = np.ascontiguousarray(a, numba.np.numpy_support.as_dtype(t.dtype))
                words += [pointer(), pointer(), ctypes.c_int64(a.size), ctypes.c_int64(a.itemsize), pointer(a.ctypes.data)]
                if is_float(t.dtype):
                    d = np.zeros_like(a)
                    words.append(pointer(d.ctypes.data))
                words += [ctypes.c_int64(n) for n in a.shape + a.strides]
            elif is_float(t):
                d = number()
                words += [number(a), ctypes.byref(d)]
            else:
                words.append(ctypes.c_int64(a))
            derivatives.append(d)
        if call(*words) != 0:
            raise RuntimeError(f"{f.__name__} has raised an exception")
        return result.value, [d.value if isinstance(d, number) else d for d in derivatives]

    gradient_of_f.engine = engine  # its code lives as long
    return gradient_of_f


def is_float(t):
    return isinstance(t, numba.types.Float)


def compiled(text):
    """An engine with the optimised functions of an LLVM module."""
    module = llvm.parse_assembly(text)
    builder, manager = llvm.create_pass_manager_builder(), llvm.create_module_pass_manager()
    builder.opt_level = 3
    builder.populate(manager)
    manager.run(module)
    engine = llvm.create_mcjit_compiler(module, llvm.Target.from_default_triple().create_target_machine(opt=3))
    engine.finalize_object()
    return engine
