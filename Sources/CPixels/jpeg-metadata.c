// ICC profile, Exif and XMP of a JPEG file.
//
// libjpeg appends each saved marker to the end of a list that it walks from the start, so a file
// with a million markers takes minutes.

#include "jpeg.h"

#include <stdlib.h>
#include <string.h>

static const char icc_name[12] = "ICC_PROFILE";
static const char xmp_name[29] = "http://ns.adobe.com/xap/1.0/";

typedef struct {
  const uint8_t *bytes;
  size_t count;
} span;

typedef struct {
  span exif, xmp;
  span icc[256];  // by sequence number, from 1
  int icc_count;
} markers;

static int has_name(const uint8_t *bytes, size_t count, const char *name, size_t length) {
  return count >= length && memcmp(bytes, name, length) == 0;
}

static void collect(markers *found, int marker, const uint8_t *bytes, size_t count) {
  if (marker == 0xE1 && has_name(bytes, count, "Exif\0", 6) && !found->exif.bytes) {
    found->exif = (span){bytes + 6, count - 6};
  } else if (marker == 0xE1 && has_name(bytes, count, xmp_name, sizeof xmp_name)) {
    if (!found->xmp.bytes) found->xmp = (span){bytes + sizeof xmp_name, count - sizeof xmp_name};
  } else if (marker == 0xE2 && has_name(bytes, count, icc_name, sizeof icc_name) && count > 14) {
    int number = bytes[12];
    if (!found->icc[number].bytes) found->icc[number] = (span){bytes + 14, count - 14};
    found->icc_count = bytes[13];
  }
}

int pixels_next_segment(const pixels_input *input, size_t *at, jpeg_segment *segment) {
  const uint8_t *bytes = input->bytes;
  size_t count = input->count;
  while (*at + 4 <= count) {
    int marker = bytes[*at + 1];
    // Bytes between segments and repeated 0xFF are skipped, as the library does.
    if (bytes[*at] != 0xFF || marker == 0xFF) {
      ++*at;
      continue;
    }
    if (marker < 2 || (marker >= 0xD0 && marker <= 0xD8)) {
      *at += 2;
      continue;
    }
    if (marker == 0xD9) return 0;
    size_t length = (size_t)bytes[*at + 2] << 8 | bytes[*at + 3];
    if (length < 2 || length > count - *at - 2) return 0;
    *segment = (jpeg_segment){marker, bytes + *at + 4, length - 2};
    *at += 2 + length;
    return 1;
  }
  return 0;
}

// Reads the markers up to the first scan.
static void read_markers(const pixels_input *input, markers *found) {
  size_t at = 2;
  jpeg_segment segment;
  while (pixels_next_segment(input, &at, &segment) && segment.marker != 0xDA) {
    collect(found, segment.marker, segment.bytes, segment.count);
  }
}

static int keep_profile(const markers *found, pixels_picture *picture) {
  size_t count = 0;
  for (int i = 1; i <= found->icc_count; i++) {
    if (!found->icc[i].bytes) return PIXELS_OK;
    count += found->icc[i].count;
  }
  if (count == 0) return PIXELS_OK;
  uint8_t *profile = malloc(count), *end = profile;
  if (!profile) return PIXELS_NO_MEMORY;
  for (int i = 1; i <= found->icc_count; i++) {
    memcpy(end, found->icc[i].bytes, found->icc[i].count);
    end += found->icc[i].count;
  }
  int code = pixels_keep_profile(picture, profile, count);
  free(profile);
  return code;
}

int pixels_read_jpeg_metadata(const pixels_input *input, pixels_picture *picture) {
  markers found = {0};
  read_markers(input, &found);
  int code = keep_profile(&found, picture);
  if (code != PIXELS_OK || !input->wishes->keeps_metadata) return code;
  if (found.exif.bytes) code = pixels_keep_exif(picture, found.exif.bytes, found.exif.count);
  if (code == PIXELS_OK && found.xmp.bytes) {
    code = pixels_copy(&picture->xmp, found.xmp.bytes, found.xmp.count);
  }
  return code;
}
