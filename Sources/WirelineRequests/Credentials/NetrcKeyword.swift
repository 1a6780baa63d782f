/// The words that mean something in a `.netrc` file.
package enum NetrcKeyword: String, Sendable {
  case machine, login, password, account, macdef
  case byDefault = "default"
}
