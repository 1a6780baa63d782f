#include "filter.h"
#include "vectorised.h"

#ifdef PIXELS_HAS_V3
#include <immintrin.h>
#endif

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#define LOBES 3

// The maximum number of inputs of an output: pixels_scale averages boxes first, so that the filter
// reduces the size by a factor below 4.
enum { MOST_TAPS = 2 * LOBES * 4 + 1 };

// The right half of the Lanczos kernel. Interpolating between its values takes a tenth of the time
// of sin(3).
#define STEPS 256
static double kernel[LOBES * STEPS + 2];

static void make_kernel(void) {
  kernel[0] = 1;
  for (int i = 1; i < LOBES * STEPS; i++) {
    double angle = M_PI * i / STEPS;
    kernel[i] = LOBES * sin(angle) * sin(angle / LOBES) / (angle * angle);
  }
}

static double lanczos(double x) {
  double position = fabs(x) * STEPS;
  if (position >= LOBES * STEPS) return 0;
  int index = (int)position;
  double rest = position - index;
  return kernel[index] * (1 - rest) + kernel[index + 1] * rest;
}

static int clamp(int value, int largest) {
  return value < 0 ? 0 : value > largest ? largest : value;
}

// Computes the weights of one output. `centre` is its position among the inputs. Inputs beyond an
// edge have the value of the input at the edge.
static void weigh(pixels_filter *filter, int output, double centre, double width, int inputs) {
  int window = (int)ceil(2 * LOBES * width) + 1;
  int first = (int)ceil(centre - LOBES * width - 0.5);
  int start = clamp(first, inputs - filter->taps);
  int16_t *weights = filter->weights + (size_t)output * (size_t)filter->taps;
  double values[MOST_TAPS], sum = 0;
  for (int i = 0; i < window; i++) {
    values[i] = lanczos((first + i + 0.5 - centre) / width);
    sum += values[i];
  }
  // Rounded weights may not add up to 16384. The largest one gets the difference, so that an area
  // of one colour keeps its colour.
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
  static once_flag is_made = ONCE_FLAG_INIT;
  call_once(&is_made, make_kernel);
  for (int i = 0; i < outputs; i++) {
    weigh(filter, i, start + (i + 0.5) * step, width, inputs);
  }
  return 1;
}

void pixels_release_filter(pixels_filter *filter) {
  free(filter->first);
  free(filter->weights);
}

// Computes a row of results from `taps` rows.
typedef void row_filter(const int16_t *weights, int taps, const int16_t *input, int stride,
                        int16_t *results);

static void filter_row(const int16_t *weights, int taps, const int16_t *input, int stride,
                       int16_t *results) {
  for (int x = 0; x < stride; x += PIXELS_LANES) {
    int16_t sums[PIXELS_LANES] = {0};
    for (int tap = 0; tap < taps; tap++) {
      const int16_t *row = input + (size_t)tap * (size_t)stride + x;
      for (int i = 0; i < PIXELS_LANES; i++) {
        // Rounds like PMULHRSW, so that the results are the same on every processor.
        sums[i] = (int16_t)(sums[i] + (int16_t)((row[i] * weights[tap] + 0x4000) >> 15));
      }
    }
    memcpy(results + x, sums, sizeof sums);
  }
}

#ifdef PIXELS_HAS_V3
// Uses intrinsics, because the compiler does not find the instruction for the rounded product.
__attribute__((target("avx2"))) static void filter_row_avx2(const int16_t *weights, int taps,
                                                            const int16_t *input, int stride,
                                                            int16_t *results) {
  for (int x = 0; x < stride; x += PIXELS_LANES) {
    __m256i first = _mm256_setzero_si256(), second = first;
    const int16_t *row = input + x;
    for (int tap = 0; tap < taps; tap++, row += stride) {
      __m256i weight = _mm256_set1_epi16(weights[tap]);
      __m256i left = _mm256_loadu_si256((const __m256i *)row);
      __m256i right = _mm256_loadu_si256((const __m256i *)(row + 16));
      first = _mm256_add_epi16(first, _mm256_mulhrs_epi16(left, weight));
      second = _mm256_add_epi16(second, _mm256_mulhrs_epi16(right, weight));
    }
    _mm256_storeu_si256((__m256i *)(results + x), first);
    _mm256_storeu_si256((__m256i *)(results + x + 16), second);
  }
}
#endif

void pixels_filter_rows(const pixels_filter *filter, int from, int to, const int16_t *rows,
                        int base, int stride, int16_t *results) {
  row_filter *apply = filter_row;
#ifdef PIXELS_HAS_V3
  if (pixels_has_v3()) apply = filter_row_avx2;
#endif
  for (int output = from; output < to; output++, results += stride) {
    apply(filter->weights + (size_t)output * (size_t)filter->taps, filter->taps,
          rows + (size_t)(filter->first[output] - base) * (size_t)stride, stride, results);
  }
}

typedef int16_t vector __attribute__((vector_size(16), aligned(2)));

// Transposes 8×8 samples.
static void transpose_block(const int16_t *from, size_t stride, int16_t *to, size_t to_stride) {
  vector a[8], b[8];
  for (size_t i = 0; i < 8; i++) a[i] = *(const vector *)(from + i * stride);
  // Three rounds transpose the block; each interleaves rows that are four apart.
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
