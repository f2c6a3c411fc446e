import Diagnostics
import JSONText
import Workspace

/// What a contract file is by its look, for who names it as something else.
enum SourceLook {
  /// The format that a file has; nil where nothing tells.
  static func kind(of file: SourceFile) -> Configuration.Source.Kind? {
    let name = file.path.lowercased()
    if [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs"].contains(where: name.hasSuffix) {
      return importsZod(file) ? .zod : .typescript
    }
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return yamlKind(file) }
    guard name.hasSuffix(".json"), let root = (try? JSONDocument(parsing: file.bytes))?.root, root.kind == .object
    else { return nil }
    if root["openapi"] != nil || root["swagger"] != nil { return .openapi }
    let isSchema = root["$schema"]?.string?.contains("json-schema.org") == true
    return isSchema || root["type"] != nil && (root["properties"] != nil || root["$defs"] != nil) ? .jsonSchema : nil
  }

  /// That files are named as what they surely are not: their front end would find nothing in them, or a fault in each line.
  static func mistaken(
    _ file: SourceFile, for kind: Configuration.Source.Kind, in project: Project
  ) -> Finding? {
    guard let look = Self.kind(of: file) else { return nil }
    let isScript = [.typescript, .zod].contains(kind)
    let looksLikeScript = [.typescript, .zod].contains(look)
    // Types may be in a file that imports Zod, and a JSON Schema is told by the reader of OpenAPI itself.
    guard isScript != looksLikeScript || look == .openapi && kind == .jsonSchema else { return nil }
    return Finding(
      CommandRules.sourceKind, .error, "\(file.path) is \(title(look)), and is read as \(title(kind))",
      help: advice(look, file, project), at: Place(file: project.sourcesFile), member: file.path)
  }

  /// How to name a file as what it is.
  static func advice(_ look: Configuration.Source.Kind, _ file: SourceFile, _ project: Project) -> String {
    project.sourcesFile == nil
      ? "name it so: --\(look.rawValue) \(file.path.quotedForShell)"
      : "give it an entry of its own under \"sources\": \"kind\": \"\(look.rawValue)\""
  }

  /// What a file of a format is called.
  static func title(_ kind: Configuration.Source.Kind) -> String {
    switch kind {
    case .typescript: "TypeScript"
    case .zod: "TypeScript with Zod schemas"
    case .openapi: "an OpenAPI document"
    case .jsonSchema: "a JSON Schema"
    }
  }

  private static func importsZod(_ file: SourceFile) -> Bool {
    let text = file.text(0..<file.bytes.count)
    return ["\"zod", "'zod", "\"@zod", "'@zod"].contains {
      text.contains("from \($0)") || text.contains("require(\($0)")
    }
  }

  private static func yamlKind(_ file: SourceFile) -> Configuration.Source.Kind? {
    let keys = Set(file.text(0..<file.bytes.count).split(separator: "\n").compactMap { $0.split(separator: ":").first })
    if keys.contains("openapi") || keys.contains("swagger") { return .openapi }
    return keys.contains("type") && (keys.contains("properties") || keys.contains("$defs")) ? .jsonSchema : nil
  }
}
