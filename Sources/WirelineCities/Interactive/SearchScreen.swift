internal import WirelineCore

/// The state of an interactive search: a line of text, its results, and the selected row.
///
/// A value without I/O: it receives events and the time, and returns effects. It searches once the
/// text has not changed for `debounce`, or immediately if the user accepts.
struct SearchScreen: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Event: Equatable, Sendable {
    case key(TerminalKey)
    /// `Effect.search` has ended.
    case found(SearchResults)
    /// `Effect.toggle` has ended.
    case toggled(Int64, ToggleResult)
    case resized(TerminalSize)
    case tick
  }

  enum Effect: Equatable, Sendable {
    case search(String)
    case toggle(Int64)
    case accept(Int64)
    case quit(ExitStatus)
    case redraw
    /// Stop the process, as a terminal does for Ctrl-Z.
    case suspend
  }

  private(set) var editor: LineEditor
  private(set) var rows: [SearchRow] = []
  private(set) var total = 0
  /// The time of the search whose rows are shown; nil before the first one.
  private(set) var elapsed: Duration?
  private(set) var message: String?
  private(set) var notice: String?
  private(set) var size: TerminalSize
  /// The index of the selected row; 0 without rows.
  private(set) var selection = 0
  /// The index of the first visible row.
  private(set) var offset = 0
  private(set) var layout = RowLayout(rows: [], columns: 1)

  private let debounce: Duration
  private let maximumRows: Int
  /// The time when a `tick` is needed to search for the text; nil if the rows are those of the
  /// text.
  private(set) var deadline: Instant?
  /// Whether the user has selected a row since the text changed.
  private var hasChosen = false
  /// Whether to accept the first row of the next result.
  private var isAcceptDue = false

  /// - Parameters:
  ///   - text: the initial text, searched for at the first tick.
  ///   - debounce: the delay after the last change of the text before searching.
  init(
    text: String = "", debounce: Duration = .milliseconds(300), maximumRows: Int = 15,
    size: TerminalSize, at now: Instant
  ) {
    editor = LineEditor(text)
    self.debounce = debounce
    self.maximumRows = max(1, maximumRows)
    self.size = size
    deadline = now
  }

  /// Whether the rows are those of the text.
  var isCurrent: Bool { deadline == nil }

  var selectedRow: SearchRow? { rows.indices.contains(selection) ? rows[selection] : nil }

  mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    case .key(let key): return press(key, at: now)
    case .found(let results): return show(results)
    case .toggled(let id, let result): mark(id, result)
    case .resized(let size): resize(size)
    case .tick: return tick(at: now)
    }
    return []
  }

  // MARK: - Keys

  /// | key | effect |
  /// |---|---|
  /// | Up, Ctrl-P; Down, Ctrl-N | previous row; next row |
  /// | Page Up; Page Down | as many rows as are visible |
  /// | Home; End | ends of the line; in an empty line, the first and the last row |
  /// | Enter | accept |
  /// | Tab, Ctrl-F | toggle the mark |
  /// | Escape, Ctrl-C; Ctrl-D in an empty line | quit with status 130 |
  /// | Ctrl-L; Ctrl-Z | redraw; suspend |
  /// | others | those of `LineEditor` |
  private mutating func press(_ key: TerminalKey, at now: Instant) -> [Effect] {
    if key == .enter { return accept() }
    isAcceptDue = false
    notice = nil
    switch key {
    case .escape, .control("c"): return [.quit(.interrupted)]
    case .control("d") where editor.isEmpty: return [.quit(.interrupted)]
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    case .tab, .control("f"): return selectedRow.map { [.toggle($0.id)] } ?? []
    default: break
    }
    guard let row = destination(of: key) else { return edit(key, at: now) }
    if !rows.isEmpty {
      select(row)
      hasChosen = true
    }
    return []
  }

  /// The index that a key moves the selection to, which may be out of range; nil for other keys.
  private func destination(of key: TerminalKey) -> Int? {
    switch key {
    case .up, .control("p"): selection - 1
    case .down, .control("n"): selection + 1
    case .pageUp: selection - max(1, roomForRows)
    case .pageDown: selection + max(1, roomForRows)
    case .home where editor.isEmpty: 0
    case .end where editor.isEmpty: rows.count - 1
    default: nil
    }
  }

  private mutating func edit(_ key: TerminalKey, at now: Instant) -> [Effect] {
    let before = editor.text
    if !editor.apply(key), case .scalar = key {
      notice = "at most \(LineEditor.defaultLimit) characters"
    }
    if editor.text == before { return [] }
    deadline = now + debounce
    hasChosen = false
    return debounce > .zero ? [] : tick(at: now)
  }

  /// Accepts the selected row if it belongs to the text or the user has selected it. Otherwise
  /// searches immediately and accepts the first row, because a user who types a name and Enter does
  /// not mean a row of the previous result.
  private mutating func accept() -> [Effect] {
    if isCurrent || (hasChosen && selectedRow != nil) { return acceptSelected() }
    isAcceptDue = true
    return startSearch()
  }

  private func acceptSelected() -> [Effect] { selectedRow.map { [.accept($0.id)] } ?? [] }

  // MARK: - Searching

  private mutating func tick(at now: Instant) -> [Effect] {
    deadline.map { now >= $0 } == true ? startSearch() : []
  }

  private mutating func startSearch() -> [Effect] {
    deadline = nil
    return [.search(editor.text)]
  }

  private mutating func show(_ results: SearchResults) -> [Effect] {
    let chosen = hasChosen ? selectedRow?.id : nil
    rows = results.rows
    total = results.total
    elapsed = results.elapsed
    message = results.message
    layout = RowLayout(rows: rows, columns: size.columns)
    offset = 0
    select(chosen.flatMap { id in rows.firstIndex { $0.id == id } } ?? 0)
    defer { isAcceptDue = false }
    return isAcceptDue ? acceptSelected() : []
  }

  private mutating func mark(_ id: Int64, _ result: ToggleResult) {
    switch result {
    case .isMarked(let isMarked):
      notice = nil
      for index in rows.indices where rows[index].id == id { rows[index].isMarked = isMarked }
    case .refused(let reason): notice = reason
    }
  }

  // MARK: - Rows

  /// The maximum number of visible rows.
  var roomForRows: Int {
    // The line and the status come first; with two rows, a result replaces the status.
    let others = size.rows == 2 && !rows.isEmpty ? 1 : 2
    return max(0, min(maximumRows, size.rows - others))
  }

  /// Whether the terminal has room for a line that lists the keys, below all rows.
  var hasKeyLine: Bool { size.rows >= maximumRows + 3 }

  var shownRows: Range<Int> { offset..<min(rows.count, offset + roomForRows) }

  private mutating func resize(_ size: TerminalSize) {
    self.size = size
    layout = RowLayout(rows: rows, columns: size.columns)
    select(selection)
  }

  /// Selects the row with an index, or the closest one, and scrolls to it.
  private mutating func select(_ index: Int) {
    selection = max(0, min(index, rows.count - 1))
    let room = max(1, roomForRows)
    // Fill the room while there are earlier rows.
    offset = max(0, min(offset, rows.count - room))
    offset = min(max(offset, selection - room + 1), selection)
  }
}
