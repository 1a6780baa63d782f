#!/usr/bin/env python3
"""Makes the images of this folder: one for each variant of a format that imgfetch must decode.

usage: python3 make.py      needs Pillow 11.3 or newer, which has an AVIF encoder

Unless its name specifies otherwise, an upright image has 96x64 pixels and four quadrants: red and
green above blue and pale yellow. Tests compare the colours in the middle of each quadrant, so the
orientation, the channel order and the colour model are visible.
"""
import io
import pathlib
import struct
import zlib

from PIL import Image, ImageOps, PngImagePlugin

HERE = pathlib.Path(__file__).parent
WIDTH, HEIGHT = 96, 64
# Top left, top right, bottom left, bottom right.
COLOURS = [(220, 40, 30), (30, 160, 60), (40, 60, 200), (240, 240, 200)]
GREYS = [40, 110, 180, 240]
ALPHAS = [255, 255, 255, 0]


def quadrants(mode, values, size=(WIDTH, HEIGHT)):
    image = Image.new(mode, size)
    half = size[0] // 2, size[1] // 2
    for index, value in enumerate(values):
        x, y = index % 2 * half[0], index // 2 * half[1]
        image.paste(value, (x, y, x + half[0], y + half[1]))
    return image


def with_alpha():
    return quadrants("RGBA", [(*colour, alpha) for colour, alpha in zip(COLOURS, ALPHAS)])


def save(name, image, **options):
    image.save(HERE / name, **options)


# --- Colour profiles ------------------------------------------------------------------------------

def fixed(value):
    return struct.pack(">i", round(value * 65536))


def profile(name, columns, curve):
    """An ICC profile with a matrix and one curve, by ICC.1:2010."""
    def text(value):
        encoded = value.encode("utf-16-be")
        table = struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(encoded), 28)
        return b"mluc\0\0\0\0" + table + encoded

    def xyz(values):
        return b"XYZ \0\0\0\0" + b"".join(fixed(value) for value in values)

    tags = {b"desc": text(name), b"cprt": text("public domain"), b"wtpt": xyz((0.9642, 1, 0.8249))}
    tags |= dict(zip((b"rXYZ", b"gXYZ", b"bXYZ"), map(xyz, columns)))
    tags |= {tag: curve for tag in (b"rTRC", b"gTRC", b"bTRC")}
    table, data, offsets = b"", b"", {}
    start = 128 + 4 + 12 * len(tags)
    for tag, content in tags.items():
        if content not in offsets:
            offsets[content] = start + len(data)
            data += content + bytes(-len(content) % 4)
        table += struct.pack(">4sII", tag, offsets[content], len(content))
    body = struct.pack(">I", len(tags)) + table + data
    header = struct.pack(">I4sI4s4s4s12s4s4sI4s4sQI", 128 + len(body), b"\0\0\0\0", 0x04300000,
                         b"mntr", b"RGB ", b"XYZ ", struct.pack(">6H", 2026, 1, 1, 0, 0, 0),
                         b"acsp", b"\0\0\0\0", 0, b"\0\0\0\0", b"\0\0\0\0", 0, 0)
    return (header + fixed(0.9642) + fixed(1) + fixed(0.8249)).ljust(128, b"\0") + body


def adobe_rgb():
    gamma = b"curv\0\0\0\0" + struct.pack(">IH", 1, 0x0233)
    return profile("Compatible with Adobe RGB (1998)", [
        (0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457),
    ], gamma)


def display_p3():
    curve = b"para\0\0\0\0\0\3\0\0" + b"".join(
        map(fixed, (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)))
    return profile("Display P3", [
        (0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407),
    ], curve)


# --- JPEG -----------------------------------------------------------------------------------------

# The transposition that makes an image of each orientation upright.
UPRIGHT = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
           4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
           6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
           8: Image.Transpose.ROTATE_90}
INVERSE = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}


def oriented(orientation):
    """The picture as a camera with this orientation stores it, and its Exif data."""
    image = quadrants("RGB", COLOURS)
    if orientation in UPRIGHT:
        image = image.transpose(INVERSE.get(orientation, UPRIGHT[orientation]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "Wireline camera"
    return image, exif


def jpeg():
    rgb = quadrants("RGB", COLOURS)
    save("rgb.jpg", rgb, quality=92)
    save("rgb-444.jpg", rgb, quality=92, subsampling=0)
    save("grey.jpg", quadrants("L", GREYS), quality=92)
    save("progressive.jpg", rgb, quality=92, progressive=True)
    save("adobe-rgb.jpg", rgb, quality=92, icc_profile=adobe_rgb())
    save("display-p3.jpg", rgb, quality=92, icc_profile=display_p3())
    for orientation in range(1, 9):
        image, exif = oriented(orientation)
        name = f"orientation-{orientation}.jpg"
        save(name, image, quality=92, exif=exif)
        upright = ImageOps.exif_transpose(Image.open(HERE / name))
        assert upright.size == (WIDTH, HEIGHT) and upright.getpixel((24, 16))[0] > 190, name
    image, exif = oriented(6)
    save("metadata.jpg", image, quality=92, exif=exif, comment=b"secret place",
         xmp=b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    cmyk()


def cmyk():
    """Adobe's CMYK stores inverted values; its YCCK is their complement as YCC, and K."""
    inks = [(255 - red, 255 - green, 255 - blue, 0) for red, green, blue in COLOURS]
    save("cmyk.jpg", quadrants("CMYK", inks), quality=92)
    planes = []
    for ink in inks:
        luma, cb, cr = Image.new("RGB", (1, 1), ink[:3]).convert("YCbCr").getpixel((0, 0))
        # Pillow inverts the values that it writes.
        planes.append((255 - luma, 255 - cb, 255 - cr, 0))
    file = io.BytesIO()
    quadrants("CMYK", planes).save(file, "JPEG", quality=92)
    data = bytearray(file.getvalue())
    marker = data.index(b"\xff\xee\0\x0eAdobe")
    assert data[marker + 15] == 0
    data[marker + 15] = 2  # the colour transform: YCCK
    (HERE / "ycck.jpg").write_bytes(data)
    for name in "cmyk.jpg", "ycck.jpg":
        red, green, blue = Image.open(HERE / name).convert("RGB").getpixel((24, 16))
        assert red > 200 and green < 60 and blue < 60, name


# --- PNG ------------------------------------------------------------------------------------------

def png_bytes(size, depth, colour_type, rows, interlaced=False, data=None):
    def chunk(name, content):
        checksum = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", *size, depth, colour_type, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", data or zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def adam7(image):
    """The rows of the seven passes."""
    rows = b""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)]
    for x, y, step_x, step_y in passes:
        for row in range(y, image.height, step_y):
            columns = range(x, image.width, step_x)
            rows += b"\0" + b"".join(bytes(image.getpixel((column, row))) for column in columns)
    return rows


def wide_rows(values):
    """Rows of 16-bit samples, whose low bytes a decoder must round away."""
    def row(left, right):
        cells = [struct.pack(f">{len(cell)}H", *(part << 8 | 0x40 for part in cell))
                 for cell in (left, right)]
        return b"\0" + cells[0] * (WIDTH // 2) + cells[1] * (WIDTH // 2)

    return row(*values[:2]) * (HEIGHT // 2) + row(*values[2:]) * (HEIGHT // 2)


def png():
    rgb = quadrants("RGB", COLOURS)
    size = WIDTH, HEIGHT
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "secret place")
    save("rgb.png", rgb, optimize=True)
    save("metadata.png", rgb, optimize=True, pnginfo=notes, exif=oriented(1)[1])
    save("rgba.png", with_alpha(), optimize=True)
    save("display-p3.png", rgb, optimize=True, icc_profile=display_p3())
    save("grey.png", quadrants("L", GREYS), optimize=True)
    save("grey-alpha.png", quadrants("LA", list(zip(GREYS, ALPHAS))), optimize=True)
    save("bilevel.png", quadrants("1", [0, 255, 255, 0]), optimize=True)
    palette = quadrants("P", [0, 1, 2, 3])
    palette.putpalette([part for colour in COLOURS for part in colour])
    save("palette.png", palette, optimize=True, bits=2)
    save("palette-alpha.png", palette, optimize=True, bits=2, transparency=bytes(ALPHAS))
    (HERE / "rgb16.png").write_bytes(png_bytes(size, 16, 2, wide_rows(COLOURS)))
    greys = wide_rows([(grey,) for grey in GREYS])
    (HERE / "grey16.png").write_bytes(png_bytes(size, 16, 0, greys))
    (HERE / "interlaced.png").write_bytes(png_bytes(size, 8, 2, adam7(rgb), interlaced=True))
    # All chunks and checksums are valid, but the compressed data ends early.
    (HERE / "damaged.png").write_bytes(
        png_bytes(size, 8, 2, b"", data=zlib.compress(wide_rows(COLOURS), 9)[:40]))
    save("animated.png", rgb, save_all=True, append_images=others(), duration=100)


# --- GIF, WebP and AVIF ---------------------------------------------------------------------------

def others():
    """Further frames, in other colours."""
    return [quadrants("RGB", COLOURS[shift:] + COLOURS[:shift]) for shift in (1, 2)]


def frames():
    rgb = quadrants("RGB", COLOURS)
    save("rgb.gif", rgb)
    save("interlaced.gif", rgb, interlace=1)
    save("animated.gif", rgb, save_all=True, append_images=others(), duration=100, loop=0)
    transparent = quadrants("P", [0, 1, 2, 3])
    transparent.putpalette([part for colour in COLOURS for part in colour])
    save("transparent.gif", transparent, transparency=3)
    save("lossy.webp", rgb, quality=90)
    save("lossless-alpha.webp", with_alpha(), lossless=True, exact=True)
    save("animated.webp", rgb, save_all=True, append_images=others(), duration=100, lossless=True)
    save("display-p3.webp", rgb, lossless=True, icc_profile=display_p3())
    save("rgb.avif", rgb, quality=50)


if __name__ == "__main__":
    jpeg()
    png()
    frames()
