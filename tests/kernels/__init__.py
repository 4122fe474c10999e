"""The kernels as they are compiled: the build, the calls, and the same games whichever way they run."""
