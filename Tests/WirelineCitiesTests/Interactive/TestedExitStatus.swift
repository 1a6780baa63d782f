import WirelineCore

/// Swift Testing has an `ExitStatus` of its own.
typealias ExitStatus = WirelineCore.ExitStatus
