internal import WirelineCore

/// The format of the result.
enum PixelEncoding: Sendable, Equatable, BitwiseCopyable {
  case jpeg(quality: Int)
  case png
  case webp(quality: Int)
  /// PNG up to `adaptiveBytes`, above that JPEG.
  case adaptive
  /// The format of the original; PNG instead of GIF.
  case keep

  static let jpegQuality = 80
  static let webpQuality = 75
  static let adaptiveBytes = 1_000_000

  /// The formats that the result may have, in the order to try them.
  func formats(for original: ImageFormat) -> [ImageFormat] {
    switch self {
    case .jpeg: [.jpeg]
    case .png: [.png]
    case .webp: [.webp]
    case .adaptive: [.png, .jpeg]
    case .keep: [original == .gif ? .png : original]
    }
  }

  /// The quality of JPEG or WebP, 1 to 100.
  func quality(of format: ImageFormat) -> Int {
    switch self {
    case .jpeg(let quality), .webp(let quality): quality
    case .png, .adaptive, .keep: format == .webp ? Self.webpQuality : Self.jpegQuality
    }
  }

  /// In the identifier of a recipe: `jpeg 80`.
  var identifier: String { text.replacing(":", with: " ") }
}

extension PixelEncoding: ArgumentValue {
  init(parsing argument: String) throws(InvalidArgument) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let quality = parts.count == 2 ? parts[1] : nil
    switch parts.first {
    case "jpeg", "jpg":
      self = .jpeg(quality: try Self.quality(quality, default: Self.jpegQuality, "jpeg"))
    case "webp": self = .webp(quality: try Self.quality(quality, default: Self.webpQuality, "webp"))
    case "png" where quality == nil: self = .png
    case "adaptive" where quality == nil: self = .adaptive
    case "keep" where quality == nil: self = .keep
    case "png"?, "adaptive"?, "keep"?:
      throw InvalidArgument(expected: "\(parts[0]) without a quality, or jpeg:80 or webp:75")
    default:
      throw InvalidArgument(expected: "jpeg, jpeg:80, png, webp, webp:75, adaptive or keep")
    }
  }

  private static func quality(
    _ text: Substring?, default value: Int, _ format: String
  ) throws(InvalidArgument) -> Int {
    guard let text else { return value }
    guard let quality = Int(digits: text), (1...100).contains(quality) else {
      throw InvalidArgument(expected: "a quality from 1 to 100, such as \(format):\(value)")
    }
    return quality
  }

  /// The argument: `jpeg:80`.
  var text: String {
    switch self {
    case .jpeg(let quality): "jpeg:\(quality)"
    case .png: "png"
    case .webp(let quality): "webp:\(quality)"
    case .adaptive: "adaptive"
    case .keep: "keep"
    }
  }
}
