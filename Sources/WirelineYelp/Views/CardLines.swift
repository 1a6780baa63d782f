internal import WirelineCore

/// The lines of a card: a heading, then what is known, each beside its label.
struct CardLines {
  /// Of the column of labels, which ends in two that a mark may have.
  static let labelWidth = 15
  private static let mark = "> "
  /// No text is broken into lines that are narrower than this.
  private static let narrowest = 20

  private let width: Int
  private(set) var lines: [StyledText] = []

  /// - Parameter width: in columns.
  init(width: Int) { self.width = width }

  /// A line as it is; nothing for an empty one.
  mutating func add(_ line: StyledText) {
    if !line.text.isEmpty { lines.append(line) }
  }

  /// Any text, broken into lines over the whole width.
  mutating func add(text: String?, indent: Int = 0) {
    let wrapped = TextWrap.lines(text ?? "", width: max(width - indent, Self.narrowest))
    for line in wrapped {
      lines.append(
        StyledText(escaped: line.isEmpty ? "" : String(repeating: " ", count: indent) + line))
    }
  }

  /// Nothing where there is no value.
  mutating func add(_ label: String, _ value: String?) {
    let wrapped = TextWrap.lines(value ?? "", width: max(width - Self.labelWidth, Self.narrowest))
    for (index, line) in wrapped.enumerated() {
      lines.append(Self.line(index == 0 ? label : "", value: StyledText(escaped: line)))
    }
  }

  /// An address of the web, which is never broken: it is there to be copied.
  mutating func add(_ label: String, link: String?) {
    guard let link, !link.isEmpty else { return }
    lines.append(Self.line(label, value: StyledText(link)))
  }

  /// Several values, one below the other.
  mutating func add(_ label: String, rows: [CardRow]) {
    for (index, row) in rows.enumerated() {
      lines.append(
        Self.line(
          index == 0 ? label : "", isMarked: row.isMarked,
          value: StyledText(row.text, row.isMarked ? .current : nil)))
    }
  }

  private static func line(
    _ label: String, isMarked: Bool = false, value: StyledText
  ) -> StyledText {
    let room = labelWidth - mark.utf8.count
    let label = DisplayWidth.cut(TerminalText.escaped(label), to: room).text
    var line = StyledText(label, .label)
    line.pad(to: room)
    line.append(isMarked ? mark : "  ", isMarked ? .current : nil)
    line.append(value)
    return line
  }
}
