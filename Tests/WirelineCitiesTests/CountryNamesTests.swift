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

  /// Compares each name and its prefixes, and each with its last byte incremented, with a linear
  /// search of the table.
  @Test func prefixSearchEqualsLinearSearch() {
    let lines = Self.folds
    for (_, fold) in lines {
      for length in [3, 4, 5, 6, 8, 10, fold.count] where length <= fold.count {
        let beginning = Array(fold[..<length])
        for change in [0, 1] as [UInt8] {
          var key = beginning
          key[length - 1] &+= change
          let codes = Set(lines.filter { $0.fold.starts(with: key) }.map(\.code)).sorted()
          #expect(CountryNames.codes(matching: key) == codes)
        }
      }
    }
  }

  @Test func tableIsSortedAndFolded() {
    let names = Self.lines(of: CountryNames.names)
    #expect(names.count > 240)
    #expect(names.map(\.code) == Array(Set(names.map(\.code))).sorted())
    for (one, two) in zip(Self.folds, Self.folds.dropFirst()) {
      #expect(one.fold.lexicographicallyPrecedes(two.fold) || one.fold == two.fold)
    }
    for (code, fold) in Self.folds {
      let text = String(decoding: fold, as: UTF8.self)
      #expect(CityFolding.fold(text) == fold, "\(text)")
      #expect(CountryNames.name(of: code) != nil, "\(code)")
    }
  }

  @Test func findsCountryByNameShown() {
    for (code, name) in Self.lines(of: CountryNames.names) {
      let text = String(decoding: name, as: UTF8.self)
      #expect(CountryNames.name(of: code) == text)
      #expect(CountryNames.codes(matching: CityFolding.fold(text)).contains(code), "\(text)")
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

  @Test func toleratesBytesThatAreNotAFold() {
    var random = SeededGenerator(seed: 4)
    for text in [";;;", "\n\n\n", "zimbabwe;;", "zimbabwe\n\n", "fiji;FI", "fiji\nFI"] {
      #expect(CountryNames.codes(matching: Array(text.utf8)).isEmpty, "\(text)")
    }
    #expect(CountryNames.codes(matching: [0xFF, 0xFF, 0xFF]).isEmpty)
    for _ in 0..<2000 {
      // Bytes that names do not contain, after a prefix of a name or alone.
      let fold = Self.folds.randomElement(using: &random)?.fold ?? []
      let start = fold.prefix(Int.random(in: 0...fold.count, using: &random))
      let bytes = start + (0..<3).map { _ in UInt8.random(in: 0...0x1F, using: &random) }
      #expect(CountryNames.codes(matching: Array(bytes)).isEmpty)
    }
  }

  private static let folds = lines(of: CountryNames.folds)
    .map { (code: $0.code, fold: Array($0.text)) }

  private static func lines(of table: UnsafeBufferPointer<UInt8>) -> [(
    code: String, text: ArraySlice<UInt8>
  )] {
    Array(table).split(separator: UInt8(ascii: "\n")).map { line in
      (String(decoding: line.prefix(2), as: UTF8.self), line.dropFirst(3))
    }
  }
}
