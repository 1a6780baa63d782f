extension WordList {
  /// The word that takes a limit away, beside the values that nobody can guess.
  package static let none = WordList("none", plain: { ["none"] })

  /// The tolerances that are words, beside shares and numbers.
  static let tolerances = WordList("tolerances", plain: { ["all", "none"] })

  /// Request methods, RFC 9110 §9.3 and RFC 5789.
  package static let methods = WordList("methods") { _ in
    [
      Word("GET"), Word("POST"), Word("PUT"), Word("PATCH"), Word("DELETE"), Word("HEAD"),
      Word("OPTIONS"), Word("TRACE"),
    ]
  }

  /// The beginnings of the header fields that people set by hand.
  package static let headerFields = WordList(
    "header fields",
    plain: {
      [
        "Accept:", "Accept-Encoding:", "Accept-Language:", "Authorization:", "Cache-Control:",
        "Content-Type:", "Cookie:", "If-Match:", "If-Modified-Since:", "If-None-Match:", "Origin:",
        "Prefer:", "Range:", "Referer:", "User-Agent:", "X-Requested-With:",
      ]
    })

  package static let errorCodes = WordList(
    "error codes", plain: { ErrorCode.allCases.map(\.rawValue) })
}
