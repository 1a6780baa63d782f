// Starts child processes: the executable again as a worker, and programs that the user names.

#define _GNU_SOURCE
#include "CStart.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_close_range
#define SYS_close_range 436
#endif

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

struct program {
  const char *path;
  int executable;
  char *const *arguments;
  char *const *environment;
  const int *streams;
};

// Becomes the program, or returns an error number. Runs in the memory of the parent, whose thread
// waits: system calls only.
static int become(const struct program *program) {
  enum { KEPT = STDERR_FILENO + 1 };
  const int *streams = program->streams;
  // Both numbers are above 2: closed standard descriptors were replaced at the start.
  if (dup2(streams[1], STDOUT_FILENO) < 0 || dup2(streams[0], STDIN_FILENO) < 0) return errno;
  // Some chroots do not have /dev/null.
  int error = streams[2] < 0 ? open("/dev/null", O_WRONLY) : streams[2];
  if (error < 0) close(STDERR_FILENO); else dup2(error, STDERR_FILENO);
  int executable = program->executable;
  if (!program->path && executable != KEPT && dup3(executable, KEPT, O_CLOEXEC) < 0) return errno;
  close_from(program->path ? KEPT : KEPT + 1);
  setpgid(0, 0);
  // Commands end even if the tool is killed: the thread that starts one waits for its end. Workers
  // outlive the thread that starts them; they end with their socket.
  if (program->path) prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct sigaction action = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  if (program->path) {
    execve(program->path, program->arguments, program->environment);
  } else {
    syscall(
      SYS_execveat, KEPT, "", program->arguments, program->environment, AT_EMPTY_PATH);
  }
  return errno;
}

int start_process(
  const char *path, int executable, char *const arguments[], char *const environment[],
  const int streams[3], int *process
) {
  struct program program = {path, executable, arguments, environment, streams};
  if (!environment) program.environment = environ;
  sigset_t all, old;
  sigfillset(&all);
  // A handler must not run in the child, which shares the memory.
  int error = pthread_sigmask(SIG_SETMASK, &all, &old);
  if (error) return error;
  volatile int failure = 0;
  pid_t child = vfork();
  if (child == 0) {
    failure = become(&program);
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

int create_memory_file(void) { return memfd_create("wireline", MFD_CLOEXEC); }

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
