#include "vectorised.h"

#ifdef PIXELS_HAS_V3
#include <cpuid.h>

static int has_all(unsigned found, unsigned wanted) { return (found & wanted) == wanted; }

static int detect(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  if (!has_all(c, bit_SSE42 | bit_POPCNT | bit_MOVBE | bit_FMA | bit_F16C | bit_AVX | bit_OSXSAVE)) {
    return 0;
  }
  // Whether the kernel saves the registers.
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if (!has_all(low, 6)) return 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has_all(b, bit_AVX2 | bit_BMI | bit_BMI2)) {
    return 0;
  }
  return __get_cpuid(0x80000001, &a, &b, &c, &d) && has_all(c, bit_LZCNT);
}

int pixels_has_avx2(void) {
  static int known = -1;
  if (known < 0) known = detect();
  return known;
}
#endif
