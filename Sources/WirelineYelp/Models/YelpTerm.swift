package import WirelineCore

/// A word that `autocomplete` proposes.
package struct YelpTerm: YelpModel {
  package let text: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    text = try YelpObject(value, path: path).string("text")
  }
}
