// Functions that are compiled twice: for any processor, and for those with AVX2 and BMI2. Other
// architectures have such instructions on every processor.
//
// The C library has queried the processor. The attribute target_clones would query it again at each
// start of the program, which takes 0.05 ms in a virtual machine.

#ifndef CPIXELS_VECTORISED_H
#define CPIXELS_VECTORISED_H

#define PIXELS_BODY static inline __attribute__((always_inline))

#if defined(__x86_64__) && !__has_feature(address_sanitizer)
#define PIXELS_HAS_V3

#include <sys/platform/x86.h>

// Whether the processor and the kernel have the level x86-64-v3 of the System V ABI.
static inline int pixels_has_v3(void) {
  return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(BMI1) && CPU_FEATURE_ACTIVE(BMI2) &&
         CPU_FEATURE_ACTIVE(F16C) && CPU_FEATURE_ACTIVE(FMA) && CPU_FEATURE_ACTIVE(LZCNT) &&
         CPU_FEATURE_ACTIVE(MOVBE);
}

// Defines `name`, which calls `name_body`.
#define PIXELS_VECTORISED(storage, result, name, parameters, arguments)                      \
  __attribute__((target("arch=x86-64-v3"), noinline)) static result name##_v3 parameters {   \
    return name##_body arguments;                                                            \
  }                                                                                          \
  storage result name parameters {                                                           \
    return pixels_has_v3() ? name##_v3 arguments : name##_body arguments;                  \
  }
#else
#define PIXELS_VECTORISED(storage, result, name, parameters, arguments) \
  storage result name parameters { return name##_body arguments; }
#endif

#endif
