import WirelineCore

/// Disambiguates from Swift Testing's `ExitStatus`.
typealias ExitStatus = WirelineCore.ExitStatus
