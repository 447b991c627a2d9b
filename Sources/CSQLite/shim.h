#ifndef WAXWING_CSQLITE_SHIM_H
#define WAXWING_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic. For options that are on or off.
static inline int waxwing_sqlite_db_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
