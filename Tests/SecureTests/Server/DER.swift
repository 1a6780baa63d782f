/// The parts of DER (ITU-T X.690) that a certificate needs.
enum DER {
  static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap { $0 }) }
  static func set(_ content: [UInt8]) -> [UInt8] { tagged(0x31, content) }
  static func integer(_ value: UInt8) -> [UInt8] { tagged(0x02, [value & 0x7f]) }
  static func text(_ text: String) -> [UInt8] { tagged(0x0c, Array(text.utf8)) }
  static func time(_ text: String) -> [UInt8] { tagged(0x17, Array(text.utf8)) }
  static func octets(_ content: [UInt8]) -> [UInt8] { tagged(0x04, content) }
  static func bits(_ content: [UInt8]) -> [UInt8] { tagged(0x03, [0] + content) }
  static let yes: [UInt8] = [0x01, 0x01, 0xff]

  /// - Parameter bytes: an encoded object identifier.
  static func object(_ bytes: UInt8...) -> [UInt8] { tagged(0x06, bytes) }

  static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case ..<128: [tag, UInt8(content.count)] + content
    case ..<256: [tag, 0x81, UInt8(content.count)] + content
    default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
    }
  }
}
