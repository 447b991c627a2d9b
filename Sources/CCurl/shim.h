#ifndef WAXWING_CCURL_SHIM_H
#define WAXWING_CCURL_SHIM_H

#include <curl/curl.h>

#endif
