import WirelineCore
import WirelineHTTP
import WirelineReq
import WirelineRequests
import WirelineYelp

/// Connects the runner with the network and the services that `--credential` names.
struct ReqBackend: RequestBackend {
  let options: RequestOptions
  let credentials: CredentialOptions
  let context: ToolContext

  var encodings: String { RequestExecutor.offeredEncodings }

  func executor(_ setup: ExecutorSetup) throws(UsageError) -> any SettlingExecutor {
    var http = options.http
    if let proxy = options.connection.proxyHTTP10 { http.proxy = proxy }
    return try RequestExecutor(
      http, policy: setup.policy, fields: setup.fields, context: context,
      cache: setup.cache, observers: setup.observers
    ) { configuration in
      let connection = options.connection
      configuration.unixSocket = connection.unixSocket
      configuration.tls.certificateFile = connection.cert
      configuration.tls.keyFile = connection.key
      configuration.tls.keyPassword = connection.keyPassword
      configuration.tls.pinnedKeys = connection.pinnedKeys?.hashes ?? []
      configuration.tls.allowsTLS13 = connection.tlsMaximum != .tls12
      configuration.resolved = connection.resolvedAddresses
      configuration.connectTo = connection.connectTo
      configuration.interface = connection.interface
      // Chosen in TLS, before the first request.
      if connection.http10 { configuration.offersHTTP2 = false }
      if connection.ipv4 { configuration.addressFamily = .ipv4 }
      if connection.ipv6 { configuration.addressFamily = .ipv6 }
      if let hosts = connection.noproxy { configuration.proxies.setExceptions(hosts) }
      configuration.proxies.configure(login: connection.proxyLogin) { proxy in
        proxy.tunnels = connection.proxytunnel
        proxy.usesHTTP10 = connection.proxyHTTP10 != nil
        proxy.hidesResponse = connection.suppressConnectHeaders
        for field in connection.proxyFields { proxy.fields.set(field.name, field.value) }
      }
    }
  }

  func compressed(
    _ request: RequestSpecification
  ) throws(RequestError) -> RequestSpecification { try BodyCompression.compressed(request) }

  func credentials(
    other: any CredentialSource
  ) throws(UsageError) -> any CredentialSource {
    guard credentials.credential.contains(.yelp) else {
      return NamedCredentials([:], other: other)
    }
    let key = try context.yelpKey(
      file: credentials.yelp.apiKeyFile, isReplay: options.http.replay != nil)
    return try converting({ UsageError($0.description) }) { () throws(InvalidURL) in
      // A stand-in for the service on loopback may receive the key too.
      let standIn = try options.composition.baseUrl.map { text throws(InvalidURL) in
        try RequestURL(text)
      }
      let source = YelpAPIKey(
        key: key, baseURL: try YelpRequestBuilder().baseURL, standIn: standIn)
      return NamedCredentials([YelpRequestBuilder.credentialName: source], other: other)
    }
  }
}

extension RequestExecutor: SettlingExecutor {}

/// The options for credentials that request records refer to by name.
struct CredentialOptions: Sendable {
  @Option(
    "credential", "name", "Add this secret to requests that name it: yelp", isConfigurable: false,
    values: .choices(CredentialName.self))
  var credential: [CredentialName]
  var yelp = YelpKeyOptions()
}

enum CredentialName: String, ChoiceArgument {
  case yelp
}
