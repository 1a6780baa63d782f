import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct BodyMemoryTests {
  private static let megabyte = 1 << 20

  @Test(
    arguments: [
      (256, 16, 16), (256, 100, 2), (256, 1024, 1), (64, nil, 4), (1, 16, 1),
    ] as [(Int, Int?, Int)])
  func initiallyExpectsBodiesAtLimit(budget: Int, limit: Int?, jobs: Int) {
    let memory = BodyMemory(
      budget: budget * Self.megabyte, limit: limit.map { $0 * Self.megabyte })

    #expect(memory.jobs == jobs)
  }

  @Test func admitsMoreJobsAfterSmallBodies() {
    var memory = BodyMemory(limit: 16 * Self.megabyte)
    var counts = [memory.jobs]
    for _ in 0..<60 {
      memory.note(1000)
      counts.append(memory.jobs)
    }

    #expect(counts == counts.sorted() && counts[12] >= 64 && counts.last == 4096)
  }

  @Test func admitsFewerJobsAfterLargeBody() {
    var memory = BodyMemory(limit: 16 * Self.megabyte)
    for _ in 0..<60 { memory.note(1000) }

    memory.note(16 * Self.megabyte)

    #expect(memory.jobs == 16)
  }
}
