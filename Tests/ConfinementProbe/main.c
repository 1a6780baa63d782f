// Confines itself like a worker of imgfetch, and then makes one system call: the kernel must kill
// it. Exits with 0 for an allowed call, and with 3 after a forbidden one that was not punished.

#include "CPixels.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void call(const char *name) {
  if (!strcmp(name, "open")) open("/etc/passwd", O_RDONLY);
  if (!strcmp(name, "create")) open("probe", O_CREAT | O_WRONLY, 0600);
  if (!strcmp(name, "socket")) socket(AF_INET, SOCK_STREAM, 0);
  if (!strcmp(name, "fork")) fork();
  if (!strcmp(name, "exec")) execl("/bin/true", "true", (char *)0);
  if (!strcmp(name, "kill")) kill(getppid(), 0);
  if (!strcmp(name, "unlink")) unlink("probe");
  if (!strcmp(name, "code")) mmap(0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!strcmp(name, "file")) mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  int error = pixels_confine((size_t)1 << 30, 10, 1);
  if (error) return 4;
  if (!strcmp(arguments[1], "memory")) {
    void *memory = malloc((size_t)2 << 30);
    _exit(memory ? 3 : 0);
  }
  if (!strcmp(arguments[1], "write")) _exit(write(1, "x", 1) == 1 ? 0 : 3);
  call(arguments[1]);
  _exit(3);
}
