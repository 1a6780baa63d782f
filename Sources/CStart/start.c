// Replaces parts of the Swift runtime and libdispatch that run at process start, to save time and
// to work without /proc, as in a chroot or a container built from scratch.

#include "CStart.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// From Swift's standard library (stdlib/public/stubs/CommandLine.cpp). Without this call, the
// runtime finds the command line through /proc/self/maps, and CommandLine.arguments is empty if
// that file is missing.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// glibc passes the arguments of main to constructors too.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}

// Release executables link this with --wrap, so that the runtime does not find its helper for
// backtraces (stdlib/public/runtime/Backtrace.cpp). It would search ten paths near the executable
// at every start, run a helper found there when the process crashes, and abort if /proc/self/exe
// is unreadable.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name);

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}

// Disables a thread of libdispatch that reads /proc/PID/stat of every worker once a second to
// replace blocked ones (src/event/workqueue.c), and aborts if that file is unreadable. Our workers
// do not block: blocking work runs on its own threads.
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void);

void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }
void __wrap__dispatch_workq_worker_unregister(void) {}

// Exists in builds with coverage, which call it in exit(3).
extern int __llvm_profile_write_file(void) __attribute__((weak));

void end_process(int status) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
  _exit(status);
}

// Makes the same calls as SwiftNIO's selector.
int event_loop_error(void) {
  int opened[3];
  int error = 0;
  opened[0] = epoll_create(128);
  if (opened[0] < 0) error = errno;
  opened[1] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (opened[1] < 0) error = errno;
  opened[2] = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (opened[2] < 0) error = errno;
  for (int i = 1; i < 3 && !error; i++) {
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll_ctl(opened[0], EPOLL_CTL_ADD, opened[i], &event) != 0) error = errno;
  }
  for (int i = 0; i < 3; i++) {
    if (opened[i] >= 0) close(opened[i]);
  }
  return error;
}
