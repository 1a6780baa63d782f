package import WirelineCore

/// What the chat says.
package struct YelpChatText: YelpModel {
  package let text: String?
  /// What places of the text mean, not looked at.
  package let tags: [JSONView]

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    text = try object.string("text")
    tags = try object.elements("tags").map(\.value)
  }
}
