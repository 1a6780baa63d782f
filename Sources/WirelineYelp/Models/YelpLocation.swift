package import WirelineCore

/// An address.
package struct YelpLocation: YelpModel {
  package let address1: String?
  package let address2: String?
  package let address3: String?
  package let city: String?
  /// ISO 3166-2 without the country: `CA`.
  package let state: String?
  package let zipCode: String?
  /// ISO 3166-1 alpha-2.
  package let country: String?
  /// The lines of the address as its country writes them.
  package let displayAddress: [String]
  package let crossStreets: String?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    address1 = try object.string("address1")
    address2 = try object.string("address2")
    address3 = try object.string("address3")
    city = try object.string("city")
    state = try object.string("state")
    zipCode = try object.string("zip_code")
    country = try object.string("country")
    displayAddress = try object.strings("display_address")
    crossStreets = try object.string("cross_streets")
  }

  /// The address in one line; nil where nothing is known of it.
  package var line: String? {
    let parts = displayAddress.isEmpty ? plainLines : displayAddress
    let line = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return line.isEmpty ? nil : line
  }

  /// For the answers that have no lines of their own.
  private var plainLines: [String] {
    let region = [state, zipCode].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    return [address1, address2, address3, city, region, country].compactMap(\.self)
  }
}
