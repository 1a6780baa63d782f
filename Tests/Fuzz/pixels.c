// Decodes, transforms and encodes images in its own process, where sanitizers find errors that
// imgfetch and its workers survive. libFuzzer calls it with files, and with mutations of them.

#include "CPixels.h"

#include <stdlib.h>
#include <string.h>

// Small, so that an image takes milliseconds.
static const pixels_limits limits = {.pixels = 1 << 22, .scans = 100};

static int format_of(const uint8_t *bytes, size_t count) {
  if (count < 12) return 0;
  if (!memcmp(bytes, "\xFF\xD8", 2)) return PIXELS_JPEG;
  if (!memcmp(bytes, "\x89PNG", 4)) return PIXELS_PNG;
  if (!memcmp(bytes, "GIF8", 4)) return PIXELS_GIF;
  return !memcmp(bytes, "RIFF", 4) ? PIXELS_WEBP : 0;
}

// Returns a number below `count`, from the bytes of the image: a file always has the same steps.
static unsigned choose(uint64_t *state, unsigned count) {
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (unsigned)(*state >> 33) % count;
}

static int transform(pixels_picture *picture, uint64_t *state) {
  int code = pixels_orient(picture, 1 + (int)choose(state, 8));
  if (code) return code;
  double width = picture->width, height = picture->height;
  double x = width * choose(state, 4) / 8, y = height * choose(state, 4) / 8;
  width = (width - x) * (1 + choose(state, 4)) / 4;
  height = (height - y) * (1 + choose(state, 4)) / 4;
  int new_width = 1 + (int)choose(state, 80), new_height = 1 + (int)choose(state, 80);
  code = pixels_scale(picture, x, y, width, height, new_width, new_height);
  if (code) return code;
  if (choose(state, 2)) {
    code = pixels_pad(
      picture, picture->width + (int)choose(state, 9), picture->height + (int)choose(state, 9));
  }
  if (code || picture->colour == PIXELS_YCC || choose(state, 2)) return code;
  int side = picture->width < picture->height ? picture->width : picture->height;
  return pixels_round(picture, side * (1 + choose(state, 4)) / 8.0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  int format = format_of(bytes, count);
  if (!format) return 0;
  uint64_t state = count;
  for (size_t i = 0; i < count; i++) state = state * 31 + bytes[i];
  // WebP is slow to encode, GIF is never encoded.
  static const int results[] = {PIXELS_JPEG, PIXELS_JPEG, PIXELS_PNG, PIXELS_WEBP};
  int result = results[choose(&state, 4)];
  int least = (int)choose(&state, 3) * 8;
  pixels_request request = {least, least, result == PIXELS_JPEG && choose(&state, 2),
                            (int)choose(&state, 2)};
  pixels_picture picture = {0};
  pixels_buffer output = {0};
  char message[160];
  int code = pixels_decode(format, bytes, count, &limits, &request, &picture, message);
  if (!code) code = transform(&picture, &state);
  if (!code) {
    pixels_is_opaque(&picture);
    int quality = 1 + (int)choose(&state, 100);
    code = pixels_encode(result, quality, &picture, &output, message);
  }
  pixels_release(&picture);
  free(output.bytes);
  return 0;
}
