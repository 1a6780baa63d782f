/// What a tool's input may look like beside JSON lines and plain ones.
package struct InputForm: Sendable {
  /// What ends an item: a line feed, or NUL as `find -print0` has it.
  package var separator: UInt8 = 0x0A
  /// Whether a plain line that begins with `#` is none.
  package var hasComments = false
  /// Whether a line may be a JSON string, which is then a plain line.
  package var hasStrings = false
  /// Whether a line that holds no item is this run's to tell of; nil for all.
  package var owns: (@Sendable (Int) -> Bool)?
  /// Whether a line certainly belongs to another run. It sees each line before it is parsed. Nil
  /// leaves all lines to the parser.
  package var isForeign: (@Sendable (RawLine) -> Bool)?
  /// What undoes gzip; nil takes input as it is.
  package var makeUnpacker: (@Sendable () -> any InputUnpacker)?

  package init() {}
}
