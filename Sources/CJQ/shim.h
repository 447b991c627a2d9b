#ifndef WAXWING_CJQ_SHIM_H
#define WAXWING_CJQ_SHIM_H

// So that FILE and the like belong to one module; declared in two, they are found in some files and not in others.
#pragma clang module import SwiftGlibc

#include <jq.h>

#endif
