#define _GNU_SOURCE
#include "CStart.h"

#include <sys/resource.h>

void limit_descriptors(int process, unsigned long soft) {
  struct rlimit limit;
  if (prlimit(process, RLIMIT_NOFILE, 0, &limit) != 0) return;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  prlimit(process, RLIMIT_NOFILE, &limit, 0);
}
