/// A cell of a contact sheet for a reader without JavaScript: a list item.
struct PlainCell {
  let entry: ContactSheet.Entry
  /// The stored file, relative to the page and percent-encoded.
  let reference: String?
  /// Shows the image itself, not only a link to it.
  let showsPicture: Bool

  private static let outside = #" target="_blank" rel="noopener noreferrer""#

  func append(to output: inout [UInt8]) {
    output.append(
      contentsOf: (entry.errorCode == nil ? #"<li class="cell">"# : #"<li class="cell failed">"#)
        .utf8)
    appendThumb(to: &output)
    output.append(contentsOf: #"<div class="caption">"#.utf8)
    appendURL(to: &output)
    line("facts", facts, to: &output)
    line("tags", tags, to: &output)
    output.append(contentsOf: "</div></li>\n".utf8)
  }

  private func appendThumb(to output: inout [UInt8]) {
    guard entry.errorCode == nil else {
      output.append(contentsOf: #"<div class="thumb reason"><b>"#.utf8)
      HTMLText.append(entry.errorCode ?? "", to: &output)
      output.append(contentsOf: "</b><span>".utf8)
      HTMLText.append(entry.message ?? "", to: &output)
      output.append(contentsOf: "</span></div>".utf8)
      return
    }
    guard let reference else {
      output.append(contentsOf: #"<div class="thumb"><span class="note">no file</span></div>"#.utf8)
      return
    }
    let opens = entry.opensFile
    tag(opens ? "a" : "div", ["class": "thumb", "href": opens ? reference : nil], to: &output)
    if showsPicture {
      // Also what stands there when a browser cannot show the format.
      let text = entry.format ?? "image"
      tag("img", ["src": reference, "alt": text, "loading": "lazy"], to: &output)
    } else {
      output.append(contentsOf: #"<span class="note">"#.utf8)
      HTMLText.append(entry.format ?? "file", to: &output)
      output.append(contentsOf: "</span>".utf8)
    }
    output.append(contentsOf: (opens ? "</a>" : "</div>").utf8)
  }

  private func appendURL(to output: inout [UInt8]) {
    let links = entry.isLinkable
    tag(
      links ? "a" : "span",
      ["class": "name", "href": links ? entry.url : nil, "title": entry.url], to: &output)
    HTMLText.append(entry.url, to: &output)
    output.append(contentsOf: (links ? "</a>" : "</span>").utf8)
  }

  private var facts: String {
    var facts: [String] = []
    if let width = entry.width, let height = entry.height { facts.append("\(width) × \(height)") }
    if let bytes = entry.bytes { facts.append(ContactSheetTotals.size(bytes)) }
    if let format = entry.format { facts.append(format) }
    return facts.joined(separator: " · ")
  }

  private var tags: String {
    ([entry.source].compactMap { $0 } + entry.flags).joined(separator: " · ")
  }

  private func line(_ name: String, _ text: String, to output: inout [UInt8]) {
    guard !text.isEmpty else { return }
    tag("span", ["class": name], to: &output)
    HTMLText.append(text, to: &output)
    output.append(contentsOf: "</span>".utf8)
  }

  /// A start tag; an attribute without a value is left out.
  private func tag(
    _ name: String, _ attributes: KeyValuePairs<String, String?>, to output: inout [UInt8]
  ) {
    output.append(contentsOf: "<\(name)".utf8)
    for case (let name, let value?) in attributes {
      output.append(contentsOf: " \(name)=\"".utf8)
      HTMLText.append(value, to: &output)
      output.append(contentsOf: "\"".utf8)
      if name == "href" { output.append(contentsOf: Self.outside.utf8) }
    }
    output.append(contentsOf: ">".utf8)
  }
}

extension ContactSheet.Entry {
  /// An SVG opened by itself runs the scripts in it; as a picture it does not.
  var opensFile: Bool { format != ImageFormat.svg.rawValue }
}
