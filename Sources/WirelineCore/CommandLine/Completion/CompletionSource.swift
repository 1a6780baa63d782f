/// Decides what can stand at the cursor of a tool's command line.
struct CompletionSource {
  let table: OptionTable
  let line: CompletionLine
  let scene: CompletionScene
  /// What the tool says of a value; nil leaves it to the declaration.
  let toolValues: (OptionDeclaration) -> ValueCompletion?

  var answer: CompletionAnswer {
    switch line.place {
    case .nothing: CompletionAnswer()
    case .option:
      CompletionAnswer(
        kind: .words, heading: "option",
        words: OptionWords(table: table, given: scene.given).words(beginning: line.current))
    case .value(let option, let start):
      value(of: option, from: start, operand: 0)
    case .operand(let number): operand(number)
    }
  }

  private func operand(_ number: Int) -> CompletionAnswer {
    let operands = table.declarations.filter(\.isOperand)
    guard
      let option = number < operands.count
        ? operands[number] : operands.last(where: { $0.form == .operands })
    else { return CompletionAnswer() }
    return value(of: option, from: 0, operand: number)
  }

  /// - Parameter start: where in the word the value begins.
  private func value(
    of option: OptionDeclaration, from start: Int, operand: Int
  ) -> CompletionAnswer {
    let text = String(line.current.dropFirst(start))
    var answer =
      switch toolValues(option) ?? option.values {
      case .nothing: CompletionAnswer()
      case .files: CompletionAnswer(kind: .files)
      case .directories: CompletionAnswer(kind: .directories)
      case .commands: text.contains(" ") ? CompletionAnswer() : CompletionAnswer(kind: .commands)
      case .words(let list): CompletionAnswer(kind: .words, words: list.words(scene))
      case .beginnings(let list): CompletionAnswer(kind: .beginnings, words: list.words(scene))
      case .list(let list): Self.list(list.words(scene), text)
      case .content: FileReference.content(text)
      case .formPart: FileReference.formPart(text)
      case .requestWords: requestWord(text, operand)
      case .custom(let custom): custom.answer(scene, text)
      }
    answer.prefix = line.current.prefix(start) + answer.prefix
    answer.heading = option.valueName ?? option.name
    return answer
  }

  /// What follows the last comma, of the words that are not there yet.
  private static func list(_ words: [WordList.Word], _ text: String) -> CompletionAnswer {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let before = parts.dropLast()
    return CompletionAnswer(
      kind: .list, prefix: before.map { $0 + "," }.joined(),
      words: words.filter { !before.contains($0.text) })
  }

  /// `[METHOD] URL [ITEM…]`
  private func requestWord(_ text: String, _ operand: Int) -> CompletionAnswer {
    let methods = WordList.methods.words(scene)
    if operand == 0 { return CompletionAnswer(kind: .words, words: methods) }
    let isURL = operand == 1 && methods.contains { $0.text == line.scan.operands.first }
    return isURL ? CompletionAnswer() : FileReference.item(text)
  }
}
