// The inverse transform of JPEG to blocks of 1 to 8 samples a side.
//
// A block of N samples uses the N lowest frequencies, so no higher ones fold into the result.

#include "jpeg-baseline.h"
#include "vectorised.h"

#include <math.h>
#include <string.h>

static void make_basis(float basis[64], int size) {
  for (int frequency = 0; frequency < size; frequency++) {
    double scale = frequency ? 0.5 : sqrt(0.125);
    for (int x = 0; x < size; x++) {
      basis[frequency * size + x] =
          (float)(scale * cos((2 * x + 1) * frequency * M_PI / (2 * size)));
    }
  }
}

void pixels_prepare_blocks(component *part, const uint16_t quantisation[64],
                           const uint8_t zigzag[64]) {
  make_basis(part->across_basis, part->block_width);
  make_basis(part->down_basis, part->block_height);
  for (int k = 0; k < 64; k++) {
    int x = zigzag[k] % 8, y = zigzag[k] / 8;
    if (x >= part->block_width || y >= part->block_height) continue;
    int index = y * part->block_width + x;
    part->positions[index] = (uint8_t)k;
    part->factors[index] = quantisation[k];
    if (index < 4) part->quantisation_of_2x2[index] = quantisation[k];
  }
}

static inline uint8_t to_byte(float value) {
  value += 128.5f;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void transform(const component *part, const int *coefficients, uint8_t *samples,
                      size_t stride) {
  int width = part->block_width, height = part->block_height;
  float rows[64], values[64];
  for (int i = 0; i < width * height; i++) {
    values[i] = (float)coefficients[part->positions[i]] * part->factors[i];
  }
  for (int v = 0; v < height; v++) {
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int u = 0; u < width; u++) {
        sum += values[v * width + u] * part->across_basis[u * width + x];
      }
      rows[v * width + x] = sum;
    }
  }
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      float sum = 0;
      for (int v = 0; v < height; v++) {
        sum += rows[v * width + x] * part->down_basis[v * height + y];
      }
      samples[(size_t)y * stride + (size_t)x] = to_byte(sum);
    }
  }
}

// Divides by 8. Halves are frequent, so they are rounded to even numbers: upwards, they would tint
// the picture.
static inline uint8_t to_sample(unsigned sum) {
  int value = ((int)(sum + 3 + (sum >> 3 & 1)) >> 3) + 128;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

// In blocks of 1 or 2 samples a side, every factor of the bases is ±√⅛. The sums of damaged files can
// overflow, so they are unsigned.
static void transform_1x1(const component *part, const int *coefficients, uint8_t *samples) {
  samples[0] = to_sample((unsigned)coefficients[0] * part->quantisation_of_2x2[0]);
}

PIXELS_BODY void pixels_transform_2x2_body(const component *part, const int32_t *coefficients,
                                    size_t count, uint8_t *samples) {
  uint32_t factors[4];
  for (int i = 0; i < 4; i++) factors[i] = part->quantisation_of_2x2[i];
  uint8_t *top_row = samples, *bottom_row = samples + 2 * count;
  for (size_t x = 0; x < count; x++) {
    uint32_t mean = (uint32_t)coefficients[x] * factors[0];
    uint32_t across = (uint32_t)coefficients[x + count] * factors[1];
    uint32_t down = (uint32_t)coefficients[x + 2 * count] * factors[2];
    uint32_t both = (uint32_t)coefficients[x + 3 * count] * factors[3];
    uint32_t top = mean + down, bottom = mean - down;
    top_row[2 * x] = to_sample(top + across + both);
    top_row[2 * x + 1] = to_sample(top - across - both);
    bottom_row[2 * x] = to_sample(bottom + across - both);
    bottom_row[2 * x + 1] = to_sample(bottom - across + both);
  }
}

PIXELS_VECTORISED(, void, pixels_transform_2x2,
                  (const component *part, const int32_t *coefficients, size_t count,
                   uint8_t *samples),
                  (part, coefficients, count, samples))

typedef float row_of_4 __attribute__((vector_size(16)));
typedef int integers_of_4 __attribute__((vector_size(16)));

static row_of_4 load_row(const float *values) {
  row_of_4 row;
  memcpy(&row, values, sizeof row);
  return row;
}

static void transform_4x4(const component *part, const int *coefficients, uint8_t *samples,
                          size_t stride) {
  row_of_4 across[4], rows[4];
  for (int u = 0; u < 4; u++) across[u] = load_row(part->across_basis + 4 * u);
  for (int v = 0; v < 4; v++) {
    const uint8_t *at = part->positions + 4 * v;
    const float *factors = part->factors + 4 * v;
    rows[v] = across[0] * ((float)coefficients[at[0]] * factors[0]) +
              across[1] * ((float)coefficients[at[1]] * factors[1]) +
              across[2] * ((float)coefficients[at[2]] * factors[2]) +
              across[3] * ((float)coefficients[at[3]] * factors[3]);
  }
  for (int y = 0; y < 4; y++, samples += stride) {
    const float *down = part->down_basis + y;
    row_of_4 sum = rows[0] * down[0] + rows[1] * down[4] + rows[2] * down[8] + rows[3] * down[12];
    const row_of_4 least = {0}, most = {255, 255, 255, 255};
    sum = __builtin_elementwise_min(__builtin_elementwise_max(sum + 128.5f, least), most);
    integers_of_4 whole = __builtin_convertvector(sum, integers_of_4);
    for (int x = 0; x < 4; x++) samples[x] = (uint8_t)whole[x];
  }
}

void pixels_inverse_transform(const component *part, const int *coefficients, uint8_t *samples,
                              size_t stride) {
  int width = part->block_width, height = part->block_height;
  if (width == 4 && height == 4) {
    transform_4x4(part, coefficients, samples, stride);
  } else if (width == 1 && height == 1) {
    transform_1x1(part, coefficients, samples);
  } else {
    transform(part, coefficients, samples, stride);
  }
}
