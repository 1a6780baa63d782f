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
      // Names found since before the table came from CLDR.
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

  /// The 246 codes of the 209,557 cities.
  @Test func namesEveryCodeOfTheCityData() {
    let codes = """
      DE US FR ES IT RU CN ID AU PH GB CH PL AT IN BR CA PT RO MX AR UA CZ BE JP BG TR GR IE TH CO
      HU NL SE FI NO VE DK ZA PK BY RS KZ NG LU HR HN NZ AF DZ PE MA PR GT CL MN YE SI AM TZ PS IR
      EE DO NP MK BA BO PA KR MY SY IL AZ UZ LV EG EC UG TN MD SK PY CR CU VN UY CM IQ NI SV GE LT
      SA JM ET MU KE BD HT CD CI BF FM BW SD MG ZM SN MM GH TT LK KP JO TW CY TJ ZW KM AL SL LY GM
      SO KG XK TD PG GN MQ LA RE MW CF AO ML NA NC MT NE KH OM MZ GP ME IS BJ GU BB CV GA BT LB BS
      SS TM CG PF GF BI GL AX LR TG KW AE MR MH GQ GY FO DM SZ RW QA YT SR BZ KI VC KN IM ER WS LS
      GW GG AS PW LI GD DJ VU MV BH AD LC FJ HK AG SG BQ SB SM MP JE KY AW TO BN VI TL ST MS MC CW
      SH AI TC SC EH WF TV SX SJ BM PM NR GI FK CK TF NU NF MO MF CX BL VG VA TK PN GS CC AQ
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(Set(codes).count == 246)
    #expect(codes.filter { CountryNames.name(of: $0) == nil } == [])
  }
}
