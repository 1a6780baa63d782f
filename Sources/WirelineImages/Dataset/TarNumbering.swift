internal import WirelineCore

/// Names the shards of a data set and the images in them like img2dataset.
struct TarNumbering: Sendable, Equatable {
  /// The number of images per shard.
  let size: Int

  private static let shardDigits = 5

  /// The shard of an image.
  ///
  /// - Parameter position: the number of images before it in the input.
  func shard(of position: Int) -> Int { position / size }

  /// Whether an image is the last one of a full shard.
  func isLast(_ position: Int) -> Bool { position % size == size - 1 }

  /// The key of an image: the shard, and the image's number in it.
  func key(of position: Int) -> String {
    Self.name(of: position / size) + (position % size).text(digits: indexDigits)
  }

  /// `00000`.
  static func name(of shard: Int) -> String { shard.text(digits: shardDigits) }

  /// At least four, as img2dataset has with its default of 10,000 images per shard, so that keys
  /// have 9 digits whatever the size.
  private var indexDigits: Int { max(4, String(size - 1).utf8.count) }
}
