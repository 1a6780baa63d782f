import WirelineCore
import WirelineRequests

/// What is asked of the bodies of answers before anything is printed.
struct CheckOptions: Sendable {
  @Option(
    "expect", "json|object|array", "what the whole body must be",
    values: .choices("shapes", AnswerShape.self))
  var expect: AnswerShape?
  @Option(
    "require", "pointer[:type]",
    "a value that the body must have, by JSON pointer; ? behind the type: if it is there")
  var require: [AnswerRequirement]
  @Option("error-if", "pointer", "a value that makes the answer an error of the service's")
  var errorIf: [AnswerPointer]
  @Option("each", "pointer", "print the elements of this array, one a line")
  var each: AnswerPointer?
  @Option("select", "pointer", "print the value there, of each element with --each")
  var select: AnswerPointer?

  var check: AnswerCheck {
    AnswerCheck(
      shape: expect, requirements: require, errors: errorIf, each: each, selection: select)
  }
}
