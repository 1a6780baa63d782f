// Shared by the files of this target.

#ifndef CPIXELS_INTERNAL_H
#define CPIXELS_INTERNAL_H

#include "CPixels.h"

#include <stdio.h>

// The arguments of a decoder.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  const pixels_limits *limits;
  const pixels_request *request;
  char *message;
} pixels_input;

// Bytes of the input.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} pixels_span;

enum { PIXELS_MESSAGE = 160 };

// Writes a reason and returns the code.
int pixels_fail(char *message, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Checks a size from a header against the limit of pixels.
int pixels_check_size(const pixels_input *input, int64_t width, int64_t height);

// Sets the size and allocates the pixels. The content is the whole picture.
int pixels_allocate(pixels_picture *picture, int width, int height, int colour);

// Replaces the pixels with those of a different size, and takes ownership of `bytes`. Keeps the
// profile.
void pixels_replace(pixels_picture *picture, uint8_t *bytes, int width, int height, int colour);

// Copies bytes into an empty buffer. Returns PIXELS_OK or PIXELS_NO_MEMORY.
int pixels_copy(pixels_buffer *buffer, const void *bytes, size_t count);

// Opens a file in memory, whose content is in the buffer after pixels_close. Returns null if memory
// is short.
FILE *pixels_open(pixels_buffer *buffer);

// Closes the file, which may be null. Returns the code, or PIXELS_NO_MEMORY.
int pixels_close(FILE *file, int code);

// Keeps an ICC profile if it matches the picture's channels, is not sRGB, and is not too large.
int pixels_keep_profile(pixels_picture *picture, const uint8_t *bytes, size_t count);

// Converts grey or RGBA to RGB: transparent pixels are placed over white. Returns a new array, or
// null.
uint8_t *pixels_flatten(const pixels_picture *picture);

// Copies the ICC profile of a JPEG file from the markers before its first scan.
int pixels_read_jpeg_profile(const pixels_input *input, pixels_picture *picture);

int pixels_decode_jpeg(const pixels_input *input, pixels_picture *picture);
int pixels_decode_png(const pixels_input *input, pixels_picture *picture);
int pixels_decode_webp(const pixels_input *input, pixels_picture *picture);
int pixels_decode_gif(const pixels_input *input, pixels_picture *picture);

int pixels_encode_jpeg(int quality, const pixels_picture *picture, pixels_buffer *output,
                       char *message);
int pixels_encode_png(const pixels_picture *picture, pixels_buffer *output, char *message);
int pixels_encode_webp(int quality, const pixels_picture *picture, pixels_buffer *output,
                       char *message);

// The number of channels of a colour.
static inline int pixels_channels(int colour) { return colour == PIXELS_YCC ? 3 : colour; }

// v × a ÷ 255, rounded, for values up to 255.
static inline uint8_t pixels_multiply(unsigned v, unsigned a) {
  unsigned t = v * a + 128;
  return (uint8_t)((t + (t >> 8)) >> 8);
}

#endif
