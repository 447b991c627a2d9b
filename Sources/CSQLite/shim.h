#ifndef WAXWING_CSQLITE_SHIM_H
#define WAXWING_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
