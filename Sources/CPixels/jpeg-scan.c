// Decodes the scan of a baseline JPEG.

#include "filter.h"
#include "jpeg-baseline.h"
#include "jpeg-block.h"
#include "vectorised.h"

#include <stdlib.h>

// A unit has at most 6 blocks of 64 codes of at most 31 bits. The end is checked after each unit,
// so a damaged scan is read at most this far past it.
enum { READ_AHEAD = 6 * 64 * 4 + 64 };

// The last coefficient, in zigzag order, of a block with 2 samples a side.
enum { LAST_OF_2X2 = 4 };

// The position in the scan.
typedef struct {
  bit_reader bits;
  const uint8_t *end;   // of the segment in the buffer
  const uint8_t *next;  // the marker after it, in the file
  const uint8_t *file_end;
  int predictions[3];
} cursor;

// Copies a segment, up to the next marker, without the zeros after 0xFF.
static void read_segment(baseline *file, cursor *at) {
  uint8_t *end = file->buffer;
  const uint8_t *from = at->next;
  for (;;) {
    const uint8_t *escape = memchr(from, 0xFF, (size_t)(at->file_end - from));
    if (!escape || escape + 1 >= at->file_end) {
      escape = at->file_end;
    } else if (escape[1] == 0) {
      memcpy(end, from, (size_t)(escape + 1 - from));
      end += escape + 1 - from;
      from = escape + 2;
      continue;
    }
    memcpy(end, from, (size_t)(escape - from));
    end += escape - from;
    at->next = escape;
    break;
  }
  memset(end, 0, READ_AHEAD);
  at->end = end;
  at->bits = (bit_reader){.next = file->buffer};
  memset(at->predictions, 0, sizeof at->predictions);
}

// Whether more bits were read than the segment has.
static int is_past_end(const cursor *at) {
  return at->bits.next - at->bits.count / 8 > at->end;
}

// A row of units, as planes. Chroma of YCC has its own size.
typedef struct {
  uint8_t *planes[3];
  size_t strides[3];
  // Blocks with 2 samples a side are transformed together when the row is complete: the planes of
  // their four coefficients, for each row of blocks. Null for other blocks.
  int32_t *coefficients[3];
} unit_row;

ALWAYS_INLINE int decode_unit(baseline *file, cursor *at, const unit_row *row, size_t unit) {
  int coefficients[64];
  bit_reader bits = at->bits;
  for (int c = 0; c < file->count; c++) {
    const component *part = &file->parts[c];
    const huffman_table *dc = &file->tables[0][part->dc], *ac = &file->tables[1][part->ac];
    size_t stride = row->strides[c];
    for (int y = 0; y < part->down; y++) {
      for (int x = 0; x < part->across; x++) {
        size_t block = unit * (size_t)part->across + (size_t)x;
        if (row->coefficients[c]) {
          // The loops for a constant are shorter.
          if (!decode_block(&bits, dc, ac, LAST_OF_2X2, &at->predictions[c], coefficients)) {
            return 0;
          }
          int32_t *to = row->coefficients[c] + (size_t)y * 2 * stride + block;
          to[0] = coefficients[0];
          to[stride / 2] = coefficients[1];
          to[stride] = coefficients[2];
          to[stride / 2 * 3] = coefficients[4];
          continue;
        }
        if (!decode_block(&bits, dc, ac, (unsigned)part->needed, &at->predictions[c],
                          coefficients)) {
          return 0;
        }
        size_t line = (size_t)(y * part->block_height);
        pixels_inverse_transform(
            part, coefficients, row->planes[c] + line * stride + block * (size_t)part->block_width,
            stride);
      }
    }
  }
  at->bits = bits;
  return !is_past_end(at);
}

// Transforms the blocks that wait for the row.
static void transform_row(const baseline *file, const unit_row *row) {
  for (int c = 0; c < file->count; c++) {
    const component *part = &file->parts[c];
    if (!row->coefficients[c]) continue;
    size_t stride = row->strides[c];
    for (int y = 0; y < part->down; y++) {
      size_t offset = (size_t)y * 2 * stride;
      pixels_transform_2x2(part, row->coefficients[c] + offset, stride / 2,
                           row->planes[c] + offset);
    }
  }
}

// Interleaves a row of planes. Chroma is repeated.
PIXELS_BODY void interleave_body(const uint8_t *y, const uint8_t *cb, const uint8_t *cr, int shift,
                                 int width, uint8_t *pixels) {
  if (shift) {
    for (int x = 0; x < width; x++) {
      pixels[3 * x] = y[x];
      pixels[3 * x + 1] = cb[x / 2];
      pixels[3 * x + 2] = cr[x / 2];
    }
    return;
  }
  for (int x = 0; x < width; x++) {
    pixels[3 * x] = y[x];
    pixels[3 * x + 1] = cb[x];
    pixels[3 * x + 2] = cr[x];
  }
}

PIXELS_VECTORISED(static, void, interleave,
                  (const uint8_t *y, const uint8_t *cb, const uint8_t *cr, int shift, int width,
                   uint8_t *pixels),
                  (y, cb, cr, shift, width, pixels))

static uint8_t clamp(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

PIXELS_BODY void convert_to_rgb_body(const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
                                     int width, uint8_t *pixels) {
  for (int x = 0; x < width; x++) {
    // BT.601 in units of 1/65536, rounded.
    int luma = y[x] * 65536 + 32768, blue = cb[x] - 128, red = cr[x] - 128;
    pixels[3 * x] = clamp((luma + 91881 * red) >> 16);
    pixels[3 * x + 1] = clamp((luma - 22554 * blue - 46802 * red) >> 16);
    pixels[3 * x + 2] = clamp((luma + 116130 * blue) >> 16);
  }
}

PIXELS_VECTORISED(static, void, convert_to_rgb,
                  (const uint8_t *y, const uint8_t *cb, const uint8_t *cr, int width,
                   uint8_t *pixels),
                  (y, cb, cr, width, pixels))

// Copies a row of units to the picture, which clips it.
static void store_row(const baseline *file, const unit_row *row, int top, int height,
                      pixels_picture *picture) {
  size_t stride = (size_t)picture->width * (size_t)pixels_channels(picture->colour);
  for (int y = 0; y < height && top + y < picture->height; y++) {
    uint8_t *pixels = picture->bytes + (size_t)(top + y) * stride;
    const uint8_t *luma = row->planes[0] + (size_t)y * row->strides[0];
    if (picture->colour == PIXELS_GREY) {
      memcpy(pixels, luma, stride);
      continue;
    }
    int is_short = picture->colour == PIXELS_YCC && file->down == 2;
    size_t line = (size_t)(is_short ? y / 2 : y) * row->strides[1];
    const uint8_t *cb = row->planes[1] + line, *cr = row->planes[2] + line;
    if (picture->colour == PIXELS_YCC) {
      interleave(luma, cb, cr, file->across == 2, picture->width, pixels);
    } else {
      convert_to_rgb(luma, cb, cr, picture->width, pixels);
    }
  }
}

PIXELS_BODY int decode_rows_body(baseline *file, cursor *at, const unit_row *row, int scale,
                                 size_t units, pixels_picture *picture) {
  int height = file->down * scale, lines = file->down * 8;
  int left = file->interval, marker = 0;
  for (int top = 0; top * lines < file->height; top++) {
    for (size_t unit = 0; unit < units; unit++) {
      if (file->interval && left-- == 0) {
        if (at->file_end - at->next < 2 || at->next[1] != 0xD0 + marker) return -1;
        at->next += 2;
        read_segment(file, at);
        marker = (marker + 1) & 7;
        left = file->interval - 1;
      }
      if (!decode_unit(file, at, row, unit)) return -1;
    }
    transform_row(file, row);
    store_row(file, row, top * height, height, picture);
  }
  return PIXELS_OK;
}

PIXELS_VECTORISED(static, int, decode_rows,
                  (baseline *file, cursor *at, const unit_row *row, int scale, size_t units,
                   pixels_picture *picture),
                  (file, at, row, scale, units, picture))

int pixels_decode_scan(baseline *file, int scale, pixels_picture *picture) {
  file->buffer = malloc(file->scan_count + READ_AHEAD);
  if (!file->buffer) return PIXELS_NO_MEMORY;
  size_t units = (size_t)((file->width + file->across * 8 - 1) / (file->across * 8));
  unit_row row = {0};
  int is_ready = 1;
  for (int c = 0; c < file->count; c++) {
    const component *part = &file->parts[c];
    size_t stride = units * (size_t)(part->across * part->block_width);
    row.strides[c] = stride;
    row.planes[c] = malloc(stride * (size_t)(part->down * part->block_height));
    is_ready = is_ready && row.planes[c];
    if (part->block_width != 2 || part->block_height != 2) continue;
    row.coefficients[c] = malloc(sizeof(int32_t) * stride * 2 * (size_t)part->down);
    is_ready = is_ready && row.coefficients[c];
  }
  int code = PIXELS_NO_MEMORY;
  if (is_ready) {
    cursor at = {.next = file->scan, .file_end = file->scan + file->scan_count};
    read_segment(file, &at);
    code = decode_rows(file, &at, &row, scale, units, picture);
  }
  for (int c = 0; c < file->count; c++) {
    free(row.planes[c]);
    free(row.coefficients[c]);
  }
  return code;
}
