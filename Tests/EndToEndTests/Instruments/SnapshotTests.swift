import TestSupport
import Testing

@Suite struct SnapshotTests {
  @Test func comparesTextWithSnapshot() {
    expectSnapshot("port PORT\nlast line\n", named: "instruments")
    expectSnapshot("port 1234\nlast line\n", named: "instruments", replacing: ["1234": "PORT"])
    withKnownIssue { expectSnapshot("port 1\nlast line\n", named: "instruments") }
    withKnownIssue { expectSnapshot("x", named: "no-such-snapshot") }
  }
}
