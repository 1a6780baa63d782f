internal import WirelineCore

/// Parses an event stream, WHATWG HTML §9.2.6, from chunks that end anywhere.
struct EventStreamParser: Sendable {
  struct Event: Sendable, Equatable {
    /// The value of `event`, or `message`.
    var type: String
    /// The last event ID; empty if there is none.
    var id: String
    var data: [UInt8]
  }

  /// Where a new connection continues the stream.
  struct Position: Sendable, Equatable {
    /// The last event ID; empty if there is none.
    var id = ""
    /// The delay before a reconnection that the server asks for.
    var retry: Duration?
  }

  private(set) var position: Position
  private let maximumBytes: Int
  private var line: [UInt8] = []
  private var isFirstLine = true
  /// Whether the last byte was a CR, which a LF may follow.
  private var isAfterReturn = false
  /// The buffers of the event that has begun.
  private var type: [UInt8] = []
  private var data: [UInt8] = []
  private var id: String

  /// - Parameters:
  ///   - position: of an earlier connection.
  ///   - maximumBytes: the maximum size of an event.
  init(after position: Position = Position(), maximumBytes: Int) {
    self.position = position
    id = position.id
    self.maximumBytes = maximumBytes
  }

  /// Parses a chunk. An event that is incomplete at the end of the stream is discarded.
  ///
  /// - Parameter body: called with each event that ends in the chunk.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (Event) throws(CheckFailure) -> Void
  ) throws(CheckFailure) {
    var rest = chunk[...]
    while let first = rest.first {
      let completesReturn = isAfterReturn && first == JSONByte.lineFeed
      isAfterReturn = false
      if completesReturn {
        rest = rest.dropFirst()
        continue
      }
      let end = rest.firstIndex { $0 == JSONByte.lineFeed || $0 == JSONByte.carriageReturn }
      let piece = rest[..<(end ?? rest.endIndex)]
      guard line.count + piece.count + data.count <= maximumBytes else {
        throw .oversizedEvent(limit: maximumBytes)
      }
      line.append(contentsOf: piece)
      guard let end else { return }
      isAfterReturn = rest[end] == JSONByte.carriageReturn
      rest = rest[(end + 1)...]
      if let event = endLine() { try body(event) }
    }
  }

  /// - Returns: the event that a blank line ends.
  private mutating func endLine() -> Event? {
    var line = line[...]
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isFirstLine = false
    defer { self.line.removeAll(keepingCapacity: self.line.count < 1 << 16) }
    if line.isEmpty { return endEvent() }
    let name = line.prefix { $0 != JSONByte.colon }
    var value = line[name.endIndex...].dropFirst()
    if value.first == JSONByte.space { value = value.dropFirst() }
    let text = { String(decoding: value, as: UTF8.self) }
    switch String(decoding: name, as: UTF8.self) {
    case "event": type = Array(value)
    case "data": data += value + [JSONByte.lineFeed]
    case "id": if !value.contains(0) { id = text() }
    case "retry": if let time = Int(digits: text()) { position.retry = .milliseconds(time) }
    // A comment has an empty name. Other fields are ignored.
    default: break
    }
    return nil
  }

  private mutating func endEvent() -> Event? {
    position.id = id
    defer { (type, data) = ([], []) }
    guard !data.isEmpty else { return nil }
    let type = type.isEmpty ? "message" : String(decoding: type, as: UTF8.self)
    return Event(type: type, id: id, data: data.dropLast())
  }
}
