package import WirelineCore

/// What the chat speaks of.
package struct YelpChatEntity: YelpModel {
  package let businesses: [YelpBusiness]

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    businesses = try YelpObject(value, path: path).models("businesses")
  }
}
