#ifndef WAXWING_CQRENCODE_SHIM_H
#define WAXWING_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
