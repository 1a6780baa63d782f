// Decodes JPEG with libjpeg-turbo.

#include "internal.h"

#include <setjmp.h>
#include <stdlib.h>

// clang-format off
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

// Scaled decoding leaves at least this factor to the filter of pixels_scale. With a factor of 2, as
// in vips, a photo of 1600×1200 at 256 px has an SSIM of 0.9996 instead of 0.998 with an unscaled
// decoding, but the filter has four times the pixels to read.
#define MARGIN 1.5

// The error handler, which leaves the library with longjmp(3).
typedef struct {
  // First, so that a pointer to it, which the library has, is one to this struct.
  struct jpeg_error_mgr base;
  jmp_buf exit;
  char *message;
  int code;
  int accepts_damage, is_damaged;
} error_manager;

typedef struct {
  // First, for the same reason.
  struct jpeg_decompress_struct jpeg;
  error_manager errors;
  struct jpeg_progress_mgr progress;
  const pixels_input *input;
  uint8_t *row;  // a row of CMYK; null for other colour spaces
} decoder;

_Noreturn static void leave(j_common_ptr jpeg, int code) {
  error_manager *errors = (error_manager *)jpeg->err;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  errors->code = pixels_fail(errors->message, code, "%s", text);
  longjmp(errors->exit, 1);
}

_Noreturn static void handle_error(j_common_ptr jpeg) {
  switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: leave(jpeg, PIXELS_NO_MEMORY);
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL: leave(jpeg, PIXELS_UNSUPPORTED);
    default: leave(jpeg, PIXELS_DAMAGED);
  }
}

// Warnings of missing or invalid data are errors, unless damage is accepted: then the library fills
// the rest with grey.
static void handle_message(j_common_ptr jpeg, int level) {
  error_manager *errors = (error_manager *)jpeg->err;
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
      if (!errors->accepts_damage) leave(jpeg, PIXELS_DAMAGED);
      errors->is_damaged = 1;
      break;
    default: jpeg->err->num_warnings++;
  }
}

// Limits the number of scans: each takes time for every block of the picture, however few bytes it
// has.
static void check_scans(j_common_ptr common) {
  j_decompress_ptr jpeg = (j_decompress_ptr)common;
  decoder *self = (decoder *)jpeg;
  if (jpeg->input_scan_number <= self->input->limits->scans) return;
  self->errors.code = pixels_fail(self->input->message, PIXELS_TOO_LARGE,
                                  "more than %d scans", self->input->limits->scans);
  longjmp(self->errors.exit, 1);
}

// Returns N of the smallest scale N/8 that leaves the margin to the size that the caller needs.
static unsigned choose_scale(const pixels_request *request, unsigned width, unsigned height) {
  if (request->least_width < 1 || request->least_height < 1) return 8;
  for (unsigned n = 1; n < 8; n *= 2) {
    double scale = n / 8.0 / MARGIN;
    if (width * scale >= request->least_width && height * scale >= request->least_height) return n;
  }
  return 8;
}

// Sets the output colour space of the decoder. Returns the matching PIXELS_ constant.
static int choose_colour(j_decompress_ptr jpeg, int accepts_ycc) {
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE: jpeg->out_color_space = JCS_GRAYSCALE; return PIXELS_GREY;
    case JCS_CMYK:
    case JCS_YCCK: jpeg->out_color_space = JCS_CMYK; return PIXELS_RGB;
    case JCS_YCbCr:
      if (accepts_ycc) {
        jpeg->out_color_space = JCS_YCbCr;
        return PIXELS_YCC;
      }
      break;
    default: break;
  }
  jpeg->out_color_space = JCS_RGB;
  return PIXELS_RGB;
}

// Converts CMYK to RGB. Adobe's encoders store 255 minus the amount of ink.
static void convert_cmyk(const uint8_t *from, uint8_t *to, int width, int is_inverted) {
  uint8_t flip = is_inverted ? 0 : 255;
  for (int x = 0; x < width; x++, from += 4, to += 3) {
    for (int c = 0; c < 3; c++) to[c] = pixels_multiply(from[c] ^ flip, from[3] ^ flip);
  }
}

static void read_rows(decoder *self, pixels_picture *picture) {
  j_decompress_ptr jpeg = &self->jpeg;
  size_t stride = (size_t)picture->width * (size_t)pixels_channels(picture->colour);
  while (jpeg->output_scanline < jpeg->output_height) {
    uint8_t *target = picture->bytes + jpeg->output_scanline * stride;
    if (self->row) {
      jpeg_read_scanlines(jpeg, &self->row, 1);
      convert_cmyk(self->row, target, picture->width, jpeg->saw_Adobe_marker);
      continue;
    }
    uint8_t *rows[8];
    // The last pointers may point past the picture; the library uses one per remaining row.
    for (unsigned i = 0; i < 8; i++) rows[i] = target + i * stride;
    unsigned left = jpeg->output_height - jpeg->output_scanline;
    jpeg_read_scanlines(jpeg, rows, left < 8 ? left : 8);
  }
}

static int decode(decoder *self, pixels_picture *picture) {
  j_decompress_ptr jpeg = &self->jpeg;
  const pixels_input *input = self->input;
  jpeg_mem_src(jpeg, input->bytes, input->count);
  jpeg_read_header(jpeg, TRUE);
  int code = pixels_check_size(input, jpeg->image_width, jpeg->image_height);
  if (code != PIXELS_OK) return code;
  int colour = choose_colour(jpeg, input->request->accepts_ycc);
  jpeg->scale_num = choose_scale(input->request, jpeg->image_width, jpeg->image_height);
  jpeg->scale_denom = 8;
  // The library calls it for each row of blocks in every scan, even while it reads all scans ahead.
  self->progress.progress_monitor = check_scans;
  jpeg->progress = &self->progress;
  jpeg_start_decompress(jpeg);

  code = pixels_allocate(picture, (int)jpeg->output_width, (int)jpeg->output_height, colour);
  if (code != PIXELS_OK) return code;
  picture->full_width = (int)jpeg->image_width;
  picture->full_height = (int)jpeg->image_height;
  picture->content_width = jpeg->image_width * (jpeg->scale_num / 8.0);
  picture->content_height = jpeg->image_height * (jpeg->scale_num / 8.0);
  if (jpeg->out_color_space == JCS_CMYK) {
    self->row = malloc((size_t)picture->width * 4);
    if (!self->row) return PIXELS_NO_MEMORY;
  }
  read_rows(self, picture);
  return PIXELS_OK;
}

int pixels_decode_jpeg(const pixels_input *input, pixels_picture *picture) {
  decoder self = {.input = input};
  self.jpeg.err = jpeg_std_error(&self.errors.base);
  self.errors.base.error_exit = handle_error;
  self.errors.base.emit_message = handle_message;
  self.errors.message = input->message;
  self.errors.accepts_damage = input->request->accepts_damage;
  int code;
  // After a jump, variables that changed since setjmp are valid only if they are in memory: `self`
  // is, because the library has its address.
  if (setjmp(self.errors.exit)) {
    code = self.errors.code;
  } else {
    jpeg_create_decompress(&self.jpeg);
    code = decode(&self, picture);
  }
  // Permitted even if the object was not created: then its memory manager is null.
  jpeg_destroy_decompress(&self.jpeg);
  free(self.row);
  if (self.errors.is_damaged) picture->flags |= PIXELS_PARTIAL;
  return code == PIXELS_OK ? pixels_read_jpeg_profile(input, picture) : code;
}
