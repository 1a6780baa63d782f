/// Process start and exit, and system calls that Swift's Glibc module does not declare.

#include <stddef.h>
#include <sys/eventfd.h>

/// Ends the process immediately, like `_exit`, without flushing buffers. Removes unfinished files. A
/// build with coverage writes its counters.
///
/// - Parameter status: 0…255.
_Noreturn void end_process(int status);

/// Notes a temporary file that is about to be created, to be removed if the process exits before
/// `forget_unfinished_file`.
///
/// Returns a number for `forget_unfinished_file`; -1 if too many files are noted.
int note_unfinished_file(const char *path);

/// Forgets a file that was renamed or removed.
void forget_unfinished_file(int number);

/// Removes the noted files; the process must exit afterwards. Signal handlers may call it.
///
/// Returns 0 if another thread is already doing so and will exit, else 1.
int remove_unfinished_files(void);

/// Keeps a copy of the text that is printed when the process ends for lack of memory. At most 1,023
/// bytes.
void keep_memory_message(const unsigned char *text, size_t count);

/// Makes malloc(3) return null if there is no memory. By default the process then ends.
void accept_missing_memory(void);

/// Sets the function that is called with the errno of epoll_wait(2) if an event loop cannot wait.
/// It must not return.
void set_event_loop_report(void (*report)(int));

/// Finds the witnesses of a class for a protocol, given the addresses of its metadata and descriptor;
/// null if it does not conform.
///
/// Returns 0 if only the Swift runtime can find them, as for other types.
int find_witnesses(const void *type, const void *protocol, const void **witnesses);

/// Sets the soft limit of descriptors of a child process with prlimit(2), up to its hard limit.
void limit_descriptors(int process, unsigned long soft);

/// Waits for a sem_t, for a limited time even if the clock of the system is set meanwhile.
///
/// Returns 0, or -1 after this time.
int wait_semaphore(void *semaphore, long long nanoseconds);

/// Tests whether an event loop can start: opens and closes an epoll, an eventfd and a timerfd.
///
/// Returns 0, or the errno of the failed call.
int event_loop_error(void);

/// The size in bytes to which the memory of this process is limited (RLIMIT_AS), or PTRDIFF_MAX.
size_t address_space_limit(void);

/// Returns the type of a path's file system, as in statfs(2); 0 if unknown.
unsigned file_system_type(const char *path);

/// Opens a program, or the executable of this process if the path is null. The descriptor still
/// refers to it when another file has its path.
///
/// Returns a descriptor, or -1 and errno.
int open_executable(const char *path);

/// Starts a program in its own process group, with default signals and no descriptors but three.
///
/// `path` names the program; if it is null, `executable` is its descriptor. A null `environment` is
/// that of this process. The third of `streams` is -1 for /dev/null.
///
/// Returns 0 or an error number.
int start_process(
  const char *path, int executable, char *const arguments[], char *const environment[],
  const int streams[3], int *process
);

/// Creates a file in memory, memfd_create(2).
///
/// Returns a descriptor that child processes do not inherit, or -1 and errno.
int create_memory_file(void);

/// Makes waitpid(2) work if SIGCHLD is ignored, as inherited from some parents.
void collect_children(void);

/// The number of processors that this process may use.
int available_processors(void);
