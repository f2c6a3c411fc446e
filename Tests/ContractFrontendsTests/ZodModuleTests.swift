import ContractModel
import Diagnostics
import Testing

@Suite("Zod schemas over files, in functions and behind types")
struct ZodModuleTests {
  private let header = "import { z } from \"zod/v4\";\n"

  @Test("schemas are spread over files, through re-exports and namespaces")
  func files() {
    let loaded = ZodContract(
      [
        "requests/guild.ts": header
          + """
          import { motto, roleSchema as role } from "./shared";
          import * as people from "./people";
          import pageSchema from "./page.js";
          export const createGuildSchema = z.object({ motto, role, owner: people.userSchema, page: pageSchema });
          """
      ],
      unlisted: [
        "requests/shared/index.ts": "export * from \"./text\"; export { role as roleSchema } from \"./role\";",
        "requests/shared/text.ts": header + "export const motto = z.string().max(80);",
        "requests/shared/role.ts": header
          + "const names = [\"reader\", \"leader\"] as const; export const role = z.enum(names);",
        "requests/people.ts": header + "export const userSchema = z.object({ id: z.uuid() });",
        "requests/page.ts": header + "export default z.object({ size: z.int() });",
      ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("CreateGuild") == #"{"motto":Motto;"role":Role;"owner":User;"page":Page;}"#)
    #expect(loaded.text("Motto") == "string[..80]")
    #expect(loaded.text("Page") == #"{"size":integer@double-int;}"#)
    #expect(loaded.contract.sources.map(\.path).first == "requests/guild.ts")
  }

  @Test("names come from constants, from aliases, and of what is not exported from the file")
  func names() {
    let loaded = ZodContract([
      "src/app/api/guilds/[guildId]/route.ts": header
        + """
        const querySchema = z.object({ q: z.string() });
        export async function POST(request: Request) {
          const schema = z.object({ motto: z.string() });
          const body = schema.parse(await request.json());
          if (body) { const inner = z.object({ deep: z.boolean() }); use(inner) }
          return Response.json({});
        }
        export const PATCH = withUser(async (request) => { const bodySchema = z.object({ n: z.number() }); });
        """,
      "a.ts": header
        + """
        export const zCreateGuildSchema = z.object({ a: z.string() });
        export const invite_body = z.object({ b: z.string() });
        export const ROLE_NAMES = z.enum(["a", "b"]);
        export const planSchema = z.object({ n: z.number().default(1) });
        export type Plan = z.infer<typeof planSchema>;
        export const todaySchema = z.object({ t: z.string() });
        export type Today = z.input<typeof todaySchema>;
        export const stampSchema = z.object({ n: z.string().default("") });
        export type StampShown = z.output<typeof stampSchema>;
        export const s = z.object({ plan: planSchema, stamp: stampSchema });
        """,
    ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(
      loaded.contract.types.map(\.name) == [
        "CreateGuild", "InviteBody", "RoleNames", "PlanInput", "Today", "Stamp", "S", "GuildsGuildIdQuery",
        "GuildsGuildIdPost", "GuildsGuildIdPostInner", "GuildsGuildIdPatchBody",
      ])
  }

  @Test("a schema that parses where it stands has the name of what it gives")
  func parsed() {
    let loaded = ZodContract([
      "app/api/plans/route.ts": header
        + """
        export async function PUT(request: Request) {
          const body = z.object({ a: z.string() }).parse(await request.json());
          const { data } = await z.object({ b: z.number() }).safeParseAsync(await request.json());
        }
        """
    ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.contract.types.map(\.name) == ["PlansPutBody", "PlansPut"])
    #expect(loaded.text("PlansPut") == #"{"b":number;}"#)
  }

  @Test("schemas without a name are said, not passed over")
  func unnamed() {
    let loaded = ZodContract([
      "a.ts": header
        + "export const router = make({ add: step.input(z.object({ a: z.string() })).run(() => 1), b: step.input(z.strng()) });"
    ])
    #expect(loaded.rules == ["zod/unnamed-schema", "zod/unknown-schema"], "\(loaded.rendered)")
  }

  @Test("two files with one name each get their file's name, and a warning")
  func collisions() {
    let text = header + "export const roleSchema = z.enum([\"a\", \"b\"]);"
    let loaded = ZodContract(["teams.ts": text, "users.ts": text])
    #expect(loaded.rules == ["zod/name-collision"])
    #expect(loaded.contract.types.map(\.name) == ["TeamsRole", "UsersRole"])
    let blocks = ZodContract([
      "app/api/x/route.ts": header
        + "export async function POST(r) { if (r) { const schema = z.object({ a: z.string() }); } else { const schema = z.object({ b: z.string() }); } }"
    ])
    #expect(blocks.rules == ["zod/name-collision"])
    #expect(blocks.contract.types.map(\.name.count) == [5, 11])
    let alone = ZodContract(["teams.ts": text])
    #expect(alone.contract.types.map(\.name) == ["Role"])
  }

  // MARK: Types

  private let schemas = """
    export const createGuild = z.object({ name: z.string().min(1), size: z.number().int().default(5), motto: z.string().nullish() });
    export const guild = createGuild.extend({ id: z.uuid(), madeAt: z.date(), tags: z.array(z.string()), kind: z.enum(["a", "b"]) });
    """

  @Test("routes refer to schemas: requests by input, responses by output")
  func routes() {
    let loaded = ZodContract(
      ["schemas.ts": header + schemas],
      typescript: [
        "routes.ts": header
          + """
          import { createGuild, guild } from "./schemas";
          export interface Routes {
            "POST /api/guilds": { id: "guilds.create"; request: z.input<typeof createGuild>; response: z.infer<typeof guild>; status: 201 };
            "GET /api/guilds": { id: "guilds.list"; query: z.input<typeof page>; response: { guilds: z.output<typeof guild>[] } };
          }
          const page = z.object({ after: z.string().optional(), size: z.coerce.number().max(50) });
          """
      ])
    #expect(loaded.rules == ["zod/answer-only"], "\(loaded.rendered)")
    let create = loaded.contract.route(id: "guilds.create")
    #expect(create?.request.map { ContractText.describe($0) } == "CreateGuild")
    #expect(create?.response.map { ContractText.describe($0) } == "Guild")
    #expect(loaded.text("CreateGuild") == #"{"name":string[1..];"size"?:integer@double-int;"motto"?:string?;}"#)
    #expect(
      loaded.text("Guild")
        == #"{"name":string[1..];"size":integer@double-int;"motto"?:string?;"id":string@uuid;"madeAt":string@date-time;"tags":string[];"kind":enum("a"|"b");}"#
    )
    let query = loaded.contract.route(id: "guilds.list")?.query.map { "\($0.name)\($0.isRequired ? "" : "?")" }
    #expect(query == ["after?", "size"])
  }

  @Test("TypeScript takes schemas apart as it does any type")
  func types() {
    let loaded = ZodContract(
      [:],
      typescript: [
        "types.ts": header
          + """
          import { guild as guildSchema } from "./schemas";
          import type { infer as Infer } from "zod/v4";
          export type Guild = z.infer<typeof guildSchema>;
          export type Short = Pick<Guild, "name" | "motto"> & { extra: boolean };
          export type Kind = Guild["kind"];
          export type Tag = z.infer<typeof guildSchema>["tags"][number];
          export interface Full extends Guild { members: Guild[] }
          export type Maybe = Infer<typeof guildSchema> | null;
          export type Rest = Omit<z.infer<typeof guildSchema>, "name" | "size" | "motto" | "madeAt" | "tags" | "id">;
          """
      ], unlisted: ["schemas.ts": header + schemas])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(loaded.text("Short") == #"{"name":string[1..];"motto"?:string?;"extra":boolean;}"#)
    #expect(loaded.text("Kind") == #"enum("a"|"b")"#)
    #expect(loaded.text("Tag") == "string")
    #expect(loaded.text("Full").hasSuffix(#""kind":enum("a"|"b");"members":Guild[];}"#))
    #expect(loaded.text("Maybe") == "Guild?")
    #expect(loaded.text("Rest") == #"{"kind":enum("a"|"b");}"#)
    #expect(loaded.contract.types.filter { $0.name == "Guild" }.count == 1)
  }

  @Test("a request with a date is refused, and so is the output of a transformation that an answer shows")
  func sides() {
    let loaded = ZodContract(
      ["schemas.ts": header + schemas + "\nexport const t = z.object({ n: z.string().transform(parse) });"],
      typescript: [
        "routes.ts": header
          + """
          import { guild, t } from "./schemas";
          export interface Routes {
            "POST /api/a": { id: "a.a"; request: z.input<typeof guild>; response: z.infer<typeof t> };
          }
          """
      ])
    #expect(loaded.rules == ["zod/unsupported-type", "zod/unread-output"], "\(loaded.rendered)")
  }

  @Test("enums of a generated client are read from its declarations")
  func declarations() {
    let loaded = ZodContract(
      [
        "a.ts": header
          + "import { Role, $Enums } from \"./client\"; export const a = z.object({ a: z.nativeEnum(Role), b: z.enum($Enums.Role), c: z.literal(Role.leader) });"
      ],
      unlisted: [
        "client.d.ts":
          "export namespace $Enums { export const Role: { reader: 'reader', leader: 'leader' }; export type Role = (typeof Role)[keyof typeof Role] }\nexport type Role = $Enums.Role\nexport const Role: typeof $Enums.Role"
      ])
    #expect(
      loaded.text("A")
        == #"{"a":enum(reader="reader"|leader="leader");"b":enum(reader="reader"|leader="leader");"c":"leader";}"#,
      "\(loaded.rendered)")
  }

  @Test("what a transformation gives is told where its text says it")
  func outputs() {
    let loaded = ZodContract(
      [:],
      typescript: [
        "types.ts": header
          + """
          const clean = (text: string) => { if (!text) return null; return text.trim(); };
          const s = z.object({
            a: z.string().transform((v) => v.split(",").map(Number)), b: z.string().transform(Number), c: z.string().transform(clean),
            d: z.number().optional().transform((v) => v ?? 3), e: z.object({ x: z.string() }).transform(({ x }) => ({ y: x, z: x.length > 2 })),
            f: z.string().transform((v) => (v === "on" ? "yes" : "no")), g: z.string().transform((v) => new Date(v)),
            h: z.string().transform((v) => v || undefined), i: z.string().transform((v) => JSON.parse(v)),
          });
          export type S = z.output<typeof s>;
          export type I = z.input<typeof s>;
          """
      ])
    #expect(loaded.findings.isEmpty, "\(loaded.rendered)")
    #expect(
      loaded.text("S")
        == #"{"a":number[];"b":number;"c":string?;"d":number;"e":{"y":string;"z":boolean;};"f":enum("yes"|"no");"g":string@date-time;"h"?:string;"i":any;}"#
    )
    #expect(loaded.text("I").hasPrefix(#"{"a":string;"b":string;"c":string;"d"?:number;"e":{"x":string;};"#))
  }

  @Test("an alias of a schema that cannot be read is left out when no route reaches it")
  func leftOut() {
    let loaded = ZodContract(
      [:],
      typescript: [
        "routes.ts": header
          + """
          const bad = z.object({ at: z.map(z.string(), z.string()) });
          export type Bad = z.infer<typeof bad>;
          export interface Routes { "GET /api/a": { id: "a.a"; response: { a: string } } }
          """
      ])
    #expect(loaded.rules == ["typescript/left-out"], "\(loaded.rendered)")
  }
}
