// Starts worker processes: the executable again, or another program in tests.

#define _GNU_SOURCE
#include "CStart.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <unistd.h>

int close_descriptors(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Returns 0 or an error number.
static int set_descriptors(posix_spawn_file_actions_t *actions, int socket) {
  int error = posix_spawn_file_actions_adddup2(actions, socket, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, socket, STDOUT_FILENO);
  if (!error) {
    // Some chroots do not have it.
    error = access("/dev/null", W_OK) == 0
      ? posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      : posix_spawn_file_actions_addclose(actions, STDERR_FILENO);
  }
  if (!error) error = close_descriptors(actions, STDERR_FILENO + 1);
  return error;
}

static void set_attributes(posix_spawnattr_t *attributes) {
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  posix_spawnattr_setpgroup(attributes, 0);
  posix_spawnattr_setflags(
      attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
}

int start_worker(const char *path, char *const arguments[], int socket, int *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    set_attributes(&attributes);
    error = set_descriptors(&actions, socket);
    char *const environment[] = {0};
    pid_t child = 0;
    if (!error) error = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
    *process = child;
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int start_worker_again(char *const arguments[], int socket, int *process) {
  int error = start_worker("/proc/self/exe", arguments, socket, process);
  // Without /proc, the path that execve(2) was called with.
  const char *path = (const char *)getauxval(AT_EXECFN);
  if (error == ENOENT && path) error = start_worker(path, arguments, socket, process);
  return error;
}

void collect_children(void) {
  struct sigaction old;
  if (sigaction(SIGCHLD, 0, &old) == 0 && old.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
}

int available_processors(void) {
  cpu_set_t set;
  // Fails on machines with more than 1,024 processors.
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}
