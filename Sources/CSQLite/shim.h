#include <sqlite3.h>

/// Stops counting memory, which takes a lock for each allocation. Call this before any other function.
static inline void sqlite3_omit_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Refuses views, which can be endless in a database from an untrusted source.
static inline void sqlite3_refuse_views(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
}
