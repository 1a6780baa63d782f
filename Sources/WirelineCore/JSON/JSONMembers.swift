/// The members of an object; names become `String`s one by one.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let object: JSONView
  private var children: [JSONWalk.Child] = []
  private var position = 0

  /// - Parameter object: has no members if it is something else.
  init(of object: JSONView) {
    self.object = object
    guard object.type == .object else { return }
    object.visitChildren { child, _ in
      children.append(child)
      return true
    }
  }

  /// The next member, its name unescaped.
  package mutating func next() -> (key: String, value: JSONView)? {
    guard position < children.count else { return nil }
    let child = children[position]
    position += 1
    return (key(of: child), object.view(of: child.value))
  }

  /// How many members are left.
  package var underestimatedCount: Int { children.count - position }

  private func key(of child: JSONWalk.Child) -> String {
    object.bytes.withUnsafeBytes { all in
      let start = object.range.lowerBound + child.key.lowerBound
      let key = UnsafeRawBufferPointer(rebasing: all[start..<(start + child.key.count)])
      return child.isKeyEscaped
        ? String(decoding: JSONStringContent.unescaped(key), as: UTF8.self)
        : String(decoding: key, as: UTF8.self)
    }
  }
}
