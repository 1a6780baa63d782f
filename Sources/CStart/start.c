// What the Swift runtime and libdispatch do at the start of an executable, done in a way that costs
// less and works where there is no /proc: in a chroot, or a container from scratch.

#include "CStart.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// Of Swift's standard library (stdlib/public/stubs/CommandLine.cpp). Without it the runtime looks
// for the command line in the memory above the stack, which it finds through /proc/self/maps; where
// that is missing, CommandLine.arguments is empty.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

// glibc gives a constructor what it gives to main.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}

// A release executable is linked with --wrap, so that the runtime asks here where its helper for
// backtraces is (stdlib/public/runtime/Backtrace.cpp): nowhere. It would look at ten places around
// the executable at every start, run what it finds there when the process crashes, and abort where
// it cannot read /proc/self/exe.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name);

char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}

// Likewise, libdispatch would have a thread of its own look once a second at /proc/PID/stat of every
// worker, for some that wait, so as to start others (src/event/workqueue.c); it aborts where that
// cannot be read. What waits here has a thread of its own (BlockingThread), and no worker waits.
void __wrap__dispatch_workq_worker_register(void *queue);
void __wrap__dispatch_workq_worker_unregister(void);

void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }
void __wrap__dispatch_workq_worker_unregister(void) {}

// Only a build with coverage has it, and calls it at exit(3).
extern int __llvm_profile_write_file(void) __attribute__((weak));

void end_process(int status) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
  _exit(status);
}

// The calls are those of SwiftNIO's selector.
int event_loop_fault(void) {
  int opened[3];
  int fault = 0;
  opened[0] = epoll_create(128);
  if (opened[0] < 0) fault = errno;
  opened[1] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (opened[1] < 0) fault = errno;
  opened[2] = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (opened[2] < 0) fault = errno;
  for (int place = 1; place < 3 && !fault; place++) {
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll_ctl(opened[0], EPOLL_CTL_ADD, opened[place], &event) != 0) fault = errno;
  }
  for (int place = 0; place < 3; place++) {
    if (opened[place] >= 0) close(opened[place]);
  }
  return fault;
}
