// Shared by the files of JPEG.

#ifndef CPIXELS_JPEG_H
#define CPIXELS_JPEG_H

#include "internal.h"

// Scaled decoding leaves at least this factor to the filter of pixels_scale. The worst SSIM with
// vips at 256 px is then 0.984. With a factor of 2, as in vips, it is 0.987, and a photo takes
// twice as long.
#define PIXELS_JPEG_MARGIN 1.5

// A marker with its data. Standalone markers are skipped.
typedef struct {
  int marker;
  const uint8_t *bytes;
  size_t count;
} jpeg_segment;

// Reads the segment at or after `at`, and advances. Returns 0 if there is none. The scan after SOS
// is not a segment, so callers stop there.
int pixels_next_segment(const pixels_input *input, size_t *at, jpeg_segment *segment);

// Chooses N of the scale N/8 from the size of the file and the least size of the caller.
unsigned pixels_choose_jpeg_scale(const pixels_input *input, int width, int height);

// Decodes a baseline file at a scale below 8/8. Returns -1 if the file is of another kind or
// damaged, and libjpeg-turbo has to decode it.
int pixels_decode_baseline(const pixels_input *input, pixels_picture *picture);

// Copies the ICC profile from the markers before the first scan.
int pixels_read_jpeg_profile(const pixels_input *input, pixels_picture *picture);

#endif
