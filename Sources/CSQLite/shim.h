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

// What every commit of every process changes: the beginning of the index of the write-ahead log, a memory that SQLite
// shares between processes (sqlite.org/walformat.html, "The WAL-Index File Format"). Null when there is no log.
static inline const void *waxwing_sqlite_log_index(sqlite3 *database) {
    sqlite3_file *file = 0;
    void volatile *index = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file ||
        !file->pMethods || file->pMethods->iVersion < 2 ||
        file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK)
        return 0;
    return (const void *)index;
}

// The 48 bytes of that beginning, which another process may be writing.
typedef struct {
    unsigned long long words[6];
} waxwing_sqlite_version;

static inline waxwing_sqlite_version waxwing_sqlite_read_version(const void *index) {
    waxwing_sqlite_version version;
    for (int word = 0; word < 6; word++)
        version.words[word] = __atomic_load_n((const unsigned long long *)index + word, __ATOMIC_ACQUIRE);
    return version;
}

#endif
