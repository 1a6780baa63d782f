internal import WirelineCore
internal import WirelineRequests

/// The rows of a `--rows` table, and the command line's request to send for each.
struct RequestRows: Sendable {
  let template: RowTemplate
  let input: PipeInput
  let format: InputFormat

  /// - Parameter compose: returns the requests that options describe.
  init(
    _ options: RequestOptions, _ context: ToolContext,
    compose: (RequestOptions) throws(UsageError) -> [RequestSpecification]
  ) throws(UsageError) {
    if options.words.isEmpty, options.composition.url.isEmpty, options.composition.call == nil {
      throw UsageError("missing URL", hint: "type req --rows FILE [METHOD] URL [ITEM…]")
    }
    let file = options.composition.rows ?? "-"
    if file == "-" {
      try context.requireInput(hint: "pipe a table into req, or name its file with --rows")
    }
    var placeholders = RowPlaceholders(excluding: options.composition.variableNames)
    var composed = options
    composed.composition = options.composition.replacing(&placeholders)
    composed.words = options.words.map { placeholders.replaced(in: $0) }
    if let login = options.authentication.user, placeholders.replaced(in: login) != login {
      throw RowTemplate.misplaced("in --user")
    }
    var given = options.optionFields
    if let cookies = options.cookies.field { given.set("Cookie", cookies) }
    if let token = options.authentication.oauth2Bearer {
      given.set("Authorization", "Bearer " + token)
    }
    _ = options.http.apply(to: &given)
    let filled = given.fields.map { ($0, placeholders.replaced(in: $0.value)) }
    do throws(UsageError) {
      var requests = try compose(composed)
      guard requests.count == 1 else { throw UsageError("--rows needs a single URL") }
      // A field of options applies unless the request has one of its name.
      for (field, value) in filled where value != field.value {
        requests[0].headers.setDefault(field.name, value)
      }
      template = try RowTemplate(requests[0], placeholders)
    } catch {
      var error = placeholders.restored(error)
      if error.status == .malformedURL { error.hint = error.hint ?? RowTemplate.hint }
      throw error
    }
    input = try converting(UsageError.init) { () throws(FileError) in
      try PipeInput(file: file, context: context)
    }
    format = (options.records.inputFormat ?? .auto).resolved(forFile: file)
  }
}
