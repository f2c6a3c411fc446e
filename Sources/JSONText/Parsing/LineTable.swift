import Diagnostics

/// Where the lines of an input start, for turning offsets into positions.
struct LineTable {
  private let starts: [Int]

  init(_ input: JSONInput) {
    var starts = [0]
    var index = 0
    // Sound: `index` stays within the input's bytes; the byte after the last is padding.
    while index < input.count {
      let byte = input.base[index]
      index += 1
      if byte == 0x0A || byte == 0x0D && input.base[index] != 0x0A { starts.append(index) }
    }
    self.starts = starts
  }

  func position(at offset: Int) -> SourcePosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(offset: offset, line: low + 1, column: offset - starts[low] + 1)
  }
}
