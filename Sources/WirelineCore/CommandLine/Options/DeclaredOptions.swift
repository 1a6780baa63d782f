package import ArgumentParser

/// A group of options that several tools share.
package protocol DeclaredOptions: ParsableArguments, Sendable {
  /// Every option of the group, in the order of the help.
  static var declarations: [OptionDeclaration] { get }
}
