// SPDX-License-Identifier: Apache-2.0
#ifndef WAXWING_ALLOCATION_COUNTER_H
#define WAXWING_ALLOCATION_COUNTER_H

#include <stdint.h>

/// How often this thread has called malloc, calloc or realloc so far; 0 forever under a sanitizer, which owns malloc.
uint64_t allocation_count(void);

#endif
