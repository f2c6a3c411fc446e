internal import Diagnostics

/// Rules about what a contract says of its sources and routes, in whatever format.
enum RouteRules {
  static let unconvertedYAML: RuleID = "contract/unconverted-yaml"
  static let invalidRoute: RuleID = "contract/invalid-route"
  static let missingRouteID: RuleID = "contract/missing-route-id"
  static let unknownRouteMember: RuleID = "contract/unknown-route-member"
  static let queryType: RuleID = "contract/query-type"

  static let rules: [Rule] = [
    Rule(
      unconvertedYAML, .error, summary: "A YAML file needs assay-yaml, which is not there.",
      example: "--openapi petstore.yaml", mend: "Build assay-yaml beside assay: make build."),
    Rule(
      invalidRoute, .error, summary: "A route's key, or one of its members, is not what a route needs.",
      example: "\"FETCH /api/guilds/:id\": { … }",
      mend: "Write \"METHOD /path/{parameter}\", as in \"GET /api/guilds/{id}\"."),
    Rule(
      missingRouteID, .error, summary: "A route has no id.", example: "\"GET /api/me\": { response: Me }",
      mend: "Add id: \"me.show\"; fixtures and findings are named by it."),
    Rule(
      unknownRouteMember, .error, summary: "A route has a member that means nothing.",
      example: "\"GET /api/me\": { id: \"me.show\"; respones: Me }",
      mend: "Use id, auth, request, query, status, response, errors, exact or unreleased."),
    Rule(
      queryType, .error, summary: "A query parameter is neither a scalar nor a list of scalars.",
      example: "query: { filter: { from: string } }", mend: "Spread it over several parameters."),
  ]
}
