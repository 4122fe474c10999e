/* The memory that kernels allocate: the part of Numba's runtime that its code asks for.

   A block begins with its header; Numba reads the reference count and the address of the data in it. */

#include "runtime.h"

typedef struct {
  uint64_t references;
  void *destructor, *destructor_info, *data;
  uint64_t size;
  void *external;
} header;

#define ALIGNMENT 64

#ifdef __wasm__

/* One thread: freed blocks go to a list of their size, a power of two; new ones come from the end of the memory. */

extern unsigned char __heap_base;
static size_t top = 0;
static void *freed[32];

static int size_class(size_t size) {
  int power = 6;
  while (((size_t)1 << power) < size) power++;
  return power;
}

static void *extend(size_t size) {
  if (!top) top = ((size_t)&__heap_base + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  size_t start = top, end = top + size, there = __builtin_wasm_memory_size(0) * 65536;
  if (end > there && __builtin_wasm_memory_grow(0, (end - there + 65535) / 65536) == (size_t)-1) return 0;
  top = end;
  return (void *)start;
}

void *okawari_allocate(size_t size) {
  int power = size_class(size);
  void *block = freed[power];
  if (!block) return extend((size_t)1 << power);
  freed[power] = *(void **)block;
  return block;
}

void okawari_free(void *block, size_t size) {
  int power = size_class(size);
  *(void **)block = freed[power];
  freed[power] = block;
}

static void *allocate(size_t size) {
  void *block = okawari_allocate(size);
  if (!block) __builtin_trap();
  return block;
}

static void release(void *block, size_t size) { okawari_free(block, size); }

#else

static void *allocate(size_t size) {
  void *block = malloc(size);
  if (!block) abort();
  return block;
}

static void release(void *block, size_t size) {
  (void)size;
  free(block);
}

#endif

/* Numba passes sizes as 64 bits on every target. */

void *NRT_MemInfo_alloc_aligned(uint64_t size, uint32_t alignment) {
  (void)alignment;
  size_t whole = sizeof(header) + ALIGNMENT + (size_t)size;
  header *block = allocate(whole);
  block->references = 1;
  block->destructor = block->destructor_info = block->external = 0;
  block->data = (void *)(((size_t)(block + 1) + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
  block->size = whole;
  return block;
}

void *NRT_MemInfo_alloc(uint64_t size) { return NRT_MemInfo_alloc_aligned(size, ALIGNMENT); }

void okawari_release(void *block) { release(block, (size_t)((header *)block)->size); }

void *NRT_Allocate(uint64_t size) {
  uint64_t *block = allocate((size_t)size + 16);
  block[0] = size;
  return block + 2;
}

void NRT_Free(void *memory) {
  if (memory) release((uint64_t *)memory - 2, (size_t)((uint64_t *)memory)[-2] + 16);
}
