import NIOCore
import NIOSSL
import WirelineCore
import WirelineRequests

struct OpenedChannel: Sendable {
  let channel: any Channel
  /// Whether TLS negotiated HTTP/2 (RFC 7301) rather than HTTP/1.1.
  let speaksHTTP2: Bool
  let timing: ConnectionTiming
}

/// The course of opening a connection, and its properties.
// `@unchecked Sendable`: used on the event loop only.
final class ConnectionTiming: @unchecked Sendable {
  var nameLookup: NIODeadline?
  var connect: NIODeadline?
  var tls: NIODeadline?
  /// The cipher suite of TLS; 0 if unknown.
  var cipher: UInt16 = 0
  /// Whether to report reused connections, the local address and TLS too, which costs time that a
  /// stream does not have.
  let isDetailed: Bool
  private var properties = RequestTiming()

  init(isDetailed: Bool) { self.isDetailed = isDetailed }

  /// Notes the properties of the open connection.
  func didOpen(_ channel: any Channel) {
    properties.remoteAddress = channel.remoteAddress?.ipAddress
    properties.remotePort = channel.remoteAddress?.port
    guard isDetailed else { return }
    properties.localAddress = channel.localAddress?.ipAddress
    properties.localPort = channel.localAddress?.port
    if tls != nil { properties.tlsConnection = tlsConnection(of: channel) }
  }

  /// Returns the timing of a response; nil if there is nothing to report.
  ///
  /// - Parameter nameWait: the time of the name lookup before the attempt.
  func timing(
    isReused: Bool, from start: NIODeadline, nameWait: Duration, requestSent: NIODeadline?,
    firstByte: NIODeadline
  ) -> RequestTiming? {
    guard isDetailed || !isReused else { return nil }
    var timing = properties
    let since = { (time: NIODeadline) in nameWait + Duration(time - start) }
    timing.isReused = isReused
    if !isReused {
      timing.nameLookup = nameLookup.map(since)
      timing.connect = connect.map(since)
      timing.tls = tls.map(since)
    }
    timing.requestSent = requestSent.map(since)
    timing.firstByte = since(firstByte)
    timing.total = since(.now())
    return timing
  }

  private func tlsConnection(of channel: any Channel) -> RequestTiming.TLS? {
    let pipeline = channel.pipeline.syncOperations
    guard let version = try? pipeline.nioSSL_tlsVersion() else { return nil }
    var connection = RequestTiming.TLS(
      version: Self.name(version), cipher: CipherSuites.name(cipher))
    guard let certificate = try? pipeline.nioSSL_peerCertificate() else { return connection }
    connection.certificateExpiry = Int(certificate.notValidAfter)
    if let names = (try? certificate.toDERBytes()).flatMap(CertificateNames.init) {
      connection.certificateSubject = names.subject
      connection.certificateIssuer = names.issuer
    }
    return connection
  }

  private static func name(_ version: TLSVersion) -> String {
    switch version {
    case .tlsv1: "TLSv1.0"
    case .tlsv11: "TLSv1.1"
    case .tlsv12: "TLSv1.2"
    case .tlsv13: "TLSv1.3"
    }
  }
}

/// Reads the cipher suite from the ServerHello, RFC 8446 §4.1.3, which the TLS library does not
/// report. Passes all bytes on and leaves the pipeline after the message.
final class CipherObserver: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let timing: ConnectionTiming
  private var beginning: [UInt8] = []

  init(_ timing: ConnectionTiming) { self.timing = timing }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    beginning += unwrapInboundIn(data).readableBytesView.prefix(128 - beginning.count)
    let cipher = CipherSuites.serverChoice(beginning)
    timing.cipher = cipher ?? 0
    // A handler that has left the pipeline passes nothing on.
    context.fireChannelRead(data)
    if cipher != nil || beginning.count == 128 {
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
  }
}

enum CipherSuites {
  /// Nil while the message is incomplete, or if it is not a ServerHello.
  static func serverChoice(_ bytes: [UInt8]) -> UInt16? {
    // A handshake record (5 bytes) with a ServerHello: type and length, version, random, session.
    guard bytes.count > 43, bytes[0] == 22, bytes[5] == 2 else { return nil }
    let position = 44 + Int(bytes[43])
    guard bytes.count > position + 1 else { return nil }
    return UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
  }

  static func name(_ code: UInt16) -> String {
    names[code] ?? "0x" + Hexadecimal.encode([UInt8(code >> 8), UInt8(code & 0xFF)]).uppercased()
  }

  /// The names in IANA's registry of the suites that BoringSSL offers.
  private static let names: [UInt16: String] = [
    0x009C: "TLS_RSA_WITH_AES_128_GCM_SHA256", 0x009D: "TLS_RSA_WITH_AES_256_GCM_SHA384",
    0x1301: "TLS_AES_128_GCM_SHA256", 0x1302: "TLS_AES_256_GCM_SHA384",
    0x1303: "TLS_CHACHA20_POLY1305_SHA256",
    0xC009: "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
    0xC00A: "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    0xC013: "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", 0xC014: "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
    0xC02B: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    0xC02C: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    0xC02F: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    0xC030: "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    0xCCA8: "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    0xCCA9: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
  ]
}

/// The distinguished names of a certificate, RFC 5280 §4.1.2, as `CN=example.com, O=Example`.
struct CertificateNames: Equatable {
  let subject: String
  let issuer: String

  /// - Parameter der: the certificate in DER; nil if its structure is invalid.
  init?(_ der: [UInt8]) {
    var certificate = DERReader(der[...])
    guard var signed = certificate.next(0x30).map(DERReader.init),
      var fields = signed.next(0x30).map(DERReader.init)
    else { return nil }
    // version [0], serialNumber, signature, issuer, validity, subject
    _ = fields.next(0xA0)
    guard fields.next(0x02) != nil, fields.next(0x30) != nil, let issuer = fields.next(0x30),
      fields.next(0x30) != nil, let subject = fields.next(0x30)
    else { return nil }
    self.issuer = Self.text(issuer)
    self.subject = Self.text(subject)
  }

  private static func text(_ name: ArraySlice<UInt8>) -> String {
    var sets = DERReader(name)
    var parts: [String] = []
    while var attributes = sets.next(0x31).map(DERReader.init) {
      while var attribute = attributes.next(0x30).map(DERReader.init) {
        guard let type = attribute.next(0x06), let value = attribute.nextValue() else { break }
        parts.append("\(label(type))=\(text(value.tag, value.content))")
      }
    }
    return parts.reversed().joined(separator: ", ")
  }

  /// BMPString is UTF-16; the others are UTF-8 or a subset of it, or Latin-1 in T61String.
  private static func text(_ tag: UInt8, _ bytes: ArraySlice<UInt8>) -> String {
    if tag == 0x1E {
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(decoding: units, as: UTF16.self)
    }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The names of RFC 4519 for the attributes 2.5.4.x.
  private static func label(_ type: ArraySlice<UInt8>) -> String {
    let labels: [UInt8: String] = [
      3: "CN", 4: "SN", 5: "serialNumber", 6: "C", 7: "L", 8: "ST", 9: "street", 10: "O", 11: "OU",
      12: "title", 42: "GN",
    ]
    if type.starts(with: [0x55, 0x04]), type.count == 3,
      let label = type.last.flatMap({ labels[$0] })
    {
      return label
    }
    return "OID." + Hexadecimal.encode(type)
  }
}

/// Reads the elements of a DER sequence (X.690 §8).
struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Returns the content of the next element if it has this tag.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    rest.first == tag ? nextValue()?.content : nil
  }

  mutating func nextValue() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
    var bytes = rest
    guard let tag = bytes.popFirst(), var length = bytes.popFirst().map(Int.init) else {
      return nil
    }
    if length > 0x80 {
      let count = length & 0x7F
      guard count <= 4, bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard length != 0x80, bytes.count >= length else { return nil }
    rest = bytes.dropFirst(length)
    return (tag, bytes.prefix(length))
  }
}
