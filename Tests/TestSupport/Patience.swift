package import Transport

/// Limits of time that no slow machine reaches: a test that is not about them must not fail by them.
package enum Patience {
  /// Seconds.
  package static let limit = 1200.0
}

extension CurlTransport.Options {
  /// The default settings with ``Patience``.
  package static var patient: CurlTransport.Options {
    var options = CurlTransport.Options()
    options.connectTimeout = Patience.limit
    options.stallTimeout = Int(Patience.limit)
    return options
  }
}
