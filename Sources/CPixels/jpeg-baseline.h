// The parts of the decoder of baseline JPEG.

#ifndef CPIXELS_JPEG_BASELINE_H
#define CPIXELS_JPEG_BASELINE_H

#include "jpeg-huffman.h"
#include "jpeg.h"

typedef struct {
  int id;
  int across, down;  // blocks of a unit (MCU)
  int quantisation, dc, ac;
  int block_width, block_height;  // of a decoded block, in samples
  int needed;                     // the last coefficient that is used, in zigzag order
  float factors[64];              // of the coefficients, in the order of `positions`
  uint8_t positions[64];          // zigzag index of each coefficient, by row of frequencies
  uint16_t quantisation_of_2x2[4];
  float across_basis[64], down_basis[64];  // by frequency and sample
} component;

typedef struct {
  int width, height;
  int count;
  int across, down;  // of the first component, which has the most
  component parts[3];
  int interval;  // units between restart markers, or 0
  const uint8_t *scan;
  size_t scan_count;
  uint16_t quantisation[4][64];
  int has_quantisation[4];
  const uint8_t *codes[2][2];  // counts and values in the file, of DC and AC
  huffman_table tables[2][2];
  uint8_t *buffer;  // a segment of the scan without stuffing
} baseline;

// Computes the factors and bases of a component from the size of its blocks.
void pixels_prepare_blocks(component *part, const uint16_t quantisation[64],
                           const uint8_t zigzag[64]);

// Computes the samples of a row of blocks with 2 samples a side, whose coefficients are planes of
// `count`: the mean, those across and down, and both. The second row of samples follows the first.
void pixels_transform_2x2(const component *part, const int32_t *coefficients, size_t count,
                          uint8_t *samples);

// Computes the samples of a block of another size from its coefficients in zigzag order.
void pixels_inverse_transform(const component *part, const int *coefficients, uint8_t *samples,
                              size_t stride);

// Decodes the scan into the picture. Returns -1 if it is damaged.
int pixels_decode_scan(baseline *file, int scale, pixels_picture *picture);

#endif
