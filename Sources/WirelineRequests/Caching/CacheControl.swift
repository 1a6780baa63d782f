internal import WirelineCore

/// The `Cache-Control` directives of a message that concern a private cache, RFC 9111 §5.2. Unknown
/// directives (§5.2.3) and those for shared caches only (`s-maxage`, `proxy-revalidate`) are
/// ignored.
struct CacheControl: Sendable, Equatable {
  enum Scope: Sendable, Equatable {
    case response
    /// Only these fields (§5.2.2.4), verbatim.
    case fields([String])
  }

  private(set) var isPresent = false
  private(set) var noStore = false
  private(set) var noCache: Scope?
  /// Seconds, §5.2.1.1, §5.2.2.1. An invalid number is 0: "caches are encouraged to consider
  /// responses that have invalid freshness information … to be stale" (§4.2.1).
  private(set) var maxAge: Int?
  /// Seconds, §5.2.1.2; `DeltaSeconds.maximum` without an argument.
  private(set) var maxStale: Int?
  /// Seconds, §5.2.1.3; the maximum if invalid.
  private(set) var minFresh: Int?
  private(set) var onlyIfCached = false
  private(set) var mustRevalidate = false
  private(set) var mustUnderstand = false
  private(set) var isPublic = false
  private(set) var isPrivate = false
  private(set) var isImmutable = false
  /// Seconds, RFC 5861 §3; nil if invalid, which permits nothing.
  private(set) var staleWhileRevalidate: Int?
  /// Seconds, RFC 5861 §4; nil if invalid.
  private(set) var staleIfError: Int?

  /// - Parameter values: all values of the field in a message, in order.
  init(_ values: [String]) {
    isPresent = !values.isEmpty
    for directive in CacheDirective.parse(values) { apply(directive) }
  }

  init(response: HeaderFields) { self.init(response.values(of: "Cache-Control")) }

  /// Respects `Pragma: no-cache` if there is no `Cache-Control` (§5.4).
  init(request: HeaderFields) {
    self.init(request.values(of: "Cache-Control"))
    guard !isPresent else { return }
    let pragma = CacheDirective.parse(request.values(of: "Pragma"))
    if pragma.contains(where: { $0.name == "no-cache" }) { noCache = .response }
  }

  /// §4.2.1: of several values, "either the first occurrence should be used or the response should
  /// be considered stale". This uses the first.
  private mutating func apply(_ directive: CacheDirective) {
    let seconds = directive.seconds
    switch directive.name {
    case "no-store": noStore = true
    case "no-cache": applyNoCache(directive.fieldNames)
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "only-if-cached": onlyIfCached = true
    case "public": isPublic = isPublic || !directive.isMalformed
    case "private": isPrivate = true
    case "immutable": isImmutable = isImmutable || !directive.isMalformed
    case "max-age": maxAge = maxAge ?? seconds ?? 0
    case "min-fresh": minFresh = minFresh ?? seconds ?? DeltaSeconds.maximum
    case "max-stale":
      maxStale = maxStale ?? seconds ?? (directive.argument == nil ? DeltaSeconds.maximum : 0)
    case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? seconds
    case "stale-if-error": staleIfError = staleIfError ?? seconds
    default: break
    }
  }

  /// The form without field names is stricter and takes precedence.
  private mutating func applyNoCache(_ names: [String]?) {
    guard let names, noCache != .response else { return noCache = .response }
    if case .fields(let before) = noCache {
      noCache = .fields(before + names)
    } else {
      noCache = .fields(names)
    }
  }
}

/// One directive of a `Cache-Control` field, RFC 9111 §5.2.
struct CacheDirective: Sendable, Equatable {
  /// In lower case: names are case-insensitive.
  let name: String
  /// The unquoted text after `=`; nil without `=`.
  let argument: String?
  /// Whether the argument violates the grammar: white space around `=`, an unterminated quoted
  /// string, or text after it. A malformed directive can forbid caching but not permit it.
  let isMalformed: Bool

  var seconds: Int? { isMalformed ? nil : argument.flatMap { DeltaSeconds.parse($0) } }

  var fieldNames: [String]? {
    guard !isMalformed, let argument else { return nil }
    let names = argument.split(separator: ",").map(\.trimmingSpaces).filter { !$0.isEmpty }
    return names.isEmpty ? nil : names
  }

  /// Parses the values leniently: a syntax error must not lose a directive that forbids caching.
  static func parse(_ values: [String]) -> [CacheDirective] {
    var found: [CacheDirective] = []
    for value in values {
      var scanner = FieldScanner(value)
      while scanner.next != nil {
        if let directive = next(&scanner) { found.append(directive) }
        _ = scanner.skip(",")
      }
    }
    return found
  }

  /// Reads up to the next comma or the end; nil for an empty element.
  private static func next(_ scanner: inout FieldScanner) -> CacheDirective? {
    scanner.skipSpaces()
    if scanner.terminatedQuoted() != nil {
      // Not a directive: none begins with a quoted string.
      _ = scanner.take(until: ",")
      return nil
    }
    let text = scanner.take(until: ",=")
    let name = text.trimmingSpaces.lowercased()
    guard scanner.skip("=") else {
      return name.isEmpty ? nil : CacheDirective(name: name, argument: nil, isMalformed: false)
    }
    // RFC 9110 §5.6.6 forbids white space around the "=".
    let hasSpace = scanner.skipSpaces() || text.last == " " || text.last == "\t"
    // An unterminated string would swallow the following directives.
    let quoted = scanner.terminatedQuoted()
    let rest = scanner.take(until: ",").trimmingSpaces
    let isToken = !rest.isEmpty && rest.utf8.allSatisfy(HeaderFields.isTokenByte)
    return CacheDirective(
      name: name, argument: quoted ?? rest,
      isMalformed: hasSpace || (quoted == nil ? !isToken : !rest.isEmpty))
  }
}

/// Times in whole seconds, RFC 9111 §1.2.2.
enum DeltaSeconds {
  /// Replaces all greater values: "a recipient parsing a delta-seconds value that is too large …
  /// MUST consider the value to be 2147483648".
  static let maximum = 2_147_483_648

  /// Parses digits, clamped to `maximum`; nil for any other text, including signs and fractions.
  static func parse(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return text.utf8.reduce(0) { min(maximum, $0 * 10 + Int($1 - 0x30)) }
  }
}
