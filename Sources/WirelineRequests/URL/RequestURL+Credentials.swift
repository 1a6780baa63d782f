internal import WirelineCore

extension RequestURL {
  /// User and password of the URL as an `Authorization` value, RFC 7617. A
  /// secret.
  package var basicCredentials: String? {
    guard let userInformation else { return nil }
    let parts = userInformation.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var bytes = PercentEncoding.decoded(parts[0])
    bytes.append(0x3A)
    if parts.count > 1 { bytes += PercentEncoding.decoded(parts[1]) }
    return "Basic " + Base64.encode(bytes)
  }
}
