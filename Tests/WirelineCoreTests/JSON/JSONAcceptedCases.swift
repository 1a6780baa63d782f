extension JSONCase {
  /// Texts that RFC 8259 allows, section by section.
  static let accepted: [JSONCase] =
    literals + numbers + strings + structures + spaces

  // §3
  private static let literals = ["true", "false", "null", "[true]", "[null,false]"]
    .map { JSONCase($0) }

  // §6
  private static let numbers = [
    "0", "-0", "1", "-1", "9", "10", "123456789", "[0]", "[-0]", "[-0.0]", "0.0", "0.5", "-0.5",
    "1.0", "1.50", "123.456", "0e0", "0E0", "0e+1", "0e-1", "1e2", "1E2", "1e+2", "1E-2", "1.5e10",
    "-1.5E+10", "1e0002", "0.00000000000000000000000000000000000000000000000000001",
    "-123456789012345678901234567890", "123.456e-789", "1e400", "-1e400", "1e-400",
    "[1,2,3]", #"{"n":-1.0e-1}"#, "[-9223372036854775808,18446744073709551615]",
  ].map { JSONCase($0) }

  // §7
  private static let strings =
    [
      #""""#, #""a""#, #""abcdefg""#, #""abcdefgh""#, #""abcdefghi""#, #""\"""#, #""\\""#,
      #""\/""#, #""\b\f\n\r\t""#, #""\u0000""#, #""\u001f""#, #""\u0022""#, #""\u005C""#,
      #""\u00e9\u00E9""#, #""\uABCD\uabcd""#, #""\uD7FF\uE000""#, #""\uFFFE\uFFFF""#,
      #""\uD800\uDC00""#, #""\uDBFF\uDFFF""#, #""\ud83d\ude00""#, #""x\uD83D\uDE00y""#,
      #""abcdefg\n""#, #""abcdef\n""#, #""//""#, #""/* */""#, #""'""#, "\"\u{7F}\"", "\"é\"",
      "\"\u{80}\"", "\"\u{7FF}\"", "\"\u{800}\"", "\"\u{D7FF}\"", "\"\u{E000}\"", "\"\u{FEFF}\"",
      "\"\u{FFFD}\"", "\"\u{FFFE}\u{FFFF}\"", "\"\u{10000}\"", "\"\u{10FFFF}\"", "\"\u{1FFFE}\"",
      "\"\u{2028}\u{2029}\"", "\"€𝄞\"", "\"abcdefg é 北京 😀 abcdefghijklm\"", "[\"\u{85}\"]",
    ].map { JSONCase($0) }
    + [
      JSONCase("last character of two bytes", content: [0xDF, 0xBF]),
      JSONCase("first character after E0", content: [0xE0, 0xA0, 0x80]),
      JSONCase("last character of four bytes", content: [0xF4, 0x8F, 0xBF, 0xBF]),
    ]

  // §4, §5
  private static let structures =
    [
      "[]", "{}", "[[]]", "[{}]", #"{"":0}"#, #"{"a":1}"#, #"{"a":{}}"#, #"{"a":[]}"#,
      #"{"a":1,"b":2}"#, #"{"a":1,"a":2}"#, #"{"a":null,"a":null}"#, #"[[1,[2,[3]]],{"a":[{}]}]"#,
      #"{"\u0061":1}"#, #"{"\"":"\""}"#, "[1,[],{},\"\"]", "[[[[[[[[[[]]]]]]]]]]",
      #"{"a":{"b":{"c":{"d":[1,{"e":null}]}}}}"#, "{\"é\":\"é\"}",
    ].map { JSONCase($0) }
    + [
      JSONCase("512 arrays", Array((nested(512, "[", "", "]")).utf8)),
      JSONCase("512 objects", Array((nested(511, "{\"\":", "{}", "}")).utf8)),
      JSONCase("512 mixed", Array((nested(256, "[{\"a\":", "0", "}]")).utf8)),
    ]

  // §2
  private static let spaces = [
    " 1", "1 ", "\t1\n", "\r\n1\r\n", " [ ] ", " { } ", "[ 1 , 2 ]", "[\n]", "{\t}",
    #"{ "a" : 1 }"#, "{\r\n\"a\"\t:\n[ ]\r}", "          1          ", " \"\" ", " true ",
  ].map { JSONCase($0) }

  static func nested(_ count: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }
}
