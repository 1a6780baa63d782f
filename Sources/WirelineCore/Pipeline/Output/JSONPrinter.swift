/// JSON text for people: a member or element a line, indented by 2, perhaps in colours.
///
/// It goes over the validated bytes once, and makes no values of them: numbers keep their digits,
/// strings their escapes. What could steer a terminal becomes an escape of JSON, which means the
/// same.
package struct JSONPrinter: Sendable {
  /// As large a piece is written as soon as it is there, in bytes; one string is never cut.
  package static let pieceBytes = 64 << 10

  private let palette: JSONPalette

  package init(isColored: Bool) {
    palette = isColored ? .colors : .plain
  }

  /// The whole text, with a line feed at its end.
  package func text(of view: JSONView) -> [UInt8] {
    var text: [UInt8] = []
    print(view) { piece in
      text += piece
      return true
    }
    return text
  }

  /// Hands the text over in pieces, so that a large body is not in memory once more.
  ///
  /// - Parameter write: returns false to stop, as where nobody reads any more.
  package func print(_ view: JSONView, write: ([UInt8]) -> Bool) {
    view.raw.withUnsafeBytes { text in
      var printing = JSONPrinting(of: text, palette)
      while true {
        let piece = printing.next(atLeast: Self.pieceBytes)
        guard !piece.isEmpty, write(piece) else { return }
      }
    }
  }
}
