// Encodes JPEG with libjpeg-turbo.

#include "internal.h"

#include <setjmp.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
  // First, so that a pointer to it, which the library has, is one to this struct.
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf exit;
  char *message;
} encoder;

_Noreturn static void handle_error(j_common_ptr jpeg) {
  encoder *self = (encoder *)jpeg;
  char text[JMSG_LENGTH_MAX];
  jpeg->err->format_message(jpeg, text);
  // Writing to a file in memory fails only if memory is short.
  int is_memory = jpeg->err->msg_code == JERR_FILE_WRITE;
  pixels_fail(self->message, PIXELS_NO_MEMORY, "%s", is_memory ? "out of memory" : text);
  longjmp(self->exit, 1);
}

static void ignore_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void encode(j_compress_ptr jpeg, int quality, const pixels_picture *picture,
                   uint8_t *bytes) {
  int is_grey = picture->colour == PIXELS_GREY, is_ycc = picture->colour == PIXELS_YCC;
  jpeg->image_width = (unsigned)picture->width;
  jpeg->image_height = (unsigned)picture->height;
  jpeg->input_components = is_grey ? 1 : 3;
  jpeg->in_color_space = is_grey ? JCS_GRAYSCALE : is_ycc ? JCS_YCbCr : JCS_RGB;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, quality, TRUE);
  jpeg_start_compress(jpeg, TRUE);
  if (picture->profile.count) {
    jpeg_write_icc_profile(jpeg, picture->profile.bytes, (unsigned)picture->profile.count);
  }
  size_t stride = (size_t)picture->width * (size_t)jpeg->input_components;
  while (jpeg->next_scanline < jpeg->image_height) {
    // Passes 16 rows per call. The library does not use the pointers beyond the picture.
    uint8_t *rows[16];
    for (unsigned i = 0; i < 16; i++) rows[i] = bytes + (jpeg->next_scanline + i) * stride;
    unsigned left = jpeg->image_height - jpeg->next_scanline;
    jpeg_write_scanlines(jpeg, rows, left < 16 ? left : 16);
  }
  jpeg_finish_compress(jpeg);
}

int pixels_encode_jpeg(int quality, const pixels_picture *picture, pixels_buffer *output,
                       char *message) {
  if (picture->width > JPEG_MAX_DIMENSION || picture->height > JPEG_MAX_DIMENSION) {
    return pixels_fail(message, PIXELS_TOO_LARGE, "JPEG has at most %ld pixels a side",
                       JPEG_MAX_DIMENSION);
  }
  uint8_t *flat = 0;
  if (picture->colour == PIXELS_RGBA) {
    flat = pixels_flatten(picture);
    if (!flat) return PIXELS_NO_MEMORY;
  }
  encoder self = {.message = message};
  self.jpeg.err = jpeg_std_error(&self.errors);
  self.errors.error_exit = handle_error;
  self.errors.emit_message = ignore_message;
  // Not jpeg_mem_dest: after a jump it would leave the address of a buffer that it has freed.
  FILE *file = pixels_open(output);
  int code = PIXELS_NO_MEMORY;
  if (file && !setjmp(self.exit)) {
    jpeg_create_compress(&self.jpeg);
    jpeg_stdio_dest(&self.jpeg, file);
    encode(&self.jpeg, quality, picture, flat ? flat : picture->bytes);
    code = PIXELS_OK;
  }
  // Permitted even if the object was not created: then its memory manager is null.
  jpeg_destroy_compress(&self.jpeg);
  free(flat);
  return pixels_close(file, code);
}
