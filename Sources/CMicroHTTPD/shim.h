#ifndef WAXWING_CMICROHTTPD_SHIM_H
#define WAXWING_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

#endif
