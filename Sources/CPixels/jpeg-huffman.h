// Huffman codes of baseline JPEG, for a decoder that skips most coefficients.

#ifndef CPIXELS_JPEG_HUFFMAN_H
#define CPIXELS_JPEG_HUFFMAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The function with the loops is compiled for several processors, with all that it calls.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Tables are indexed by this many bits; longer codes are rare.
enum { HUFFMAN_BITS = 11, HUFFMAN_ENTRIES = 1 << HUFFMAN_BITS };

// An entry of `symbols`: the bits of the code and its value, the bits of the value, and the symbol.
// 0 for a longer code.
#define SYMBOL_BITS(entry) ((entry) & 31)
#define SYMBOL_SIZE(entry) ((entry) >> 5 & 15)
#define SYMBOL_RUN(entry) ((entry) >> 9 & 15)

// An entry of `skips`: the bits of all codes that begin within the index, and their values; and the
// coefficients that they advance, plus SKIP_END if the last ends the block.
#define SKIP_BITS(entry) ((entry) & 31)
#define SKIP_ADVANCE(entry) ((entry) >> 5)
enum { SKIP_NONE = 64, SKIP_END = 128 };

typedef struct {
  uint16_t symbols[HUFFMAN_ENTRIES];
  uint16_t skips[HUFFMAN_ENTRIES];
  uint32_t ends[17];  // the first code longer than this, from the left of 16 bits
  int offsets[17];    // of the values of each length
  uint8_t values[256];
} huffman_table;

// Computes the tables from the counts of codes of 1 to 16 bits. Returns 0 if they are invalid.
int pixels_make_huffman(huffman_table *table, const uint8_t counts[16], const uint8_t *values,
                        int is_ac);

// Bits of a scan without stuffing. 8 bytes can be read after the end.
typedef struct {
  uint64_t bits;  // from the highest on
  unsigned count;
  const uint8_t *next;
} bit_reader;

// Makes at least 56 bits available.
ALWAYS_INLINE void refill(bit_reader *reader) {
  uint64_t bytes;
  memcpy(&bytes, reader->next, 8);
  reader->bits |= __builtin_bswap64(bytes) >> reader->count;
  reader->next += (63 - reader->count) >> 3;
  reader->count |= 56;
}

ALWAYS_INLINE void consume(bit_reader *reader, unsigned count) {
  reader->bits <<= count;
  reader->count -= count;
}

// Finds the entry of a code longer than the index. Returns 0 for an invalid code.
ALWAYS_INLINE unsigned find_long_code(const bit_reader *reader, const huffman_table *table) {
  uint32_t code = (uint32_t)(reader->bits >> 48);
  unsigned length = HUFFMAN_BITS + 1;
  while (length < 17 && code >= table->ends[length]) length++;
  if (length == 17) return 0;
  int index = table->offsets[length] + (int)(code >> (16 - length));
  unsigned symbol = table->values[index & 255], size = symbol & 15;
  return (length + size) | size << 5 | symbol >> 4 << 9;
}

ALWAYS_INLINE unsigned next_symbol(const bit_reader *reader, const huffman_table *table) {
  unsigned entry = table->symbols[reader->bits >> (64 - HUFFMAN_BITS)];
  return __builtin_expect(entry != 0, 1) ? entry : find_long_code(reader, table);
}

// The signed value after a code.
ALWAYS_INLINE int read_value(const bit_reader *reader, unsigned entry) {
  unsigned size = SYMBOL_SIZE(entry);
  uint64_t after = reader->bits << (SYMBOL_BITS(entry) - size);
  int value = (int)(after >> 1 >> (63 - size));
  // Values with a highest bit of 0 are negative.
  return value - ((1 << size) - 1) * ((int64_t)after >= 0);
}

#endif
