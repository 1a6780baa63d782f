// Decodes and encodes PNG with libpng.

#include "internal.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  const uint8_t *next;
  size_t left;
  char *message;
  int code;
  int flags;     // the flags that the picture gets
  int has_rows;  // whether a row was decoded
} stream;

// For photos of 256×192: level 2 takes 3.2 ms and gives 89,341 bytes, level 6 takes 10.8 ms and
// gives 90,905. One filter instead of a choice saves a quarter of the time and adds 4 %.
enum { LEVEL = 2 };

// The largest ancillary chunk after decompression, which is that of the ICC profile.
enum { LARGEST_CHUNK = 4 << 20 };

_Noreturn static void handle_error(png_structp png, png_const_charp text) {
  stream *self = png_get_error_ptr(png);
  // Writing to a file in memory fails only if memory is short.
  if (strcmp(text, "Write Error") == 0 || strcmp(text, "Out of memory") == 0 ||
      strstr(text, "nsufficient memory")) {
    self->code = PIXELS_NO_MEMORY;
    text = "out of memory";
  }
  pixels_fail(self->message, self->code, "%s", text);
  png_longjmp(png, 1);
}

static void note_warning(png_structp png, png_const_charp text) {
  stream *self = png_get_error_ptr(png);
  if (strstr(text, "CRC error")) self->flags |= PIXELS_PARTIAL;
  if (strstr(text, "exceeds application limits")) self->flags |= PIXELS_NO_PROFILE;
}

static void read_bytes(png_structp png, png_bytep target, size_t count) {
  stream *self = png_get_io_ptr(png);
  if (count > self->left) png_error(png, "unexpected end of file");
  memcpy(target, self->next, count);
  self->next += count;
  self->left -= count;
}

// Requests 8 bits per channel. Returns the matching PIXELS_ constant.
static int choose_colour(png_structp png, png_infop info) {
  int type = png_get_color_type(png, info);
  int has_alpha = (type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
  png_set_scale_16(png);
  png_set_expand(png);
  if (has_alpha) {
    png_set_gray_to_rgb(png);
    return PIXELS_RGBA;
  }
  return type & PNG_COLOR_MASK_COLOR ? PIXELS_RGB : PIXELS_GREY;
}

static int keep_profile(png_structp png, png_infop info, pixels_picture *picture) {
  png_charp name;
  png_bytep bytes;
  png_uint_32 count;
  int compression;
  if (png_get_valid(png, info, PNG_INFO_sRGB)) return PIXELS_OK;
  if (!png_get_iCCP(png, info, &name, &compression, &bytes, &count)) return PIXELS_OK;
  // A profile for grey does not apply to a grey picture that has become RGBA.
  int was_grey = !(png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR);
  if (was_grey && picture->colour == PIXELS_RGBA) return PIXELS_OK;
  return pixels_keep_profile(picture, bytes, count);
}

static int decode(png_structp png, png_infop info, const pixels_input *input,
                  pixels_picture *picture) {
  static const png_byte ignored[] = "tEXt\0zTXt\0iTXt\0eXIf\0hIST\0sPLT\0pCAL\0tIME";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored, 8);
  // The limit of pixels is checked below; by default libpng refuses sides above a million.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, LARGEST_CHUNK);
  png_set_chunk_cache_max(png, 16);
  // By default libpng computes checksums of each profile to recognize sRGB. pixels_keep_profile
  // recognizes it by its description instead.
  png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  if (input->request->accepts_damage) {
    png_set_crc_action(png, PNG_CRC_WARN_USE, PNG_CRC_NO_CHANGE);
    // libpng reads this many bytes together, and loses them if the file ends early.
    png_set_compression_buffer_size(png, 64);
  }
  png_read_info(png, info);
  int code = pixels_check_size(input, png_get_image_width(png, info),
                               png_get_image_height(png, info));
  if (code != PIXELS_OK) return code;
  int width = (int)png_get_image_width(png, info), height = (int)png_get_image_height(png, info);
  int colour = choose_colour(png, info);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row = (size_t)width * (size_t)pixels_channels(colour);
  // Rows are written without bounds into the picture, so they must have exactly this size.
  if (png_get_rowbytes(png, info) != row) return PIXELS_UNSUPPORTED;
  code = pixels_allocate(picture, width, height, colour);
  if (code == PIXELS_OK) code = keep_profile(png, info, picture);
  if (code != PIXELS_OK) return code;
  if (input->request->accepts_damage) memset(picture->bytes, 0, row * (size_t)height);
  stream *self = png_get_io_ptr(png);
  for (int pass = 0; pass < passes; pass++) {
    for (size_t y = 0; y < (size_t)height; y++) {
      png_read_row(png, picture->bytes + y * row, 0);
      self->has_rows = 1;
    }
  }
  png_read_end(png, 0);
  return PIXELS_OK;
}

int pixels_decode_png(const pixels_input *input, pixels_picture *picture) {
  stream self = {.next = input->bytes, .left = input->count, .message = input->message};
  self.code = PIXELS_DAMAGED;
  int accepts_damage = input->request->accepts_damage;
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &self, handle_error, note_warning);
  if (!png) return PIXELS_NO_MEMORY;
  png_infop info = png_create_info_struct(png);
  int code = PIXELS_NO_MEMORY;
  if (info) {
    // The jump skips `decode`, whose variables are not needed any more; the caller releases the
    // picture.
    if (!setjmp(png_jmpbuf(png))) {
      png_set_read_fn(png, &self, read_bytes);
      code = decode(png, info, input, picture);
    } else if (self.has_rows && self.code == PIXELS_DAMAGED && accepts_damage) {
      self.flags |= PIXELS_PARTIAL;
      code = PIXELS_OK;
    } else {
      code = self.code;
    }
  }
  png_destroy_read_struct(&png, &info, 0);
  // If damage is not accepted, libpng warns only of a wrong CRC in a chunk without image data,
  // which --validate auto permits.
  if (!accepts_damage) self.flags &= ~PIXELS_PARTIAL;
  picture->flags |= self.flags;
  return code;
}

static void encode(png_structp png, png_infop info, const pixels_picture *picture,
                   const uint8_t *bytes, int channels) {
  int type = channels == 1   ? PNG_COLOR_TYPE_GRAY
             : channels == 3 ? PNG_COLOR_TYPE_RGB
                             : PNG_COLOR_TYPE_RGB_ALPHA;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // An ICC profile that libpng finds invalid is left out; by default, it is an error.
  png_set_benign_errors(png, 1);
  png_set_IHDR(png, info, (png_uint_32)picture->width, (png_uint_32)picture->height, 8, type,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_set_compression_level(png, LEVEL);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  if (picture->profile.count) {
    png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, picture->profile.bytes,
                 (png_uint_32)picture->profile.count);
  }
  png_write_info(png, info);
  size_t row = (size_t)picture->width * (size_t)channels;
  for (size_t y = 0; y < (size_t)picture->height; y++) png_write_row(png, bytes + y * row);
  png_write_end(png, 0);
}

int pixels_encode_png(const pixels_picture *picture, pixels_buffer *output, char *message) {
  uint8_t *flat = 0;
  int channels = pixels_channels(picture->colour);
  if (channels == 4 && pixels_is_opaque(picture)) {
    flat = pixels_flatten(picture);
    if (!flat) return PIXELS_NO_MEMORY;
    channels = 3;
  }
  stream self = {.message = message, .code = PIXELS_UNSUPPORTED};
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &self, handle_error, note_warning);
  png_infop info = png ? png_create_info_struct(png) : 0;
  FILE *file = pixels_open(output);
  if (file && info && !setjmp(png_jmpbuf(png))) {
    png_init_io(png, file);
    encode(png, info, picture, flat ? flat : picture->bytes, channels);
    self.code = PIXELS_OK;
  } else if (!info) {
    self.code = PIXELS_NO_MEMORY;
  }
  png_destroy_write_struct(&png, &info);
  free(flat);
  return pixels_close(file, self.code);
}
