/// Prints results in columns.
enum ResultTable {
  private static let header = ["", "CPU ms", "wall ms", "peer", "CPU ms", "wall ms", "peer / assay: CPU", "wall"]

  static func text(_ results: [Comparison.Result]) -> String {
    let rows = results.map { result in
      [
        result.title, fixed(result.own.cpu), fixed(result.own.wall), result.peerLabel, fixed(result.peer.cpu),
        fixed(result.peer.wall), fixed(result.peer.cpu / result.own.cpu, digits: 2),
        fixed(result.peer.wall / result.own.wall, digits: 2),
      ]
    }
    return columns([header] + rows, textColumns: [0, 3])
  }

  /// Rows under one another; columns of text stand left, numbers right.
  static func columns(_ rows: [[String]], textColumns: Set<Int>) -> String {
    guard let header = rows.first else { return "" }
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return textColumns.contains(column) ? row[column] + space : space + row[column]
      }
      .joined(separator: "  ")
    }
    .joined(separator: "\n")
  }

  /// A number with this many digits after the point.
  static func fixed(_ value: Double, digits: Int = 1) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "-" }
    let scale = digits == 1 ? 10 : 100
    let whole = Int((value * Double(scale)).rounded())
    let rest = String(whole % scale)
    return "\(whole / scale)." + String(repeating: "0", count: digits - rest.utf8.count) + rest
  }
}
