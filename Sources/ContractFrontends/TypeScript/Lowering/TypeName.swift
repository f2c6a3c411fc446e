internal import ContractModel
internal import Diagnostics
internal import Workspace

/// Names of types while a contract is read, and what they are called in the end.
///
/// Several files may declare types of one name. Which of them is met first must not matter, so a type has a draft name
/// that holds what tells it from all others, and names are given when all types are known.
enum TypeName {
  private static let mark: Character = "\u{1}"

  /// The draft name of a type with a readable name and a key of its own.
  static func draft(_ readable: String, key: String) -> String { readable + String(mark) + key }

  /// The readable part of a draft name.
  static func readable(_ name: String) -> String { String(name.prefix { $0 != mark }) }

  private static func key(_ name: String) -> String { String(name.drop { $0 != mark }.dropFirst()) }

  /// The final name of each declared type, and for each that could not keep its readable name a finding that says so.
  ///
  /// A name that one type has stays. Of several, case aside, each gets the first part of its path before its name, file
  /// name first and then the folders, in which all of them differ; types of one file get six digits of a hash of their
  /// keys.
  static func finalNames(of types: [TypeDeclaration]) -> (names: [String: String], findings: [Finding]) {
    var groups: [String: [TypeDeclaration]] = [:]
    var known: Set<String> = []
    for type in types where known.insert(type.name).inserted {
      groups[readable(type.name).lowercased(), default: []].append(type)
    }
    var names: [String: String] = [:]
    var taken = Set(groups.keys.filter { groups[$0]?.count == 1 })
    var findings: [Finding] = []
    for folded in groups.keys.sorted(by: { $0.precedesByBytes($1) }) {
      guard let group = groups[folded], group.count > 1 else {
        for type in groups[folded] ?? [] { names[type.name] = readable(type.name) }
        continue
      }
      let sorted = group.sorted { $0.name.precedesByBytes($1.name) }
      let prefixes = prefixes(for: sorted.map(\.span.file.path))
      for (place, type) in sorted.enumerated() {
        // The type that its file is called after keeps its name.
        let base = readable(type.name)
        let prefix = prefixes?[place] ?? ""
        var name = prefix == base ? base : prefix + base
        if !taken.insert(name.lowercased()).inserted {
          name += SHA256.hexDigest(Array(key(type.name).utf8)).prefix(6).uppercased()
          taken.insert(name.lowercased())
        }
        names[type.name] = name
        findings.append(
          Finding(
            TypeScriptRules.sameName, .note, "several types are called '\(base)'; this one becomes '\(name)'",
            help: "rename one of them if that reads badly", at: Place(span: type.span), member: name))
      }
    }
    return (names, findings)
  }

  /// A word of each path in which all differ, from the file's name towards the root.
  private static func prefixes(for paths: [String]) -> [String]? {
    let parts = paths.map { path -> [String] in
      var parts = path.split(separator: "/").map(String.init)
      if let last = parts.popLast() { parts.append(String(last.prefix { $0 != "." })) }
      return Array(parts.reversed())
    }
    for depth in 0..<(parts.map(\.count).max() ?? 0) {
      let words = parts.map { $0.count > depth ? NameText.words($0[depth]) : "" }
      if Set(words).count == words.count, !words.contains("") { return words }
    }
    // No one folder tells them apart: all folders in which any differ do.
    let depths = (0..<(parts.map(\.count).max() ?? 0)).filter { depth in
      Set(parts.map { $0.count > depth ? $0[depth] : "" }).count > 1
    }
    let words = parts.map { part in
      depths.reversed().map { $0 < part.count ? NameText.words(part[$0]) : "" }.joined()
    }
    return Set(words).count == words.count ? words : nil
  }
}

extension TypeExpression {
  /// The type with every reference under another name.
  func renamed(_ names: [String: String]) -> TypeExpression {
    func changed(_ property: Property) -> Property {
      var property = property
      property.type = property.type.renamed(names)
      return property
    }
    let shape: Shape =
      switch self.shape {
      case .reference(let name): .reference(names[name] ?? TypeName.readable(name))
      case .nullable(let inner): .nullable(inner.renamed(names))
      case .array(var array):
        {
          array.element = array.element.renamed(names)
          return .array(array)
        }()
      case .tuple(let elements, let rest): .tuple(elements.map { $0.renamed(names) }, rest: rest?.renamed(names))
      case .map(let values, let keys): .map(values: values.renamed(names), keys: keys)
      case .object(var object):
        {
          object.properties = object.properties.map(changed)
          if case .typed(let value) = object.additional { object.additional = .typed(value.renamed(names)) }
          return .object(object)
        }()
      case .union(var union):
        {
          union.variants = union.variants.map { variant in
            var variant = variant
            variant.type = variant.type.renamed(names)
            variant.name = variant.name.map { names[$0] ?? TypeName.readable($0) }
            return variant
          }
          return .union(union)
        }()
      case .anyJSON, .null, .boolean, .string, .number, .literal, .enumeration: self.shape
      }
    return TypeExpression(shape, span: span)
  }
}
