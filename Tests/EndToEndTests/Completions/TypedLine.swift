/// A command line up to the cursor, and the expected candidates.
struct TypedLine: Sendable {
  let line: String
  /// Required candidates; if empty, the shell must not offer any. For `--a=b` and `a,b`, the last
  /// part is enough.
  let offered: [String]
  /// Forbidden candidates.
  let withheld: [String]

  init(_ line: String, _ offered: [String], but withheld: [String] = []) {
    self.line = line
    self.offered = offered
    self.withheld = withheld
  }

  /// Requires `cities.json`, `two words.json`, the folder `photos`, and a database of the
  /// sample cities.
  static let all = names + words + lists + files + cities + commands

  private static let names = [
    TypedLine("req --fo", ["--format", "--form"], but: ["--timeout"]),
    TypedLine("req --no-s", ["--no-stop-on-error", "--no-summary"]),
    TypedLine("req --stop", ["--stop-on-error"], but: ["--no-stop-on-error"]),
    TypedLine("cities-find --limit 3 --", ["--fields", "--fuzzy"], but: ["--no-summary"]),
    TypedLine("imgfetch -", ["-o", "-j", "-0", "--output-dir", "--help"]),
    TypedLine("cities-find -- --fo", []),
  ]

  private static let words = [
    TypedLine("req -X ", ["GET", "POST", "DELETE"], but: files0),
    TypedLine("req -XP", ["-XPOST", "-XPUT", "-XPATCH"], but: ["-XGET", "GET"]),
    TypedLine("req --format ", ["auto", "jsonl", "table", "tsv", "csv"], but: files0),
    TypedLine("req --format=", ["auto", "jsonl", "table", "tsv", "csv"], but: files0),
    TypedLine("req --format=t", ["table", "tsv"], but: ["auto", "csv"]),
    TypedLine("req --header=Accept-", ["Accept-Encoding:", "Accept-Language:"]),
    TypedLine("req ", ["GET", "HEAD"], but: files0),
    TypedLine("req --credential ", ["yelp"]),
    TypedLine("req --retry-policy a", ["aggressive"]),
    TypedLine("req --paginate ", ["link", "next=/", "cursor=", "page=", "offset="]),
    TypedLine("cities-find --tolerate ", ["all", "none"]),
    TypedLine("imgfetch --preset ", ["fast", "low-memory"]),
    TypedLine("imgfetch --fsync=", ["none", "file", "full"]),
    TypedLine("cities-sync --max-stale ", ["none"]),
    TypedLine("req --retry ", []), TypedLine("cities-find --limit ", []),
    TypedLine("cities-find --limit=", []), TypedLine("yelp-query search --term ", []),
    TypedLine("imgfetch ", []), TypedLine("req https://a.example/ ", []),
    TypedLine("cities-find --near ", []), TypedLine("cities-find --id ", []),
  ]

  private static let lists = [
    TypedLine("imgfetch --allow jpeg,", ["png", "webp"], but: ["jpeg", "jpeg,jpeg"] + files0),
    TypedLine("imgfetch --allow=jpeg,w", ["webp"], but: ["png"]),
    TypedLine("req --retry-errors=timeout,con", ["connect", "content_encoding"]),
    TypedLine("req --retry-on 429,", ["5xx", "timeout"], but: ["429,429"]),
    TypedLine("cities-find --fields name,c", ["country"], but: ["name"]),
    TypedLine("cities-find --country F", ["FR", "FI"], but: ["DE"]),
    TypedLine("cities-find --country ger", ["Germany"], but: ["DE"]),
    TypedLine("yelp-query search --price 1,", ["2", "4"]),
    TypedLine("yelp-query search --categories caf", ["cafes", "cafeteria"], but: ["bars"]),
    TypedLine("yelp-query search --categories tapas,caf", ["cafes", "cafeteria"]),
    TypedLine("yelp-query business --fields name,at", ["attributes"]),
    TypedLine("yelp-query search --fields spec", ["special_hours"], but: ["specialHours"]),
  ]

  private static let files0 = ["cities.json", "photos", "photos/"]
  private static let files = [
    TypedLine("req --cert ", ["cities.json", "two words.json", "photos"]),
    TypedLine("req --cert=cit", ["cities.json"], but: ["two words.json"]),
    TypedLine("req --cert=./t", ["./two words.json"]),
    TypedLine("req -o cit", ["cities.json"]),
    TypedLine("req https://a.example/ upload@t", ["upload@two words.json"]),
    TypedLine("req https://a.example/ text=@c", ["text=@cities.json"]),
    TypedLine("req https://a.example/ text=c", []),
    TypedLine("req -d @c", ["@cities.json"]), TypedLine("req -d c", []),
    TypedLine("req -F part=@t", ["part=@two words.json"]),
    TypedLine("cities-sync geon", ["geonames:cities500", "geonames:cities15000"]),
    TypedLine("cities-sync ./", ["./cities.json", "./two words.json"]),
    TypedLine("imgfetch --output-dir ", ["photos"], but: ["cities.json"]),
    TypedLine("imgfetch -op", ["-ophotos"], but: ["-ocities.json"]),
    TypedLine("imgfetch --filter mkfif", ["mkfifo"]),
  ]

  private static let cities = [
    TypedLine("cities-find par", ["Paris", "Parisot"], but: ["London"]),
    TypedLine("cities-find --limit 3 -- par", ["Paris", "Parisot"]),
    TypedLine("cities-find paris par", ["Parisot"]),
    TypedLine("cities-find new", ["New York"]), TypedLine("cities-find New\\ Y", ["New York"]),
    TypedLine("cities-find \"new", ["New York"]),
    TypedLine("cities-find sao", ["sao Paulo", "sao Tome"]),
    TypedLine("cities-find paris,\\ ", ["paris, FR", "paris, US"], but: ["paris, GB"]),
    TypedLine("cities-find \"paris, f", ["paris, FR"], but: ["paris, US"]),
    TypedLine("cities-find zü", ["Zürich"]), TypedLine("cities-find 東", ["東京"]),
    TypedLine("cities-find saint", ["Saint John's"]),
    TypedLine("cities-find dollar", ["Dollar & $HOME [x]"]),
    TypedLine("cities-find xyz", []),
    TypedLine("yelp-query search --location par", ["Paris"]),
    TypedLine("yelp-query events lon", ["London", "Londonderry"]),
    TypedLine("yelp-query match --city melb", ["Melbourne"]),
  ]

  private static let commands = [
    TypedLine("yelp-query ", ["search", "reviews", "quota", "parse", "help"], but: files0),
    TypedLine("yelp-query help r", ["reviews", "review-highlights"]),
    TypedLine("yelp-query search --locale fr", ["fr_FR", "fr_CA"], but: ["de_DE"]),
    TypedLine("yelp-query reviews --sort-by ", ["rating", "time_created"], but: ["best_match"]),
    TypedLine("yelp-query parse ", ["search", "events"], but: ["quota"]),
    TypedLine("yelp-query match --country U", ["US", "UA"]),
    TypedLine("yelp-query category sush", ["sushi"]),
    TypedLine("yelp-query serch --", []), TypedLine("yelp-query reviews ", []),
  ]
}
