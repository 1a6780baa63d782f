/// Process start and exit, and system calls that Swift's Glibc module does not declare.

/// Ends the process immediately, like `_exit`, without flushing buffers. A build with coverage
/// writes its counters.
///
/// - Parameter status: 0…255.
_Noreturn void end_process(int status);

/// Sets the soft limit of descriptors of a child process with prlimit(2), up to its hard limit.
void limit_descriptors(int process, unsigned long soft);

/// Tests whether an event loop can start: opens and closes an epoll, an eventfd and a timerfd.
///
/// Returns 0, or the errno of the failed call.
int event_loop_error(void);

/// Opens a file below a directory, like openat(2), but rejects symbolic links and paths that leave
/// the directory. Uses openat2(2), or openat(2) for each component if the kernel lacks it.
///
/// Returns a descriptor, or -1 and errno: ELOOP for a symbolic link, EXDEV for a path outside.
int open_beneath(int folder, const char *path, int flags, unsigned mode);

/// Returns the type of a path's file system, as in statfs(2); 0 if unknown.
unsigned file_system_type(const char *path);
