import WirelineCore
import WirelineRequests
import WirelineYelp

/// Secrets that records name and never hold.
struct CredentialOptions: Sendable {
  @Option(
    "credential", "name", "fill in this secret where a record names it: yelp",
    isConfigurable: false, values: .choices("credentials", CredentialName.self))
  var credential: [CredentialName]
  var yelp = YelpKeyOptions()

  /// The secrets that were named, each with where it may go; nil, with the reason
  /// told, where one of them is not to be had.
  ///
  /// - Parameters:
  ///   - baseURL: `--base-url`: a stand-in on loopback gets the secrets too.
  ///   - other: fills in what needs no name.
  ///   - isReplay: nothing is sent, so nothing needs a secret.
  func source(
    _ context: ToolContext, baseURL: String?, other: any CredentialSource, isReplay: Bool
  ) throws(UsageError) -> (any CredentialSource)? {
    var sources: [String: any CredentialSource] = [:]
    for name in credential {
      switch name {
      case .yelp:
        let keys = YelpKeySource(context, file: yelp.apiKeyFile)
        guard let key = keys.key(isReplay: isReplay) else { return nil }
        do throws(InvalidURL) {
          sources[YelpRequestBuilding.credentialName] = YelpAPIKey(
            key: key, baseURL: try YelpRequestBuilding().baseURL,
            standIn: try baseURL.map { text throws(InvalidURL) in try RequestURL(text) })
        } catch {
          throw UsageError(error.description)
        }
      }
    }
    return NamedCredentials(sources, other: other)
  }
}

/// A secret that has a name.
enum CredentialName: String, ChoiceArgument {
  case yelp
}
