// Functions that are compiled twice: for any processor, and for those with AVX2 and BMI2. Other
// architectures have what they need in their base.
//
// The first call asks the processor. The attribute target_clones would ask at each start of the
// program, whose cost is 0.05 ms in a virtual machine.

#ifndef CPIXELS_VECTORISED_H
#define CPIXELS_VECTORISED_H

#define PIXELS_BODY static inline __attribute__((always_inline))

#if defined(__x86_64__) && !__has_feature(address_sanitizer)
#define PIXELS_HAS_V3

// Whether the processor and the kernel have the level x86-64-v3 of the System V ABI.
int pixels_has_avx2(void);

// Defines `name`, which calls `name_body`.
#define PIXELS_VECTORISED(storage, result, name, parameters, arguments)                      \
  __attribute__((target("arch=x86-64-v3"), noinline)) static result name##_v3 parameters {   \
    return name##_body arguments;                                                            \
  }                                                                                          \
  storage result name parameters {                                                           \
    return pixels_has_avx2() ? name##_v3 arguments : name##_body arguments;                  \
  }
#else
#define PIXELS_VECTORISED(storage, result, name, parameters, arguments) \
  storage result name parameters { return name##_body arguments; }
#endif

#endif
