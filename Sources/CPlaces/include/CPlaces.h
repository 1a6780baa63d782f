// Data tables of cities-sync. NOTICE lists their sources and licences.
#pragma once

#define WIRELINE_PLACE_TABLE(name)                             \
  extern const unsigned char wireline_##name##_bytes[];        \
  extern const long wireline_##name##_count;                   \
  static inline const unsigned char *wireline_##name(void) {   \
    return wireline_##name##_bytes;                            \
  }

WIRELINE_PLACE_TABLE(places)
WIRELINE_PLACE_TABLE(areas)
WIRELINE_PLACE_TABLE(regions)
