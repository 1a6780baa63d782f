// The weights of a Lanczos filter, and the loops that apply them.

#ifndef CPIXELS_FILTER_H
#define CPIXELS_FILTER_H

#include <stdint.h>

// The weights of the inputs of each output in one dimension. Those of an output add up to 16384.
typedef struct {
  int outputs;
  int taps;          // the number of weights of an output
  int *first;        // for each output, the input of its first weight
  int16_t *weights;  // `taps` for each output
} pixels_filter;

// The length of a row is a multiple of this, so that the loops process whole vectors only.
enum { PIXELS_LANES = 32 };

// Computes the filter that scales `length` of the `inputs` samples, beginning at `start`, to
// `outputs` samples. Returns 0 if memory is short.
int pixels_make_filter(pixels_filter *filter, double start, double length, int inputs,
                       int outputs);
void pixels_release_filter(pixels_filter *filter);

// Computes the rows of outputs `from` to `to`. `rows` begins with the input row `base`. A result is
// half of the weighted mean.
void pixels_filter_rows(const pixels_filter *filter, int from, int to, const int16_t *rows,
                        int base, int stride, int16_t *results);

// Transposes a matrix. Both strides are multiples of 8 and cover the rows rounded up to 8.
void pixels_transpose(const int16_t *matrix, int rows, int columns, int stride, int16_t *result,
                      int result_stride);

#endif
