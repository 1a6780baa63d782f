// Replaces parts of the Swift runtime and libdispatch that run at process start, to save time and
// to work without /proc, as in a chroot or a container built from scratch. Also ends the process
// with a message where libraries trap because the system refuses memory or events.

#define _GNU_SOURCE
#include "CStart.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static char **command_line;
static int command_line_count;

// glibc passes the arguments of main to constructors too.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  command_line = argv;
  command_line_count = argc;
}

// Replaces the only used function of an object of Swift's standard library
// (stdlib/public/stubs/CommandLine.cpp), so that it is not linked: it reads /proc/self/maps at every
// start, a third of the instructions, and CommandLine.arguments is empty if that file is missing.
char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = command_line_count;
  return command_line;
}

// Release executables link this with --wrap, so that the runtime does not find its helper for
// backtraces (stdlib/public/runtime/Backtrace.cpp). It would search ten paths near the executable
// at every start, run a helper found there when the process crashes, and abort if /proc/self/exe
// is unreadable.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}

// Disables a thread of libdispatch that reads /proc/PID/stat of every worker once a second to
// replace blocked ones (src/event/workqueue.c), and aborts if that file is unreadable. Our workers
// do not block: blocking work runs on its own threads.
void __wrap__dispatch_workq_worker_register(void *queue) { (void)queue; }
void __wrap__dispatch_workq_worker_unregister(void) {}

// Exists in builds with coverage, which call it in exit(3).
extern int __llvm_profile_write_file(void) __attribute__((weak));

void end_process(int status) {
  // If another thread removes them, it exits.
  while (!remove_unfinished_files()) pause();
  if (__llvm_profile_write_file) __llvm_profile_write_file();
  _exit(status);
}

// EX_OSERR of sysexits.h.
enum { SYSTEM_ERROR = 71 };

static char memory_message[1024] = "wireline: error: cannot allocate memory\n";

void keep_memory_message(const unsigned char *text, size_t count) {
  if (count >= sizeof memory_message) return;
  memcpy(memory_message, text, count);
  memory_message[count] = 0;
}

// Uses neither memory nor locks: the thread may be anywhere in the Swift runtime.
_Noreturn static void exit_without_memory(void) {
  static atomic_flag is_reported = ATOMIC_FLAG_INIT;
  // Another thread prints the message and exits.
  while (atomic_flag_test_and_set(&is_reported)) pause();
  ssize_t written = write(STDERR_FILENO, memory_message, strlen(memory_message));
  (void)written;
  while (!remove_unfinished_files()) pause();
  _exit(SYSTEM_ERROR);
}

static atomic_bool accepts_missing_memory;

void accept_missing_memory(void) { accepts_missing_memory = 1; }

static void *checked(void *memory) {
  if (!memory && !accepts_missing_memory) exit_without_memory();
  return memory;
}

// The Swift runtime needs memory for its message about missing memory. It and libstdc++ abort,
// SwiftNIO traps, and libdispatch waits for ever.
extern void *__libc_malloc(size_t count);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t count);

void *__wrap_malloc(size_t count) { return checked(__libc_malloc(count)); }

void *__wrap_calloc(size_t count, size_t size) { return checked(__libc_calloc(count, size)); }

void *__wrap_realloc(void *memory, size_t count) {
  void *moved = __libc_realloc(memory, count);
  // With 0 it frees the memory and returns nothing.
  return count == 0 ? moved : checked(moved);
}

static _Atomic(void (*)(int)) report_event_loop;

void set_event_loop_report(void (*report)(int)) { report_event_loop = report; }

// SwiftNIO traps and libdispatch aborts if this call fails.
int __wrap_epoll_wait(int descriptor, struct epoll_event *events, int maximum, int timeout) {
  int count = epoll_pwait(descriptor, events, maximum, timeout, 0);
  void (*report)(int) = report_event_loop;
  if (count < 0 && errno != EINTR && report) report(errno);
  return count;
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
