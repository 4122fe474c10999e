"""The build that compiles the kernels ahead of time, for Python and for WebAssembly: `python -m kernels --help`.

Numba translates the declared entry points of `okawari` into LLVM's intermediate representation (IR) once; LLVM, which
llvmlite brings, optimises all of it as one module and emits an object for each target; zig, which comes from PyPI,
links that with a small runtime. The files:

    entries.py       the entry points, and Numba's types for their declared ones
    lowering.py      from Numba's front end to raw IR
    trampolines.py   one uniform function for each entry point, which takes its arguments from an array of words
    linking.py       from raw IR to an object, and from objects to an extension or a WebAssembly module
    part.py          both for one part of the kernels, in a process of its own
    build.py         what is missing or stale, all parts at the same time
    check.py         whether the wheels of other machines are what they should be
    targets.py       the machines that there are
    runtime.c        the memory that kernels allocate
    extension.c      the Python extension: arguments from Python objects to words
"""
