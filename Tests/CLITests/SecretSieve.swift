/// Finds any eight bytes of planted secrets, in their forms, in outputs; it shares no code with what masks them.
struct SecretSieve {
  private typealias Place = (start: Int, secret: Int, form: PlantedSecret.Form)

  private static let length = 8
  private static let half = 4
  /// Which secret and form each window of eight bytes is of.
  private var windows: [UInt64: (secret: Int, form: PlantedSecret.Form)] = [:]
  /// Which hashes the halves of windows have. Of any eight bytes four stand at a multiple of four.
  private var halves = [Bool](repeating: false, count: 1 << 20)

  /// Looks for these values, each in every form.
  init(_ values: [String]) {
    for (index, value) in values.enumerated() {
      for form in PlantedSecret.Form.allCases {
        var bytes = Array(PlantedSecret.text(value, form).utf8)
        // The ends of base64 mix with their neighbours.
        if form.rawValue >= PlantedSecret.Form.base64.rawValue { bytes = Array(bytes.dropFirst(4).dropLast(4)) }
        bytes.withUnsafeBytes { bytes in
          for start in 0...(bytes.count - Self.length) {
            windows[bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)] = (index, form)
          }
          for start in 0...(bytes.count - Self.half) { halves[Self.hash(bytes, start)] = true }
        }
      }
    }
  }

  /// What the bytes hold, and some of it; nil when they hold no part of any secret.
  func find(in bytes: [UInt8]) -> String? {
    let place = bytes.withUnsafeBytes { bytes in
      halves.withUnsafeBufferPointer { halves -> Place? in
        var start = 0
        while start + Self.half <= bytes.count {
          if halves[Self.hash(bytes, start)], let found = window(around: start, in: bytes) { return found }
          start += Self.half
        }
        return nil
      }
    }
    guard let (start, secret, form) = place else { return nil }
    let text = String(decoding: bytes[max(0, start - 60)..<min(bytes.count, start + 30)], as: UTF8.self)
    return "secret \(secret), \(form): …\(text)…"
  }

  private func window(around half: Int, in bytes: UnsafeRawBufferPointer) -> Place? {
    for start in max(0, half - Self.half)...half where start + Self.length <= bytes.count {
      if let found = windows[bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)] {
        return (start, found.secret, found.form)
      }
    }
    return nil
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
    Int((bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self) &* 2_654_435_761) >> 12)
  }
}
