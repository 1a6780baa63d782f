// Chooses the codec of a format, and completes the message of a failure.
//
// Only this file calls the codecs; the codecs use picture.c.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

int pixels_decode(int format, const uint8_t *bytes, size_t count, const pixels_limits *limits,
                  const pixels_request *request, pixels_picture *picture, char message[160]) {
  pixels_input input = {bytes, count, limits, request, message};
  int (*decode)(const pixels_input *, pixels_picture *) = 0;
  memset(picture, 0, sizeof *picture);
  message[0] = 0;
  switch (format) {
    case PIXELS_JPEG: decode = pixels_decode_jpeg; break;
    case PIXELS_PNG: decode = pixels_decode_png; break;
    case PIXELS_WEBP: decode = pixels_decode_webp; break;
    case PIXELS_GIF: decode = pixels_decode_gif; break;
    default: return pixels_fail(message, PIXELS_UNSUPPORTED, "no decoder for this format");
  }
  int code = decode(&input, picture);
  if (code == PIXELS_OK) return code;
  pixels_release(picture);
  if (!message[0]) {
    pixels_fail(message, code, "%s", code == PIXELS_NO_MEMORY ? "out of memory" : "invalid data");
  }
  return code;
}

int pixels_encode(int format, int quality, const pixels_picture *picture, pixels_buffer *output,
                  char message[160]) {
  memset(output, 0, sizeof *output);
  message[0] = 0;
  int code;
  switch (format) {
    case PIXELS_JPEG: code = pixels_encode_jpeg(quality, picture, output, message); break;
    case PIXELS_PNG: code = pixels_encode_png(picture, output, message); break;
    case PIXELS_WEBP: code = pixels_encode_webp(quality, picture, output, message); break;
    default: return pixels_fail(message, PIXELS_UNSUPPORTED, "no encoder for this format");
  }
  if (code == PIXELS_OK) return code;
  free(output->bytes);
  memset(output, 0, sizeof *output);
  if (!message[0]) {
    pixels_fail(message, code, "%s", code == PIXELS_NO_MEMORY ? "out of memory" : "cannot encode");
  }
  return code;
}
