import Foundation

/// A line of the catalogue of failure cases, and where its right behaviour is proved.
struct CatalogueLine: Sendable {
  /// A test function, or a case of a test's table by the name that it prints.
  struct Proof: Sendable {
    /// Below `Tests`.
    let file: String
    let name: String

    /// Whether a file's text has the function, or the name as a whole literal.
    func isFound(in text: String) -> Bool {
      text.contains("func \(name)(") || text.contains("\"\(name.replacingOccurrences(of: "\"", with: "\\\""))\"")
    }
  }

  let id: String
  let proofs: [Proof]
  /// What of the line cannot be, and why; or how it is meant.
  let remark: String?

  init(_ id: String, _ proofs: [Proof], remark: String? = nil) {
    self.id = id
    self.proofs = proofs
    self.remark = remark
  }
}

extension CatalogueLine.Proof {
  static func emit(_ name: String) -> Self { Self(file: "SwiftEmissionTests/CatalogueCases.swift", name: name) }
  static func read(_ name: String) -> Self { Self(file: "ContractFrontendsTests/CatalogueTests.swift", name: name) }
  static func zod(_ name: String) -> Self { Self(file: "ContractFrontendsTests/ZodCatalogueTests.swift", name: name) }
  static func zreq(_ name: String) -> Self { Self(file: "VerificationTests/ZodRequestTests.swift", name: name) }
  static func zmod(_ name: String) -> Self { Self(file: "ContractFrontendsTests/ZodModuleTests.swift", name: name) }
  static func zread(_ name: String) -> Self { Self(file: "ContractFrontendsTests/ZodReadingTests.swift", name: name) }
  static func oread(_ name: String) -> Self {
    Self(file: "ContractFrontendsTests/OpenAPICatalogueTests.swift", name: name)
  }
  static func shape(_ name: String) -> Self {
    Self(file: "ContractFrontendsTests/JSONSchemaShapeTests.swift", name: name)
  }
  static func sfind(_ name: String) -> Self {
    Self(file: "ContractFrontendsTests/JSONSchemaFindingTests.swift", name: name)
  }
  static func sopen(_ name: String) -> Self {
    Self(file: "ContractFrontendsTests/JSONSchemaOpenAPITests.swift", name: name)
  }
  static func route(_ name: String) -> Self { Self(file: "ContractFrontendsTests/OpenAPIRouteTests.swift", name: name) }
  static func sval(_ name: String) -> Self { Self(file: "VerificationTests/JSONSchemaValueTests.swift", name: name) }
  static func verdict(_ name: String) -> Self {
    Self(file: "VerificationTests/CatalogueVerdictTests.swift", name: name)
  }
  static func format(_ name: String) -> Self { Self(file: "VerificationTests/FormatTests.swift", name: name) }
  static func check(_ name: String) -> Self { Self(file: "VerificationTests/ValueCheckerTests.swift", name: name) }
  static func decode(_ name: String) -> Self { Self(file: "VerificationTests/DecodingVerdictTests.swift", name: name) }
  static func verifier(_ name: String) -> Self { Self(file: "VerificationTests/VerifierTests.swift", name: name) }
  static func orun(_ name: String) -> Self { Self(file: "SwiftEmissionTests/OpenAPIRoundTripTests.swift", name: name) }
  static func run(_ name: String) -> Self { Self(file: "SwiftEmissionTests/RoundTripTests.swift", name: name) }
  static func option(_ name: String) -> Self { Self(file: "SwiftEmissionTests/OptionRunTests.swift", name: name) }
  static func emission(_ name: String) -> Self { Self(file: "SwiftEmissionTests/EmissionTests.swift", name: name) }
  static func naming(_ name: String) -> Self { Self(file: "SwiftEmissionTests/NamingTests.swift", name: name) }
  static func module(_ name: String) -> Self { Self(file: "ContractFrontendsTests/ModuleTests.swift", name: name) }
  static func finding(_ name: String) -> Self { Self(file: "ContractFrontendsTests/FindingTests.swift", name: name) }
  static func resolve(_ name: String) -> Self { Self(file: "ContractFrontendsTests/ResolutionTests.swift", name: name) }
  static func syntax(_ name: String) -> Self { Self(file: "JSONTextTests/SyntaxErrorTests.swift", name: name) }
  static func doc(_ name: String) -> Self { Self(file: "JSONTextTests/DocumentTests.swift", name: name) }
  static func canon(_ name: String) -> Self { Self(file: "JSONTextTests/CanonicalWriterTests.swift", name: name) }
  static func number(_ name: String) -> Self { Self(file: "JSONTextTests/NumberTests.swift", name: name) }
  static func less(_ name: String) -> Self { Self(file: "JSONTextTests/LosslessComparisonTests.swift", name: name) }
  static func corpus(_ name: String) -> Self { Self(file: "JSONTextTests/JSONParsingCorpusTests.swift", name: name) }
  static func drift(_ name: String) -> Self { Self(file: "DriftTests/DriftComparatorTests.swift", name: name) }
  static func driftrun(_ name: String) -> Self { Self(file: "DriftTests/DriftRunTests.swift", name: name) }
  static func decsuite(_ name: String) -> Self { Self(file: "SampleAPITests/DecoderSuite.swift", name: name) }
  static func agree(_ name: String) -> Self { Self(file: "SampleAPITests/AgreementTests.swift", name: name) }
  static func cli(_ name: String) -> Self { Self(file: "CLITests/OpenAPICommandTests.swift", name: name) }
  static func canoncli(_ name: String) -> Self { Self(file: "CLITests/CanonTests.swift", name: name) }
}
