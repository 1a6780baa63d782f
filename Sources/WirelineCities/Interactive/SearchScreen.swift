/// The state of a search as you type: a line, what was found for it, and a selected row.
///
/// A value without I/O: events and the time go in, effects come out. It decides when to search:
/// `pause` after the last change of the text, and at once where somebody waits for it. Every change
/// is a new generation, and what an earlier one finds is passed over.
package struct SearchScreen: Sendable {
  package typealias Instant = ContinuousClock.Instant

  /// Where the search for the text in the line is.
  private enum Search: Equatable, Sendable {
    /// To be asked for at that time.
    case due(Instant)
    case running(since: Instant)
    case answered
  }

  /// A search is said to be under way only after this, so that a fast one does not flicker.
  private static let patience = Duration.milliseconds(200)

  package internal(set) var editor: LineEditor
  package private(set) var rows: [SearchRow] = []
  package private(set) var total = 0
  /// Of the search whose rows are shown; nil before the first.
  package private(set) var elapsed: Duration?
  /// What the search had to say.
  package private(set) var message: String?
  /// What there is to say about the last key.
  package internal(set) var notice: String?
  package private(set) var size: TerminalSize
  /// Index of the selected row; 0 where there is none.
  package private(set) var selection = 0
  /// Index of the first row that is shown.
  package private(set) var offset = 0
  /// Of the text in the line.
  package private(set) var generation = 1
  /// Whether a search is under way for longer than one is patient.
  package private(set) var isSearching = false
  /// How the columns of the rows are laid out.
  private(set) var layout = RowLayout(rows: [], columns: 1)

  private let pause: Duration
  private let mostRows: Int
  private var search: Search
  /// The user chose a row since the text changed.
  private var hasChosen = false
  /// The first row of the search that is to come will be accepted.
  private(set) var isAcceptDue = false

  /// - Parameters:
  ///   - text: in the line at the start; searched for at the first tick.
  ///   - pause: how long the text must stay as it is before it is searched for; 0 is not at all.
  ///   - mostRows: that are shown at a time.
  package init(
    text: String = "", pause: Duration = .milliseconds(300), mostRows: Int = 15,
    size: TerminalSize, at now: Instant
  ) {
    editor = LineEditor(text)
    self.pause = pause
    self.mostRows = max(1, mostRows)
    self.size = size
    search = .due(now)
  }

  /// When a `tick` is wanted; nil where nothing waits for a time.
  package var deadline: Instant? {
    switch search {
    case .due(let time): time
    case .running(let start): isSearching ? nil : start + Self.patience
    case .answered: nil
    }
  }

  /// The row that Enter accepts.
  package var selectedRow: SearchRow? { rows.indices.contains(selection) ? rows[selection] : nil }

  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    case .key(let key): return press(key, at: now)
    case .found(let results, let generation): return show(results, of: generation)
    case .toggled(let id, let answer): mark(id, answer)
    case .resized(let size): resize(size)
    case .tick: return tick(at: now)
    }
    return []
  }

  // MARK: - Searching

  /// The text in the line is another one.
  mutating func changeText(at now: Instant) -> [Effect] {
    generation += 1
    search = .due(now + pause)
    isSearching = false
    hasChosen = false
    return pause > .zero ? [] : tick(at: now)
  }

  private mutating func tick(at now: Instant) -> [Effect] {
    switch search {
    case .due(let time) where now >= time: return startSearch(at: now)
    case .running(let start) where now >= start + Self.patience: isSearching = true
    default: break
    }
    return []
  }

  private mutating func startSearch(at now: Instant) -> [Effect] {
    search = .running(since: now)
    return [.search(editor.text, generation: generation)]
  }

  private mutating func show(_ results: SearchResults, of generation: Int) -> [Effect] {
    guard generation == self.generation, case .running = search else { return [] }
    let chosen = hasChosen ? selectedRow?.id : nil
    search = .answered
    isSearching = false
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

  private mutating func mark(_ id: Int64, _ answer: MarkAnswer) {
    switch answer {
    case .isMarked(let isMarked):
      notice = nil
      for index in rows.indices where rows[index].id == id { rows[index].isMarked = isMarked }
    case .refused(let reason): notice = reason
    }
  }

  // MARK: - Rows

  /// So many rows of those found have room.
  package var roomForRows: Int {
    // The line and the status come first; with two rows in all, a row found is worth more.
    let others = size.rows == 2 && !rows.isEmpty ? 1 : 2
    return max(0, min(mostRows, size.rows - others))
  }

  /// Indices of the rows that are shown.
  package var shownRows: Range<Int> { offset..<min(rows.count, offset + roomForRows) }

  private mutating func resize(_ size: TerminalSize) {
    self.size = size
    layout = RowLayout(rows: rows, columns: size.columns)
    select(selection)
  }

  /// Selects a row, or the nearest that there is, and scrolls to it.
  private mutating func select(_ index: Int) {
    selection = max(0, min(index, rows.count - 1))
    let room = max(1, roomForRows)
    // No room stays empty while there are rows before.
    offset = max(0, min(offset, rows.count - room))
    offset = min(max(offset, selection - room + 1), selection)
  }

  /// Moves the selection on the user's behalf.
  mutating func choose(_ index: Int) {
    guard !rows.isEmpty else { return }
    select(index)
    hasChosen = true
  }

  // MARK: - Ending

  /// Accepts the selected row, if it belongs to the text in the line or the user chose it. Else the
  /// search is made without a pause, and its first row accepted: who types a name and Enter at once
  /// does not mean a row of what was found before.
  mutating func accept(at now: Instant) -> [Effect] {
    if search == .answered || (hasChosen && selectedRow != nil) { return acceptSelected() }
    isAcceptDue = true
    if case .due = search { return startSearch(at: now) }
    return []
  }

  private func acceptSelected() -> [Effect] { selectedRow.map { [.accept($0.id)] } ?? [] }

  mutating func cancelAccept() { isAcceptDue = false }
}
