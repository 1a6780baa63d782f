// Rotates and mirrors pictures, and places them on canvases.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

// The path through the picture that has the pixels of the result in order: the pixel of the result
// at x, y is at the byte start + x × across + y × down of the picture.
typedef struct {
  ptrdiff_t start, across, down;
} walk;

enum { BLOCK = 32 };

static inline void copy_block(const uint8_t *from, walk path, uint8_t *to, int width, int height,
                              int result_width, int channels) {
  for (int y = 0; y < height; y++) {
    const uint8_t *pixel = from + y * path.down;
    uint8_t *result = to + (ptrdiff_t)y * result_width * channels;
    for (int x = 0; x < width; x++, pixel += path.across, result += channels) {
      for (int c = 0; c < channels; c++) result[c] = pixel[c];
    }
  }
}

// Copies in blocks, because walking along columns would miss the cache.
static void copy(const uint8_t *from, walk path, uint8_t *to, int width, int height,
                 int channels) {
  for (int y = 0; y < height; y += BLOCK) {
    for (int x = 0; x < width; x += BLOCK) {
      const uint8_t *first = from + path.start + x * path.across + y * path.down;
      uint8_t *result = to + ((ptrdiff_t)y * width + x) * channels;
      int columns = width - x < BLOCK ? width - x : BLOCK;
      int rows = height - y < BLOCK ? height - y : BLOCK;
      if (channels == 3) {
        copy_block(first, path, result, columns, rows, width, 3);
      } else if (channels == 4) {
        copy_block(first, path, result, columns, rows, width, 4);
      } else {
        copy_block(first, path, result, columns, rows, width, 1);
      }
    }
  }
}

int pixels_orient(pixels_picture *picture, int orientation) {
  if (orientation < 2 || orientation > 8) return PIXELS_OK;
  // Each axis of the picture in the file may be reversed. Orientations 5 to 8 then transpose it.
  int is_transposed = orientation >= 5;
  int reverses_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  int reverses_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  int width = is_transposed ? picture->height : picture->width;
  int height = is_transposed ? picture->width : picture->height;
  int channels = pixels_channels(picture->colour);
  ptrdiff_t row = (ptrdiff_t)picture->width * channels;
  ptrdiff_t step_x = reverses_x ? -channels : channels, step_y = reverses_y ? -row : row;
  walk path = {
    .start = (reverses_x ? row - channels : 0) + (reverses_y ? row * (picture->height - 1) : 0),
    .across = is_transposed ? step_y : step_x,
    .down = is_transposed ? step_x : step_y,
  };
  double x = picture->content_x, y = picture->content_y;
  double content_width = picture->content_width, content_height = picture->content_height;
  if (reverses_x) x = picture->width - x - content_width;
  if (reverses_y) y = picture->height - y - content_height;

  uint8_t *bytes = malloc((size_t)width * (size_t)height * (size_t)channels);
  if (!bytes) return PIXELS_NO_MEMORY;
  copy(picture->bytes, path, bytes, width, height, channels);
  pixels_replace(picture, bytes, width, height, picture->colour);
  picture->content_x = is_transposed ? y : x;
  picture->content_y = is_transposed ? x : y;
  picture->content_width = is_transposed ? content_height : content_width;
  picture->content_height = is_transposed ? content_width : content_height;
  return PIXELS_OK;
}

int pixels_pad(pixels_picture *picture, int width, int height) {
  if (width < picture->width || height < picture->height) return PIXELS_UNSUPPORTED;
  pixels_picture canvas = {0};
  int code = pixels_allocate(&canvas, width, height, picture->colour);
  if (code != PIXELS_OK) return code;
  size_t channels = (size_t)pixels_channels(picture->colour), stride = (size_t)width * channels;
  memset(canvas.bytes, 255, stride * (size_t)height);
  if (picture->colour == PIXELS_YCC) {
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
      canvas.bytes[3 * i + 1] = canvas.bytes[3 * i + 2] = 128;
    }
  }
  size_t row = (size_t)picture->width * channels;
  uint8_t *first = canvas.bytes + (size_t)((height - picture->height) / 2) * stride +
                   (size_t)((width - picture->width) / 2) * channels;
  for (size_t y = 0; y < (size_t)picture->height; y++) {
    memcpy(first + y * stride, picture->bytes + y * row, row);
  }
  pixels_replace(picture, canvas.bytes, width, height, picture->colour);
  return PIXELS_OK;
}
