package import WirelineCore

/// One part of a list that several processes share: `3/8` is the third of eight.
///
/// Every item is in exactly one of the n shards, on every machine and in every version; the
/// assignment never changes.
///
/// - By host or URL: 1 + (the first 8 bytes of the text's SHA-256 as a big-endian number) mod n,
///   with the host in lower case.
/// - By line: 1 + (line − 1) mod n.
package struct Shard: ArgumentValue, Equatable {
  package let index: Int
  package let count: Int

  package init(parsing argument: String) throws(InvalidArgument) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(digits: parts[0]), let count = Int(digits: parts[1]),
      count > 0, (1...count).contains(index)
    else { throw InvalidArgument(expected: "i/n with i from 1 to n, such as 3/8") }
    self.index = index
    self.count = count
  }

  fileprivate func contains(_ text: String) -> Bool {
    if count == 1 { return true }
    let hash = SHA256.hash(data: Array(text.utf8)).withUnsafeBytes {
      UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self))
    }
    return hash % UInt64(count) == UInt64(index - 1)
  }
}

package enum ShardCriterion: String, ChoiceArgument {
  /// Keeps the items of a host together, so that limits per host hold across all shards.
  case host
  case url
  case line
}

/// The part of a list that one process handles.
package struct BatchPart: Sendable, Equatable {
  package let shard: Shard
  package let criterion: ShardCriterion

  /// The name in the journal, such as `3/8 host`; nil for the whole list.
  var text: String? {
    shard.count > 1 ? "\(shard.index)/\(shard.count) \(criterion.rawValue)" : nil
  }

  /// Whether an item belongs to this part.
  ///
  /// - Parameters:
  ///   - url: the URL of the item. Without a valid one it is assigned by its line.
  ///   - line: the number of its line, from 1.
  package func contains(_ url: RequestURL?, line: Int) -> Bool {
    guard let url, criterion != .line else { return (line - 1) % shard.count == shard.index - 1 }
    return shard.contains(criterion == .url ? url.text : url.host.lowercased())
  }
}
