import ContractModel
import Diagnostics
import Testing

@testable import ContractFrontends

@Suite("What reading Zod leaves behind")
struct ZodMemoryTests {
  /// A weak reference; an array of them shows what still lives.
  private struct Trace {
    let name: String
    weak var object: AnyObject?
  }

  @Test("recursive schemas, closures and calls are let go at the end of the reading")
  func everythingIsLetGo() {
    let source = SourceFile(
      path: "a.ts",
      text: """
        import { z } from "zod";
        export const tree = z.object({ name: z.string(), get kids() { return tree.array() } });
        export const node: z.ZodType<Node> = z.object({ next: z.lazy(() => node.nullable()) }).partial();
        export const left = z.object({ get right() { return right.optional() } });
        export const right = left.extend({ get left() { return left } });
        function page<T extends z.ZodTypeAny>(item: T) {
          const made = z.object({ items: z.array(item), get next() { return made.optional() } });
          return made;
        }
        export const pages = page(tree);
        const table = { a: z.string(), get b() { return z.object(table) } };
        export const rows = z.array(z.object(table));
        export default z.object({ tree });
        """)
    var traces: [Trace] = []
    do {
      let zod = ZodFrontend(listed: [source], others: [], version: 4, reader: { _ in nil })
      let reading = zod.run()
      #expect(reading.types.map(\.name).contains("Tree") && reading.types.count > 4)
      for module in zod.modules.values {
        traces.append(Trace(name: "file", object: module))
        traces.append(Trace(name: "scope", object: module.scope))
        for (name, constant) in module.scope.constants {
          traces.append(Trace(name: name, object: constant.cell))
          if case .schema(let schema) = constant.cell.value {
            traces.append(Trace(name: name + "'s schema", object: schema))
          }
        }
      }
      #expect(traces.count > 15)
      zod.end()
    }
    #expect(traces.filter { $0.object != nil }.map(\.name) == [])
  }
}
