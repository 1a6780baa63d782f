// Scales pictures: averages boxes of pixels until the picture is two to four times as large as the
// result, then applies a Lanczos filter, like vips. Works in bands of rows, whose memory is small
// enough for the cache.
//
// libyuv is not used, because it only averages whole pixels. At 256 px, the mean SSIM with vips is
// 0.963 for libyuv (0.950 for the worst of 200 photos), and 0.987 (0.984) for this filter.

#include "filter.h"
#include "internal.h"
#include "vectorised.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BAND = 64 };

// The part of a picture to scale. Its samples are bytes times 128; each pass of the filter halves
// them.
typedef struct {
  const pixels_picture *picture;
  int channels;
  int left, top, right, bottom;  // in pixels
  int box_width, box_height;
  int columns, rows;  // in boxes
  int stride;
  uint32_t *sums;     // the sums of one row of boxes, for each column of pixels
} source;

static int round_up(int value, int multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// Loads a row of single pixels. Colours are multiplied by alpha.
PIXELS_BODY void load_pixels_body(const uint8_t *pixels, int count, int channels, int16_t *row,
                                  size_t plane) {
  if (channels == 1) {
    for (int x = 0; x < count; x++) row[x] = (int16_t)(pixels[x] << 7);
  } else if (channels == 3) {
    for (int x = 0; x < count; x++) {
      row[x] = (int16_t)(pixels[3 * x] << 7);
      row[(size_t)x + plane] = (int16_t)(pixels[3 * x + 1] << 7);
      row[(size_t)x + 2 * plane] = (int16_t)(pixels[3 * x + 2] << 7);
    }
  } else {
    for (int x = 0; x < count; x++) {
      float alpha = pixels[4 * x + 3] * (128.0f / 255.0f);
      row[x] = (int16_t)(pixels[4 * x] * alpha + 0.5f);
      row[(size_t)x + plane] = (int16_t)(pixels[4 * x + 1] * alpha + 0.5f);
      row[(size_t)x + 2 * plane] = (int16_t)(pixels[4 * x + 2] * alpha + 0.5f);
      row[(size_t)x + 3 * plane] = (int16_t)(pixels[4 * x + 3] << 7);
    }
  }
}

PIXELS_VECTORISED(static, void, load_pixels,
                  (const uint8_t *pixels, int count, int channels, int16_t *row, size_t plane),
                  (pixels, count, channels, row, plane))

PIXELS_BODY void add_row_body(const uint8_t *pixels, size_t count, uint32_t *sums) {
  for (size_t i = 0; i < count; i++) sums[i] += pixels[i];
}

PIXELS_VECTORISED(static, void, add_row,
                  (const uint8_t *pixels, size_t count, uint32_t *sums),
                  (pixels, count, sums))

PIXELS_BODY void add_row_with_alpha_body(const uint8_t *pixels, size_t count, uint32_t *sums) {
  for (size_t i = 0; i < count; i++) {
    uint32_t alpha = pixels[4 * i + 3];
    for (size_t c = 0; c < 3; c++) sums[4 * i + c] += pixels[4 * i + c] * alpha;
    sums[4 * i + 3] += alpha;
  }
}

PIXELS_VECTORISED(static, void, add_row_with_alpha,
                  (const uint8_t *pixels, size_t count, uint32_t *sums),
                  (pixels, count, sums))

// Averages the sums of a row of boxes. Each caller passes a constant number of channels, so that
// the compiler unrolls the loops over them.
static inline __attribute__((always_inline)) void average(const source *from, size_t channels,
                                                          int height, int16_t *row, size_t plane) {
  size_t width = (size_t)(from->right - from->left), box_width = (size_t)from->box_width;
  const uint32_t *sums = from->sums;
  for (size_t box = 0; box < (size_t)from->columns; box++) {
    size_t left = width - box * box_width, count = box_width < left ? box_width : left;
    uint64_t totals[4] = {0};
    for (size_t x = 0; x < count; x++, sums += channels) {
      for (size_t c = 0; c < channels; c++) totals[c] += sums[c];
    }
    float factor = 128.0f / (float)(count * (size_t)height);
    for (size_t c = 0; c < channels; c++) {
      float alpha = channels == 4 && c < 3 ? 255 : 1;  // colours are sums of products
      row[box + c * plane] = (int16_t)((float)totals[c] * factor / alpha + 0.5f);
    }
  }
}

// Loads a row of boxes. Those at the right and at the bottom can be smaller.
static void load_boxes(const source *from, int box_row, int16_t *row, size_t plane) {
  const pixels_picture *picture = from->picture;
  int top = from->top + box_row * from->box_height, bottom = top + from->box_height;
  if (bottom > from->bottom) bottom = from->bottom;
  size_t channels = (size_t)from->channels, width = (size_t)(from->right - from->left);
  memset(from->sums, 0, sizeof *from->sums * width * channels);
  // The sums of 4,096 rows fit into 32 bits; of more rows, some are skipped.
  int step = (bottom - top) / 4096 + 1, count = 0;
  for (int y = top; y < bottom; y += step, count++) {
    const uint8_t *pixels =
        picture->bytes + ((size_t)y * (size_t)picture->width + (size_t)from->left) * channels;
    if (channels == 4) {
      add_row_with_alpha(pixels, width, from->sums);
    } else {
      add_row(pixels, width * channels, from->sums);
    }
  }
  switch (channels) {
    case 1: average(from, 1, count, row, plane); break;
    case 3: average(from, 3, count, row, plane); break;
    default: average(from, 4, count, row, plane);
  }
}

// Loads rows of boxes into planes, one for each channel.
static void load(const source *from, int first, int last, int16_t *rows, size_t plane) {
  for (int y = first; y < last; y++, rows += from->stride) {
    if (from->box_width > 1 || from->box_height > 1) {
      load_boxes(from, y, rows, plane);
    } else {
      size_t offset = (size_t)(from->top + y) * (size_t)from->picture->width + (size_t)from->left;
      load_pixels(from->picture->bytes + offset * (size_t)from->channels, from->columns,
                  from->channels, rows, plane);
    }
  }
}

// Converts a sample after both passes, which is a byte times 32.
static uint8_t to_byte(int sample) {
  int value = (sample + 16) >> 5;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// Stores a row of planes as pixels.
PIXELS_BODY void store_pixels_body(const int16_t *row, size_t plane, int count, int channels,
                                   uint8_t *pixels) {
  if (channels == 1) {
    for (int x = 0; x < count; x++) pixels[x] = to_byte(row[x]);
  } else if (channels == 3) {
    for (int x = 0; x < count; x++) {
      pixels[3 * x] = to_byte(row[x]);
      pixels[3 * x + 1] = to_byte(row[(size_t)x + plane]);
      pixels[3 * x + 2] = to_byte(row[(size_t)x + 2 * plane]);
    }
  } else {
    for (int x = 0; x < count; x++) {
      int alpha = row[(size_t)x + 3 * plane];
      uint8_t opacity = to_byte(alpha);
      float factor = opacity ? 255.0f / (float)(alpha < 8160 ? alpha : 8160) : 0;
      for (int c = 0; c < 3; c++) {
        float value = row[(size_t)x + (size_t)c * plane] * factor + 0.5f;
        pixels[4 * x + c] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
      }
      pixels[4 * x + 3] = opacity;
    }
  }
}

PIXELS_VECTORISED(static, void, store_pixels,
                  (const int16_t *row, size_t plane, int count, int channels, uint8_t *pixels),
                  (row, plane, count, channels, pixels))

// The memory of a band. Each array has the size of its largest use.
typedef struct {
  int16_t *loaded;      // rows of boxes
  int16_t *filtered;    // BAND rows of boxes
  int16_t *transposed;  // a row of BAND for each column of boxes
  int16_t *narrow;      // a row of BAND for each new column
  int16_t *results;     // BAND rows of new columns
} band;

static int allocate_band(band *memory, const source *from, const pixels_filter *down,
                         const pixels_filter *across) {
  size_t stride = (size_t)from->stride, channels = (size_t)from->channels;
  size_t loaded = 0, width = (size_t)round_up(across->outputs, PIXELS_LANES);
  for (int y = 0; y < down->outputs; y += BAND) {
    int last = (y + BAND < down->outputs ? y + BAND : down->outputs) - 1;
    size_t rows = (size_t)(down->first[last] + down->taps - down->first[y]);
    if (rows > loaded) loaded = rows;
  }
  memory->loaded = calloc(loaded * stride * channels, sizeof(int16_t));
  memory->filtered = calloc(BAND * stride, sizeof(int16_t));
  memory->transposed = calloc(BAND * stride, sizeof(int16_t));
  memory->narrow = calloc(BAND * width, sizeof(int16_t));
  memory->results = calloc(BAND * width * channels, sizeof(int16_t));
  return memory->loaded && memory->filtered && memory->transposed && memory->narrow &&
         memory->results;
}

static void release_band(band *memory) {
  free(memory->loaded);
  free(memory->filtered);
  free(memory->transposed);
  free(memory->narrow);
  free(memory->results);
}

static void scale_band(const source *from, const pixels_filter *down, const pixels_filter *across,
                       int y, band *memory, uint8_t *result) {
  int end = y + BAND < down->outputs ? y + BAND : down->outputs;
  int base = down->first[y], rows = down->first[end - 1] + down->taps - base;
  int width = round_up(across->outputs, PIXELS_LANES);
  size_t plane = (size_t)rows * (size_t)from->stride, result_plane = (size_t)width * BAND;
  load(from, base, base + rows, memory->loaded, plane);
  for (size_t c = 0; c < (size_t)from->channels; c++) {
    pixels_filter_rows(down, y, end, memory->loaded + c * plane, base, from->stride,
                       memory->filtered);
    // The filter works on columns only: all samples of a row then have the same weight, which
    // vector instructions need. For the other direction the band is transposed, and then back.
    pixels_transpose(memory->filtered, BAND, from->columns, from->stride, memory->transposed, BAND);
    pixels_filter_rows(across, 0, across->outputs, memory->transposed, 0, BAND, memory->narrow);
    pixels_transpose(memory->narrow, across->outputs, BAND, BAND,
                     memory->results + c * result_plane, width);
  }
  for (int row = y; row < end; row++) {
    store_pixels(memory->results + (size_t)(row - y) * (size_t)width, result_plane,
                 across->outputs, from->channels,
                 result + (size_t)row * (size_t)across->outputs * (size_t)from->channels);
  }
}

// Copies a rectangle of whole pixels.
static void crop(const source *from, uint8_t *result) {
  size_t channels = (size_t)from->channels, row = (size_t)(from->right - from->left) * channels;
  for (int y = from->top; y < from->bottom; y++, result += row) {
    size_t offset = (size_t)y * (size_t)from->picture->width + (size_t)from->left;
    memcpy(result, from->picture->bytes + offset * channels, row);
  }
}

static int filter(source *from, double x, double y, double width, double height, int new_width,
                  int new_height, uint8_t *result) {
  pixels_filter down = {0}, across = {0};
  band memory = {0};
  from->sums = malloc(sizeof *from->sums * (size_t)(from->right - from->left) *
                      (size_t)from->channels);
  int is_ready = from->sums &&
                 pixels_make_filter(&across, (x - from->left) / from->box_width,
                                    width / from->box_width, from->columns, new_width) &&
                 pixels_make_filter(&down, (y - from->top) / from->box_height,
                                    height / from->box_height, from->rows, new_height) &&
                 allocate_band(&memory, from, &down, &across);
  for (int row = 0; is_ready && row < new_height; row += BAND) {
    scale_band(from, &down, &across, row, &memory, result);
  }
  release_band(&memory);
  pixels_release_filter(&down);
  pixels_release_filter(&across);
  free(from->sums);
  return is_ready ? PIXELS_OK : PIXELS_NO_MEMORY;
}

static int box_size(double length, int new_length) {
  double size = length / new_length / 2;
  return size < 2 ? 1 : (int)size;
}

int pixels_scale(pixels_picture *picture, double x, double y, double width, double height,
                 int new_width, int new_height) {
  double scale_x = picture->content_width / picture->width;
  double scale_y = picture->content_height / picture->height;
  x = picture->content_x + x * scale_x;
  y = picture->content_y + y * scale_y;
  width *= scale_x;
  height *= scale_y;
  source from = {.picture = picture, .channels = pixels_channels(picture->colour)};
  // A rounding error of the caller must not add a column or a row.
  from.left = (int)fmax(0, floor(x + 1e-6));
  from.top = (int)fmax(0, floor(y + 1e-6));
  from.right = (int)fmin(picture->width, ceil(x + width - 1e-6));
  from.bottom = (int)fmin(picture->height, ceil(y + height - 1e-6));
  if (from.left >= from.right || from.top >= from.bottom || new_width < 1 || new_height < 1) {
    return PIXELS_UNSUPPORTED;
  }
  int is_crop = from.right - from.left == new_width && from.bottom - from.top == new_height &&
                fabs(width - new_width) < 1e-6 && fabs(height - new_height) < 1e-6;
  if (is_crop && new_width == picture->width && new_height == picture->height) return PIXELS_OK;
  from.box_width = box_size(width, new_width);
  from.box_height = box_size(height, new_height);
  from.columns = (from.right - from.left + from.box_width - 1) / from.box_width;
  from.rows = (from.bottom - from.top + from.box_height - 1) / from.box_height;
  from.stride = round_up(from.columns, PIXELS_LANES);

  pixels_picture result = {0};
  int code = pixels_allocate(&result, new_width, new_height, picture->colour);
  if (code != PIXELS_OK) return code;
  if (is_crop) {
    crop(&from, result.bytes);
  } else {
    code = filter(&from, x, y, width, height, new_width, new_height, result.bytes);
  }
  if (code == PIXELS_OK) {
    pixels_replace(picture, result.bytes, new_width, new_height, picture->colour);
  } else {
    free(result.bytes);
  }
  return code;
}
