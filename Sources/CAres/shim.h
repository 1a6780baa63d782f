#include <ares.h>
#include <netdb.h>
#include <sys/eventfd.h>
#include <sys/time.h>

/// Milliseconds until c-ares has to look at its time-outs; -1 if it waits for nothing. Swift cannot
/// name timeval where both Glibc and this module bring it.
static inline int ares_wait_milliseconds(ares_channel channel) {
  struct timeval room;
  struct timeval *left = ares_timeout(channel, 0, &room);
  return left ? (int)(left->tv_sec * 1000 + left->tv_usec / 1000 + 1) : -1;
}
