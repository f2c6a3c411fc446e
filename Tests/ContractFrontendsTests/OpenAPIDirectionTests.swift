import ContractModel
import Testing

/// `readOnly` and `writeOnly`: what requests and answers see of one type.
@Suite struct OpenAPIDirectionTests {
  private static let pet = """
    {"type": "object", "required": ["id", "name"], "properties": {
      "id": {"type": "string", "readOnly": true}, "name": {"type": "string"},
      "secret": {"type": "string", "writeOnly": true}}}
    """

  private func load(request: String?, response: String?, schemas: String) -> LoadedDocument {
    func content(_ name: String) -> String {
      "\"content\": {\"application/json\": {\"schema\": {\"$ref\": \"#/components/schemas/\(name)\"}}}"
    }
    let body = request.map { "\"requestBody\": {\"required\": true, \(content($0))}, " } ?? ""
    return LoadedDocument(
      paths: """
        {"/a": {"post": {"operationId": "x", \(body)"responses": {"200": {"description": ""\(
          response.map { ", " + content($0) } ?? "")}}}}}
        """, components: "{\"schemas\": \(schemas)}")
  }

  @Test func aTypeOfBothSidesIsTwo() {
    let loaded = load(request: "Pet", response: "Pet", schemas: "{\"Pet\": \(Self.pet)}")
    #expect(loaded.route("x") == "POST /a takes PetRequest gives 200 Pet")
    #expect(loaded.text("Pet") == "{\"id\":string readonly;\"name\":string;}")
    #expect(loaded.text("PetRequest") == "{\"name\":string;\"secret\"?:string writeonly;}")
    #expect(loaded.problems == [])
  }

  @Test func aTypeOfOneSideKeepsItsName() {
    let asked = load(request: "Pet", response: nil, schemas: "{\"Pet\": \(Self.pet)}")
    #expect(asked.text("Pet") == "{\"name\":string;\"secret\"?:string writeonly;}")
    #expect(asked.text("PetRequest") == "-")
    let given = load(request: nil, response: "Pet", schemas: "{\"Pet\": \(Self.pet)}")
    #expect(given.text("Pet") == "{\"id\":string readonly;\"name\":string;}")
  }

  @Test func whatHoldsSuchATypeIsTwoAsWell() {
    let loaded = load(
      request: "Shop", response: "Shop",
      schemas: """
        {"Pet": \(Self.pet), "Plain": {"type": "object", "properties": {"a": {"type": "string"}}},
         "Shop": {"type": "object", "properties": {
          "pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
          "plain": {"$ref": "#/components/schemas/Plain"}}}}
        """)
    #expect(loaded.route("x") == "POST /a takes ShopRequest gives 200 Shop")
    #expect(loaded.text("ShopRequest") == "{\"pets\"?:PetRequest[];\"plain\"?:Plain;}")
    #expect(loaded.text("Shop") == "{\"pets\"?:Pet[];\"plain\"?:Plain;}")
    #expect(loaded.text("PlainRequest") == "-")
  }

  @Test func aNameThatIsTakenGivesWay() {
    let loaded = load(
      request: "Pet", response: "Pet", schemas: "{\"Pet\": \(Self.pet), \"petRequest\": {\"type\": \"string\"}}")
    #expect(loaded.route("x") == "POST /a takes PetRequestBody gives 200 Pet")
    #expect(loaded.problems == [])
  }
}
