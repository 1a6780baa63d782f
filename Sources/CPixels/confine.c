// The sandbox of a process that decodes images: resource limits, and a seccomp filter.

#define _GNU_SOURCE
#include "CPixels.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the system calls of this architecture are not known here"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument; both architectures are little-endian.
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define SKIP_IF_EQUAL(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0)
#define SKIP_UNLESS_EQUAL(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define SKIP_IF_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, count, 0)
#define SKIP_UNLESS_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count)
#define ALLOW(call) SKIP_UNLESS_EQUAL(call, 1), RETURN(SECCOMP_RET_ALLOW)

static int install_filter(void) {
  struct sock_filter instructions[] = {
    // An x86-64 process can also make 32-bit calls, whose numbers mean other calls. Those of the
    // x32 ABI have a bit that no permitted number has.
    LOAD(arch),
    SKIP_IF_EQUAL(ARCHITECTURE, 1),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    ALLOW(SYS_read),
    ALLOW(SYS_write),
    ALLOW(SYS_munmap),
    ALLOW(SYS_mremap),
    ALLOW(SYS_brk),
    ALLOW(SYS_madvise),
    ALLOW(SYS_futex),
    ALLOW(SYS_clock_gettime),
    ALLOW(SYS_getrandom),
    ALLOW(SYS_exit),
    ALLOW(SYS_exit_group),
    ALLOW(SYS_rt_sigreturn),
    ALLOW(SYS_restart_syscall),
    // mmap: memory only, and never executable.
    SKIP_UNLESS_EQUAL(SYS_mmap, 5),
    LOAD_ARGUMENT(2),
    SKIP_IF_ANY(PROT_EXEC, 3),
    LOAD_ARGUMENT(3),
    SKIP_UNLESS_ANY(MAP_ANONYMOUS, 1),
    RETURN(SECCOMP_RET_ALLOW),
    RETURN(SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog program = {
    .len = sizeof instructions / sizeof *instructions,
    .filter = instructions,
  };
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

static int limit(__rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
  struct rlimit value;
  if (getrlimit(resource, &value) != 0) return errno;
  // A lower limit cannot be raised, and does not need to be.
  if (value.rlim_max < hard) hard = value.rlim_max;
  value.rlim_cur = soft < hard ? soft : hard;
  value.rlim_max = hard;
  return setrlimit(resource, &value) == 0 ? 0 : errno;
}

static int compare(const void *one, const void *other) {
  return *(const char *)one - *(const char *)other;
}

// glibc's qsort reads the size of the memory (sysinfo) when it first sorts more than 1 KB, which
// libwebp does.
static void prepare_sorting(void) {
  char values[2048] = {0};
  qsort(values, sizeof values, 1, compare);
}

// By default malloc returns large blocks to the kernel immediately, and then every picture costs a
// page fault for each 4 KB.
static void keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that glibc accepts
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}

int pixels_confine(size_t memory, unsigned seconds, int filters) {
  // ps and top would show "exe", the name of the link that was executed.
  prctl(PR_SET_NAME, "imgfetch-worker", 0, 0, 0);
  // Otherwise installing a filter needs CAP_SYS_ADMIN.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  // Other processes of the user cannot attach to it, and it writes no core file.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  const struct {
    __rlimit_resource_t resource;
    rlim_t soft, hard;
  } limits[] = {
    {RLIMIT_AS, memory, memory},
    // The kernel sends SIGXCPU at the soft limit and SIGKILL at the hard one.
    {RLIMIT_CPU, seconds, (rlim_t)seconds + 1},
    {RLIMIT_CORE, 0, 0},
    // Open descriptors remain; none can be added, not even by dup(2).
    {RLIMIT_NOFILE, 0, 0},
    {RLIMIT_FSIZE, 0, 0},
    {RLIMIT_NPROC, 0, 0},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    int error = limit(limits[i].resource, limits[i].soft, limits[i].hard);
    if (error) return error;
  }
  keep_freed_memory();
  // Before the filter, which does not permit sysinfo(2).
  prepare_sorting();
  return filters ? install_filter() : 0;
}

int pixels_confinement_error(void) {
  // With a null filter, a kernel that has filters fails with EFAULT.
  int result = prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0, 0, 0);
  return result == 0 || errno == EFAULT ? 0 : errno;
}
