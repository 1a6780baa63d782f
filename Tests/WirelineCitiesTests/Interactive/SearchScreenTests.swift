import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct SearchScreenTests {
  private let start = ContinuousClock.now

  /// A screen of 80 × 24 after its first search.
  private func makeScreen(
    _ text: String = "", rows: Int = 0, debounce: Duration = .milliseconds(300),
    maximumRows: Int = 5
  ) -> SearchScreen {
    var screen = SearchScreen(
      text: text, debounce: debounce, maximumRows: maximumRows,
      size: TerminalSize(columns: 80, rows: 24),
      at: start)
    _ = screen.handle(.tick, at: start)
    _ = screen.handle(.found(.sample(rows)), at: start)
    return screen
  }

  private func press(
    _ screen: inout SearchScreen, _ keys: TerminalKey..., at time: Duration = .zero
  )
    -> [SearchScreen.Effect]
  {
    keys.flatMap { screen.handle(.key($0), at: start + time) }
  }

  private func tick(_ screen: inout SearchScreen, at milliseconds: Int) -> [SearchScreen.Effect] {
    screen.handle(.tick, at: start + .milliseconds(milliseconds))
  }

  // MARK: - Searching

  @Test func searchesInitialTextImmediately() {
    var screen = SearchScreen(text: "par", size: TerminalSize(columns: 80, rows: 24), at: start)

    #expect(screen.deadline == start)
    #expect(screen.handle(.tick, at: start) == [.search("par")])
    #expect(screen.handle(.tick, at: start).isEmpty)
  }

  @Test func laterChangeRestartsDebounce() {
    var screen = makeScreen()

    _ = press(&screen, .scalar("a"), at: .milliseconds(0))
    _ = press(&screen, .scalar("b"), at: .milliseconds(200))

    #expect(tick(&screen, at: 300).isEmpty)
    #expect(screen.deadline == start + .milliseconds(500))
    #expect(tick(&screen, at: 499).isEmpty)
    #expect(tick(&screen, at: 500) == [.search("ab")])
    #expect(tick(&screen, at: 501).isEmpty)
  }

  @Test func searchesEveryChangeWithoutDebounce() {
    var screen = makeScreen(debounce: .zero)

    #expect(press(&screen, .scalar("a")) == [.search("a")])
    #expect(press(&screen, .scalar("b")) == [.search("ab")])
    #expect(press(&screen, .backspace) == [.search("a")])
  }

  @Test(arguments: [.left, .home, .down, .control("a"), .right, .delete] as [TerminalKey])
  func unchangedTextDoesNotSearch(key: TerminalKey) {
    var screen = makeScreen("a", rows: 3, debounce: .zero)

    #expect(press(&screen, key).isEmpty)
    #expect(screen.deadline == nil)
  }

  @Test func reportsFullLine() {
    var screen = makeScreen(String(repeating: "a", count: 100), debounce: .zero)

    #expect(press(&screen, .scalar("b")).isEmpty)
    #expect(screen.notice == "at most 100 characters")
    _ = press(&screen, .left)
    #expect(screen.notice == nil)
  }

  // MARK: - Rows

  /// Keys, and the expected selected and first visible rows, of 12 rows with 5 visible.
  @Test(
    arguments: [
      ([], 0, 0), ([.down], 1, 0), ([.up], 0, 0),
      ([.control("n"), .control("n"), .control("p")], 1, 0),
      ([.down, .down, .down, .down], 4, 0), ([.down, .down, .down, .down, .down], 5, 1),
      ([.pageDown], 5, 1), ([.pageDown, .pageDown], 10, 6),
      ([.pageDown, .pageDown, .pageDown], 11, 7),
      ([.pageDown, .pageDown, .pageDown, .down], 11, 7), ([.end], 11, 7), ([.end, .home], 0, 0),
      ([.end, .pageUp], 6, 6), ([.end, .pageUp, .up], 5, 5),
      ([.end, .pageUp, .pageUp, .pageUp], 0, 0),
      ([.end, .up, .up, .up, .up], 7, 7), ([.pageDown, .down, .up], 5, 2),
    ] as [([TerminalKey], Int, Int)])
  func movesSelection(keys: [TerminalKey], selection: Int, offset: Int) {
    var screen = makeScreen(rows: 12)

    for key in keys { #expect(press(&screen, key).isEmpty) }

    #expect(screen.selection == selection)
    #expect(screen.offset == offset)
    #expect(screen.selectedRow?.id == Int64(selection))
  }

  @Test func ignoresKeysWithoutRows() {
    var screen = makeScreen(rows: 0)

    #expect(press(&screen, .down, .up, .pageDown, .pageUp, .end, .home, .tab, .enter).isEmpty)
    #expect(screen.selection == 0 && screen.offset == 0)
    #expect(screen.selectedRow == nil)
  }

  @Test func newRowsSelectFirst() {
    var screen = makeScreen(rows: 12, debounce: .zero)
    _ = press(&screen, .pageDown, .scalar("a"))

    _ = screen.handle(.found(.sample(12)), at: start)

    #expect(screen.selection == 0 && screen.offset == 0)
  }

  @Test func keepsRowSelectedDuringSearch() {
    var screen = makeScreen(rows: 12, debounce: .zero)
    _ = press(&screen, .scalar("a"), .down, .down)
    var results = SearchResults.sample(12)
    results.rows.removeFirst()

    _ = screen.handle(.found(results), at: start)

    #expect(screen.selectedRow?.id == 2)
  }

  @Test(arguments: [
    (80, 24, 5, 7..<12), (80, 5, 3, 9..<12), (80, 3, 1, 11..<12), (80, 2, 1, 11..<12),
    (80, 1, 0, 11..<11),
    (1, 1, 0, 11..<11), (0, 0, 0, 11..<11),
  ])
  func selectedRowStaysVisible(columns: Int, rows: Int, room: Int, shown: Range<Int>) {
    var screen = makeScreen(rows: 12)
    _ = press(&screen, .end)

    _ = screen.handle(.resized(TerminalSize(columns: columns, rows: rows)), at: start)

    #expect(screen.roomForRows == room)
    #expect(screen.shownRows == shown)
    #expect(screen.selection == 11)
    _ = screen.handle(.resized(TerminalSize(columns: 80, rows: 24)), at: start)
    #expect(screen.shownRows == 7..<12)
  }

  // MARK: - Marks

  @Test(arguments: [.tab, .control("f")] as [TerminalKey])
  func togglesMarkOfSelectedRow(key: TerminalKey) {
    var screen = makeScreen(rows: 3)

    #expect(press(&screen, .down, key) == [.toggle(1)])
    #expect(screen.rows.map(\.isMarked) == [false, false, false])
    _ = screen.handle(.toggled(1, .isMarked(true)), at: start)
    #expect(screen.rows.map(\.isMarked) == [false, true, false])
    _ = screen.handle(.toggled(1, .isMarked(false)), at: start)
    #expect(screen.rows.map(\.isMarked) == [false, false, false])
  }

  @Test func showsRefusalUntilNextKey() {
    var screen = makeScreen(rows: 3)

    _ = screen.handle(.toggled(1, .refused("100 favourites are the most")), at: start)
    #expect(screen.notice == "100 favourites are the most")
    #expect(screen.rows.allSatisfy { !$0.isMarked })
    _ = press(&screen, .down)

    #expect(screen.notice == nil)
  }

  // MARK: - Exits

  @Test func enterBeforeSearchAcceptsFirstResult() {
    var screen = makeScreen(rows: 3)

    #expect(press(&screen, .scalar("a"), .enter) == [.search("a")])
    let results = SearchResults(
      rows: [SearchRow(id: 99, columns: ["x"], isMarked: false)], total: 1, elapsed: .zero)

    #expect(screen.handle(.found(results), at: start) == [.accept(99)])
  }

  @Test func enterBeforeSearchAcceptsSelectedRow() {
    var screen = makeScreen(rows: 3)

    #expect(press(&screen, .scalar("a"), .down, .enter) == [.accept(1)])
  }

  @Test func otherKeyCancelsEnter() {
    var screen = makeScreen(rows: 3)

    #expect(press(&screen, .scalar("a"), .enter, .left) == [.search("a")])
    #expect(screen.handle(.found(.sample(1)), at: start).isEmpty)
    #expect(press(&screen, .enter) == [.accept(0)])
  }

  @Test func enterWithoutResultsIsForgotten() {
    var screen = makeScreen(rows: 3, debounce: .zero)
    _ = press(&screen, .scalar("a"), .enter)

    #expect(screen.handle(.found(.sample(0)), at: start).isEmpty)
    _ = press(&screen, .backspace)

    #expect(screen.handle(.found(.sample(3)), at: start).isEmpty)
  }

  @Test(
    arguments: [
      ("", .escape, .quit(.interrupted)), ("a", .escape, .quit(.interrupted)),
      ("a", .control("c"), .quit(.interrupted)), ("", .control("d"), .quit(.interrupted)),
      ("a", .control("d"), nil), ("a", .control("l"), .redraw), ("a", .control("z"), .suspend),
      ("a", .control("g"), nil),
    ] as [(String, TerminalKey, SearchScreen.Effect?)])
  func handlesOtherKeys(text: String, key: TerminalKey, effect: SearchScreen.Effect?) {
    var screen = makeScreen(text, rows: 3)

    #expect(press(&screen, key) == [effect].compactMap { $0 })
  }
}

extension SearchResults {
  /// Results whose ids begin at 0.
  static func sample(_ count: Int) -> SearchResults {
    let rows = (0..<count).map {
      SearchRow(id: Int64($0), columns: ["name \($0)", "FR"], isMarked: false)
    }
    return SearchResults(rows: rows, total: count, elapsed: .microseconds(400))
  }
}
