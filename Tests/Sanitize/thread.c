// Reports to ThreadSanitizer the synchronization in Swift's libraries, which are not instrumented.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// A continuation that is resumed before its task waits for it.
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
  return "race:ss22withUnsafeContinuation\n";
}

// Contended locks of Synchronization.Mutex, which the kernel passes on. The compiler inlines only
// the fast path; these functions of the executable replace those of the library.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context)) void *handle

typedef SWIFT void locking(uint32_t thread, HANDLE);
typedef SWIFT void unlocking(HANDLE);

void __tsan_acquire(void *address);
void __tsan_release(void *address);

locking lock_slow __asm__(LOCK);
unlocking unlock_slow __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, HANDLE) {
  ((locking *)dlsym(RTLD_NEXT, LOCK))(thread, handle);
  __tsan_acquire(handle);
}

SWIFT void unlock_slow(HANDLE) {
  __tsan_release(handle);
  ((unlocking *)dlsym(RTLD_NEXT, UNLOCK))(handle);
}
