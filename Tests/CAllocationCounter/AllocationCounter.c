// SPDX-License-Identifier: Apache-2.0
#include "AllocationCounter.h"

#include <stddef.h>

static _Thread_local uint64_t count;

uint64_t allocation_count(void) { return count; }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) && defined(__GLIBC__)

// Defined in the test program, these take the place of glibc's for every library in the process.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    return __libc_realloc(memory, size);
}

#endif
