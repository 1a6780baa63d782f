import NIOCore
import NIOSSL
import WirelineRequests

struct OpenedChannel: Sendable {
  let channel: any Channel
  /// Whether TLS negotiated HTTP/2 (RFC 7301) rather than HTTP/1.1.
  let speaksHTTP2: Bool
  let timing: ConnectionTiming
}

/// The course of opening a connection, and its properties.
// `@unchecked Sendable`: not locked. The connector, the connection and its exchanges use it on one
// event loop, and no other code has a reference.
final class ConnectionTiming: @unchecked Sendable {
  var nameLookup: NIODeadline?
  var connect: NIODeadline?
  var tls: NIODeadline?
  /// The response of a proxy to `CONNECT`.
  var proxyHead: ResponseHead?
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
    // A stream reports only what the first request of a connection has waited for.
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
    var connection = RequestTiming.TLS(version: Self.name(version))
    if let certificate = try? pipeline.nioSSL_peerCertificate() {
      connection.certificateNames = ServerIdentity(certificate).names
      connection.certificateExpiry = Int(certificate.notValidAfter)
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
