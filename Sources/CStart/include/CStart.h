/// What happens before `main`, and cannot be said in Swift, is in start.c; and the end.

/// Ends the process at once, as `_exit` does: nothing is flushed or freed. A build with coverage
/// writes what was counted.
///
/// - Parameter status: 0…255.
_Noreturn void end_process(int status);

/// Sets the soft limit of descriptors of a child process, at most its hard one: prlimit(2), which
/// Swift's module of the C library leaves out.
void limit_descriptors(int process, unsigned long soft);
