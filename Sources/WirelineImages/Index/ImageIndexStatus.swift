/// What an image index has, in sums.
package struct ImageIndexStatus: Sendable, Equatable {
  /// Images of one kind.
  package struct Share: Sendable, Equatable {
    /// A host, or a format; empty for a host that is not known.
    package let name: String
    package let count: Int
    /// Length of the files; those that share their content count each.
    package let bytes: Int

    package init(name: String, count: Int, bytes: Int) {
      self.name = name
      self.count = count
      self.bytes = bytes
    }
  }

  package let count: Int
  /// Length of all files; those that share their content count each.
  package let bytes: Int
  /// Those with the most bytes, the largest first.
  package let hosts: [Share]
  /// All of them, the largest first.
  package let formats: [Share]
}
