package import WirelineCore

/// How a business can be written to.
package struct YelpMessaging: YelpModel {
  package let url: String?
  /// What for: `Request a Quote`.
  package let useCaseText: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    url = try object.link("url")
    useCaseText = try object.string("use_case_text")
  }
}
