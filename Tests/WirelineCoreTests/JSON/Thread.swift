import Glibc

/// A thread for blocking work, which must not block the shared threads of the tests.
struct Thread {
  private let handle: pthread_t

  init(_ body: @escaping @Sendable () -> Void) {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var handle = pthread_t()
    pthread_create(
      &handle, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      },
      Unmanaged.passRetained(Box(body)).toOpaque())
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }
}
