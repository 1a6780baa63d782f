// Removes the temporary files of a process that exits before they are complete.
//
// A signal handler must neither lock nor allocate memory, so the paths are in a fixed table, and
// one atomic exchange decides whether the handler or the thread that noted a path owns it.

#include "CStart.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The maximum number of unfinished files at a time. Others are not removed.
enum { SLOTS = 1024 };

static _Atomic(char *) paths[SLOTS];
static atomic_bool is_ending;
// Occupies the slot of a path that is being removed.
static char removed[1];

int note_unfinished_file(const char *path) {
  static atomic_uint next;
  char *copy = strdup(path);
  unsigned start = next++;
  for (unsigned i = 0; copy && i < SLOTS; i++) {
    unsigned slot = (start + i) % SLOTS;
    char *none = 0;
    if (!atomic_compare_exchange_strong(&paths[slot], &none, copy)) continue;
    // `remove_unfinished_files` has passed this slot, or will find the path. The file must not be
    // created any more.
    while (is_ending) pause();
    return (int)slot;
  }
  free(copy);
  return -1;
}

void forget_unfinished_file(int slot) {
  if (slot < 0) return;
  char *path = atomic_exchange(&paths[slot], 0);
  if (path != removed) free(path);
}

int remove_unfinished_files(void) {
  if (atomic_exchange(&is_ending, true)) return 0;
  char *missing[SLOTS];
  int count = 0;
  for (int slot = 0; slot < SLOTS; slot++) {
    if (!paths[slot]) continue;
    char *path = atomic_exchange(&paths[slot], removed);
    if (path && unlink(path) != 0 && errno == ENOENT) missing[count++] = path;
  }
  // A thread may be about to create the file of a path that it has noted.
  if (count > 0) poll(0, 0, 20);
  for (int i = 0; i < count; i++) unlink(missing[i]);
  return 1;
}
