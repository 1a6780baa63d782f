// Data tables that are compiled into the executables. NOTICE lists their sources and licences.
#pragma once

#define WIRELINE_TABLE(name)                                   \
  extern const unsigned char wireline_##name##_bytes[];        \
  extern const long wireline_##name##_count;                   \
  static inline const unsigned char *wireline_##name(void) {   \
    return wireline_##name##_bytes;                            \
  }

WIRELINE_TABLE(completion_bash)
WIRELINE_TABLE(completion_zsh)
WIRELINE_TABLE(completion_fish)
WIRELINE_TABLE(public_suffixes)
WIRELINE_TABLE(countries)
WIRELINE_TABLE(media_types)
WIRELINE_TABLE(yelp_categories)
WIRELINE_TABLE(curl_options)
