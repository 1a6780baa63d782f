import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct ShutdownSignalTests {
  @Test func keepsTheFirstRequest() {
    let shutdown = ShutdownSignal()

    #expect(!shutdown.isRequested)
    #expect(shutdown.exitStatus == nil)
    #expect(shutdown.request(signal: SIGINT))
    #expect(!shutdown.request(signal: SIGTERM))
    #expect(shutdown.received == SIGINT)
    #expect(shutdown.exitStatus == .interrupted)
  }

  @Test func keepsDescriptorReadable() {
    let shutdown = ShutdownSignal()

    #expect(!DescriptorPoll.isReadable(shutdown.descriptor))
    shutdown.request()

    for _ in 0..<3 { #expect(DescriptorPoll.isReadable(shutdown.descriptor)) }
  }

  @Test func callsEachActionOnce() async {
    let shutdown = ShutdownSignal()
    let (stream, done) = AsyncStream<Int32>.makeStream()

    for _ in 0..<3 { shutdown.onRequest { done.yield($0) } }
    shutdown.request(signal: SIGTERM)
    shutdown.request(signal: SIGINT)
    var signals: [Int32] = []
    for await signal in stream {
      signals.append(signal)
      if signals.count == 3 { break }
    }

    #expect(signals == [SIGTERM, SIGTERM, SIGTERM])
  }

  @Test func callsLateActionImmediately() {
    let shutdown = ShutdownSignal()
    let signal = Atomic<Int32>(0)

    shutdown.request(signal: SIGHUP)
    shutdown.onRequest { signal.store($0, ordering: .relaxed) }

    #expect(signal.load(ordering: .relaxed) == SIGHUP)
  }

  @Test func waitsForInputUntilRequest() {
    let shutdown = ShutdownSignal()
    let pipe = Pipe()
    pipe.write("x")

    #expect(shutdown.waitForInput(pipe.input))
    shutdown.request()
    #expect(!shutdown.waitForInput(pipe.input))
  }

  @Test func treatsEndOfInputAsReadable() {
    let pipe = Pipe()
    pipe.closeOutput()

    #expect(ShutdownSignal().waitForInput(pipe.input))
  }

  @Test func wakesThreadWaitingForInput() throws {
    let shutdown = ShutdownSignal()
    let pipe = Pipe()

    try BackgroundThread.start { shutdown.request() }

    #expect(!shutdown.waitForInput(pipe.input))
  }
}
