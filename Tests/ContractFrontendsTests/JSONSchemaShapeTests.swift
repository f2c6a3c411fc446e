import ContractModel
import Diagnostics
import Testing

/// A schema, and the type that it becomes, as text.
struct SchemaCase: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: String
  let type: String
  init(_ name: String, _ schema: String, _ type: String) {
    self.name = name
    self.schema = schema
    self.type = type
  }
  var testDescription: String { name }
}

private let cases: [SchemaCase] = [
  SchemaCase("anything", "true", "any"),
  SchemaCase("anything by an empty schema (O14)", "{}", "any"),
  SchemaCase("nothing", "false", "any where nothing"),
  SchemaCase(
    "string facts", #"{"type":"string","minLength":1,"maxLength":9,"pattern":"^a","format":"uuid"}"#,
    "string@uuid/^a/[1..9]"),
  SchemaCase("integer", #"{"type":"integer","minimum":0,"format":"int64"}"#, "integer@int64>=0"),
  SchemaCase("exclusive bounds", #"{"type":"number","exclusiveMinimum":0,"maximum":1.5}"#, "number>0<=1.5"),
  SchemaCase("the stricter bound counts", #"{"type":"number","exclusiveMinimum":0,"minimum":2}"#, "number>=2"),
  SchemaCase("types", #"{"type":["string","null"]}"#, "string?"),
  SchemaCase("two types", #"{"type":["integer","string"],"minimum":3}"#, "union(integer>=3|string)"),
  SchemaCase("bounds without a type", #"{"minimum":3}"#, "any where number>=3"),
  SchemaCase("enumeration without a type (O4)", #"{"enum":["a","b"]}"#, #"enum("a"|"b")"#),
  SchemaCase("enumeration with null", #"{"enum":["a",null,"b"]}"#, #"enum("a"|"b")?"#),
  SchemaCase("mixed enumeration", #"{"enum":["a",1,true]}"#, #"enum("a"|1|true)"#),
  SchemaCase("enumeration under a type", #"{"type":"string","enum":["a",1,"b"]}"#, #"enum("a"|"b")"#),
  SchemaCase("enumeration of objects", #"{"enum":[{"a":1},2]}"#, #"any where in {"a":1}|2"#),
  SchemaCase("constant", #"{"const":"a"}"#, #""a""#),
  SchemaCase("null constant", #"{"const":null}"#, "null"),
  SchemaCase(
    "object", #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"null"}},"required":["a"]}"#,
    #"{"a":string;"b"?:null;}"#),
  SchemaCase(
    "closed object (O10)", #"{"type":"object","properties":{"a":true},"additionalProperties":false}"#,
    #"{"a"?:any;}!"#),
  SchemaCase(
    "object with more", #"{"type":"object","properties":{"a":true},"additionalProperties":{"type":"integer"}}"#,
    #"{"a"?:any;}&[string]:integer"#),
  SchemaCase("free object", #"{"type":"object"}"#, "map<string,any>"),
  SchemaCase("empty object", #"{"type":"object","properties":{}}"#, "{}"),
  SchemaCase("map", #"{"type":"object","additionalProperties":{"type":"integer"}}"#, "map<string,integer>"),
  SchemaCase(
    "map by pattern",
    #"{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}"#,
    "map<string/^x-/,integer>"),
  SchemaCase(
    "map with named keys", #"{"type":"object","additionalProperties":true,"propertyNames":{"pattern":"^[a-z]+$"}}"#,
    "map<string/^[a-z]+$/,any>"),
  SchemaCase(
    "a property that must not be there", #"{"type":"object","properties":{"a":{"type":"string"},"b":false}}"#,
    #"{"a"?:string;} where members{"b":any where nothing;}"#),
  SchemaCase(
    "documentation and flags",
    #"{"type":"object","properties":{"a":{"type":"string","description":"d","readOnly":true,"deprecated":true}}}"#,
    #"{"a"?:string readonly doc "d" deprecated "";}"#),
  SchemaCase("list", #"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3}"#, "string[1..3]"),
  SchemaCase("unique list", #"{"type":"array","items":{"type":"string"},"uniqueItems":true}"#, "string[] where unique"),
  SchemaCase(
    "tuple", #"{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2,"items":false}"#,
    "(,string,integer)"),
  SchemaCase(
    "tuple by its count", #"{"type":"array","prefixItems":[{"type":"string"}],"minItems":1,"maxItems":1}"#,
    "(,string)"),
  SchemaCase(
    "a list that may be shorter than its positions", #"{"type":"array","prefixItems":[{"type":"string"}]}"#,
    "any[] where elements(string,)...(any,)"),
  SchemaCase("null beside one (O1)", #"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "string?"),
  SchemaCase("null first (O1)", #"{"oneOf":[{"type":"null"},{"type":"string"}]}"#, "string?"),
  SchemaCase(
    "null and a reference (O1)", ##"{"oneOf":[{"$ref":"#/$defs/X"},{"type":"null"}],"$defs":{"X":{"type":"object"}}}"##,
    "X?"),
  SchemaCase("union", #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, "union(string|integer)"),
  SchemaCase(
    "exclusive and overlapping", #"{"oneOf":[{"type":"number"},{"type":"integer"}]}"#,
    "union(number|integer) where at most one(number,integer,)"),
  SchemaCase(
    "enumeration of constants", #"{"oneOf":[{"const":"a","title":"first"},{"const":"b"}]}"#,
    #"enum("a" doc "first"|"b")"#),
  SchemaCase("open enumeration", #"{"anyOf":[{"type":"string"},{"enum":["a","b"]}]}"#, #"open("a"|"b")"#),
  SchemaCase(
    "variants by a constant",
    #"""
    {"oneOf":[
      {"type":"object","properties":{"k":{"const":"a"},"x":{"type":"string"}},"required":["k"]},
      {"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]}
    """#, #"union by "k"("a"=>{"k":"a";"x"?:string;}|"b"=>{"k":"b";})"#),
  SchemaCase(
    "conditions on an object stay conditions",
    #"""
    {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},
     "anyOf":[{"required":["a"]},{"required":["b"]}]}
    """#, #"{"a"?:string;"b"?:string;} where any(any where required "a",any where required "b",)"#),
  SchemaCase(
    "common properties beside variants",
    #"""
    {"type":"object","properties":{"id":{"type":"string"}},"required":["id"],
     "anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
              {"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}]}
    """#, #"union({"id":string;"a":string;}|{"id":string;"b":string;})"#),
  SchemaCase(
    "one object of several",
    ##"""
    {"allOf":[{"$ref":"#/$defs/Base"},{"type":"object","properties":{"b":{"type":"integer"}},"required":["a"]}],
     "$defs":{"Base":{"type":"object","properties":{"a":{"type":"string"}}}}}
    """##, #"{"a":string;"b"?:integer;}"#),
  SchemaCase(
    "a part without a type takes part",
    ##"""
    {"allOf":[{"$ref":"#/$defs/Base"},{"properties":{"b":{"type":"integer"}},"required":["b"]}],
     "$defs":{"Base":{"type":"object","properties":{"a":{"type":"string"}}}}}
    """##, #"{"a"?:string;"b":integer;}"#),
  SchemaCase(
    "a reference with a note stays a reference",
    ##"{"allOf":[{"$ref":"#/$defs/X"}],"description":"d","$defs":{"X":{"type":"object"}}}"##, "X"),
  SchemaCase(
    "a reference with a bound", ##"{"$ref":"#/$defs/X","minLength":3,"$defs":{"X":{"type":"string"}}}"##,
    "X where string[3..]"),
  SchemaCase(
    "recursion (O13)", ##"{"type":"object","properties":{"next":{"$ref":"#"}}}"##, #"{"next"?:A;}"#),
  SchemaCase(
    "a property twice",
    #"""
    {"allOf":[{"type":"object","properties":{"k":{"type":"string"}}},
              {"type":"object","properties":{"k":{"const":"x"}},"required":["k"]}]}
    """#, #"{"k":"x" where all(string,);}"#),
  SchemaCase(
    "conditions", #"{"type":"string","not":{"const":"a"},"if":{"minLength":3},"then":{"pattern":"^x"}}"#,
    #"string where not("a",) where if(any where string[3..],)then(any where string/^x/,)"#),
]

struct JSONSchemaShapeTests {
  @Test("Schemas as types", arguments: cases)
  func shape(_ example: SchemaCase) {
    let loaded = LoadedSchemas(example.schema)
    #expect(loaded.text("A") == example.type)
    #expect(loaded.findings.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test("Documents refer to each other by path, and to places by anchor and identifier")
  func references() {
    let loaded = LoadedSchemas(
      [
        "schemas/guild.json": #"""
        {"type":"object","properties":{
          "leader":{"$ref":"member.json"},"rank":{"$ref":"../shared/ranks.json#/$defs/rank"},
          "tag":{"$ref":"https://example.com/tag"},"kind":{"$ref":"#kind"}},
         "$defs":{"k":{"$anchor":"kind","enum":["a"]},"t":{"$id":"https://example.com/tag","type":"string"}}}
        """#,
        "schemas/member.json": #"{"title":"GuildMember","type":"object","properties":{"name":{"type":"string"}}}"#,
      ], unlisted: ["shared/ranks.json": #"{"$defs":{"rank":{"enum":["x","y"]}}}"#])
    #expect(loaded.problems == [])
    #expect(
      loaded.text("Guild") == #"{"leader"?:GuildMember;"rank"?:rank;"tag"?:t;"kind"?:k;}"#)
    #expect(loaded.text("rank") == #"enum("x"|"y")"#)
    #expect(loaded.contract.sources.map(\.path) == ["schemas/guild.json", "schemas/member.json", "shared/ranks.json"])
  }

  @Test("A generic schema is read once for each of its uses")
  func dynamic() {
    let list = #"""
      {"$id":"https://example.com/list","type":"array","items":{"$dynamicRef":"#item"},
       "$defs":{"item":{"$dynamicAnchor":"item"}}}
      """#
    let loaded = LoadedSchemas([
      "list.json": list,
      "names.json": #"""
      {"$id":"https://example.com/names","$ref":"list","$defs":{"n":{"$dynamicAnchor":"item","type":"string"}}}
      """#,
      "counts.json": #"""
      {"$id":"https://example.com/counts","$ref":"list","$defs":{"c":{"$dynamicAnchor":"item","type":"integer"}}}
      """#,
    ])
    #expect(loaded.problems == [])
    let texts = loaded.contract.types.map { "\($0.name)=\(ContractText.describe($0.type))" }
    #expect(
      texts == [
        "Counts=List2", "c=integer", "List=item[]", "List2=c[]", "List3=n[]", "item=any", "Names=List3", "n=string",
      ])
  }

  @Test("Conditions are part of the text that stamps are made of")
  func stamp() {
    func text(_ schema: String) -> String { LoadedSchemas(schema).text("A") }
    #expect(text(#"{"type":"array","uniqueItems":true}"#) != text(#"{"type":"array","uniqueItems":false}"#))
    #expect(text(#"{"not":{"type":"string"}}"#) != text(#"{"not":{"type":"integer"}}"#))
  }
}
