/* The few types and functions of C that the runtime needs. WebAssembly has no C library here. */

typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;

#ifndef __wasm__
void *malloc(size_t size);
void free(void *block);
_Noreturn void abort(void);
#endif
