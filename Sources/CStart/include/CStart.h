/// What Swift cannot express: the start and the end of a process, and system calls that Glibc does
/// not show to Swift.

/// Ends the process at once, as `_exit` does: nothing is flushed or freed. A build with coverage
/// writes what was counted.
///
/// - Parameter status: 0…255.
_Noreturn void end_process(int status);

/// Sets the soft limit of descriptors of a child process, at most its hard one: prlimit(2), which
/// Swift's module of the C library leaves out.
void limit_descriptors(int process, unsigned long soft);

/// Opens and closes what an event loop consists of: epoll, an eventfd and a timerfd.
///
/// Returns 0, or the errno of the call that failed.
int event_loop_fault(void);

/// Opens a file below a directory, as openat(2) does, but never through a symbolic link and never
/// outside the directory. Uses openat2(2), or openat(2) for each part where the kernel lacks it.
///
/// Returns a descriptor, or -1 and errno: ELOOP for a symbolic link, EXDEV for a path that leads out.
int open_beneath(int folder, const char *path, int flags, unsigned mode);
