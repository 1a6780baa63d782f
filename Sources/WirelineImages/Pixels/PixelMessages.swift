internal import CPixels

/// The messages between the tool and its workers. They are copied as memory, because the same
/// executable runs on both sides. Bytes whose number the message specifies follow.

/// The first message to a worker.
struct PixelSettings: Sendable, BitwiseCopyable {
  var recipe: PixelRecipe
  var limits = PixelLimits()
}

struct PixelLimits: Sendable, BitwiseCopyable {
  /// The maximum number of pixels, of the original and of the result.
  var pixels = 100_000_000
  /// The address space of a worker in bytes. 100 million pixels need 400 MB with alpha, twice that
  /// while they are rotated, and the file.
  var memory = 1 << 30
  /// Encoders write at most a dozen scans; each is a pass over the whole picture.
  var scans: Int32 = 100
  /// The processor time of a worker.
  var seconds: UInt32 = 300
  /// Whether system calls are filtered. The other limits always apply.
  var isConfined = true
  /// Whether to process what can be decoded of a damaged image.
  var acceptsDamage = false

  /// The longest side that JPEG can store, and larger than that of WebP.
  static let maximumSide = 65_535
}

/// The answer to the settings: 0, or the `errno` of the kernel, which refused to confine a worker.
typealias PixelHello = Int32

/// An image for the worker; its bytes follow.
struct PixelJob: Sendable, BitwiseCopyable {
  let format: Int32
  /// From Exif, 1 to 8.
  let orientation: Int32
  let count: Int
}

enum PixelStatus: Int32, Sendable {
  // The results of the functions of CPixels.
  case done = 0
  case damaged, unsupported, tooLarge, noMemory
  case cropOutside = 100
}

/// The result of a job; a message and the bytes of the result follow.
struct PixelReply: Sendable, BitwiseCopyable {
  // Numbers, not enums: a corrupt worker may send any value, and one that is not a case of its enum
  // would be undefined behaviour.
  var status: Int32 = PixelStatus.done.rawValue
  var format: Int32 = 0
  var width: Int32 = 0
  var height: Int32 = 0
  /// The flags of the picture, as in CPixels.
  var flags: Int32 = 0
  var messageCount: Int32 = 0
  /// The processor time of the worker since its start, in nanoseconds.
  var totalTime = 0
  var count = 0

  /// The length of the messages of CPixels.
  static let maximumMessage = 160
}

extension PixelReply {
  /// A reply whose values are possible. Decoders parse hostile files: a worker may be corrupt.
  struct Checked: Equatable {
    let status: PixelStatus
    let format: ImageFormat?
    let width: Int
    let height: Int
    let flags: [String]
    let messageCount: Int
    let totalTime: Int
    let count: Int

    /// Whether a decoder failed.
    var isSuspicious: Bool {
      ![.done, .cropOutside].contains(status) || flags.contains(StoredImage.damageFlag)
    }
  }

  /// - Parameters:
  ///   - formats: the possible formats of the result.
  ///   - pixels: the largest number of pixels.
  /// - Returns: nil if the worker cannot have meant this.
  func checked(formats: [ImageFormat], pixels: Int) -> Checked? {
    guard let status = PixelStatus(rawValue: status),
      (0...Int32(Self.maximumMessage)).contains(messageCount),
      flags & ~(Int32(PIXELS_PARTIAL) | Int32(PIXELS_NO_PROFILE)) == 0
    else { return nil }
    var result: ImageFormat?
    if status == .done {
      guard let format = ImageFormat(pixelCode: format), formats.contains(format),
        Self.isSize(width: width, height: height, within: pixels), messageCount == 0,
        // Checked before memory of this size is allocated.
        (1...maximumBytes).contains(count)
      else { return nil }
      result = format
    } else if count != 0 {
      return nil
    }
    return Checked(
      status: status, format: result, width: Int(width), height: Int(height), flags: flagNames,
      messageCount: Int(messageCount), totalTime: totalTime, count: count)
  }

  private var flagNames: [String] {
    (flags & Int32(PIXELS_PARTIAL) == 0 ? [] : [StoredImage.damageFlag])
      + (flags & Int32(PIXELS_NO_PROFILE) == 0 ? [] : ["profile_omitted"])
  }

  /// The size, with a wide margin for a profile.
  private var maximumBytes: Int { 8 * Int(width) * Int(height) + 16 << 20 }

  private static func isSize(width: Int32, height: Int32, within pixels: Int) -> Bool {
    let sides = 1...Int32(PixelLimits.maximumSide)
    return sides.contains(width) && sides.contains(height) && Int(width) * Int(height) <= pixels
  }

  /// A text that is safe to print.
  static func text(_ message: [UInt8]) -> String {
    // The image may control the worker that sent it, so it must not contain escape sequences for
    // the terminal.
    let scalars = String(decoding: message, as: UTF8.self).unicodeScalars
    return String(String.UnicodeScalarView(scalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
  }
}

extension ImageFormat {
  /// The number of a format that workers decode; nil for other formats.
  var pixelCode: Int32? {
    switch self {
    case .jpeg: Int32(PIXELS_JPEG)
    case .png: Int32(PIXELS_PNG)
    case .webp: Int32(PIXELS_WEBP)
    case .gif: Int32(PIXELS_GIF)
    default: nil
    }
  }

  init?(pixelCode: Int32) {
    guard let format = Self.allCases.first(where: { $0.pixelCode == pixelCode }) else { return nil }
    self = format
  }
}
