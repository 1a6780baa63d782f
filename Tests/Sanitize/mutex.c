// Shows contended locks of Synchronization.Mutex to ThreadSanitizer. The compiler inlines only the
// fast path. The rest is in a library that is not instrumented, where the kernel passes the lock on;
// the functions of the executable replace those of the library.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

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
