#ifndef WAXWING_CSQLITE_SHIM_H
#define WAXWING_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config is variadic. For options that are on or off.
static inline int waxwing_sqlite_db_config(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

// sqlite3_config is variadic. Every allocation of every thread would lock the count of all memory.
static inline int waxwing_sqlite_leave_memory_uncounted(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
