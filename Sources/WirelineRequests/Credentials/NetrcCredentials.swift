/// Fills in what netrc knows of a host, where a request brings no authorization
/// of its own.
package struct NetrcCredentials: CredentialSource {
  private let netrc: Netrc

  package init(_ netrc: Netrc) { self.netrc = netrc }

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard !request.headers.contains("Authorization"), request.url.userInformation == nil,
      let entry = netrc.entry(for: request.url.host), let login = entry.login
    else { return request }
    var filled = request
    filled.headers.append(
      "Authorization", BasicCredentials.value(login + ":" + (entry.password ?? "")))
    return filled
  }
}
