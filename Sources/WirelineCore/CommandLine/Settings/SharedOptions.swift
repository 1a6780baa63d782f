/// What the section `shared` of the configuration file may hold: the options that mean the same in
/// all tools, whether the tool that reads the file takes them or not.
enum SharedOptions {
  static let declarations: [OptionDeclaration] =
    CommonOptions.declarations + RecordOptions.declarations + EnvelopeOptions.declarations
    + JobOptions<StandardHTTPDefaults>.declarations
    + HTTPOptions<StandardHTTPDefaults>.declarations

  static var keys: [String] { declarations.filter(\.isConfigurable).map(\.key) }
}
