// ICC profiles.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

// The maximum size of a profile in bytes. Those of printers are smaller.
enum { LARGEST_PROFILE = 1 << 20 };

static uint32_t big32(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Finds a tag of a profile. Returns its data, or null.
static const uint8_t *find_tag(const uint8_t *bytes, size_t count, const char *name, size_t *size) {
  size_t tags = big32(bytes + 128);
  for (size_t i = 0; i < tags && 132 + 12 * (i + 1) <= count; i++) {
    const uint8_t *tag = bytes + 132 + 12 * i;
    if (memcmp(tag, name, 4) != 0) continue;
    size_t offset = big32(tag + 4);
    *size = big32(tag + 8);
    // Subtracts, because a hostile size could make a sum overflow.
    return offset <= count && *size <= count - offset ? bytes + offset : 0;
  }
  return 0;
}

// Reads a description as ASCII: text of version 2, or the first entry of version 4 in UTF-16.
static void read_description(const uint8_t *tag, size_t size, char text[64]) {
  size_t length = 0;
  if (size > 12 && memcmp(tag, "desc", 4) == 0) {
    for (size_t i = 12; i < size && tag[i] && length < 63; i++) text[length++] = (char)tag[i];
  } else if (size >= 28 && memcmp(tag, "mluc", 4) == 0) {
    size_t bytes = big32(tag + 20), offset = big32(tag + 24);
    for (size_t i = 0; i + 1 < bytes && offset + i + 1 < size && length < 63; i += 2) {
      text[length++] = tag[offset + i] ? '?' : (char)tag[offset + i + 1];
    }
  }
  text[length] = 0;
}

// Whether the profile's description is that of sRGB. Linear variants and scRGB are not sRGB.
static int is_srgb(const uint8_t *bytes, size_t count) {
  size_t size;
  const uint8_t *tag = find_tag(bytes, count, "desc", &size);
  char text[64];
  if (!tag) return 0;
  read_description(tag, size, text);
  if (strcmp(text, "c2") == 0) return 1;  // Facebook's small profile, called TINYsRGB
  return strncmp(text, "sRGB", 4) == 0 && !strstr(text, "inear") && !strstr(text, "g10");
}

int pixels_keep_profile(pixels_picture *picture, const uint8_t *bytes, size_t count) {
  if (count < 132 || memcmp(bytes + 36, "acsp", 4) != 0) return PIXELS_OK;
  const char *space = picture->colour == PIXELS_GREY ? "GRAY" : "RGB ";
  if (memcmp(bytes + 16, space, 4) != 0 || is_srgb(bytes, count)) return PIXELS_OK;
  // The header states the size; bytes after it are padding.
  size_t size = big32(bytes);
  if (size < 132 || size > count) size = count;
  if (size <= LARGEST_PROFILE) return pixels_copy(&picture->profile, bytes, size);
  picture->flags |= PIXELS_NO_PROFILE;
  return PIXELS_OK;
}

// The profile of a JPEG file is read without libjpeg, which appends each saved marker to the end of
// a list that it walks from the start. A file with a million markers would take minutes.

static const char icc_name[12] = "ICC_PROFILE";

// The parts of a profile.
typedef struct {
  pixels_span parts[256];  // by sequence number, from 1
  int count;
} profile;

// Keeps a part of the profile, if the APP2 segment is one.
static void add_part(profile *found, const uint8_t *bytes, size_t count) {
  if (count <= 14 || memcmp(bytes, icc_name, sizeof icc_name) != 0) return;
  pixels_span *part = &found->parts[bytes[12]];
  if (!part->bytes) *part = (pixels_span){bytes + 14, count - 14};
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
