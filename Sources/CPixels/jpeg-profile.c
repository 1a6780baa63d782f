// The ICC profile of a JPEG file.
//
// libjpeg appends each saved marker to the end of a list that it walks from the start, so a file
// with a million markers takes minutes.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

static const char icc_name[12] = "ICC_PROFILE";

typedef struct {
  const uint8_t *bytes;
  size_t count;
} span;

// The parts of a profile.
typedef struct {
  span parts[256];  // by sequence number, from 1
  int count;
} profile;

// Keeps a part of the profile, if the APP2 segment is one.
static void add_part(profile *found, const uint8_t *bytes, size_t count) {
  if (count <= 14 || memcmp(bytes, icc_name, sizeof icc_name) != 0) return;
  span *part = &found->parts[bytes[12]];
  if (!part->bytes) *part = (span){bytes + 14, count - 14};
  found->count = bytes[13];
}

// Finds the parts of the profile before the first scan.
static void find_parts(const pixels_input *input, profile *found) {
  const uint8_t *bytes = input->bytes;
  size_t count = input->count;
  for (size_t at = 2; at + 4 <= count;) {
    int marker = bytes[at + 1];
    // Bytes between segments and repeated 0xFF are skipped, as the library does.
    if (bytes[at] != 0xFF || marker == 0xFF) {
      at++;
      continue;
    }
    // Standalone markers.
    if (marker < 2 || (marker >= 0xD0 && marker <= 0xD8)) {
      at += 2;
      continue;
    }
    if (marker == 0xD9 || marker == 0xDA) return;
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length < 2 || length > count - at - 2) return;
    if (marker == 0xE2) add_part(found, bytes + at + 4, length - 2);
    at += 2 + length;
  }
}

int pixels_read_jpeg_profile(const pixels_input *input, pixels_picture *picture) {
  profile found = {0};
  find_parts(input, &found);
  size_t count = 0;
  for (int i = 1; i <= found.count; i++) {
    if (!found.parts[i].bytes) return PIXELS_OK;
    count += found.parts[i].count;
  }
  if (count == 0) return PIXELS_OK;
  uint8_t *bytes = malloc(count), *end = bytes;
  if (!bytes) return PIXELS_NO_MEMORY;
  for (int i = 1; i <= found.count; i++) {
    memcpy(end, found.parts[i].bytes, found.parts[i].count);
    end += found.parts[i].count;
  }
  int code = pixels_keep_profile(picture, bytes, count);
  free(bytes);
  return code;
}
