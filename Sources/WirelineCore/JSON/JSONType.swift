/// The six kinds of value of RFC 8259 §3; `true` and `false` are one kind.
package enum JSONType: String, Equatable, Sendable {
  case null, boolean, number, string, array, object
}
