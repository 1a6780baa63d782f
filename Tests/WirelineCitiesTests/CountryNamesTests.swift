import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct CountryNamesTests {
  @Test(
    arguments: [
      ("FR", "France"), ("GB", "United Kingdom"), ("BO", "Bolivia"), ("KR", "South Korea"),
      ("KP", "North Korea"), ("TW", "Taiwan"), ("TZ", "Tanzania"), ("IR", "Iran"),
      ("VG", "British Virgin Islands"), ("VI", "U.S. Virgin Islands"), ("FM", "Micronesia"),
      ("CD", "Democratic Republic of the Congo"), ("CG", "Congo"), ("MF", "Saint Martin"),
      ("BQ", "Bonaire, Sint Eustatius and Saba"), ("VA", "Vatican City"), ("XK", "Kosovo"),
      ("TR", "Türkiye"), ("AX", "Åland Islands"), ("RU", "Russia"), ("AD", "Andorra"),
      ("ZW", "Zimbabwe"),
    ])
  func namesCode(code: String, name: String) {
    #expect(CountryNames.name(of: code) == name)
  }

  @Test(arguments: ["", "F", "FRA", "fr", "UK", "ZZ", "AA", "F\n", "\nA", "F;", ";A", "É", "A "])
  func otherTextHasNoName(code: String) {
    #expect(CountryNames.name(of: code) == nil)
  }

  @Test(
    arguments: [
      ("france", ["FR"]), ("FRANCE", ["FR"]), ("fra", ["FR"]), ("united k", ["GB"]),
      ("united", ["AE", "GB", "UM", "US"]), ("korea", ["KP", "KR"]), ("congo", ["CD", "CG"]),
      ("virgin islands", ["VG", "VI"]), ("niger", ["NE", "NG"]), ("nigeria", ["NG"]),
      ("türki", ["TR"]), ("turkey", ["TR"]), ("cote d’iv", ["CI"]), ("Ivory Coast", ["CI"]),
      ("guinea-b", ["GW"]), ("Reunion", ["RE"]), ("st. luc", ["LC"]), ("st kitts &", ["KN"]),
      ("saint vincent and the g", ["VC"]), ("trinidad & t", ["TT"]), ("holland", ["NL"]),
      ("burma", ["MM"]), ("swazi", ["SZ"]), ("cape verde", ["CV"]), ("czech republic", ["CZ"]),
      ("macedonia", ["MK"]), ("britain", ["GB"]), ("great b", ["GB"]), ("usa", ["US"]),
      ("uae", ["AE"]), ("america", ["AS", "US"]), ("kosovo", ["XK"]), ("vatican", ["VA"]),
      ("viet nam", ["VN"]), ("bosnia-h", ["BA"]), ("east timor", ["TL"]), ("zimbabwe", ["ZW"]),
      // Names of iso-codes, the previous source of the table.
      ("lao people", ["LA"]), ("cocos", ["CC"]), ("bonaire", ["BQ"]), ("zaire", ["CD"]),
      // Parts, official names, three-letter codes, and text beyond the name.
      ("england", []), ("scotland", []), ("republic", []), ("gbr", []), ("francex", []),
      ("paris", []), ("zzz", []), ("aaa", []),
    ])
  func findsCodesByPrefix(query: String, codes: [String]) {
    #expect(CountryNames.codes(matching: CityFolding.fold(query)) == codes)
  }

  @Test(
    arguments: [
      ("france", ["FR"]), ("united kingdom", ["GB"]), ("U.K.", ["GB"]), ("usa", ["US"]),
      ("niger", ["NE"]), ("holland", ["NL"]), ("cote d'ivoire", ["CI"]), ("chi", []),
      ("franc", []), ("francex", []), ("united", []), ("zimbabwe", ["ZW"]),
    ])
  func findsCodesByWholeName(query: String, codes: [String]) {
    #expect(CountryNames.codes(matching: CityFolding.fold(query), isWhole: true) == codes)
  }

  @Test(arguments: ["", "f", "fr", "uk", "Å", "ö", "st", "..", "é-", "ч"])
  func ignoresTextsOfLessThanThreeBytes(query: String) {
    #expect(CountryNames.codes(matching: CityFolding.fold(query)).isEmpty)
  }

  @Test func findsCountryByNameShown() {
    #expect(CountryNames.all.count > 240)
    #expect(CountryNames.all.map(\.code) == Set(CountryNames.all.map(\.code)).sorted())
    for (code, name) in CountryNames.all {
      #expect(CountryNames.name(of: code) == name)
      #expect(CountryNames.codes(matching: CityFolding.fold(name)).contains(code), "\(name)")
    }
  }
}
