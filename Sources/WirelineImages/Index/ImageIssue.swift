internal import Glibc
internal import WirelineCore

/// The difference of a stored image's file from its entry in the index.
enum ImageIssue: Error, Sendable, Equatable, CustomStringConvertible {
  case missing
  case unreadable(FileError)
  case otherLength(Int)
  case otherContent
  case damaged(String)

  /// Whether the image should be fetched again. An unreadable one may be intact.
  var isDamage: Bool {
    switch self {
    case .missing: false
    case .unreadable(let error): error.code != EACCES
    case .otherLength, .otherContent, .damaged: true
    }
  }

  var description: String {
    switch self {
    case .missing: "missing file"
    case .unreadable(let error): error.description
    case .otherLength(let bytes): "unexpected length of \(bytes) bytes"
    case .otherContent: "content has changed"
    case .damaged(let reason): "damaged image: \(reason)"
    }
  }
}

extension ImageIndex {
  /// Marks an image whose file has changed or is damaged, so that lookups ignore it.
  func markChanged(_ row: IndexedImage) {
    if row.flags.contains(IndexedImage.changeFlag) { return }
    var row = row
    row.flags.append(IndexedImage.changeFlag)
    put(row)
  }
}
