#define _GNU_SOURCE
#include "CStart.h"

#include <errno.h>
#include <malloc.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/statfs.h>
#include <time.h>

int wait_semaphore(void *semaphore, long long nanoseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  nanoseconds += end.tv_nsec;
  end.tv_sec += nanoseconds / 1000000000;
  end.tv_nsec = nanoseconds % 1000000000;
  while (sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0) {
    if (errno != EINTR) return -1;
  }
  return 0;
}

size_t address_space_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur > PTRDIFF_MAX) return PTRDIFF_MAX;
  return limit.rlim_cur;
}

// glibc reserves 64 MB of addresses for each thread that allocates memory. Within a limit
// (ulimit -v), they would leave nothing for the stacks of threads, so all threads share one heap.
__attribute__((constructor)) static void share_heap(void) {
  if (address_space_limit() < PTRDIFF_MAX) mallopt(M_ARENA_MAX, 1);
}

// Otherwise glibc returns the end of a heap to the system when it exceeds 128 KB, and soon needs it
// again: a stream of 20,000 requests causes up to 30,000 page faults instead of 2,400. The
// threshold is twice the size of the largest block freed so far, see mallopt(3).
__attribute__((constructor)) static void keep_heap(void) {
  void *volatile block = malloc(1 << 20);
  free(block);
}

void limit_descriptors(int process, unsigned long soft) {
  struct rlimit limit;
  if (prlimit(process, RLIMIT_NOFILE, 0, &limit) != 0) return;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  prlimit(process, RLIMIT_NOFILE, &limit, 0);
}

unsigned file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned)status.f_type : 0;
}
