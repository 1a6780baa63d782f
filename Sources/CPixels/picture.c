// Allocates pictures and buffers, and checks sizes against the limits.

#include "internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int pixels_fail(char *message, int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, PIXELS_MESSAGE, format, arguments);
  va_end(arguments);
  return code;
}

int pixels_check_size(const pixels_input *input, int64_t width, int64_t height) {
  if (width < 1 || height < 1 || width > INT32_MAX || height > INT32_MAX) {
    return pixels_fail(input->message, PIXELS_DAMAGED, "invalid size %lld×%lld", (long long)width,
                       (long long)height);
  }
  if (width > input->limits->pixels / height) {
    long long millions = (width * height + 999999) / 1000000;
    return pixels_fail(input->message, PIXELS_TOO_LARGE,
                       "%lld×%lld pixels, more than %lld; --max-pixels %lldM permits them",
                       (long long)width, (long long)height, (long long)input->limits->pixels,
                       millions);
  }
  return PIXELS_OK;
}

int pixels_allocate(pixels_picture *picture, int width, int height, int colour) {
  size_t row = (size_t)width * (size_t)pixels_channels(colour);
  size_t count;
  if (__builtin_mul_overflow(row, (size_t)height, &count)) return PIXELS_NO_MEMORY;
  uint8_t *bytes = malloc(count);
  if (!bytes) return PIXELS_NO_MEMORY;
  pixels_replace(picture, bytes, width, height, colour);
  picture->full_width = width;
  picture->full_height = height;
  return PIXELS_OK;
}

void pixels_replace(pixels_picture *picture, uint8_t *bytes, int width, int height, int colour) {
  free(picture->bytes);
  picture->bytes = bytes;
  picture->width = width;
  picture->height = height;
  picture->colour = colour;
  picture->content_x = 0;
  picture->content_y = 0;
  picture->content_width = width;
  picture->content_height = height;
}

int pixels_copy(pixels_buffer *buffer, const void *bytes, size_t count) {
  // malloc(0) may return null, which means here that memory is short.
  buffer->bytes = malloc(count ? count : 1);
  if (!buffer->bytes) return PIXELS_NO_MEMORY;
  if (count) memcpy(buffer->bytes, bytes, count);
  buffer->count = count;
  return PIXELS_OK;
}

FILE *pixels_open(pixels_buffer *buffer) {
  return open_memstream((char **)&buffer->bytes, &buffer->count);
}

int pixels_close(FILE *file, int code) {
  // The address and the size of the buffer are valid after fclose only.
  return file && fclose(file) == 0 ? code : PIXELS_NO_MEMORY;
}

void pixels_release(pixels_picture *picture) {
  free(picture->bytes);
  free(picture->profile.bytes);
  memset(picture, 0, sizeof *picture);
}
