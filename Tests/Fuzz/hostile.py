"""Hostile images: small files that ask a decoder for much time or memory, or contradict themselves.

`hostile` names a function that returns the bytes of one file, or a Stream. `may_succeed` marks
files that a decoder may also accept: only time and memory are checked then.
"""
import collections
import pathlib
import struct
import zlib

FIXTURES = pathlib.Path(__file__).parent.parent / "Fixtures" / "pixels"
# A body of `count` zeros after `head`; `declared` in Content-Length, or ended by the connection.
Stream = collections.namedtuple("Stream", "head count is_declared")
# name: (function, may_succeed)
HOSTILE = {}


def hostile(name, make, may_succeed=False):
    HOSTILE[name] = make, may_succeed


def fixture(name):
    return (FIXTURES / name).read_bytes()


# --- PNG ------------------------------------------------------------------------------------------

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(name, content):
    checksum = struct.pack(">I", zlib.crc32(name + content))
    return struct.pack(">I", len(content)) + name + content + checksum


def header(width, height, depth=8, colour=2, interlace=0):
    fields = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return SIGNATURE + chunk(b"IHDR", fields)


def zeros(count):
    """A zlib stream of zeros, made without compressing all of them."""
    block = 1 << 20
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = packer.compress(bytes(block)) + packer.flush(zlib.Z_FULL_FLUSH)
    rest = zlib.compressobj(9, zlib.DEFLATED, -15)
    end = rest.compress(bytes(count % block)) + rest.flush()
    # Adler-32 of zeros: the low sum stays 1.
    return b"\x78\xda" + part * (count // block) + end + struct.pack(">I", count % 65521 << 16 | 1)


def png(width, height, data, before=b"", after=b"", **kind):
    return (header(width, height, **kind) + before + chunk(b"IDAT", data) + after
            + chunk(b"IEND", b""))


hostile("png_zeros_30000x30000", lambda: png(30000, 30000, zeros(30000 * (30000 * 3 + 1))))
hostile("png_zeros_16_bit_interlaced", lambda: png(
    20000, 20000, zeros(20000 * (20000 * 8 + 1)), depth=16, colour=6, interlace=1))
hostile("png_largest_size", lambda: png(0x7FFFFFFF, 0x7FFFFFFF, zeros(1000)))
hostile("png_one_row", lambda: png(0x7FFFFFFF, 1, zeros(100_000_000)))
hostile("png_65535x65535_bilevel", lambda: png(
    65535, 65535, zeros(65535 * 8193), depth=1, colour=0))
hostile("png_size_larger_than_data", lambda: png(4000, 4000, zeros(1000)))
hostile("png_size_smaller_than_data", lambda: png(10, 10, zeros(50_000_000)), may_succeed=True)
hostile("png_without_size", lambda: png(0, 10, zeros(10)))

# The declared length of the text is 2 GB.
TEXT = header(10, 10) + struct.pack(">I", 0x7FFFFFFF) + b"tEXtComment\0"
PIXELS = zlib.compress(bytes(310))

hostile("png_text_of_2_gb_declared", lambda: Stream(TEXT, 0x7FFFFFFF, True))
hostile("png_text_of_2_gb_streamed", lambda: Stream(TEXT, 0x7FFFFFFF, False))
hostile("png_text_longer_than_file", lambda: TEXT + bytes(1000))
hostile("png_compressed_text_of_1_gb", lambda: png(
    10, 10, PIXELS, before=chunk(b"zTXt", b"Comment\0\0" + zeros(1 << 30))), may_succeed=True)
hostile("png_profile_of_1_gb", lambda: png(
    10, 10, PIXELS, before=chunk(b"iCCP", b"icc\0\0" + zeros(1 << 30))), may_succeed=True)
hostile("png_100000_chunks", lambda: png(
    10, 10, PIXELS, before=chunk(b"tEXt", b"a\0b") * 100_000,
    after=chunk(b"IDAT", b"") * 100_000), may_succeed=True)
hostile("png_palette_is_missing", lambda: png(10, 10, zlib.compress(bytes(110)), colour=3))
hostile("png_palette_is_too_short", lambda: png(
    10, 10, zlib.compress(b"\xff" * 110), before=chunk(b"PLTE", bytes(3)), colour=3),
    may_succeed=True)


# --- JPEG -----------------------------------------------------------------------------------------

def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def resized(name, width, height):
    """A fixture with another size in its header."""
    data = bytearray(fixture(name))
    for marker in b"\xff\xc0", b"\xff\xc2":
        start = data.find(marker + b"\0\x11\x08")
        if start >= 0:
            struct.pack_into(">HH", data, start + 5, height, width)
            return bytes(data)
    raise ValueError(name)


hostile("jpeg_65535x65535", lambda: resized("rgb.jpg", 65535, 65535))
hostile("jpeg_progressive_65535x65535", lambda: resized("progressive.jpg", 65535, 65535))
hostile("jpeg_size_larger_than_data", lambda: resized("rgb.jpg", 4000, 4000))
hostile("jpeg_size_smaller_than_data", lambda: resized("rgb.jpg", 16, 16), may_succeed=True)
hostile("jpeg_without_size", lambda: resized("rgb.jpg", 0, 64))


def progressive(side, scans):
    """A grey progressive image whose scans have only runs of empty blocks."""
    blocks = (side + 7) // 8
    count = blocks * blocks
    head = (b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64)
            + segment(0xC2, struct.pack(">BHHBBBB", 8, side, side, 1, 1, 0x11, 0))
            # One code of one bit each: a DC difference of 0, and a run of 2^14 and more blocks.
            + segment(0xC4, b"\0" + b"\1" + bytes(15) + b"\0")
            + segment(0xC4, b"\x10" + b"\1" + bytes(15) + b"\xe0"))
    first = segment(0xDA, b"\1\1\0\0\0\0") + bytes((count + 7) // 8)
    # 0, then 14 bits: the run has 2^14 + bits blocks.
    bits, left = "", count
    while left > 0:
        run = min(left, (1 << 15) - 1)
        bits += "0" + format(max(0, run - (1 << 14)), "014b")
        left -= run
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")
    scan = segment(0xDA, b"\1\1\0\1\x3f\0") + data
    return head + first + scan * scans + b"\xff\xd9"


hostile("jpeg_10000_scans", lambda: progressive(6000, 10_000))
hostile("jpeg_10000_scans_small", lambda: progressive(64, 10_000))


def with_segments(segments):
    data = fixture("rgb.jpg")
    return data[:2] + segments + data[2:]


def with_exif(*directory):
    tiff = b"MM\0*\0\0\0\x08" + struct.pack(">HHHIII", *directory)
    return with_segments(segment(0xE1, b"Exif\0\0" + tiff))


def jpeg_million_restarts():
    data = fixture("rgb.jpg")
    return data[:-2] + b"\xff\xd0" * 1_000_000 + data[-2:]


hostile("jpeg_million_restarts", jpeg_million_restarts, may_succeed=True)
hostile("jpeg_100000_comments", lambda: with_segments(
    segment(0xFE, b"comment") * 100_000), may_succeed=True)
hostile("jpeg_100000_tables", lambda: with_segments(
    segment(0xDB, b"\0" + b"\1" * 64) * 100_000), may_succeed=True)
hostile("jpeg_profile_is_incomplete", lambda: with_segments(
    segment(0xE2, b"ICC_PROFILE\0\x05\xff" + bytes(60_000))), may_succeed=True)
hostile("jpeg_255_profile_parts", lambda: with_segments(b"".join(
    segment(0xE2, b"ICC_PROFILE\0" + bytes([part, 255]) + bytes(65_000))
    for part in range(1, 256))), may_succeed=True)
# The second directory is the first again.
hostile("jpeg_exif_loops", lambda: with_exif(1, 0x0112, 3, 1, 6 << 16, 8), may_succeed=True)
hostile("jpeg_exif_orientation_is_invalid", lambda: with_exif(
    65535, 0x0112, 3, 0xFFFFFFFF, 9 << 16, 0), may_succeed=True)


def other_process(marker):
    data = bytearray(fixture("rgb.jpg"))
    data[data.index(b"\xff\xc0\0\x11\x08") + 1] = marker
    return bytes(data)


hostile("jpeg_lossless_process", lambda: other_process(0xC3))
hostile("jpeg_arithmetic_process", lambda: other_process(0xC9), may_succeed=True)
hostile("jpeg_12_bits", lambda: fixture("rgb.jpg").replace(
    b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x0c"))


def jpeg_sampling_is_invalid():
    data = bytearray(fixture("rgb.jpg"))
    data[data.index(b"\xff\xc0\0\x11\x08") + 11] = 0xF0
    return bytes(data)


hostile("jpeg_sampling_is_invalid", jpeg_sampling_is_invalid)


# --- GIF ------------------------------------------------------------------------------------------

def lzw(count):
    """Image data of `count` pixels of index 0, in the least number of codes."""
    output, bits, held = bytearray(), 0, 0
    width, free, run, left = 3, 6, 0, count

    def put(code):
        nonlocal bits, held
        bits |= code << held
        held += width
        while held >= 8:
            output.append(bits & 0xFF)
            bits >>= 8
            held -= 8

    put(4)
    while left > 0:
        run = min(run + 1, left)
        put(0 if run == 1 else 4 + run)
        left -= run
        if run > 1:
            free += 1
        if free == 1 << width and width < 12:
            width += 1
        if free == 4095:
            put(4)
            width, free, run = 3, 6, 0
    put(5)
    if held:
        output.append(bits & 0xFF)
    blocks = [output[start:start + 255] for start in range(0, len(output), 255)]
    return b"\2" + b"".join(bytes([len(block)]) + bytes(block) for block in blocks) + b"\0"


def gif(width, height, frames, screen=None):
    screen = screen or (width, height)
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0)
    return (b"GIF89a" + struct.pack("<HHBBB", *screen, 0x81, 0, 0) + bytes(9) + b"\xff" * 3
            + b"".join(frame + data for data in frames) + b"\x3b")


hostile("gif_65535x65535", lambda: gif(65535, 65535, [lzw(1000)]))
hostile("gif_30000x30000", lambda: gif(30000, 30000, [lzw(1_000_000)]))
hostile("gif_screen_65535x65535", lambda: gif(2, 2, [lzw(4)], screen=(65535, 65535)))
hostile("gif_6000x6000_of_one_colour", lambda: gif(6000, 6000, [lzw(36_000_000)]), may_succeed=True)
hostile("gif_10000_frames", lambda: gif(8, 8, [lzw(64)] * 10_000), may_succeed=True)
hostile("gif_frame_outside_screen", lambda: gif(
    500, 500, [lzw(250_000)], screen=(10, 10)), may_succeed=True)


def gif_100000_comments():
    data = gif(8, 8, [lzw(64)])
    return data[:25] + b"\x21\xfe\1a\0" * 100_000 + data[25:]


hostile("gif_100000_comments", gif_100000_comments, may_succeed=True)
hostile("gif_without_frame", lambda: gif(8, 8, []))
hostile("gif_code_size_is_invalid", lambda: gif(8, 8, [b"\x0d" + lzw(64)[1:]]))


# --- WebP -----------------------------------------------------------------------------------------

def riff(*chunks):
    body = b"WEBP" + b"".join(
        name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for name, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def lossless(width, height):
    """Pixels of one colour, which need no bit each."""
    bits = []

    def put(value, count):
        bits.extend(value >> index & 1 for index in range(count))

    put(width - 1, 14)
    put(height - 1, 14)
    put(0, 1 + 3)           # no alpha, version 0
    put(0, 1 + 1 + 1)       # no transform, no colour cache, one group of codes
    for _ in range(5):
        put(1, 1)           # a simple code
        put(0, 1 + 1 + 1)   # of one symbol, with 1 bit, which is 0
    data = bytearray((len(bits) + 7) // 8)
    for index, bit in enumerate(bits):
        data[index // 8] |= bit << index % 8
    return b"\x2f" + bytes(data)


def extended(width, height, animated=False):
    return b"VP8X", struct.pack("<B3x", 2 if animated else 0) + struct.pack("<I", width - 1)[:3] \
        + struct.pack("<I", height - 1)[:3]


def animation(width, height, count):
    frame = lossless(2, 2)
    inner = b"VP8L" + struct.pack("<I", len(frame)) + frame + bytes(len(frame) % 2)
    content = bytes(6) + struct.pack("<I", 1)[:3] * 2 + struct.pack("<I", 10)[:3] + b"\0" + inner
    return riff(extended(width, height, True), (b"ANIM", bytes(6)), *[(b"ANMF", content)] * count)


hostile("webp_lossless_16383x16383", lambda: riff((b"VP8L", lossless(16383, 16383))))
hostile("webp_lossless_6000x6000", lambda: riff((b"VP8L", lossless(6000, 6000))), may_succeed=True)


def webp_lossy_16383x16383():
    data = bytearray(fixture("lossy.webp"))
    start = data.index(b"\x9d\x01\x2a")
    struct.pack_into("<HH", data, start + 3, 16383, 16383)
    return bytes(data)


hostile("webp_lossy_16383x16383", webp_lossy_16383x16383)
hostile("webp_10000_frames", lambda: animation(16, 16, 10_000), may_succeed=True)
hostile("webp_10000_frames_of_16384x16384", lambda: animation(16384, 16384, 10_000))
hostile("webp_animation_without_frames", lambda: riff(extended(16, 16, True), (b"ANIM", bytes(6))))
hostile("webp_canvas_differs", lambda: riff(extended(5000, 5000), (b"VP8L", lossless(2, 2))))


def webp_riff_is_too_long():
    data = fixture("lossy.webp")
    return data[:4] + struct.pack("<I", 0xFFFFFFF0) + data[8:]


hostile("webp_riff_is_too_long", webp_riff_is_too_long)
hostile("webp_100000_chunks", lambda: riff(
    extended(16, 16), *[(b"ABCD", b"x")] * 100_000, (b"VP8L", lossless(16, 16))), may_succeed=True)


# --- Others ---------------------------------------------------------------------------------------

hostile("empty", lambda: b"")
hostile("signature_of_png", lambda: SIGNATURE)
hostile("signature_of_jpeg", lambda: b"\xff\xd8\xff")
hostile("signature_of_gif", lambda: b"GIF89a")
hostile("signature_of_webp", lambda: b"RIFF\xff\xff\xff\xffWEBP")
hostile("avif_without_decoder", lambda: fixture("rgb.avif"))
