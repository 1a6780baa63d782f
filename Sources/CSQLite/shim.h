#include <sqlite3.h>

/// Stops counting memory, which takes a lock for each allocation. Call this before any other function.
static inline void sqlite3_omit_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
