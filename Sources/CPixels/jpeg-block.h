// Decodes the codes of a block of baseline JPEG.

#ifndef CPIXELS_JPEG_BLOCK_H
#define CPIXELS_JPEG_BLOCK_H

#include "jpeg-huffman.h"

// Skips the codes of a block from coefficient `k` on. Returns whether they are valid.
ALWAYS_INLINE int skip_block(bit_reader *bits, const huffman_table *ac, unsigned k) {
  while (k < 64) {
    bit_reader before = *bits;
    unsigned start = k;
    // The bits suffice for two entries, of at most 21 each. What follows the end is ignored without
    // a branch, which would be mispredicted.
    refill(bits);
    for (int i = 0; i < 2; i++) {
      unsigned entry = ac->skips[bits->bits >> (64 - HUFFMAN_BITS)] & (0u - (k < 64));
      consume(bits, SKIP_BITS(entry));
      k += SKIP_ADVANCE(entry);
    }
    if (k < 64) continue;
    if (k >= SKIP_END && k < SKIP_END + 64) return 1;
    *bits = before;
    refill(bits);
    unsigned entry = next_symbol(bits, ac);
    if (entry == 0) return 0;
    consume(bits, SYMBOL_BITS(entry));
    if (SYMBOL_SIZE(entry) == 0 && SYMBOL_RUN(entry) == 0) return 1;
    k = start + SYMBOL_RUN(entry) + 1;
  }
  return k == 64;
}

// Decodes the needed coefficients of a block. Returns whether its codes are valid.
ALWAYS_INLINE int decode_block(bit_reader *bits, const huffman_table *dc, const huffman_table *ac,
                               unsigned needed, int *prediction, int *coefficients) {
  for (unsigned i = 1; i <= needed; i++) coefficients[i] = 0;
  refill(bits);
  unsigned entry = next_symbol(bits, dc);
  if (entry == 0) return 0;
  *prediction += read_value(bits, entry);
  if (*prediction < -65536 || *prediction > 65535) return 0;
  coefficients[0] = *prediction;
  consume(bits, SYMBOL_BITS(entry));
  unsigned k = 1;
  // The bits suffice for two codes: of at most 27 with a DC value, 26 with an AC value.
  for (int i = 1; k <= needed; i++) {
    if (i % 2 == 0) refill(bits);
    entry = next_symbol(bits, ac);
    if (entry == 0) return 0;
    k += SYMBOL_RUN(entry);
    if (SYMBOL_SIZE(entry) == 0 && SYMBOL_RUN(entry) == 0) {
      consume(bits, SYMBOL_BITS(entry));
      return 1;
    }
    if (k > 63) return 0;
    coefficients[k++] = read_value(bits, entry);
    consume(bits, SYMBOL_BITS(entry));
  }
  return skip_block(bits, ac, k);
}

#endif
