internal import Glibc
internal import WirelineCore

/// Which kind of file system a directory is on: proc(5),
/// `/proc/self/mountinfo`.
struct MountTable {
  private let text: String

  init() {
    let bytes = (try? FileBytes.read("/proc/self/mountinfo")) ?? []
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  init(_ text: String) { self.text = text }

  /// Whether other machines may write to the directory, too. Where that cannot
  /// be told it is taken for local.
  func isShared(_ directory: String) -> Bool {
    var facts = stat()
    guard stat(directory, &facts) == 0 else { return false }
    return isShared(device: UInt64(facts.st_dev))
  }

  func isShared(device: UInt64) -> Bool {
    guard let type = type(of: device) else { return false }
    let known: Set<Substring> = [
      "9p", "afs", "beegfs", "ceph", "cifs", "gfs2", "glusterfs", "gpfs", "lustre", "nfs", "nfs4",
      "ocfs2", "orangefs", "smb3", "virtiofs",
    ]
    return known.contains(type) || type.hasPrefix("fuse")
  }

  /// The third field of a line is the device, the first after the lone dash the
  /// kind.
  private func type(of device: UInt64) -> Substring? {
    // gnu_dev_major(3), gnu_dev_minor(3).
    let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
    let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
    let wanted = "\(major):\(minor)"
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[2] == wanted, let dash = fields.firstIndex(of: "-") else {
        continue
      }
      return fields[(dash + 1)...].first
    }
    return nil
  }
}
