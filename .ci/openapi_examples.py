#!/usr/bin/env python3
"""Holds the generated decoders against the response examples of an OpenAPI 3 document (JSON).

usage: openapi_examples.py ASSAY DOCUMENT [--optimise]

Every example is judged by PyPI `jsonschema` against the schema that it stands beside. Those that are valid are decoded
with the compiled types of `assay generate` and encoded again; texts must come back byte for byte, numbers as exact
decimals. Prints the counts: examples, valid, decoded, lossless; then what failed. Exit 0: all valid ones came back
lossless; 1: some did not; 77: skipped, the reason on standard output.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal

# Megabytes that compiling all of the generated Swift in one module may take.
MEMORY_LIMIT = 2048
METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]


def unescape(token):
    return token.replace("~1", "/").replace("~0", "~")


def resolved(document, node):
    """What a local reference leads to."""
    while isinstance(node, dict) and "$ref" in node:
        target = document
        for token in node["$ref"].lstrip("#").lstrip("/").split("/"):
            target = target[unescape(token)]
        node = target
    return node


def is_json(media):
    subtype = media.split(";")[0].strip().lower().split("/")[-1]
    return subtype == "json" or subtype.endswith("+json") or subtype.startswith("json+")


def converted(schema):
    """A schema of OpenAPI 3.0 as JSON Schema 2020-12: `nullable`, Boolean bounds, references without siblings."""
    if isinstance(schema, list):
        return [converted(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str):
        return {"$ref": schema["$ref"]}
    result = {}
    for key, value in schema.items():
        if key in ("example", "examples", "default", "enum", "const", "discriminator"):
            if key in ("enum", "const"):
                result[key] = value
        elif key in ("properties", "patternProperties", "$defs"):
            result[key] = {name: converted(part) for name, part in value.items()}
        else:
            result[key] = converted(value)
    for bound, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if isinstance(result.get(bound), bool):
            if result.pop(bound) and limit in result:
                result[bound] = result.pop(limit)
    if result.pop("nullable", False):
        if "enum" in result and None not in result["enum"]:
            result["enum"] = result["enum"] + [None]
        if isinstance(result.get("type"), str):
            result["type"] = [result["type"], "null"]
        else:
            result = {"anyOf": [result, {"type": "null"}]}
    return result


def examples(document):
    """Route id, status, schema and value of each response example."""
    for path, item in document.get("paths", {}).items():
        item = resolved(document, item)
        for method in METHODS:
            operation = item.get(method)
            if not isinstance(operation, dict) or "operationId" not in operation:
                continue
            for status, response in operation.get("responses", {}).items():
                response = resolved(document, response)
                for media, content in response.get("content", {}).items():
                    if not is_json(media) or "schema" not in content:
                        continue
                    values = []
                    if "example" in content:
                        values.append(("example", content["example"]))
                    for name, example in content.get("examples", {}).items():
                        example = resolved(document, example)
                        if "value" in example:
                            values.append((name, example["value"]))
                    for name, value in values:
                        yield {
                            "route": operation["operationId"],
                            "status": number(status),
                            "media": media,
                            "name": name,
                            "schema": content["schema"],
                            "value": value,
                        }


def number(status):
    if status == "default":
        return 599
    return int(status[0]) * 100 if status[1:].lower() == "xx" else int(status)


def exact(text):
    """JSON with numbers as decimals, so that comparing loses nothing."""
    return json.loads(text, parse_int=Decimal, parse_float=Decimal)


def same(a, b):
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return type(a) is type(b) and a == b


MAIN = """\
import Foundation

let lines = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8).split(separator: "\\n")
var results: [[String: String]] = []
for line in lines {
  let parts = line.split(separator: "\\t", maxSplits: 2).map(String.init)
  let status = Int(parts[1]) ?? 0
  guard let entry = ContractRegistry.entry(routeID: parts[0], status: status) else {
    results.append(["error": "no entry for \\(parts[0]) \\(status)"])
    continue
  }
  do {
    results.append(["json": String(decoding: try entry.roundTrip(Data(parts[2].utf8)), as: UTF8.self)])
  } catch {
    results.append(["error": "\\(entry.typeName): \\(error)"])
  }
}
try JSONEncoder().encode(results).write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
"""


def run(command, **options):
    """Runs a command; gives the result and the peak memory of the largest child so far, in MB."""
    result = subprocess.run(command, capture_output=True, text=True, **options)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return result, peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    if len(arguments) != 2:
        sys.exit(__doc__)
    assay, path = arguments
    try:
        import jsonschema
    except ImportError:
        print("skipped: PyPI jsonschema, the judge of the examples, is not installed")
        sys.exit(77)
    if shutil.which("swiftc") is None:
        print("skipped: swiftc is not on the path")
        sys.exit(77)
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    is_30 = document.get("openapi", "").startswith("3.0")
    convert = converted if is_30 else lambda schema: schema
    components = {"schemas": convert_all(document, convert)}

    found = list(examples(document))
    valid = []
    for example in found:
        schema = dict(convert(example["schema"]), components=components)
        validator = jsonschema.Draft202012Validator(schema)
        if validator.is_valid(example["value"]):
            valid.append(example)

    with tempfile.TemporaryDirectory() as folder:
        sys.exit(judge(assay, path, found, valid, folder))


def convert_all(document, convert):
    return {name: convert(schema) for name, schema in document.get("components", {}).get("schemas", {}).items()}


def judge(assay, path, found, valid, folder):
    generated = os.path.join(folder, "Generated")
    result, _ = run([assay, "generate", "--openapi", path, "--swift", generated])
    if result.returncode != 0:
        print(result.stdout, result.stderr, sep="\n")
        return 1
    with open(os.path.join(folder, "main.swift"), "w", encoding="utf-8") as file:
        file.write(MAIN)
    sources = sorted(os.path.join(generated, name) for name in os.listdir(generated))
    program = os.path.join(folder, "decode")
    optimise = ["-O"] if "--optimise" in sys.argv else ["-Onone"]
    command = ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-wmo", *optimise, "-o", program]
    result, peak = run([*command, *sources, os.path.join(folder, "main.swift")])
    if result.returncode != 0:
        print("the generated Swift does not compile:", result.stderr[:4000], sep="\n")
        return 1
    print(f"compiled whole: {peak:.0f} MB at the peak")
    if peak > MEMORY_LIMIT:
        print(f"that is more than {MEMORY_LIMIT} MB")
        return 1

    inputs = os.path.join(folder, "inputs.txt")
    outputs = os.path.join(folder, "outputs.json")
    with open(inputs, "w", encoding="utf-8") as file:
        for example in valid:
            body = json.dumps(example["value"], ensure_ascii=False)
            file.write(f"{example['route']}\t{example['status']}\t{body}\n")
    result, _ = run([program, inputs, outputs])
    if result.returncode != 0:
        print("the decoder stopped:", result.stderr[:4000], sep="\n")
        return 1
    with open(outputs, encoding="utf-8") as file:
        results = json.load(file)

    decoded = lossless = 0
    failures = []
    for example, result in zip(valid, results, strict=True):
        title = f"{example['route']} {example['status']} {example['name']}"
        if "json" not in result:
            failures.append(f"{title}: {result['error']}")
            continue
        decoded += 1
        if same(exact(json.dumps(example["value"])), exact(result["json"])):
            lossless += 1
        else:
            failures.append(f"{title}: encoded again it differs")
    print(f"{os.path.basename(path)}: examples {len(found)}, valid {len(valid)}, decoded {decoded}, lossless {lossless}")
    for failure in failures:
        print("  " + failure[:400])
    return 0 if lossless == len(valid) else 1


main()
