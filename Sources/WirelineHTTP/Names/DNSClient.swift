import CAres
import DequeModule
import Glibc
import NIOCore
import Synchronization
import WirelineCore
internal import WirelineRequests

/// Resolves names with c-ares on its own thread, which starts with the first name.
final class DNSClient: Sendable {
  /// Called with finished lookups, on the client's thread.
  typealias Completion = @Sendable ([(host: String, name: ResolvedName)]) -> Void

  private struct Inbox: Sendable {
    var requests: [DNSRequest] = []
    var isRunning = false
  }

  private let jobs: Int
  private let inbox = Mutex(Inbox())
  /// Wakes the thread.
  fileprivate let event = WakeEvent()

  init(jobs: Int) { self.jobs = jobs }

  func resolve(_ host: String, completion: @escaping Completion) {
    let request = DNSRequest(host: host, completion: completion)
    let isFirst = inbox.withLock { inbox in
      inbox.requests.append(request)
      defer { inbox.isRunning = true }
      return !inbox.isRunning
    }
    if isFirst { start() } else { event.wake() }
  }

  private func start() {
    let isStarted =
      event.descriptor >= 0 && DetachedThread.start { [self] in DNSLoop(self, jobs: jobs).run() }
    if isStarted { return }
    let failed = inbox.withLock { inbox in
      inbox.isRunning = false
      defer { inbox.requests = [] }
      return inbox.requests
    }
    for request in failed {
      let reason = RequestError.Reason.nameNotResolved(
        host: request.host, isTemporary: true, detail: "cannot start the resolver thread")
      request.completion([(request.host, ResolvedName(.failure(reason)))])
    }
  }

  fileprivate func takeRequests() -> [DNSRequest] {
    inbox.withLock { inbox in
      defer { inbox.requests = [] }
      return inbox.requests
    }
  }
}

private struct DNSRequest: Sendable {
  let host: String
  let completion: DNSClient.Completion
}

private final class DNSLookup {
  let request: DNSRequest
  /// Never ends.
  let loop: DNSLoop
  let started: NIODeadline
  var pending = 0
  /// Whether it counts toward the limit of fresh lookups.
  var isFresh = true
  var isDone = false

  init(_ request: DNSRequest, _ loop: DNSLoop, at time: NIODeadline) {
    self.request = request
    self.loop = loop
    started = time
  }
}

private final class DNSLoop {
  /// The limit of concurrent lookups, including those that a silent server leaves pending.
  private static let maximumCount = 4096
  /// A lookup that takes longer no longer counts as fresh, and IPv4 is tried alone, because some
  /// servers do not respond to AAAA queries.
  private static let freshTime = NIOCore.TimeAmount.milliseconds(500)
  private static let checkInterval = NIOCore.TimeAmount.seconds(2)

  private let client: DNSClient
  /// The number of lookups younger than `freshTime`: small name servers refuse bursts (dnsmasq has
  /// a limit of 150 queries, and a lookup makes two).
  private let freshLimit: Int
  private var channel: ares_channel?
  private var isIPv4Only = false
  private var sockets: [Int32: Int16] = [:]
  private var queue: Deque<DNSRequest> = []
  /// Started lookups, oldest first, until they are no longer fresh.
  private var fresh: Deque<DNSLookup> = []
  private var freshCount = 0
  private var count = 0
  private var finished: [(DNSRequest, ResolvedName)] = []
  private var version: [Int] = []
  private var checked = NIODeadline.uptimeNanoseconds(0)

  init(_ client: DNSClient, jobs: Int) {
    self.client = client
    freshLimit = min(max(64, 4 * jobs), Self.maximumCount)
  }

  /// Never returns; runs until the process exits.
  func run() {
    ares_library_init(ARES_LIB_INIT_ALL)
    while true {
      queue.append(contentsOf: client.takeRequests())
      startWaiting()
      deliver()
      poll()
      expireFresh()
      deliver()
    }
  }

  private func startWaiting() {
    if !queue.isEmpty { checkConfiguration() }
    while freshCount < freshLimit, count < Self.maximumCount, let request = queue.popFirst() {
      let lookup = DNSLookup(request, self, at: .now())
      fresh.append(lookup)
      freshCount += 1
      count += 1
      start(lookup, family: isIPv4Only ? AF_INET : AF_UNSPEC)
    }
  }

  private func start(_ lookup: DNSLookup, family: Int32) {
    guard let channel else {
      return finish(lookup, .failure(failure(ARES_ENOMEM, lookup)))
    }
    lookup.pending += 1
    var hints = ares_addrinfo_hints(
      ai_flags: 0, ai_family: family, ai_socktype: Int32(SOCK_STREAM.rawValue), ai_protocol: 0)
    ares_getaddrinfo(
      channel, lookup.request.host, nil, &hints,
      { argument, status, _, result in
        guard let argument else { return }
        let lookup = Unmanaged<DNSLookup>.fromOpaque(argument).takeRetainedValue()
        // c-ares calls back exactly once, even for a cancelled call, so the retain is balanced.
        lookup.loop.ended(lookup, status: status, result: result)
        if let result { ares_freeaddrinfo(result) }
      }, Unmanaged.passRetained(lookup).toOpaque())
  }

  private func ended(
    _ lookup: DNSLookup, status: Int32, result: UnsafeMutablePointer<ares_addrinfo>?
  ) {
    lookup.pending -= 1
    // With IPv4 tried alone, two calls serve one lookup; the first success counts.
    if lookup.isDone { return }
    // The configuration has changed: retry on the new channel.
    if status == ARES_ECANCELLED {
      return start(lookup, family: isIPv4Only ? AF_INET : AF_UNSPEC)
    }
    if status == ARES_SUCCESS, let result {
      let (addresses, ttl) = Self.addresses(result, lookup.request.host)
      if !addresses.isEmpty { return finish(lookup, .success(addresses), ttl: ttl) }
    }
    guard lookup.pending == 0 else { return }
    finish(lookup, .failure(failure(status == ARES_SUCCESS ? ARES_ENODATA : status, lookup)))
  }

  private func finish(_ lookup: DNSLookup, _ result: ResolvedAddresses, ttl: Int = 0) {
    lookup.isDone = true
    count -= 1
    uncountFresh(lookup)
    finished.append((lookup.request, ResolvedName(result, ttl: ttl)))
  }

  private func uncountFresh(_ lookup: DNSLookup) {
    guard lookup.isFresh else { return }
    lookup.isFresh = false
    freshCount -= 1
  }

  private func expireFresh() {
    let limit = NIODeadline.now() - Self.freshTime
    while let lookup = fresh.first, lookup.isDone || lookup.started <= limit {
      fresh.removeFirst()
      uncountFresh(lookup)
      if !lookup.isDone, !isIPv4Only { start(lookup, family: AF_INET) }
    }
  }

  private func deliver() {
    guard let completion = finished.first?.0.completion else { return }
    let names = finished.map { ($0.0.host, $0.1) }
    finished.removeAll(keepingCapacity: true)
    completion(names)
  }

  /// Waits for name servers, new requests, or the next timeout, and lets c-ares process its
  /// sockets.
  private func poll() {
    var entries = [pollfd(fd: client.event.descriptor, events: Int16(POLLIN), revents: 0)]
    for (socket, events) in sockets {
      entries.append(pollfd(fd: socket, events: events, revents: 0))
    }
    guard Glibc.poll(&entries, nfds_t(entries.count), timeout()) >= 0 else { return }
    if entries[0].revents != 0 { client.event.drain() }
    guard let channel else { return }
    for entry in entries.dropFirst() where entry.revents != 0 {
      // Errors too: c-ares finds them by reading.
      let isReadable = entry.revents & ~Int16(POLLOUT) != 0
      let isWritable = entry.revents & Int16(POLLOUT) != 0
      ares_process_fd(channel, isReadable ? entry.fd : -1, isWritable ? entry.fd : -1)
    }
    // Handles timeouts only.
    ares_process_fd(channel, -1, -1)
  }

  /// In milliseconds; -1 for no limit.
  private func timeout() -> Int32 {
    let milliseconds = channel.map { ares_wait_milliseconds($0) } ?? -1
    guard let oldest = fresh.first else { return milliseconds }
    let rest = (oldest.started + Self.freshTime - .now()).nanoseconds / 1_000_000 + 1
    let limit = Int32(clamping: max(0, rest))
    return milliseconds < 0 ? limit : min(milliseconds, limit)
  }

  /// Creates a channel, and replaces it when resolv.conf changes, as on a laptop that changes
  /// networks.
  private func checkConfiguration() {
    let now = NIODeadline.now()
    guard channel == nil || now >= checked + Self.checkInterval else { return }
    checked = now
    let current = Self.version(of: "/etc/resolv.conf")
    guard channel == nil || current != version else { return }
    version = current
    let old = channel
    channel = makeChannel()
    guard let old else { return }
    // Cancelled calls restart on the new channel.
    ares_cancel(old)
    ares_destroy(old)
  }

  private static func version(of path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [
      Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
    ]
  }

  private func makeChannel() -> ares_channel? {
    let file = try? FileBytes.head("/etc/resolv.conf", count: 64 * 1024)
    let configuration = ResolverConfiguration(
      file: String(decoding: file ?? [], as: UTF8.self),
      variable: getenv("RES_OPTIONS").map { String(cString: $0) } ?? "")
    isIPv4Only = configuration.isIPv4Only
    var options = ares_options()
    // EDNS saves most lookups with long answers from TCP; c-ares continues without it if a server
    // does not support it. 1,232 bytes pass everywhere unfragmented (https://dnsflagday.net/2020/).
    options.flags =
      Int32(ARES_FLAG_EDNS) | (configuration.usesTCP ? Int32(ARES_FLAG_USEVC) : 0)
    options.ednspsz = 1232
    options.timeout = Int32(configuration.timeout)
    options.tries = Int32(configuration.attempts)
    // Not retained: the loop never ends.
    options.sock_state_cb_data = Unmanaged.passUnretained(self).toOpaque()
    options.sock_state_cb = { data, socket, readable, writable in
      guard let data else { return }
      let loop = Unmanaged<DNSLoop>.fromOpaque(data).takeUnretainedValue()
      let events = (readable != 0 ? POLLIN : 0) | (writable != 0 ? POLLOUT : 0)
      loop.sockets[socket] = events == 0 ? nil : Int16(events)
    }
    let mask =
      ARES_OPT_FLAGS | ARES_OPT_EDNSPSZ | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES
      | ARES_OPT_SOCK_STATE_CB
    var channel: ares_channel?
    guard ares_init_options(&channel, &options, Int32(mask)) == ARES_SUCCESS else { return nil }
    ares_set_socket_functions(channel, DNSSockets.functions, nil)
    return channel
  }

  private static func addresses(
    _ result: UnsafeMutablePointer<ares_addrinfo>, _ host: String
  ) -> (addresses: [SocketAddress], ttl: Int) {
    var addresses: [SocketAddress] = []
    var ttl = Int32.max
    for node in sequence(first: result.pointee.nodes, next: { $0?.pointee.ai_next }) {
      guard let node = node?.pointee, let address = node.ai_addr else { break }
      let raw = UnsafeRawPointer(address)
      switch node.ai_family {
      // `sockaddr` has a weaker alignment than the structures that it stands for.
      case AF_INET: addresses.append(.init(raw.loadUnaligned(as: sockaddr_in.self), host: host))
      case AF_INET6: addresses.append(.init(raw.loadUnaligned(as: sockaddr_in6.self), host: host))
      default: continue
      }
      ttl = min(ttl, node.ai_ttl)
    }
    for alias in sequence(first: result.pointee.cnames, next: { $0?.pointee.next }) {
      guard let alias = alias?.pointee else { break }
      ttl = min(ttl, alias.ttl)
    }
    return (addresses, Int(ttl))
  }

  private func failure(_ status: Int32, _ lookup: DNSLookup) -> RequestError.Reason {
    let (isTemporary, detail) =
      switch status {
      case ARES_ENOTFOUND: (false, "no such host")
      case ARES_ENODATA: (false, "the host has no address")
      case ARES_EBADNAME: (false, "not a host name")
      case ARES_ETIMEOUT: (true, "the name server does not respond")
      // c-ares reports unreachable servers, SERVFAIL and REFUSED with this code.
      case ARES_ECONNREFUSED: (true, "the name servers fail or are unreachable")
      case ARES_ESERVFAIL: (true, "the name server reports a failure (SERVFAIL)")
      case ARES_EREFUSED: (true, "the name server refuses the query (REFUSED)")
      default: (true, String(cString: ares_strerror(status)).lowercased())
      }
    return .nameNotResolved(host: lookup.request.host, isTemporary: isTemporary, detail: detail)
  }
}

/// The system calls of c-ares, with a retry if descriptors run out.
private enum DNSSockets {
  // `nonisolated(unsafe)`: the initializer of a static property runs once, and afterwards the
  // structure is neither changed nor freed.
  nonisolated(unsafe) static let functions: UnsafePointer<ares_socket_functions> = {
    let pointer = UnsafeMutablePointer<ares_socket_functions>.allocate(capacity: 1)
    pointer.initialize(
      to: ares_socket_functions(
        asocket: { family, type, transport, _ in
          let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
          let descriptor = DescriptorShortage.retrying { socket(family, type | flags, transport) }
          // Responses arrive in bursts: with the default 208 KB, one in twenty is lost at 2,000
          // names a second. The kernel grants as much as net.core.rmem_max allows.
          var size: Int32 = 2 << 20
          setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
          return descriptor
        },
        aclose: { socket, _ in close(socket) },
        aconnect: { socket, address, length, _ in connect(socket, address, length) },
        arecvfrom: { socket, buffer, count, flags, address, length, _ in
          recvfrom(socket, buffer, count, flags, address, length)
        },
        asendv: { socket, pieces, count, _ in writev(socket, pieces, count) }))
    return UnsafePointer(pointer)
  }()
}
