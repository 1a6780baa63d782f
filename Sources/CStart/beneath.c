// Opens files below a directory without following symbolic links.

#define _GNU_SOURCE
#include "CStart.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/openat2.h, which older systems do not have.
struct open_how_v0 {
  uint64_t flags;
  uint64_t mode;
  uint64_t resolve;
};

enum { NO_SYMLINKS = 0x04, BENEATH = 0x08 };

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

// Returns whether a path component is a symbolic link. Preserves errno.
static int is_link(int folder, const char *part) {
  int code = errno;
  char target;
  int is_link = readlinkat(folder, part, &target, 1) >= 0;
  errno = code;
  return is_link;
}

// Opens one component of a path. For a symbolic link instead of a folder, sets ELOOP, as openat2(2)
// does, where openat(2) sets ENOTDIR.
static int open_part(int folder, const char *part, int flags, unsigned mode) {
  int opened = openat(folder, part, flags | O_NOFOLLOW | O_CLOEXEC, mode);
  if (opened < 0 && errno == ENOTDIR && is_link(folder, part)) errno = ELOOP;
  return opened;
}

// Opens the path component by component, for kernels before 5.6 and for seccomp filters that forbid
// openat2(2).
static int open_walking(int folder, const char *path, int flags, unsigned mode) {
  int current = folder;
  for (;;) {
    const char *end = strchr(path, '/');
    size_t length = end ? (size_t)(end - path) : strlen(path);
    char part[256];
    int next = -1;
    if (length == 0 || length >= sizeof part) {
      errno = length == 0 ? ENOENT : ENAMETOOLONG;
    } else {
      memcpy(part, path, length);
      part[length] = 0;
      if (strcmp(part, "..") == 0) {
        errno = EXDEV;
      } else {
        next = open_part(current, part, end ? O_PATH | O_DIRECTORY : flags, mode);
      }
    }
    int code = errno;
    if (current != folder) close(current);
    errno = code;
    if (next < 0 || !end) return next;
    current = next;
    path = end + 1;
  }
}

int open_beneath(int folder, const char *path, int flags, unsigned mode) {
  static _Atomic int is_missing;
  if (!is_missing) {
    struct open_how_v0 how = {
      .flags = (uint64_t)(unsigned)flags,
      .mode = flags & O_CREAT ? mode : 0,
      .resolve = NO_SYMLINKS | BENEATH,
    };
    int opened = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return opened;
    // If the file itself causes EPERM, the walk fails with it too.
    if (errno == ENOSYS) is_missing = 1;
  }
  return open_walking(folder, path, flags, mode);
}
