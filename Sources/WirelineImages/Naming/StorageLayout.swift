internal import WirelineCore
internal import WirelineRequests

/// Where images lie below the output directory. The URL and the day decide; the
/// server never does.
package enum StorageLayout: String, Sendable, CaseIterable {
  /// `ab/<key>.<ext>`, in 256 folders.
  case hashed
  /// `<key>_<last part of the path>.<ext>`, all in one folder.
  case flat
  /// `example.com/<key>.<ext>`.
  case domain
  /// `2026/11/21/<key>.<ext>`, by the day it was first stored, in UTC. Only the
  /// index knows which.
  case date

  /// The folder of an image that is stored now, empty for the output directory
  /// itself.
  ///
  /// - Parameter time: seconds since 1970.
  func folder(_ address: ImageAddress, at time: Int) -> String {
    switch self {
    case .hashed: String(address.digits.utf8.prefix(2)) ?? ""
    case .flat: ""
    case .domain: Self.folder(host: address.url.host)
    case .date:
      String(CivilDate.timestamp(time).prefix { $0 != "T" }).replacing("-", with: "/")
    }
  }

  /// The name without its extension.
  func stem(_ address: ImageAddress) -> String {
    let key = address.digits
    guard self == .flat else { return key }
    let part = Self.cleaned(address.url.path)
    return part.isEmpty ? key : "\(key)_\(part)"
  }

  /// Longest part of a path in a name, in characters.
  static let longestPart = 50

  /// The last part of a path, without the extension of an image, with a `_` for
  /// whatever is no ASCII letter or digit.
  static func cleaned(_ path: String) -> String {
    var part = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    if let dot = part.lastIndex(of: "."),
      ImageFormat(fileExtension: part[part.index(after: dot)...].lowercased()) != nil
    {
      part = part[..<dot]
    }
    let text = String(decoding: PercentEncoding.decoded(part), as: UTF8.self)
    return String(
      text.prefix(longestPart).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// A host as a folder's name: no name of ours, no hidden one, no way out.
  static func folder(host: String) -> String {
    let name = host.prefix(200).map { character in
      character.isASCII && (character.isLetter || character.isNumber)
        || character == "-" || character == "." ? character : "_"
    }
    if name.isEmpty { return "unknown" }
    return name[0] == "." ? "_" + String(name.dropFirst()) : String(name)
  }
}
