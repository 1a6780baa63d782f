package import WirelineCore

/// The value of a header field: no control characters.
package struct HeaderValue: ArgumentValue, Equatable {
  package let text: String

  package init(parsing argument: String) throws(InvalidArgument) {
    text = argument
    do throws(InvalidHeaderField) {
      try HeaderFields([HeaderFields.Field(name: "User-Agent", value: argument)]).validate()
    } catch {
      throw InvalidArgument(expected: "a header value: \(error.reason)")
    }
  }
}
