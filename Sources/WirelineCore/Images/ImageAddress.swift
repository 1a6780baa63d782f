/// Which image, and what its file's name is made of.
package struct ImageAddress: Sendable, Equatable {
  package let key: ImageKey
  package let url: RequestURL
}
