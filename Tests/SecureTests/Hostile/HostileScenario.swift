import TestSupport
import Testing

/// The behaviour of a server toward one request, and the required outcome.
///
/// Each scenario is one run of `req` with a bad request, `/bad`, and ten good ones. On its first
/// connection the server waits until nine good requests and the bad one are in flight, in this
/// order: four GETs, the bad request, four GETs, a POST. Then it performs `steps`, and answers the
/// good requests if the connection still exists. The tenth good request, another POST, is sent when
/// the others have ended. On further connections the server answers good requests immediately, and
/// then performs the steps again for the bad one, or `later` instead.
///
/// A good request must be answered with its own body in its first attempt, whatever happens to the
/// bad one. There is one exception: the POST in flight may fail with a retryable error if its
/// connection is lost, because the server may have processed it. The server never receives the
/// body of a POST twice, unless it declared the first one unprocessed (RFC 9113 §8.7). The process
/// ends by itself, with bounded memory and a bounded number of connections.
struct HostileScenario: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: Expectation
  let request: BadRequest
  /// Sent at the start of a connection.
  let greeting: [HostileStep]
  let steps: [HostileStep]
  /// Performed on all connections but the first, with a valid greeting; nil for `steps`.
  let later: [HostileStep]?
  /// The number of requests that the server holds on its first connection until it performs the
  /// steps; nil to answer each immediately.
  var held: Int?
  /// Whether a successful bad request has an empty body.
  let isBodyless: Bool
  /// Further arguments of `req`.
  let arguments: [String]

  init(
    _ name: String, _ expected: Expectation, request: BadRequest = .get,
    greeting: [HostileStep] = [.settings()], held: Int? = 10, isBodyless: Bool = false,
    arguments: [String] = [], _ steps: [HostileStep] = [.answer()], later: [HostileStep]? = nil
  ) {
    self.name = name
    self.expected = expected
    self.request = request
    self.greeting = greeting
    self.held = held
    self.isBodyless = isBodyless
    self.arguments = arguments
    self.steps = steps
    self.later = later
  }

  var testDescription: String { name }

  enum BadRequest: Sendable {
    case get, head
    /// A POST with a body of this length.
    case upload(Int)
  }

  /// The outcome of the bad request, and of the connection.
  struct Expectation: Sendable {
    enum Connection: Sendable {
      /// It serves all requests of the run.
      case survives
      /// It serves the requests that the server has accepted, and no new ones.
      case drains
      /// It is lost, and a request with it if it cannot be sent again.
      case fails
      /// RFC 9113 permits both.
      case survivesOrFails
      /// No connection serves any request: all requests have the outcome of the bad one.
      case neverServes
    }

    /// Error codes, or "ok" for the server's response.
    let outcomes: [String]
    let connection: Connection

    private init(_ outcomes: [String], _ connection: Connection) {
      self.outcomes = outcomes
      self.connection = connection
    }

    static let succeeds = stream("ok")

    /// The stream ends, and the connection survives.
    static func stream(_ outcomes: String...) -> Self { Self(outcomes, .survives) }
    static func drains(_ outcomes: String...) -> Self { Self(outcomes, .drains) }
    static func connection(_ outcomes: String...) -> Self { Self(outcomes, .fails) }
    static func either(_ outcomes: String...) -> Self { Self(outcomes, .survivesOrFails) }
    static func everything(_ outcomes: String...) -> Self { Self(outcomes, .neverServes) }
  }

  static let all: [HostileScenario] = {
    let tables = [
      floods, compression, headerSections, fields, lengths, states, resets, goAways, windows,
      frames, blocks, settings, losses,
    ]
    // One scenario alone, for work on the client.
    guard let part = Project.environment("WIRELINE_SCENARIO") else {
      return tables.flatMap { $0 }
    }
    return tables.flatMap { $0 }.filter { $0.name.contains(part) }
  }()
}
