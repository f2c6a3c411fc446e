/// Makes a contract that nests deeper than any that people write.
enum DeepContract {
  /// TypeScript of structs that hold the next one, in chains of this depth.
  static func typescript(structs: Int, fields: Int, depth: Int) -> [UInt8] {
    let scalars = ["string", "number", "boolean", "string | null", "string[]"]
    var text = "// Chains of \(depth) types, each held by the one before it.\n"
    for index in 0..<structs {
      let hasChild = (index + 1) % depth != 0 && index + 1 < structs
      text += "\nexport interface Level\(index) {\n"
      for field in 0..<fields - (hasChild ? 1 : 0) {
        let mark = field % 4 == 3 ? "?" : ""
        text += "  field\(field)\(mark): \(scalars[(index + field) % scalars.count]);\n"
      }
      if hasChild { text += "  child: Level\(index + 1);\n" }
      text += "}\n"
    }
    return Array(text.utf8)
  }
}
