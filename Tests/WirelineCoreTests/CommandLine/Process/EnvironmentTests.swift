import Testing

@testable import WirelineCore

@Suite struct EnvironmentTests {
  @Test(
    arguments: zip(
      [
        (ColorMode.automatic, true, [:]), (.automatic, false, [:]),
        (.always, false, ["NO_COLOR": "1"]),
        (.never, true, [:]), (.automatic, true, ["NO_COLOR": "1"]),
        (.automatic, true, ["NO_COLOR": ""]),
        (.automatic, true, ["TERM": "dumb"]),
      ] as [(ColorMode, Bool, [String: String])],
      [true, false, true, false, false, true, false]))
  func colorsTerminalsUnlessDisabled(
    settings: (ColorMode, Bool, [String: String]), isColored: Bool
  ) {
    let stream = StandardStreams.Stream(descriptor: 1, isTerminal: settings.1)

    #expect(settings.0.isColored(stream, environment: Environment(settings.2)) == isColored)
  }
}
