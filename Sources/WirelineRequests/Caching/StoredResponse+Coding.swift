/// The form in which heads lie in the index: lines, as in a message.
extension StoredResponse {
  /// Nil for a head that lines cannot hold; no parser of answers lets one
  /// through.
  package var coded: [UInt8]? {
    var lines = [
      Self.mark, "\(head.status) \(head.httpVersion)", "\(requestTime) \(responseTime)",
      selecting.fingerprint, selecting.names.joined(separator: ","),
    ]
    lines += head.headers.fields.map { "\($0.name):\($0.value)" }
    let isSound = lines.allSatisfy { !$0.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } }
    let hasNames = head.headers.fields.allSatisfy {
      !$0.name.isEmpty && $0.name.utf8.allSatisfy(HeaderFields.isTokenByte)
    }
    return isSound && hasNames ? Array(lines.joined(separator: "\n").utf8) : nil
  }

  /// Nil for anything that `coded` does not write.
  package init?(coded bytes: [UInt8]) {
    // By bytes: a line break and what combines with it are one character.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 5, lines[0] == Self.mark else { return nil }
    let start = lines[1].split(separator: " ", omittingEmptySubsequences: false)
    let times = lines[2].split(separator: " ").compactMap { Int($0) }
    guard start.count == 2, let status = Int(start[0]), (100...999).contains(status),
      times.count == 2, times.allSatisfy({ Self.plausibleTimes.contains($0) })
    else { return nil }
    var headers = HeaderFields()
    for line in lines.dropFirst(5) {
      guard let colon = line.utf8.firstIndex(of: 0x3A) else { return nil }
      headers.append(String(line[..<colon]), String(line[line.utf8.index(after: colon)...]))
    }
    self.init(
      head: ResponseHead(status: status, httpVersion: String(start[1]), headers: headers),
      requestTime: times[0], responseTime: times[1],
      selecting: SelectingFields(
        names: lines[4].split(separator: ",").map(String.init), fingerprint: lines[3]))
  }

  private static let mark = "wireline-head-1"
  /// Up to the year 9999, so that no sum of times overflows.
  private static let plausibleTimes = 0...253_402_300_799
}
