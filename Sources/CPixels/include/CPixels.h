/// Decoding, scaling and encoding of images with libjpeg-turbo, libpng, libwebp and giflib,
/// and the sandbox of the process that calls them.
///
/// No function here opens a file, allocates more than its limits allow, or ends the process because
/// of its input.

#ifndef CPIXELS_H
#define CPIXELS_H

#include <stddef.h>
#include <stdint.h>

/// The formats that can be decoded (all) and encoded (all but GIF).
enum {
  PIXELS_JPEG = 1,
  PIXELS_PNG = 2,
  PIXELS_WEBP = 3,
  PIXELS_GIF = 4,
};

/// The meaning of the channels of a picture.
enum {
  PIXELS_GREY = 1, /// one channel
  PIXELS_RGB = 3,  /// three channels
  PIXELS_RGBA = 4, /// four channels; alpha is straight, not premultiplied
  PIXELS_YCC = 5,  /// three channels: Y, Cb, Cr as in JFIF (BT.601, full range)
};

/// Results of the functions.
enum {
  PIXELS_OK = 0,
  PIXELS_DAMAGED = 1,     /// the input is not valid
  PIXELS_UNSUPPORTED = 2, /// valid, but nothing here decodes it
  PIXELS_TOO_LARGE = 3,   /// a limit was exceeded
  PIXELS_NO_MEMORY = 4,
};

/// Flags of a picture that lacks a part of its input.
enum {
  PIXELS_PARTIAL = 1,    /// the input is damaged, and only a part of it was decoded
  PIXELS_NO_PROFILE = 2, /// a profile of more than 1 MB was left out
};

/// Bytes that the owner releases with free(3).
typedef struct {
  uint8_t *bytes;
  size_t count;
} pixels_buffer;

/// A picture: rows from the top, without padding.
typedef struct {
  uint8_t *bytes; /// width × height × channels
  int width;
  int height;
  int colour;     /// PIXELS_GREY, _RGB, _RGBA or _YCC
  /// The size in the file, before scaled decoding.
  int full_width;
  int full_height;
  /// The part of the picture that the file's pixels cover; private to this target. After scaled
  /// decoding it has fractions, and pixels_scale takes them into account.
  double content_x, content_y, content_width, content_height;
  int flags;             /// PIXELS_PARTIAL, PIXELS_NO_PROFILE
  pixels_buffer profile; /// ICC profile of RGB or grey; empty if there is none, or if it is sRGB
} pixels_picture;

typedef struct {
  /// The largest number of pixels in the file, checked before anything of that size is allocated.
  int64_t pixels;
  /// The largest number of scans of a JPEG.
  int scans;
} pixels_limits;

typedef struct {
  /// The minimum size of the decoded picture: larger ones may be decoded at a lower scale, which is
  /// faster. 0 for the full size.
  int least_width;
  int least_height;
  /// Whether a JPEG in YCC is not converted to RGB. Only for results that are JPEG and have square
  /// corners.
  int accepts_ycc;
  /// Whether to return what can be decoded of a damaged JPEG, PNG or GIF.
  int accepts_damage;
} pixels_request;

/// Decodes the first frame. On failure nothing is allocated, and `message` has the reason.
int pixels_decode(int format, const uint8_t *bytes, size_t count, const pixels_limits *limits,
                  const pixels_request *request, pixels_picture *picture, char message[160]);

/// Releases the memory of a picture and empties it.
void pixels_release(pixels_picture *picture);

/// Replaces the picture by a rectangle of it, scaled to a size. The rectangle is in pixels of
/// `width` × `height`, can have fractions, and is inside.
int pixels_scale(pixels_picture *picture, double x, double y, double width, double height,
                 int new_width, int new_height);

/// Applies an Exif orientation, 1 to 8: afterwards the picture is upright.
int pixels_orient(pixels_picture *picture, int orientation);

/// Places the picture in the middle of a white canvas of at least its size.
int pixels_pad(pixels_picture *picture, int width, int height);

/// Makes the corners transparent, with smooth edges: the picture, which is not YCC, becomes RGBA.
///
/// - radius: in pixels, at most half of the shorter side; half of a square's side makes a circle.
int pixels_round(pixels_picture *picture, double radius);

/// Whether every pixel is opaque.
int pixels_is_opaque(const pixels_picture *picture);

/// Encodes a picture with its profile. On failure `output` is empty, and `message` has the reason.
///
/// - quality: 1 to 100, for JPEG and WebP. JPEG does not have an alpha channel,
///   so the background becomes white.
int pixels_encode(int format, int quality, const pixels_picture *picture, pixels_buffer *output,
                  char message[160]);

/// Restricts this process permanently. It gets no new privileges, and only the system calls that
/// reading, writing and memory need; every other call kills it. Its memory and processor time are
/// limited. It cannot open a descriptor, not even a duplicate of an open one, and it is killed when
/// the thread that started it ends.
///
/// - memory: bytes of address space (RLIMIT_AS); seconds: RLIMIT_CPU.
/// - filters: whether to install the seccomp filter.
///
/// Returns 0, or the errno of the call that the kernel refused.
int pixels_confine(size_t memory, unsigned seconds, int filters);

/// Tests whether the kernel has seccomp filters, and changes nothing. Returns 0, or the errno.
int pixels_confinement_error(void);

#endif
