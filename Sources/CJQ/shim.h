#ifndef WAXWING_CJQ_SHIM_H
#define WAXWING_CJQ_SHIM_H

// So that FILE and the like belong to one module; declared in two, they are found in some files and not in others.
#pragma clang module import SwiftGlibc

#include <jq.h>

// A static function of the header, which Swift does not see.
static inline int waxjq_is_valid(jv value) { return jv_get_kind(jv_copy(value)) != JV_KIND_INVALID; }

#endif
