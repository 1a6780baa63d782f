#include "jpeg-huffman.h"

// Computes the entry of all codes that begin within an index.
static unsigned make_skip(const huffman_table *table, unsigned index) {
  unsigned bits = 0, advance = 0;
  while (bits < HUFFMAN_BITS) {
    unsigned entry = table->symbols[index << bits & (HUFFMAN_ENTRIES - 1)];
    unsigned length = SYMBOL_BITS(entry) - SYMBOL_SIZE(entry);
    if (entry == 0 || length > HUFFMAN_BITS - bits) break;
    if (SYMBOL_SIZE(entry) == 0 && SYMBOL_RUN(entry) == 0) {
      return (bits + SYMBOL_BITS(entry)) | (advance + SKIP_END) << 5;
    }
    if (advance + SYMBOL_RUN(entry) + 1 >= SKIP_NONE) break;
    advance += SYMBOL_RUN(entry) + 1;
    bits += SYMBOL_BITS(entry);
  }
  return advance ? bits | advance << 5 : SKIP_NONE << 5;
}

int pixels_make_huffman(huffman_table *table, const uint8_t counts[16], const uint8_t *values,
                        int is_ac) {
  uint32_t code = 0;
  int total = 0;
  memset(table->symbols, 0, sizeof table->symbols);
  for (unsigned length = 1; length <= 16; length++) {
    table->offsets[length] = total - (int)code;
    for (int i = 0; i < counts[length - 1]; i++, code++, total++) {
      if (total >= 256 || code >= 1u << length) return 0;
      unsigned symbol = values[total], size = symbol & 15;
      // Values have at most 10 bits, of DC 11 (T.81, F.1.2). A run without a value is 16 zeros or the
      // end of the block.
      int is_empty = size == 0 && symbol != 0 && symbol != 0xF0;
      if (is_ac ? is_empty || size > 10 : symbol > 11) return 0;
      table->values[total] = (uint8_t)symbol;
      if (length > HUFFMAN_BITS) continue;
      unsigned entry = (length + size) | size << 5 | symbol >> 4 << 9;
      unsigned shift = HUFFMAN_BITS - length;
      for (unsigned j = 0; j < 1u << shift; j++) {
        table->symbols[(code << shift) + j] = (uint16_t)entry;
      }
    }
    table->ends[length] = code << (16 - length);
    code <<= 1;
  }
  if (!is_ac) return 1;
  for (unsigned i = 0; i < HUFFMAN_ENTRIES; i++) table->skips[i] = (uint16_t)make_skip(table, i);
  return 1;
}
