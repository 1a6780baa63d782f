package import WirelineCore

/// A category, of a business or of the list of all of them.
package struct YelpCategory: YelpModel {
  /// What a search takes: `icecream`.
  package let alias: String?
  /// For people: `Ice Cream & Frozen Yogurt`.
  package let title: String?
  /// Only in the list; empty at its top.
  package let parentAliases: [String]
  /// ISO 3166-1 alpha-2: the only countries that have it; empty is no limit.
  package let countryWhitelist: [String]
  /// ISO 3166-1 alpha-2: the countries that do not have it.
  package let countryBlacklist: [String]

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    alias = try object.string("alias")
    title = try object.string("title")
    parentAliases = try object.strings("parent_aliases")
    countryWhitelist = try object.strings("country_whitelist")
    countryBlacklist = try object.strings("country_blacklist")
  }
}
