internal import WirelineCore

/// The page around the cells.
extension ContactSheet {
  /// Everything before the first chunk.
  static func opening(title: String) -> [UInt8] {
    var page: [UInt8] = []
    page.append(contentsOf: "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n".utf8)
    page.append(contentsOf: "<meta charset=\"utf-8\">\n".utf8)
    page.append(contentsOf: meta("http-equiv", "Content-Security-Policy", policy).utf8)
    page.append(contentsOf: meta("name", "referrer", "no-referrer").utf8)
    page.append(contentsOf: meta("name", "color-scheme", "light dark").utf8)
    page.append(contentsOf: meta("name", "viewport", "width=device-width, initial-scale=1").utf8)
    page.append(contentsOf: "<title>".utf8)
    HTMLText.append(title, to: &page)
    page.append(contentsOf: "</title>\n<style>\(style)</style>\n</head>\n<body>\n".utf8)
    page.append(contentsOf: "<header><h1>".utf8)
    HTMLText.append(title, to: &page)
    page.append(contentsOf: "</h1><p id=\"totals\"></p></header>\n".utf8)
    page.append(contentsOf: controls.utf8)
    page.append(contentsOf: "<main id=\"sheet\">\n<script>\(script)</script>\n".utf8)
    return page
  }

  static let chunkOpening = Array("<noscript><ul class=\"grid\">\n".utf8)
  static let chunkMiddle = Array("</ul></noscript>\n<script type=\"application/json\">[\n".utf8)
  static let chunkClosing = Array("\n]</script>\n".utf8)

  /// Everything after the last chunk.
  static func closing(_ totals: ContactSheetTotals) -> [UInt8] {
    var page = Array("</main>\n<noscript class=\"totals\">".utf8)
    let lines = [
      totals.summary, ContactSheetTotals.list(totals.formats),
      ContactSheetTotals.list(totals.codes),
    ]
    for line in lines where !line.isEmpty {
      page.append(contentsOf: "<p>".utf8)
      HTMLText.append(line, to: &page)
      page.append(contentsOf: "</p>".utf8)
    }
    page.append(contentsOf: "</noscript>\n</body>\n</html>\n".utf8)
    return page
  }

  /// Images from beside the page, and its own style and script, known by their hashes; from
  /// elsewhere nothing, whatever an entry says.
  ///
  /// `'self'` is the page's server, should it have one; a page from a file has no origin, so
  /// `file:` is named.
  static let policy = [
    "default-src 'none'", "img-src 'self' file:", "style-src '\(digest(style))'",
    "script-src '\(digest(script))'", "base-uri 'none'", "form-action 'none'",
    "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")

  /// As the Content Security Policy writes it: `sha256-` and base64.
  private static func digest(_ text: String) -> String {
    "sha256-\(Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))))"
  }

  private static func meta(_ attribute: String, _ name: String, _ content: String) -> String {
    "<meta \(attribute)=\"\(name)\" content=\"\(content)\">\n"
  }

  /// Shown by the script, which alone can serve them.
  private static let controls = #"""
    <div id="controls" role="search" aria-label="Filter and sort" hidden>
    <input id="text" type="search" placeholder="Filter by URL, message or flag"
    aria-label="Filter by URL, message or flag" aria-keyshortcuts="/" autocomplete="off"
    spellcheck="false">
    <label>Show <select id="show"></select></label>
    <label>Format <select id="format"></select></label>
    <label>Source <select id="source"></select></label>
    <label>Sort <select id="sort">
    <option value="input">input order</option>
    <option value="pixels">size in pixels</option>
    <option value="bytes">bytes</option>
    <option value="name">name</option>
    </select></label>
    <button id="direction" type="button" aria-pressed="false">Reverse</button>
    <span id="shown" role="status"></span>
    </div>

    """#
}
