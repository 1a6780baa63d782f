import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpCategoriesTests {
  @Test(
    arguments: [
      ("newamerican", "newamerican"), ("NewAmerican", "newamerican"), ("TEX-MEX", "tex-mex"),
      (" sushi\t\r\n", "sushi"), ("c_and_mh", "c_and_mh"), ("3DPRINTING", "3dprinting"),
      ("active", "active"), ("wigs", "wigs"),
    ])
  func findsAliasesInAnyCase(text: String, alias: String) {
    #expect(YelpCategories.alias(for: text) == alias)
  }

  @Test(
    arguments: [
      ("American (New)", "newamerican"), ("american new", "newamerican"),
      ("AMERICAN  (TRADITIONAL)", "tradamerican"), ("Acupuncture ", "acupuncture"),
      ("Ice Cream & Frozen Yogurt", "icecream"), ("ice cream and frozen yogurt", "icecream"),
      ("ice-cream frozen yogurt", "icecream"), ("Arts and Crafts", "artsandcrafts"),
      ("Tenant & Eviction Law", "tenantlaw"), ("and Arts & Crafts and", "artsandcrafts"),
      ("Men’s Clothing", "menscloth"), ("mens clothing", "menscloth"), ("Tex Mex", "tex-mex"),
      ("Gluten‑Free", "gluten_free"), ("Tapas/Small Plates", "tapasmallplates"),
      ("3-D printing", "3dprinting"), ("Beer, Wine & Spirits", "beer_and_wine"),
      ("Beer Wine Spirits", "beer_and_wine"), ("Wills, Trusts and Probates", "willstrustsprobates"),
      ("Used, Vintage & Consignment", "vintage"), ("Books, Mags, Music & Video", "media"),
    ])
  func findsTitles(text: String, alias: String) {
    #expect(YelpCategories.alias(for: text) == alias)
  }

  @Test(
    arguments: [
      ("Crêperies", "creperies"), ("Cre\u{302}peries", "creperies"), ("CAFÉS", "cafes"),
      ("Provençal", "provencal"), ("Niçoise", "nicois"), ("Trás-os-Montes", "tras_os_montes"),
      ("Gözleme", "gozleme"), ("Açaí Bowls", "acaibowls"), ("Réunion", "reunion"),
      ("Çhee Küfta", "cheekufta"), ("Yucatán", "yucatan"), ("Læotian", nil),
    ] as [(String, String?)])
  func ignoresAccents(text: String, alias: String?) {
    #expect(YelpCategories.alias(for: text) == alias)
  }

  @Test(
    arguments: [
      ("hotdogs", "hotdogs"), ("Hotdogs", "hotdogs"), ("Hot Dogs", "hotdog"),
      ("Fast Food", "hotdogs"), ("servicestations", "servicestations"),
      ("Service Stations", "service_stations"), ("Gas Stations", "servicestations"),
      ("football", "football"), ("soccer", "football"),
    ])
  func prefersAliasesToTitles(text: String, alias: String) {
    #expect(YelpCategories.alias(for: text) == alias)
  }

  @Test(
    arguments: [
      "", " ", "&", "and", "And & and", "(", "zzz", "ice cream", "american", "sushi bar", "s",
      "sandwich", "\u{301}", "寿司", "sushi寿", "суши", "American×New×x", "active\nActive Life",
      "active Active Life", "a,b", "tapas,bars", "sushi, bars", "coffee,tea",
    ])
  func rejectsOtherText(text: String) {
    #expect(YelpCategories.alias(for: text) == nil)
  }

  @Test(
    arguments: [
      ("suhsi", "sushi"), ("shushi", "sushi"), ("sush", "sushi"), ("mexcan", "mexican"),
      ("Mexicen", "mexican"), ("ice cream", "icecream"), ("Japanese Sweet", "jpsweets"),
      ("new american", "newamerican"), ("Amercian (New)", "newamerican"), ("pizzas", "pizza"),
      ("gym", "gyms"), ("cofee", "coffee"), ("steak house", "steak"), ("vets", "vet"),
      ("bar", "bars"), ("vegiterian", "vegetarian"), ("chineese", "chinese"),
      ("Fischbrötchen", "fischbroetchen"), ("sandwich", "sandwiches"),
      // An alias and the title of another category are equally similar: the first in the table.
      ("service-station", "servicestations"), ("Wine & Beer", nil), ("", nil),
      ("&", nil), ("q", nil), ("xx", nil), ("xyz", nil),
      ("qqqqqqqq", nil), ("寿司", nil), ("something else entirely", nil),
    ] as [(String, String?)])
  func suggestsTheMostSimilarCategory(text: String, alias: String?) {
    #expect(YelpCategories.nearest(to: text) == alias)
  }

  @Test func tableIsComplete() {
    let all = Array(YelpCategories.all())

    #expect(all.count == 1481)
    #expect(Set(all.map(\.alias)).count == 1481)
    for (alias, title) in all {
      #expect(alias.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && alias == alias.lowercased())
      #expect(title.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(title)")
    }
  }

  @Test func findsEveryAliasAndTitle() {
    for (alias, title) in YelpCategories.all() {
      #expect(YelpCategories.alias(for: alias) == alias)
      #expect(YelpCategories.alias(for: title.uppercased()) == alias, "\(title)")
    }
  }

  @Test func titlesAreUnique() {
    let keys = YelpCategories.all().map { YelpCategoryKey($0.title).text }
    #expect(Set(keys).count == keys.count)
  }

  @Test func acceptsRandomText() {
    var random = SeededGenerator(seed: 11)
    let texts = YelpCategories.all().map { Array($0.title.utf8) }
    let aliases = Set(YelpCategories.all().map(\.alias))
    for round in 0..<40 {
      let bytes = round % 2 == 0 ? random.bytes(0...40) : random.mutation(of: texts[round])
      let text = String(decoding: bytes, as: UTF8.self)
      let nearest = YelpCategories.nearest(to: text)
      #expect(nearest.map(aliases.contains) != false)
      if YelpCategories.alias(for: text) != nil { #expect(nearest != nil || bytes.count < 3) }
    }
    #expect(YelpCategories.nearest(to: String(repeating: "sushi", count: 20_000)) == nil)
  }

  private static let data = Project.environment("YELP_CATEGORIES")

  /// Compares with Yelp's own list, which is not part of the project. 1,479 of its categories were
  /// in use when it was fetched.
  @Test(.enabled(if: data != nil, "needs YELP_CATEGORIES, a file with the API's response"))
  func matchesTheListOfYelp() throws {
    let text = try #require(Self.data.flatMap(TextFile.read))
    let titles = Dictionary(uniqueKeysWithValues: Array(YelpCategories.all()))
    var listed: Set<String> = []
    for category in try StrictJSON(text).elements {
      let alias = category["alias"]?.string ?? ""
      #expect(titles[alias] == category["title"]?.string, "\(alias)")
      listed.insert(alias)
    }

    #expect(Set(titles.keys).subtracting(listed) == ["franconian", "shoppingpassages"])
  }
}
