/// The path that `--name` gives an image. The properties of the image are filled in when it is
/// known.
///
/// Each component is safe on all file systems: not hidden, not `..`, without control characters
/// and the characters that Windows reserves, and at most 200 bytes long.
struct ImageName: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case text(String)
    case property(Property)
  }

  /// The properties of an image that a template can name, besides fields of its record.
  enum Property: String, Sendable, CaseIterable {
    // Known before the download.
    case ref, line, host, dir, path, basename, stem, date
    // Known after it.
    case ext, format, width, height, sha256, key

    /// The largest number of bytes of a property of the image.
    var longest: Int? {
      switch self {
      case .ref, .line, .host, .dir, .path, .basename, .stem, .date: nil
      case .ext, .format: 5
      case .width, .height: 10
      case .sha256, .key: 64
      }
    }
  }

  private enum Extension: Sendable, Equatable {
    /// The extension of the image's format.
    case format
    /// An extension with its dot; empty for none.
    case fixed(String)
  }

  /// The folder without a slash at its end; empty for the output directory.
  let folder: String
  private let parts: [Part]
  private let fileExtension: Extension
  /// Whether the name has digits of the key, to distinguish it from that of another image.
  var isDistinguished = false

  private static let longestComponent = 200
  private static let longestFolder = 790
  private static let longestExtension = 11
  private static let distinguishingDigits = 8

  init(folders: [String], parts: [Part]) {
    let longest = min(Self.longestComponent, Self.longestFolder / max(1, folders.count) - 1)
    folder = folders.map { Self.component($0.cut(to: longest)) }.joined(separator: "/")
    var parts = parts
    fileExtension = Self.removeExtension(&parts)
    self.parts = Self.shortened(parts)
  }

  /// The name as far as it is known before the download. Images with equal claims need distinct
  /// names.
  var claim: String {
    var stem = ""
    for part in parts {
      switch part {
      case .text(let known): stem += known
      case .property(let property): stem += "/" + property.rawValue
      }
    }
    let text = folder + "/" + Self.component(stem)
    if case .fixed(let fixed) = fileExtension { return text + fixed }
    return text + "/ext"
  }

  /// Whether no other image can have the name.
  var isUnique: Bool { parts.contains(.property(.key)) }

  /// The digits that distinguish an image from others of its name.
  static func digits(of key: ImageKey) -> String {
    String(key.hexadecimal.prefix(distinguishingDigits))
  }

  /// The path of an image below the output directory.
  func path(of image: IndexedImage) -> String {
    var stem = ""
    for part in parts {
      switch part {
      case .text(let text): stem += text
      case .property(let property): stem += Self.value(property, image)
      }
    }
    if isDistinguished { stem += "-" + Self.digits(of: image.key) }
    let end =
      switch fileExtension {
      case .format: "." + image.header.format.fileExtension
      case .fixed(let text): text
      }
    let name = Self.component(stem) + end
    return folder.isEmpty ? name : "\(folder)/\(name)"
  }

  private static func value(_ property: Property, _ image: IndexedImage) -> String {
    switch property {
    case .ext: image.header.format.fileExtension
    case .format: image.header.format.rawValue
    case .width: "\(image.header.width ?? 0)"
    case .height: "\(image.header.height ?? 0)"
    case .sha256: image.sha256.hexadecimal
    case .key: image.key.hexadecimal
    case .ref, .line, .host, .dir, .path, .basename, .stem, .date: ""
    }
  }

  // MARK: Cleaning

  /// Replaces slashes, line breaks, and characters that control a terminal or the direction of
  /// text, or that Windows reserves.
  static func cleaned(_ text: String) -> String {
    var cleaned = ""
    for scalar in text.unicodeScalars {
      let isReserved =
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
      cleaned.unicodeScalars.append(isReserved ? "_" : scalar)
    }
    return cleaned
  }

  /// Converts cleaned text to a component, which does not begin with a dot or end with a dot or a
  /// space.
  private static func component(_ text: String) -> String {
    // Scalars, not characters: a dot with an accent is one character.
    let dots = text.unicodeScalars.prefix { $0 == "." }.count
    var name = String(repeating: "_", count: dots) + String(text.unicodeScalars.dropFirst(dots))
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return name.isEmpty ? "_" : name
  }

  /// Splits off `.{ext}`, or a dot with up to ten letters and digits at the end of text.
  private static func removeExtension(_ parts: inout [Part]) -> Extension {
    if parts.last == .property(.ext), parts.count > 1,
      case .text(let text) = parts[parts.count - 2],
      text.hasSuffix(".")
    {
      parts.removeLast(2)
      parts.append(.text(String(text.dropLast())))
      return .format
    }
    guard case .text(let text)? = parts.last, let dot = text.lastIndex(of: "."),
      dot > text.startIndex || parts.count > 1
    else { return .fixed("") }
    let end = text[dot...]
    guard (2...longestExtension).contains(end.utf8.count),
      end.dropFirst().allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return .fixed("") }
    parts[parts.count - 1] = .text(String(text[..<dot]))
    return .fixed(String(end))
  }

  /// Cuts the texts, so that the longest properties fit too.
  private static func shortened(_ parts: [Part]) -> [Part] {
    // The hyphen before the digits takes one byte.
    var rest = longestComponent - longestExtension - distinguishingDigits - 1
    for case .property(let property) in parts { rest -= property.longest ?? 0 }
    return parts.map { part in
      guard case .text(let text) = part else { return part }
      let short = text.cut(to: max(0, rest))
      rest -= short.utf8.count
      return .text(short)
    }
  }
}

extension String {
  /// The text cut to a number of bytes, between two characters.
  func cut(to bytes: Int) -> String {
    if utf8.count <= bytes { return self }
    var short = String(prefix(bytes))
    while short.utf8.count > bytes { short.removeLast() }
    return short
  }
}
