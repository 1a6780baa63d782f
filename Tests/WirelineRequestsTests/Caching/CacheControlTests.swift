import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheControlTests {
  /// RFC 9111 §1.2.2.
  @Test(
    arguments: [
      ("0", 0), ("60", 60), ("003600", 3600), ("2147483647", 2_147_483_647),
      ("2147483648", 2_147_483_648), ("2147483649", 2_147_483_648),
      ("99999999999999999999999", 2_147_483_648), ("", nil), ("-1", nil), ("+1", nil),
      ("1.0", nil), ("1.5", nil), ("abc", nil), ("1a", nil), ("a1", nil), ("'1'", nil),
      (" 1", nil), ("١", nil),
    ] as [(String, Int?)])
  func parsesDeltaSeconds(text: String, seconds: Int?) {
    #expect(DeltaSeconds.parse(text) == seconds)
  }

  /// RFC 9111 §5.2 and §4.2.1.
  @Test(
    arguments: [
      ("max-age=60", 60), ("MaX-aGe=60", 60), ("max-age=\"60\"", 60), ("max-age=\"6\\0\"", 60),
      ("max-age=abc", 0), ("max-age=60a", 0), ("max-age=-60", 0), ("max-age=60.0", 0),
      ("max-age='60'", 0), ("max-age", 0), ("max-age=", 0), ("max-age=\"\"", 0),
      ("max-age =60", 0), ("max-age= 60", 0), ("max-age=\"60", 0), ("max-age=\"60\"x", 0),
      ("max-age=99999999999", 2_147_483_648), ("max-age=1800, max-age=1", 1800),
      ("max-age=1, max-age=1800", 1), ("max-age=abc, max-age=1800", 0),
      ("foobar, max-age=60", 60), ("max-age=60, foobar", 60), (",,max-age=60,,", 60),
      ("\tmax-age=60 ", 60), ("extension=\"max-age=100\", max-age=1", 1),
      ("max-age=1, extension=\"max-age=100\"", 1), ("extension=\"max-age=100\"", nil),
      ("\"max-age=100\"", nil), ("s-maxage=60", nil), ("max-agent=60", nil), ("", nil),
      ("max age=60", nil),
    ] as [(String, Int?)])
  func parsesMaxAge(field: String, seconds: Int?) {
    #expect(CacheControl([field]).maxAge == seconds)
  }

  @Test(
    arguments: [
      ("no-store", true), ("No-StOrE", true), ("max-age=10, no-store", true),
      ("no-store=x", true), ("no-store =x", true), ("private=\"a, no-store", true),
      ("x=\"a\\\", no-store", true), ("x=\"no-store\"", false), ("x=\"a, no-store\"", false),
      ("\"no-store\"", false), ("no-storex", false), ("", false),
    ])
  func parsesNoStore(field: String, isSet: Bool) {
    #expect(CacheControl([field]).noStore == isSet)
  }

  @Test(
    arguments: [
      ("no-cache", .response), ("no-cache=\"a\"", .fields(["a"])),
      ("no-cache=\"a, B\"", .fields(["a", "B"])), ("no-cache=a", .fields(["a"])),
      ("no-cache=\"\"", .response), ("no-cache=\" , \"", .response), ("no-cache=", .response),
      ("no-cache=\"a", .response), ("no-cache=\"a\", no-cache", .response),
      ("no-cache, no-cache=\"a\"", .response),
      ("no-cache=\"a\", no-cache=\"b\"", .fields(["a", "b"])), ("max-age=1", nil),
    ] as [(String, CacheControl.Scope?)])
  func parsesNoCache(field: String, scope: CacheControl.Scope?) {
    #expect(CacheControl([field]).noCache == scope)
  }

  @Test(
    arguments: [
      ("max-stale", 2_147_483_648), ("max-stale=5", 5), ("max-stale=x", 0), ("max-stale=", 0),
      ("max-stale=5, max-stale", 5),
    ])
  func parsesMaxStale(field: String, seconds: Int) {
    #expect(CacheControl([field]).maxStale == seconds)
  }

  @Test func malformedPermissionIsIgnored() {
    let control = CacheControl([
      "min-fresh=x, stale-while-revalidate=x, stale-if-error=, immutable=\"", "public =1",
    ])

    #expect(control.minFresh == DeltaSeconds.maximum)
    #expect(control.staleWhileRevalidate == nil)
    #expect(control.staleIfError == nil)
    #expect(!control.isImmutable)
    #expect(!control.isPublic)
  }

  @Test func combinesSeveralFields() {
    let control = CacheControl([
      "public, immutable, must-revalidate", "must-understand,only-if-cached",
      "private=\"set-cookie\", min-fresh=3, stale-while-revalidate=4, stale-if-error=5",
    ])

    #expect(control.isPublic)
    #expect(control.isPrivate)
    #expect(control.isImmutable)
    #expect(control.mustRevalidate)
    #expect(control.mustUnderstand)
    #expect(control.onlyIfCached)
    #expect(control.minFresh == 3)
    #expect(control.staleWhileRevalidate == 4)
    #expect(control.staleIfError == 5)
  }

  /// RFC 9111 §5.4.
  @Test(
    arguments: [
      (["Pragma": "no-cache"], .response), (["Pragma": "No-Cache"], .response),
      (["Pragma": "x, no-cache"], .response), (["Pragma": "x"], nil),
      (["Pragma": "no-cache", "Cache-Control": "max-age=1"], nil),
      (["Pragma": "no-cache", "Cache-Control": ""], nil),
    ] as [(HeaderFields, CacheControl.Scope?)])
  func respectsPragmaOnlyInRequestsWithoutCacheControl(
    fields: HeaderFields, scope: CacheControl.Scope?
  ) {
    #expect(CacheControl(request: fields).noCache == scope)
    #expect(CacheControl(response: fields).noCache == nil)
  }

  private static let sample =
    "max-age=60, private=\"a, b\\\"\", no-cache=\"x\", stale-if-error=\"5\" , no-store,=,\"q\",é"

  /// Another field never revokes a prohibition.
  @Test func survivesArbitraryFields() {
    for text in SeededGenerator.texts(like: Self.sample) {
      let both = CacheControl(["no-store, max-age=7", text])

      #expect(both.noStore && both.maxAge == 7)
      #expect(CacheControl([text, "no-store"]).noStore)
      #expect((CacheControl([text]).maxAge ?? 0) <= DeltaSeconds.maximum)
    }
  }
}
