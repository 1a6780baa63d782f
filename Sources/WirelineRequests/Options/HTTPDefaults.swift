/// What a tool does over HTTP where nobody says otherwise: the help, `--print-config` and the
/// request itself go by it.
package protocol HTTPDefaults: Sendable {
  /// For a single request, and where `streamPolicy` is nil for all.
  static var policy: ExecutionPolicy { get }
  /// For a stream of requests; nil where it makes no difference.
  static var streamPolicy: ExecutionPolicy? { get }
}

extension HTTPDefaults {
  package static var streamPolicy: ExecutionPolicy? { nil }

  /// The text of one default: `16M`, or `none; in a stream 16M` where the two differ.
  static func text(_ describe: (ExecutionPolicy) -> String) -> String {
    let (one, many) = (describe(policy), streamPolicy.map(describe))
    guard let many, many != one else { return one }
    return "\(one); in a stream \(many)"
  }
}
