internal import Workspace

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Whether a process has ended; one that nobody has reaped counts as ended.
package func isGone(_ processID: Int32) -> Bool {
  if kill(processID, 0) != 0 { return true }
  guard let status = try? FileSystem.read("/proc/\(processID)/stat") else { return false }
  let rest = String(decoding: status, as: UTF8.self).split(separator: ")").last ?? ""
  return rest.hasPrefix(" Z") || rest.hasPrefix(" X")
}
