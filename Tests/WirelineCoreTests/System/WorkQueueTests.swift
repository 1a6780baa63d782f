import Glibc
import Synchronization
import TestSupport
import Testing
import WirelineCore

@Suite struct WorkQueueTests {
  @Test func runsWorkInOrderOnAnotherThread() {
    let queue = WorkQueue(maximumBytes: 1 << 20)
    let done = ThreadSemaphore()
    let order = Mutex<[Int]>([])
    let caller = pthread_self()

    for number in 0..<1000 {
      queue.add(bytes: 1) {
        #expect(pthread_equal(pthread_self(), caller) == 0)
        order.withLock { $0.append(number) }
        if number == 999 { done.signal() }
      }
    }

    #expect(done.wait(atMost: .seconds(10)))
    #expect(order.withLock { $0 } == Array(0..<1000))
  }

  @Test func runsExcessWorkOnCallingThread() {
    let queue = WorkQueue(maximumBytes: 10)
    let gate = ThreadSemaphore()
    let started = ThreadSemaphore()
    queue.add(bytes: 1) {
      started.signal()
      _ = gate.wait(atMost: .seconds(10))
    }
    #expect(started.wait(atMost: .seconds(10)))
    let caller = pthread_self()
    let here = Mutex(0)
    let note: @Sendable () -> Void = {
      if pthread_equal(pthread_self(), caller) != 0 { here.withLock { $0 += 1 } }
    }

    // A single item is queued whatever its size.
    queue.add(bytes: 100, note)
    queue.add(bytes: 1, note)

    #expect(here.withLock { $0 } == 1)
    gate.signal()
  }
}
