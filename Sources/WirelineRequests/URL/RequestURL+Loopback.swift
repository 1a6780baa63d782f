extension RequestURL {
  /// Whether the host is this machine, by name or address.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || host.hasPrefix("127.") && host.split(separator: ".").count == 4
        && host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
  }
}
