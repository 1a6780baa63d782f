import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct ScreenRendererTests {
  private let now = ContinuousClock.now

  private static let cities = SearchResults(
    rows: [
      SearchRow(id: 1, columns: ["Paris", "FR", "48.85"], isMarked: true),
      SearchRow(id: 2, columns: ["東京", "JP", "35.68"], isMarked: false),
      SearchRow(id: 3, columns: ["Pa\u{1B}[31mra\nné", "BR", "-3.1"], isMarked: false),
    ], total: 354, elapsed: .microseconds(440))

  private func makeScreen(
    _ text: String = "pa", _ results: SearchResults = cities, columns: Int = 40, rows: Int = 10
  ) -> SearchScreen {
    var screen = SearchScreen(
      text: text, debounce: .zero, size: TerminalSize(columns: columns, rows: rows), at: now)
    _ = screen.handle(.tick, at: now)
    _ = screen.handle(.found(results), at: now)
    return screen
  }

  private func drawn(_ screen: SearchScreen, isStyled: Bool = true) -> TerminalGrid {
    var renderer = ScreenRenderer(isStyled: isStyled)
    var grid = TerminalGrid(columns: screen.size.columns, rows: screen.size.rows)
    grid.feed(renderer.draw(screen))
    return grid
  }

  @Test func alignsRows() {
    let grid = drawn(makeScreen())

    #expect(
      grid.lines.prefix(6) == [
        "> pa",
        "3 of 354 · 0.4 ms",
        "> ★ Paris             FR  48.85",
        "    東京              JP  35.68",
        "    Pa\\x1b[31mra\\nné  BR  -3.1",
        "",
      ])
    #expect(grid.row == 0 && grid.column == 4)
    #expect(grid.isCursorShown && grid.isWrapping)
    #expect(grid.errors.isEmpty)
  }

  /// If there is room for all rows and the line.
  @Test(arguments: [(18, true), (24, true), (17, false)])
  func showsKeys(rows: Int, isShown: Bool) {
    let grid = drawn(makeScreen(columns: 60, rows: rows))

    let keys = "↑↓ select · Enter print · Tab favourite · Esc quit"
    #expect(grid.lines[5] == (isShown ? keys : ""))
    #expect(grid.cells[5][0].isFaint == isShown)
    #expect(grid.lines.count { $0 == keys } == (isShown ? 1 : 0))
  }

  @Test func reversesSelectedRow() {
    var screen = makeScreen()
    _ = screen.handle(.key(.down), at: now)

    let grid = drawn(screen)

    #expect(grid.lines[2].hasPrefix("  ★ Paris"))
    #expect(grid.lines[3].hasPrefix(">   東京"))
    #expect(grid.cells.map { $0[0].isReversed } == (0..<10).map { $0 == 3 })
    #expect(grid.cells[1][0].isFaint)
  }

  @Test func pointsAtRowWithoutStyles() {
    let grid = drawn(makeScreen(), isStyled: false)

    #expect(grid.lines[2].hasPrefix("> ★ Paris"))
    #expect(grid.cells.joined().allSatisfy { !$0.isReversed && !$0.isFaint })
  }

  @Test func erasesEverything() {
    var renderer = ScreenRenderer()
    var grid = TerminalGrid(columns: 40, rows: 10)
    grid.feed(Array("$ cities-find -i\r\n".utf8))
    #expect(renderer.erase().isEmpty)
    grid.feed(renderer.draw(makeScreen()))

    grid.feed(renderer.erase())

    #expect(grid.lines == ["$ cities-find -i"] + Array(repeating: "", count: 9))
    #expect(grid.row == 1 && grid.column == 0)
    #expect(renderer.erase().isEmpty)
  }

  @Test(arguments: Array(1...8) + [12, 13, 20, 21, 45])
  func fitsAnyWidth(columns: Int) {
    for rows in 1...7 {
      for text in ["", "pa", "東京東京東京東京", String(repeating: "e\u{301}", count: 100)] {
        let grid = drawn(makeScreen(text, columns: columns, rows: rows))

        #expect(grid.errors.isEmpty, "\(columns) × \(rows), \(text)")
        #expect(grid.row == 0)
        #expect(grid.column < columns)
        if columns >= 5, rows >= 3 { #expect(grid.lines[2].hasPrefix("> ★")) }
      }
    }
  }

  /// A terminal may show a character wider than expected, which truncates its line.
  @Test func charactersOfUnknownWidthStayInLine() {
    let row = SearchRow(
      id: 1, columns: [String(repeating: "👨‍👩‍👧\u{915}\u{93E}\u{FDFD}", count: 40)],
      isMarked: false)
    var screen = makeScreen("", SearchResults(rows: [row, row], total: 2, elapsed: .zero))
    _ = screen.handle(.key(.down), at: now)

    let grid = drawn(screen)

    #expect(grid.row == 0 && grid.column == 2)
    #expect(grid.cells[2][0].text == " " && grid.cells[2][4].text.unicodeScalars.first == "👨")
    #expect(grid.cells[3][0].text == ">" && grid.cells[3][4].text.unicodeScalars.first == "👨")
    #expect(grid.lines[4].isEmpty)
  }

  // MARK: - Random

  private static let keys: [TerminalKey] = [
    .up, .down, .pageUp, .pageDown, .home, .end, .left, .right, .backspace, .delete, .wordLeft,
    .control("u"), .control("k"), .control("w"), .control("l"), .tab, .enter, .scalar("a"),
    .scalar("b"), .scalar(" "), .scalar("東"), .scalar("\u{301}"), .scalar("\u{1F600}"),
    .scalar("\n"), .scalar("\u{202E}"),
  ]

  private static let words = [
    "", "Paris", "東京", "e\u{301}te\u{301}", "\u{301}", "\u{1B}[2J\r\n", "\u{202E}abc", "\u{9B}1m",
    "\u{1F600}\u{1F600}", "a very long name that has no room in any narrow terminal", "\t", "서울",
  ]

  private static func results(_ random: inout SeededGenerator) -> SearchResults {
    func word() -> String { words[Int.random(in: 0..<words.count, using: &random)] }
    let rows = (0..<Int.random(in: 0...25, using: &random)).map { id in
      SearchRow(
        id: Int64(id), columns: (0..<Int.random(in: 0...4, using: &random)).map { _ in word() },
        isMarked: Bool.random(using: &random))
    }
    return SearchResults(
      rows: rows, total: rows.count * 3, elapsed: .milliseconds(rows.count),
      message: Bool.random(using: &random) ? word() : nil)
  }

  /// Compares the terminal with a complete drawing after each random key, size or result.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func drawingOverFrameEqualsFullDrawing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var columns = Int.random(in: 1...60, using: &random)
    var rows = Int.random(in: 1...25, using: &random)
    var screen = SearchScreen(
      debounce: .zero, maximumRows: Int.random(in: 1...20, using: &random),
      size: TerminalSize(columns: columns, rows: rows), at: now)
    var renderer = ScreenRenderer(isStyled: Bool.random(using: &random))
    var fresh = renderer
    var grid = TerminalGrid(columns: columns, rows: rows)
    for _ in 0..<Int.random(in: 0..<30, using: &random) { grid.feed([0x0D, 0x0A]) }
    for step in 0..<120 {
      var effects: [SearchScreen.Effect] = []
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        columns = Int.random(in: 1...60, using: &random)
        rows = Int.random(in: 1...25, using: &random)
        grid.resize(columns: columns, rows: rows)
        renderer.forget()
        effects = screen.handle(
          .resized(TerminalSize(columns: columns, rows: rows)), at: now)
      case 1, 2:
        effects = screen.handle(.found(Self.results(&random)), at: now)
      case 3: effects = screen.handle(.tick, at: now + .seconds(step))
      default:
        let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)]
        effects = screen.handle(.key(key), at: now)
      }
      for effect in effects {
        switch effect {
        case .redraw: grid.feed(renderer.clear())
        case .toggle(let id):
          let answer = ToggleResult.isMarked(Bool.random(using: &random))
          #expect(screen.handle(.toggled(id, answer), at: now).isEmpty)
        default: break
        }
      }
      grid.feed(renderer.draw(screen))
      #expect(renderer.draw(screen).isEmpty)
      fresh.forget()
      var whole = TerminalGrid(columns: columns, rows: rows)
      whole.feed(fresh.draw(screen))

      #expect(grid.errors.isEmpty && whole.errors.isEmpty, "step \(step)")
      #expect(
        grid.cells[grid.row...].elementsEqual(whole.cells.prefix(rows - grid.row)), "step \(step)")
      #expect(whole.cells.suffix(grid.row).joined().allSatisfy { $0 == TerminalGrid.Cell() })
      #expect(grid.column == whole.column && whole.row == 0)
      #expect(grid.isCursorShown && grid.isWrapping)
    }
  }
}
