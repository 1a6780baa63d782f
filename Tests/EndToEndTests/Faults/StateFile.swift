import TestSupport
import Testing

/// A file that the tools write and read again. ARCHITECTURE.md describes the effect of damage.
struct StateFile: Sendable, CustomTestStringConvertible {
  /// The changes of its values that a reader can detect.
  enum Content: Sendable {
    /// Checksums cover all values that are printed.
    case sealed
    /// A changed value may be as valid as the original: text that a user may edit, or rows without
    /// a checksum. Only its form is checked.
    case plain
    /// Only whether the file can be opened and locked.
    case irrelevant
  }

  let name: String
  /// The beginning of its path in the sandbox.
  let path: String
  /// The end of its path.
  var suffix = ""
  let content: Content
  var isDatabase = false
  /// Kinds of file that it may be, see `FileDamage.scripts`.
  var mayBe: Set<String> = []
  /// Whether damage may be a warning instead of an error: what is left is used.
  var mayWarn = false
  /// The content of a file that the user writes.
  var given: String?
  let preparation: [[String]]
  let commands: [[String]]
  var stdin: [String] = []

  var testDescription: String { name }

  private static let sync = ["cities-sync", "cities.json"]
  private static let favorites = ["cities-find", "--favorite", "2988507", "2643743"]
  private static let jsonl = ["--retry", "0", "--format", "jsonl", "--fields", "ref,status,body"]
  private static let images = [
    "imgfetch", "-o", "photos", "--retry", "0", "--fields",
    "ref,url,path,sha256,width,height,format,bytes", "{url}/1.png", "{url}/2.png",
  ]
  private static let journal = ["req", "--journal", "j", "--resume"] + jsonl

  static let all: [StateFile] = [
    StateFile(
      name: "city database", path: "home/data/wireline/cities.sqlite", suffix: ".sqlite",
      content: .sealed, isDatabase: true, preparation: [sync],
      commands: [
        ["cities-find", "--limit", "0", "paris"],
        ["cities-find", "--near", "48,2", "--limit", "3"],
        ["cities-sync", "--status"],
      ]),
    StateFile(
      name: "favourites", path: "home/data/wireline/favorites.sqlite", content: .sealed,
      isDatabase: true, preparation: [sync, favorites],
      commands: [
        ["cities-find", "--favorites"], ["cities-find", "paris"],
        ["cities-find", "--toggle-favorite", "2657896"],
      ]),
    StateFile(
      name: "state of a sync", path: "home/data/wireline/cities.sqlite.state", content: .plain,
      preparation: [sync, ["cities-sync", "--refresh", "--retry", "0", "{url}/busy"]],
      commands: [["cities-sync", "--status"]]),
    StateFile(
      name: "lock of a sync", path: "home/data/wireline/cities.sqlite.lock", content: .irrelevant,
      preparation: [sync], commands: [["cities-find", "paris"]]),
    StateFile(
      name: "image index", path: "work/photos/.wireline-index.sqlite", suffix: ".sqlite",
      content: .plain, isDatabase: true, preparation: [images], commands: [images]),
    StateFile(
      name: "lock of the image index", path: "work/photos/.wireline-index.lock",
      content: .irrelevant, preparation: [images], commands: [images]),
    StateFile(
      name: "locks of images", path: "work/photos/.wireline-lock", content: .irrelevant,
      preparation: [images], commands: [images]),
    StateFile(
      name: "response cache", path: "home/cache/wireline/http/cache.sqlite", content: .sealed,
      isDatabase: true, preparation: [["req", "--cache"] + jsonl + ["{url}/a"]],
      commands: [["req", "--cache"] + jsonl + ["{url}/a"]]),
    StateFile(
      name: "replayed cassette", path: "work/tape", content: .plain,
      // Input that may be a pipe, for which a run waits: --replay <(zcat tape.gz).
      mayBe: ["pipe", "link to a pipe"],
      preparation: [["req", "--record", "tape"] + jsonl + ["{url}/a"]],
      commands: [["req", "--replay", "tape"] + jsonl + ["{url}/a"]]),
    StateFile(
      name: "recorded cassette", path: "work/tape", content: .irrelevant,
      // Output that may be a device: --record /dev/stderr.
      mayBe: ["device"],
      preparation: [["req", "--record", "tape"] + jsonl + ["{url}/a"]],
      commands: [["req", "--record", "tape"] + jsonl + ["{url}/b"]]),
    StateFile(
      name: "cookie jar", path: "work/jar", content: .plain,
      // Output that may be a device: -c /dev/stdout.
      mayBe: ["device"], mayWarn: true, preparation: [["req", "-c", "jar", "{url}/login"]],
      commands: [["req", "-c", "jar"] + jsonl + ["{url}/echo"]]),
    StateFile(
      name: "session", path: "work/s.json", content: .plain,
      preparation: [["req", "--session", "./s", "-H", "X-A: b", "{url}/a"]],
      commands: [["req", "--session", "./s", "--retry", "0", "{url}/echo"]]),
    StateFile(
      name: "journal", path: "work/j", content: .sealed, preparation: [journal],
      commands: [journal], stdin: ["{url}/1", "{url}/2", "{url}/3"]),
    StateFile(
      name: "quota", path: "home/state/wireline/yelp-quota/", suffix: ".json", content: .plain,
      preparation: [["yelp-query", "search", "--base-url", "{yelp}", "--location", "x"]],
      commands: [["yelp-query", "quota", "--base-url", "{yelp}", "--fields", "remaining"]]),
    StateFile(
      name: "lock of the quota", path: "home/state/wireline/yelp-quota/", suffix: ".lock",
      content: .irrelevant,
      preparation: [["yelp-query", "search", "--base-url", "{yelp}", "--location", "x"]],
      commands: [
        ["yelp-query", "search", "--base-url", "{yelp}", "--location", "x", "--fields", "id"]
      ]),
    StateFile(
      name: "configuration", path: "home/config/wireline/config.json", content: .plain,
      given: #"{"req":{"header":["X-A: b"]},"shared":{"retry":0}}"#, preparation: [],
      commands: [["req"] + jsonl + ["{url}/echo"]]),
  ]
}
