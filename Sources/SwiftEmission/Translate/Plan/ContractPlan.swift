internal import ContractModel
internal import Diagnostics

/// Everything that declarations are made from: types with their names, by source file.
struct ContractPlan {
  /// Types and routes that have no Swift.
  var refused = RefusedParts()
  /// The types of each source, in source order, those that routes need after them.
  var types: [String: [PlannedType]] = [:]
  var endpoints: [PlannedEndpoint] = []
  var tables: [PlannedTable] = []
  var findings: [Finding] = []
  /// Which types are boxed where.
  var layout = InlineLayout()
  /// Output file of each source that declares something.
  var fileNames: [String: String] = [:]
}

/// A route with the types of its parts.
struct PlannedEndpoint {
  struct Parameter {
    let wireName: String
    let name: String
    let type: SwiftType
    let isOptional: Bool
  }
  /// A declared answer that has a body.
  struct Answer {
    /// nil for the default error, and for a class of statuses.
    let status: Int?
    /// First digit of a class of statuses.
    let statusClass: Int?
    let type: SwiftType
  }
  let route: Route
  let name: String
  let path: [Parameter]
  let query: [Parameter]
  let headers: [Parameter]
  let body: (label: String, type: SwiftType)?
  /// nil when success has no body; `Data` where it is not JSON.
  let response: SwiftType?
  /// Success first, then errors by status, the default last.
  let answers: [Answer]
}

/// A constant table.
struct PlannedTable {
  let table: ConstantTable
  let name: String
}
