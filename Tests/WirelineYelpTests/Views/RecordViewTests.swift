import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

/// The formats and options that use a view.
@Suite struct RecordViewTests {
  private static let record = #"{"name":"a","rating":4.5,"price":"$"}"#
  private static let views = [YelpViews.businesses, YelpViews.business]

  private func printed(
    _ format: OutputFormat, fields: [String] = [], _ view: RecordView
  ) -> String {
    var formatter = OutputFormatter(
      format, fields: fields.map(FieldPath.init), view: view, width: nil, isColored: true)
    var output: [UInt8] = []
    _ = formatter.append(Array(Self.record.utf8), to: &output)
    formatter.flush(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func printsPlainFieldsInOtherFormats() {
    #expect(printed(.jsonLines, YelpViews.businesses) == Self.record + "\n")
    #expect(
      printed(.tabSeparated, YelpViews.businesses)
        == "name\trating\treview_count\tprice\tlocation.address1\tdistance\na\t4.5\t\t$\t\t\n")
    #expect(
      printed(.commaSeparated, YelpViews.business)
        == "id,name,rating,review_count,price,phone,location.address1,location.city,url\n"
        + ",a,4.5,,$,,,,\n")
  }

  @Test(
    arguments: [
      (.automatic, .automatic, true, [:], "\u{1B}[1ma\u{1B}[0m\n"),
      (.automatic, .automatic, true, ["NO_COLOR": "1"], "a\n"),
      (.automatic, .never, true, [:], "a\n"),
      (.automatic, .always, false, [:], #"{"name":"a"}"# + "\n"),
      (.table, .automatic, false, [:], "a\n"),
      (.table, .always, false, ["NO_COLOR": "1"], "\u{1B}[1ma\u{1B}[0m\n"),
      (.jsonLines, .always, true, [:], #"{"name":"a"}"# + "\n"),
    ] as [(OutputFormat, ColorMode, Bool, [String: String], String)])
  func selectsTheFormatByOptions(
    format: OutputFormat, color: ColorMode, isTerminal: Bool, environment: [String: String],
    text: String
  ) throws {
    let pipe = Pipe()
    let stream = StandardStreams.Stream(descriptor: pipe.output, isTerminal: isTerminal)
    var common = CommonSettings()
    common.format = format
    common.color = color
    let context = ToolContext(
      tool: "yelp-query", environment: Environment(environment),
      streams: StandardStreams(input: stream, output: stream, error: stream),
      shutdown: ShutdownSignal(),
      diagnostics: Diagnostics(tool: "yelp-query", level: .normal, descriptor: pipe.output),
      common: common)

    let printer = RecordPrinter(context, view: Self.views[1])
    _ = try printer.print(Array((#"{"name":"a"}"# + "\n").utf8))
    #expect(printer.finish() == nil)
    pipe.closeOutput()

    #expect(String(decoding: pipe.read(), as: UTF8.self) == text)
  }

  @Test(arguments: [YelpSamples.business, YelpSamples.location, YelpSamples.chat])
  func printsOrReportsEveryRecord(sample: String) {
    let all = [
      YelpViews.businesses, YelpViews.business,
      YelpViews.results(of: .reviews),
      YelpViews.results(of: .events), YelpViews.results(of: .categories),
      YelpViews.results(of: .chat), YelpViews.results(of: .openings),
    ]
    for view in all {
      let text = ViewSample.printed(view, width: 30, [sample, sample])

      #expect(!text.utf8.contains { $0 < 0x20 && $0 != 0x0A })
    }
  }
}
