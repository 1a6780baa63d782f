// Starts worker processes: the executable again, or another program in tests.

#define _GNU_SOURCE
#include "CStart.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

int close_descriptors(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int open_executable(const char *path) {
  if (path) return open(path, O_PATH | O_CLOEXEC);
  int executable = open("/proc/self/exe", O_PATH | O_CLOEXEC);
  // Without /proc, the path that execve(2) was called with.
  path = (const char *)getauxval(AT_EXECFN);
  if (executable < 0 && path) executable = open(path, O_PATH | O_CLOEXEC);
  return executable;
}

// Closes the descriptors of this process from a number on.
static void close_from(unsigned first) {
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
  // Before Linux 5.9.
  struct rlimit limit;
  rlim_t end = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
  for (rlim_t descriptor = first; descriptor < end; descriptor++) close((int)descriptor);
}

// Becomes the worker, or returns an error number. Runs in the memory of the parent, whose thread
// waits: system calls only.
static int become_worker(int executable, char *const arguments[], int socket) {
  enum { KEPT = STDERR_FILENO + 1 };
  if (dup2(socket, STDIN_FILENO) < 0 || dup2(socket, STDOUT_FILENO) < 0) return errno;
  // Some chroots do not have it.
  int discarded = open("/dev/null", O_WRONLY);
  if (discarded >= 0) dup2(discarded, STDERR_FILENO); else close(STDERR_FILENO);
  if (executable != KEPT && dup3(executable, KEPT, O_CLOEXEC) < 0) return errno;
  close_from(KEPT + 1);
  setpgid(0, 0);
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  char *const environment[] = {0};
  syscall(SYS_execveat, KEPT, "", arguments, environment, AT_EMPTY_PATH);
  return errno;
}

int start_worker(int executable, char *const arguments[], int socket, int *process) {
  sigset_t all, old;
  sigfillset(&all);
  // A handler must not run in the child, which shares the memory.
  int error = pthread_sigmask(SIG_SETMASK, &all, &old);
  if (error) return error;
  volatile int failure = 0;
  pid_t child = vfork();
  if (child == 0) {
    failure = become_worker(executable, arguments, socket);
    _exit(127);
  }
  error = child < 0 ? errno : failure;
  pthread_sigmask(SIG_SETMASK, &old, 0);
  if (child > 0 && error) {
    while (waitpid(child, 0, 0) < 0 && errno == EINTR) {}
  }
  *process = child;
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
