// Finds the conformances of classes instead of the Swift runtime (stdlib/public/runtime/
// ProtocolConformance.cpp), which compares a protocol with those of all 3,800 conformances of an
// executable when it meets a class for the first time, with 39 instructions each. SwiftNIO needs
// eight for its first connection: a third of the instructions of a single request.

#include "CStart.h"

#include <pthread.h>
#include <stdint.h>

// Structures of swift/ABI/Metadata.h. An offset is relative to its own address.
struct conformance {
  int32_t protocol, type, witnesses, flags;
};

struct class {
  uintptr_t kind;
  const struct class *superclass;
  uint64_t sizes[3];
  const int32_t *descriptor;
};

enum { LAST_OTHER_KIND = 0x7FF, DESCRIBED_SUPERCLASS = 5 };
// The other flags mean that a conformance depends on conditions or on an actor.
enum { TYPE_IS_INDIRECT = 1 << 3, UNCONDITIONAL_FLAGS = 0x3007F };

extern const void *swift_getWitnessTable(
  const struct conformance *one, const struct class *type, const void *const *arguments
);
extern const int32_t __start_swift5_protocol_conformances[], __stop_swift5_protocol_conformances[];

// Numbers of conformances, from 1, by the hash of type and protocol.
enum { SLOTS = 1 << 13 };
static uint16_t slots[SLOTS];
static int is_indexed;

static const void *target(const int32_t *offset, unsigned is_indirect) {
  const char *found = (const char *)offset + (*offset & ~1);
  return is_indirect ? *(const void *const *)found : found;
}

static const void *protocol_of(const struct conformance *one) {
  return target(&one->protocol, one->protocol & 1);
}

static const void *type_of(const struct conformance *one) {
  return target(&one->type, one->flags & TYPE_IS_INDIRECT);
}

static const struct conformance *conformance(size_t number) {
  return target(&__start_swift5_protocol_conformances[number - 1], 0);
}

// Returns the slot of a conformance, or an empty one.
static uint16_t *slot(const void *type, const void *protocol) {
  size_t at = ((uintptr_t)type * 31 + (uintptr_t)protocol) * 0x9E3779B97F4A7C15 >> 51;
  for (; slots[at]; at = (at + 1) % SLOTS) {
    const struct conformance *one = conformance(slots[at]);
    if (type_of(one) == type && protocol_of(one) == protocol) break;
  }
  return &slots[at];
}

static void index_conformances(void) {
  size_t count = __stop_swift5_protocol_conformances - __start_swift5_protocol_conformances;
  is_indexed = count < SLOTS / 4 * 3;
  for (size_t i = 1; is_indexed && i <= count; i++) {
    *slot(type_of(conformance(i)), protocol_of(conformance(i))) = (uint16_t)i;
  }
}

int find_witnesses(const void *type, const void *protocol, const void **witnesses) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const struct class *current = type;
  if (current->kind && current->kind <= LAST_OTHER_KIND) return 0;
  pthread_once(&once, index_conformances);
  *witnesses = 0;
  while (is_indexed && current->descriptor) {
    size_t number = *slot(current->descriptor, protocol);
    if (number) {
      const struct conformance *one = conformance(number);
      if (one->flags & ~UNCONDITIONAL_FLAGS) return 0;
      *witnesses = swift_getWitnessTable(one, current, 0);
      return 1;
    }
    // The superclass of a generic class may be missing until its metadata is complete.
    if (!current->superclass) return !current->descriptor[DESCRIBED_SUPERCLASS];
    current = current->superclass;
  }
  return 0;
}

// Exists in executables that are linked with --wrap.
extern const void *__real_swift_conformsToProtocolWithExecutionContext(
  const void *type, const void *protocol, void *context
) __attribute__((weak));

const void *__wrap_swift_conformsToProtocolWithExecutionContext(
  const void *type, const void *protocol, void *context
) {
  const void *found;
  return find_witnesses(type, protocol, &found)
    ? found : __real_swift_conformsToProtocolWithExecutionContext(type, protocol, context);
}

const void *__wrap_swift_conformsToProtocol(const void *type, const void *protocol) {
  return __wrap_swift_conformsToProtocolWithExecutionContext(type, protocol, 0);
}
