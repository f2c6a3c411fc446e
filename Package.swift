// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings that every Swift target shares.
///
/// Warnings are errors in CI and in `make lint` only, so that a newer compiler still builds the package.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A library target; it may import only the targets named before it (see CONTRIBUTING.md).
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A test target that mirrors the source target of the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "assay",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "assay", targets: ["assay"]),
    .executable(name: "assay-serve", targets: ["assay-serve"]),
    .executable(name: "assay-yaml", targets: ["assay-yaml"]),
    .executable(name: "assay-devserver", targets: ["assay-devserver"]),
    .executable(name: "assay-bench", targets: ["assay-bench"]),
    .library(name: "SampleAPI", targets: ["SampleAPI"]),
  ],
  targets: [
    // C borders.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "CPlatform"),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CCrypt"),

    // The harness, from the bottom up.
    library("Diagnostics"),
    library("JSONText", ["Diagnostics"]),
    library("Workspace", ["CPlatform", "Diagnostics", "JSONText"]),
    library("ContractModel", ["Diagnostics", "JSONText", "Workspace"]),
    library("TypeScriptSyntax", ["Diagnostics"]),
    library(
      "ContractFrontends",
      ["Diagnostics", "JSONText", "Workspace", "ContractModel", "TypeScriptSyntax"]),
    library("SwiftEmission", ["Diagnostics", "Workspace", "ContractModel"]),
    library("Transport", ["CCurl", "Diagnostics", "JSONText", "Workspace"]),
    library("Scenarios", ["Diagnostics", "JSONText", "Workspace", "Transport"]),
    library("Verification", ["Diagnostics", "JSONText", "Workspace", "ContractModel"]),
    library(
      "Recording",
      [
        "Diagnostics", "JSONText", "Workspace", "ContractModel", "Transport", "Scenarios",
        "Verification",
      ]),
    library(
      "Drift",
      [
        "Diagnostics", "JSONText", "Workspace", "ContractModel", "Transport", "Scenarios",
        "Verification", "Recording",
      ]),
    library(
      "Audits", ["Diagnostics", "JSONText", "Workspace", "ContractModel", "Verification"]),
    library("Mutation", ["Diagnostics", "JSONText", "ContractModel", "Verification"]),
    library("Reporting", ["Diagnostics", "JSONText", "Workspace"]),
    library(
      "AssayCLI",
      [
        "Diagnostics", "JSONText", "Workspace", "ContractModel", "ContractFrontends",
        "SwiftEmission", "Transport", "Scenarios", "Verification", "Recording", "Drift", "Audits",
        "Mutation", "Reporting", "CPlatform",
      ]),
    .executableTarget(name: "assay", dependencies: ["AssayCLI"], swiftSettings: strict),

    // Executables beside it.
    .executableTarget(
      name: "assay-serve",
      dependencies: ["CMicroHTTPD", "Diagnostics", "JSONText", "Workspace", "ContractModel", "Verification"],
      swiftSettings: strict),
    .executableTarget(
      name: "assay-yaml", dependencies: ["CYAML", "Diagnostics", "JSONText", "Workspace"],
      swiftSettings: strict),
    .executableTarget(
      name: "assay-devserver", dependencies: ["CMicroHTTPD", "CSQLite", "CCrypt", "Workspace"],
      swiftSettings: strict,
      // macOS has no libcrypt: CCrypt's header says what stands in for it.
      linkerSettings: [.linkedLibrary("crypt", .when(platforms: [.linux]))]),
    .executableTarget(name: "assay-bench", dependencies: ["Diagnostics", "Workspace"], swiftSettings: strict),

    // What `assay generate` makes from `contracts/`.
    library("SampleAPI"),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["ContractModel", "Diagnostics", "JSONText", "Transport", "Workspace"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("Diagnostics", ["Diagnostics"]),
    tests("JSONText", ["JSONText", "Diagnostics"]),
    tests("Workspace", ["Workspace", "TestSupport", "JSONText", "Diagnostics"]),
    tests("ContractModel", ["ContractModel", "Diagnostics"]),
    tests("TypeScriptSyntax", ["TypeScriptSyntax", "Diagnostics"]),
    tests(
      "ContractFrontends", ["ContractFrontends", "ContractModel", "Diagnostics", "Workspace"]),
    tests(
      "SwiftEmission",
      ["SwiftEmission", "ContractFrontends", "ContractModel", "Diagnostics", "Workspace"]),
    tests("Transport", ["Transport", "TestSupport", "Diagnostics", "JSONText", "Workspace"]),
    tests("Scenarios", ["Scenarios", "Transport", "Diagnostics", "JSONText"]),
    tests(
      "Verification",
      ["Verification", "TestSupport", "ContractModel", "ContractFrontends", "JSONText", "Diagnostics", "Workspace"]),
    tests(
      "Recording",
      [
        "Recording", "TestSupport", "Verification", "ContractModel", "Scenarios", "Transport", "JSONText",
        "Diagnostics", "Workspace",
      ]),
    tests(
      "Drift",
      [
        "Drift", "TestSupport", "Verification", "ContractModel", "ContractFrontends", "Transport", "JSONText",
        "Diagnostics",
        "Workspace",
      ]),
    tests("Audits", ["Audits", "Verification", "ContractModel", "JSONText", "Diagnostics", "Workspace"]),
    tests("Mutation", ["Mutation", "Verification", "ContractModel", "JSONText", "Diagnostics"]),
    tests("Reporting", ["Reporting", "Diagnostics", "JSONText"]),
    tests(
      "SampleAPI",
      ["SampleAPI", "Verification", "ContractFrontends", "ContractModel", "JSONText", "Diagnostics", "Workspace"]),
    tests("Judge", ["assay", "Workspace"]),
    tests(
      "CLI",
      [
        "AssayCLI", "TestSupport", "assay", "assay-devserver", "assay-serve", "assay-yaml", "Recording",
        "Transport", "Verification", "JSONText", "Diagnostics", "Workspace",
      ]),
  ]
)
