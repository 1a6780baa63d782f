internal import WirelineCore
internal import WirelineRequests

/// The folders and names of images below the output directory. They are derived from the URL and
/// the day, never from the response.
enum StorageLayout: String, Sendable, CaseIterable {
  /// `ab/<key>.<ext>`, in 256 folders.
  case hashed
  /// `<key>_<last part of the path>.<ext>`, all in one folder.
  case flat
  /// `example.com/<key>.<ext>`.
  case domain
  /// `2026/11/21/<key>.<ext>`, by the day on which it was first stored, in UTC, which only the
  /// index knows.
  case date

  func folder(_ address: ImageAddress, at time: Int) -> String {
    switch self {
    case .hashed: Hexadecimal.encode([UInt8(address.key.prefix >> 56)])
    case .flat: ""
    case .domain: Self.folder(host: address.url.host)
    case .date:
      String(CivilDate.timestamp(time).prefix { $0 != "T" }).replacing(text: "-", with: "/")
    }
  }

  func stem(_ address: ImageAddress) -> String {
    let key = address.digits
    guard self == .flat else { return key }
    let part = Self.cleaned(address.url.path)
    return part.isEmpty ? key : "\(key)_\(part)"
  }

  /// Returns the last part of a path without an image's extension, cut to 50 characters, with `_`
  /// instead of everything but ASCII letters and digits.
  static func cleaned(_ path: String) -> String {
    var part = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    if let dot = part.lastIndex(of: "."),
      ImageFormat(fileExtension: part[part.index(after: dot)...].lowercased()) != nil
    {
      part = part[..<dot]
    }
    let text = String(decoding: PercentEncoding.decoded(part), as: UTF8.self)
    return String(
      text.prefix(50).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Returns a host as the name of a folder, which is neither hidden nor leads outside.
  static func folder(host: String) -> String {
    let name = host.prefix(200).map { character in
      character.isASCII && (character.isLetter || character.isNumber)
        || character == "-" || character == "." ? character : "_"
    }
    if name.isEmpty { return "unknown" }
    return name[0] == "." ? "_" + String(name.dropFirst()) : String(name)
  }
}
