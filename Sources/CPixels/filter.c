#include "filter.h"
#include "vectorised.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOBES 3

// The scale is below 4, so an output has at most this many inputs.
enum { MOST_TAPS = 2 * LOBES * 4 + 1 };

// The right half of the kernel. Interpolating it is ten times faster than sin(3).
#define STEPS 256

typedef struct {
  double values[LOBES * STEPS + 2];
} kernel;

static void make_kernel(kernel *half) {
  half->values[0] = 1;
  for (int i = 1; i < LOBES * STEPS; i++) {
    double angle = M_PI * i / STEPS;
    half->values[i] = LOBES * sin(angle) * sin(angle / LOBES) / (angle * angle);
  }
  half->values[LOBES * STEPS] = half->values[LOBES * STEPS + 1] = 0;
}

static double lanczos(const kernel *half, double x) {
  double position = fabs(x) * STEPS;
  if (position >= LOBES * STEPS) return 0;
  int index = (int)position;
  double rest = position - index;
  return half->values[index] * (1 - rest) + half->values[index + 1] * rest;
}

static int clamp(int value, int largest) {
  return value < 0 ? 0 : value > largest ? largest : value;
}

// Computes the weights of one output, whose centre is a coordinate of the inputs. Inputs outside
// repeat those at the edges.
static void weigh(pixels_filter *filter, const kernel *half, int output, double centre,
                  double width, int inputs) {
  int window = (int)ceil(2 * LOBES * width) + 1;
  int first = (int)ceil(centre - LOBES * width - 0.5);
  int start = clamp(first, inputs - filter->taps);
  int16_t *weights = filter->weights + (size_t)output * (size_t)filter->taps;
  double values[MOST_TAPS], sum = 0;
  for (int i = 0; i < window; i++) {
    values[i] = lanczos(half, (first + i + 0.5 - centre) / width);
    sum += values[i];
  }
  int left = 16384, largest = 0;
  for (int i = 0; i < window; i++) {
    int weight = (int)lrint(values[i] / sum * 16384);
    int slot = clamp(first + i, inputs - 1) - start;
    weights[slot] = (int16_t)(weights[slot] + weight);
    left -= weight;
    if (weights[slot] > weights[largest]) largest = slot;
  }
  weights[largest] = (int16_t)(weights[largest] + left);
  filter->first[output] = start;
}

int pixels_make_filter(pixels_filter *filter, double start, double length, int inputs,
                       int outputs) {
  double step = length / outputs, width = step > 1 ? step : 1;
  int taps = (int)ceil(2 * LOBES * width) + 1;
  filter->outputs = outputs;
  filter->taps = taps < inputs ? taps : inputs;
  filter->first = malloc(sizeof *filter->first * (size_t)outputs);
  filter->weights = calloc((size_t)outputs * (size_t)filter->taps, sizeof *filter->weights);
  if (!filter->first || !filter->weights || taps > MOST_TAPS) return 0;
  kernel half;
  make_kernel(&half);
  for (int i = 0; i < outputs; i++) {
    weigh(filter, &half, i, start + (i + 0.5) * step, width, inputs);
  }
  return 1;
}

void pixels_release_filter(pixels_filter *filter) {
  free(filter->first);
  free(filter->weights);
}

PIXELS_BODY void pixels_filter_rows_body(const pixels_filter *filter, int from, int to,
                                         const int16_t *rows, int base, int stride,
                                         int16_t *results) {
  int taps = filter->taps;
  for (int output = from; output < to; output++) {
    const int16_t *weights = filter->weights + (size_t)output * (size_t)taps;
    const int16_t *first = rows + (size_t)(filter->first[output] - base) * (size_t)stride;
    for (int x = 0; x < stride; x += PIXELS_LANES) {
      int16_t sums[PIXELS_LANES] = {0};
      const int16_t *input = first + x;
      for (int tap = 0; tap < taps; tap++, input += stride) {
        int weight = weights[tap];
        // One instruction of SSSE3 and AVX2 for each vector: pmulhrsw.
        for (int i = 0; i < PIXELS_LANES; i++) {
          sums[i] = (int16_t)(sums[i] + (int16_t)((input[i] * weight + 0x4000) >> 15));
        }
      }
      memcpy(results + x, sums, sizeof sums);
    }
    results += stride;
  }
}

PIXELS_VECTORISED(, void, pixels_filter_rows,
                  (const pixels_filter *filter, int from, int to, const int16_t *rows, int base,
                   int stride, int16_t *results),
                  (filter, from, to, rows, base, stride, results))

typedef int16_t vector __attribute__((vector_size(16), aligned(2)));

// Transposes 8×8 samples.
static void transpose_block(const int16_t *from, size_t stride, int16_t *to, size_t to_stride) {
  vector a[8], b[8];
  for (size_t i = 0; i < 8; i++) a[i] = *(const vector *)(from + i * stride);
  // Each round interleaves rows that are four apart.
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 4; i++) {
      b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
      b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    memcpy(a, b, sizeof a);
  }
  for (size_t i = 0; i < 8; i++) *(vector *)(to + i * to_stride) = a[i];
}

void pixels_transpose(const int16_t *matrix, int rows, int columns, int stride, int16_t *result,
                      int result_stride) {
  for (int y = 0; y < rows; y += 8) {
    for (int x = 0; x < columns; x += 8) {
      transpose_block(matrix + (size_t)y * (size_t)stride + x, (size_t)stride,
                      result + (size_t)x * (size_t)result_stride + y, (size_t)result_stride);
    }
  }
}
