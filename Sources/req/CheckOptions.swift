import ArgumentParser
import WirelineCore
import WirelineRequests

/// What is asked of the bodies of answers before anything is printed.
struct CheckOptions: DeclaredOptions {
  @Option(Self.expect) var expect: AnswerShape?
  @Option(Self.require) var require: [AnswerRequirement]
  @Option(Self.errorIf) var errorIf: [AnswerPointer]
  @Option(Self.each) var each: AnswerPointer?
  @Option(Self.select) var select: AnswerPointer?

  static let declarations = [expect, require, errorIf, each, select]

  static let expect = OptionDeclaration(
    "expect", .value("json|object|array"), "what the whole body must be",
    values: .choices("shapes", AnswerShape.self))
  static let require = OptionDeclaration(
    "require", .list("pointer[:type]"),
    "a value that the body must have, by JSON pointer; ? behind the type: if it is there")
  static let errorIf = OptionDeclaration(
    "error-if", .list("pointer"), "a value that makes the answer an error of the service's")
  static let each = OptionDeclaration(
    "each", .value("pointer"), "print the elements of this array, one a line")
  static let select = OptionDeclaration(
    "select", .value("pointer"), "print the value there, of each element with --each")

  var check: AnswerCheck {
    AnswerCheck(
      shape: expect, requirements: require, errors: errorIf, each: each, selection: select)
  }
}
