// Makes corners transparent, and replaces transparency with white.

#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Converts a pixel of grey or RGB to RGBA.
static void convert(const uint8_t *from, size_t channels, uint8_t *to) {
  for (size_t c = 0; c < 3; c++) to[c] = from[channels == 1 ? 0 : c];
  to[3] = 255;
}

static int convert_to_rgba(pixels_picture *picture) {
  if (picture->colour == PIXELS_RGBA) return PIXELS_OK;
  size_t count = (size_t)picture->width * (size_t)picture->height;
  size_t channels = (size_t)pixels_channels(picture->colour);
  uint8_t *bytes = malloc(count * 4);
  if (!bytes) return PIXELS_NO_MEMORY;
  for (size_t i = 0; i < count; i++) {
    convert(picture->bytes + i * channels, channels, bytes + i * 4);
  }
  // A profile for grey does not apply to RGB.
  if (picture->colour == PIXELS_GREY) {
    free(picture->profile.bytes);
    picture->profile = (pixels_buffer){0};
  }
  pixels_replace(picture, bytes, picture->width, picture->height, PIXELS_RGBA);
  return PIXELS_OK;
}

int pixels_round(pixels_picture *picture, double radius) {
  double largest = fmin(picture->width, picture->height) / 2.0;
  radius = fmin(radius, largest);
  int code = convert_to_rgba(picture);
  if (code != PIXELS_OK || !(radius > 0)) return code;
  int side = (int)ceil(radius);
  size_t width = (size_t)picture->width, height = (size_t)picture->height;
  for (size_t y = 0; y < (size_t)side; y++) {
    for (size_t x = 0; x < (size_t)side; x++) {
      double distance = hypot(radius - ((double)x + 0.5), radius - ((double)y + 0.5));
      // The share of the pixel inside the circle, whose edge is nearly straight within a pixel.
      double inside = fmin(1, fmax(0, radius - distance + 0.5));
      unsigned alpha = (unsigned)lrint(inside * 255);
      size_t columns[2] = {x, width - 1 - x}, rows[2] = {y, height - 1 - y};
      // With an odd side the corners share a column or row.
      for (int i = 0; i < (rows[1] == rows[0] ? 1 : 2); i++) {
        for (int j = 0; j < (columns[1] == columns[0] ? 1 : 2); j++) {
          uint8_t *opacity = picture->bytes + (rows[i] * width + columns[j]) * 4 + 3;
          *opacity = pixels_multiply(*opacity, alpha);
        }
      }
    }
  }
  return PIXELS_OK;
}

int pixels_is_opaque(const pixels_picture *picture) {
  if (picture->colour != PIXELS_RGBA) return 1;
  size_t count = (size_t)picture->width * (size_t)picture->height;
  for (size_t i = 0; i < count; i++) {
    if (picture->bytes[4 * i + 3] != 255) return 0;
  }
  return 1;
}

uint8_t *pixels_flatten(const pixels_picture *picture) {
  size_t count = (size_t)picture->width * (size_t)picture->height;
  size_t channels = (size_t)pixels_channels(picture->colour);
  uint8_t *result = malloc(count * 3);
  if (!result) return 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *pixel = picture->bytes + channels * i;
    uint8_t *target = result + 3 * i;
    if (channels < 4) {
      uint8_t rgba[4];
      convert(pixel, channels, rgba);
      memcpy(target, rgba, 3);
      continue;
    }
    unsigned white = 255u - pixel[3];
    for (size_t c = 0; c < 3; c++) {
      target[c] = (uint8_t)(pixels_multiply(pixel[c], pixel[3]) + white);
    }
  }
  return result;
}
