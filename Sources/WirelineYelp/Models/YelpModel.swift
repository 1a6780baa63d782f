package import WirelineCore

/// Something that an answer of the API holds, as a value.
///
/// Every member of it may be missing: absent, null and, for an address of the web, `""` are nil. A
/// member of the wrong type is a fault, one that is not known is passed over.
package protocol YelpModel: Sendable {
  /// - Parameters:
  ///   - value: an object.
  ///   - path: where in the answer it is, a JSON Pointer; `""` is the answer itself.
  /// - Throws: `.decode` with the path of the very member that has the wrong type.
  init(_ value: JSONView, path: String) throws(YelpFault)
}
