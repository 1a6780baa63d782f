// Decodes the first image of a GIF with giflib.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

typedef struct {
  const uint8_t *next;
  size_t left;
} stream;

typedef struct {
  uint8_t colours[256][4];  // RGBA
  int has_alpha;
} palette;

static int read_bytes(GifFileType *gif, GifByteType *target, int count) {
  stream *self = gif->UserData;
  size_t wanted = (size_t)count < self->left ? (size_t)count : self->left;
  // giflib detects the end of the file by a short count.
  memcpy(target, self->next, wanted);
  self->next += wanted;
  self->left -= wanted;
  return (int)wanted;
}

static int fail(const pixels_input *input, int error) {
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return PIXELS_NO_MEMORY;
  const char *reason = GifErrorString(error);
  return pixels_fail(input->message, PIXELS_DAMAGED, "%s", reason ? reason : "invalid data");
}

// Reads an extension. If it is a graphic control, sets the index of the transparent colour, or -1.
static int read_extension(GifFileType *gif, int *transparent) {
  int function;
  GifByteType *block;
  if (DGifGetExtension(gif, &function, &block) == GIF_ERROR) return GIF_ERROR;
  if (block && function == GRAPHICS_EXT_FUNC_CODE && block[0] == 4) {
    *transparent = block[1] & 1 ? block[4] : NO_TRANSPARENT_COLOR;
  }
  while (block) {
    if (DGifGetExtensionNext(gif, &block) == GIF_ERROR) return GIF_ERROR;
  }
  return GIF_OK;
}

// Reads up to the next image. Returns 1 for an image, 0 for the end of the file, -1 for an error.
static int find_image(GifFileType *gif, int *transparent) {
  for (;;) {
    GifRecordType type;
    if (DGifGetRecordType(gif, &type) == GIF_ERROR) {
      // Some encoders end their blocks twice; other decoders accept it.
      const stream *self = gif->UserData;
      if (gif->Error != D_GIF_ERR_WRONG_RECORD || self->next[-1] != 0) return -1;
      continue;
    }
    switch (type) {
      case IMAGE_DESC_RECORD_TYPE: return 1;
      case TERMINATE_RECORD_TYPE: return 0;
      case EXTENSION_RECORD_TYPE:
        if (read_extension(gif, transparent) == GIF_ERROR) return -1;
        break;
      default: break;
    }
  }
}

static int read_palette(const GifFileType *gif, int transparent, palette *result) {
  const ColorMapObject *map = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  if (!map) return 0;
  for (int i = 0; i < 256; i++) {
    const GifColorType *from = i < map->ColorCount ? &map->Colors[i] : 0;
    if (from) memcpy(result->colours[i], (uint8_t[]){from->Red, from->Green, from->Blue}, 3);
    result->colours[i][3] = 255;
  }
  if (transparent >= 0) {
    memset(result->colours[transparent], 0, 4);
    result->has_alpha = 1;
  }
  return 1;
}

// Returns the row of the image that is at a position in the file.
static int row_of(int index, int height, int is_interlaced) {
  if (!is_interlaced) return index;
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  for (int pass = 0; pass < 4; pass++) {
    int rows = (height - starts[pass] + steps[pass] - 1) / steps[pass];
    if (rows < 0) rows = 0;
    if (index < rows) return starts[pass] + index * steps[pass];
    index -= rows;
  }
  return height - 1;
}

// Decodes the image onto the canvas, which is large enough.
static int decode_rows(GifFileType *gif, const palette *colours, int accepts_damage,
                       pixels_picture *picture) {
  const GifImageDesc image = gif->Image;
  uint8_t *line = malloc((size_t)image.Width);
  if (!line) return PIXELS_NO_MEMORY;
  size_t channels = (size_t)picture->colour;
  int code = PIXELS_OK;
  for (int i = 0; i < image.Height; i++) {
    if (DGifGetLine(gif, line, image.Width) == GIF_ERROR) {
      if (i == 0 || !accepts_damage) code = PIXELS_DAMAGED;
      picture->flags |= PIXELS_PARTIAL;
      break;
    }
    int y = image.Top + row_of(i, image.Height, image.Interlace);
    uint8_t *row = picture->bytes +
                   ((size_t)y * (size_t)picture->width + (size_t)image.Left) * channels;
    for (int x = 0; x < image.Width; x++, row += channels) {
      memcpy(row, colours->colours[line[x]], channels);
    }
  }
  free(line);
  return code;
}

static int decode(const pixels_input *input, GifFileType *gif, pixels_picture *picture) {
  int transparent = NO_TRANSPARENT_COLOR;
  int found = find_image(gif, &transparent);
  if (found == 0) return pixels_fail(input->message, PIXELS_DAMAGED, "no image in the file");
  if (found < 0) return fail(input, gif->Error);
  if (DGifGetImageDesc(gif) == GIF_ERROR) {
    const stream *self = gif->UserData;
    // giflib reports a code size of more than 8 bits like the end of the file.
    if (gif->Error != D_GIF_ERR_READ_FAILED || !self->left) return fail(input, gif->Error);
    return pixels_fail(input->message, PIXELS_DAMAGED, "invalid LZW code size");
  }
  const GifImageDesc *image = &gif->Image;
  // Like other decoders, extends the screen to an image that exceeds it.
  int right = image->Left + image->Width, bottom = image->Top + image->Height;
  int width = gif->SWidth > right ? gif->SWidth : right;
  int height = gif->SHeight > bottom ? gif->SHeight : bottom;
  int code = pixels_check_size(input, image->Width, image->Height);
  if (code == PIXELS_OK) code = pixels_check_size(input, width, height);
  if (code != PIXELS_OK) return code;
  palette colours = {0};
  if (!read_palette(gif, transparent, &colours)) {
    return pixels_fail(input->message, PIXELS_DAMAGED, "no colour table");
  }
  int covers = image->Left == 0 && image->Top == 0 && image->Width >= width &&
               image->Height >= height;
  int is_opaque = covers && !colours.has_alpha;
  code = pixels_allocate(picture, width, height, is_opaque ? PIXELS_RGB : PIXELS_RGBA);
  if (code != PIXELS_OK) return code;
  size_t channels = (size_t)picture->colour;
  int accepts_damage = input->request->accepts_damage;
  if (!covers || accepts_damage) {
    memset(picture->bytes, 0, (size_t)width * (size_t)height * channels);
  }
  code = decode_rows(gif, &colours, accepts_damage, picture);
  return code == PIXELS_DAMAGED ? fail(input, gif->Error) : code;
}

int pixels_decode_gif(const pixels_input *input, pixels_picture *picture) {
  stream self = {input->bytes, input->count};
  int error = 0;
  GifFileType *gif = DGifOpen(&self, read_bytes, &error);
  if (!gif) return fail(input, error);
  int code = decode(input, gif, picture);
  DGifCloseFile(gif, &error);
  return code;
}
