#define _GNU_SOURCE
#include "CStart.h"

#include <sys/resource.h>
#include <sys/statfs.h>

void limit_descriptors(int process, unsigned long soft) {
  struct rlimit limit;
  if (prlimit(process, RLIMIT_NOFILE, 0, &limit) != 0) return;
  limit.rlim_cur = soft < limit.rlim_max ? soft : limit.rlim_max;
  prlimit(process, RLIMIT_NOFILE, &limit, 0);
}

unsigned file_system_type(const char *path) {
  struct statfs facts;
  return statfs(path, &facts) == 0 ? (unsigned)facts.f_type : 0;
}
