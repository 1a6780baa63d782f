extension JSONView {
  /// The elements of an array; empty for other types.
  package var elements: [JSONView] {
    guard type == .array else { return [] }
    var elements: [JSONView] = []
    visitChildren { child, _ in
      elements.append(view(of: child.value))
      return true
    }
    return elements
  }

  /// The members of an object in order, duplicates included; empty for other types.
  package var members: JSONMembers { JSONMembers(of: self) }

  /// The member of an object, the last of duplicates; nil if absent or not an object.
  package subscript(key: String) -> JSONView? {
    guard type == .object else { return nil }
    let wanted = JSONNames([key])
    var found: JSONField?
    visitChildren { child, text in
      if wanted.index(of: child, in: text) != nil { found = child.value }
      return true
    }
    return found.map { view(of: $0) }
  }

  /// Shows the children of an array or object to `body`, until it returns false.
  ///
  /// Their ranges count from the first byte of this value, as the bytes that `body` gets do.
  package func visitChildren(_ body: (JSONWalk.Child, UnsafeRawBufferPointer) -> Bool) {
    bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[range])
      guard var walk = JSONWalk(text) else { return }
      // The whole was validated: an error here cannot be, and would only end the walk.
      while let child = try? walk.next(), body(child, text) {}
    }
  }

  /// A child that a visit found.
  package func view(of child: JSONField) -> JSONView {
    let range =
      (range.lowerBound + child.range.lowerBound)..<(range.lowerBound + child.range.upperBound)
    return JSONView(bytes: bytes, range: range, type: child.type)
  }
}
