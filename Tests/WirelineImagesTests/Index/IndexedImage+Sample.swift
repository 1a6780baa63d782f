@testable import WirelineCore
@testable import WirelineImages

extension IndexedImage {
  /// An image whose properties all depend on the number.
  static func sample(_ number: Int, bytes: Int = 100, usedAt: Int? = nil) -> IndexedImage {
    let url = "http://h\(number % 3).example/\(number).png"
    let key = ImageKey(url: url)
    return IndexedImage(
      key: key, url: url, path: "\(key.hexadecimal.prefix(2))/\(key.hexadecimal).png",
      etag: "\"\(number)\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
      sha256: ImageKey(url: "content \(number)"), bytes: bytes,
      header: ImageHeader(
        format: .png, width: number + 1, height: number + 2, frames: 1, orientation: 1),
      storedAt: 1_000 + number,
      checkedAt: 2_000 + number, usedAt: usedAt ?? 3_000 + number, flags: ["extension_mismatch"])
  }
}
