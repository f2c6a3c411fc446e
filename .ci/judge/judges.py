"""The judges: each is a program that says of every payload whether it has its type."""

import glob
import json
import os
import re
import shutil
import subprocess

from jsontext import text


class Failure(Exception):
    """A judge could not do its work; the message is for people."""


class Payload:
    """One value to judge, and what was said of it."""

    def __init__(self, type_name, value):
        self.type_name = type_name
        self.value = value
        self.text = text(value)
        self.findings = []
        self.type_error = None
        self.decoded = None


def run(arguments, folder, accepted=(0,), **options):
    """Runs a program and returns its output; raises `Failure` with what it said when it ends otherwise."""
    try:
        done = subprocess.run(arguments, cwd=folder, capture_output=True, timeout=900, **options)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"{os.path.basename(arguments[0])}: {error}") from error
    if done.returncode not in accepted:
        said = (done.stderr + done.stdout).decode("utf-8", "replace")[:4000]
        raise Failure(f"{os.path.basename(arguments[0])} ended with {done.returncode}:\n{said}")
    return done


def deno_environment(folder):
    """Deno's own files stay in the folder of the run, and it speaks to nobody."""
    return {**os.environ, "DENO_DIR": os.path.join(folder, "deno"), "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}


def write_import_map(folder, zod):
    """Says what a contract imports as `zod`; gives Deno's argument for it."""
    with open(os.path.join(folder, "imports.json"), "w", encoding="utf-8") as file:
        json.dump({"imports": {"zod": "file://" + zod}}, file)
    return "--import-map=imports.json"


class TypeScriptJudge:
    """`deno check`: whether TypeScript assigns a value of exactly the payload's type to the declared one.

    The payload is written as a type, not as an object literal, so that extra keys are allowed as TypeScript allows them
    everywhere but in fresh literals.
    """

    def __init__(self, deno, zod=None):
        """`zod` is the module that the contract imports as `zod`, if it does."""
        self.deno = deno
        self.zod = zod

    def judge(self, payloads, types, folder):
        """`types` gives what each type is in TypeScript; the folder `wire` is made of the contract files in `folder`."""
        copy_for_the_wire(folder)
        names = sorted({payload.type_name for payload in payloads})
        lines = [f"type {name} = {types[name]};" for name in names]
        first = len(lines) + 1
        lines += [
            f"export const p{index}: {payload.type_name} = null! as {payload.text};"
            for index, payload in enumerate(payloads)
        ]
        with open(os.path.join(folder, "wire", "payloads.ts"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        arguments = [self.deno, "check", "--no-config", "--no-lock", "--no-remote", "--sloppy-imports"]
        if self.zod:
            arguments.append(write_import_map(folder, self.zod))
        arguments.append("wire/payloads.ts")
        done = run(arguments, folder, accepted=(0, 1), env=deno_environment(folder))
        said = done.stderr.decode("utf-8")
        errors = re.split(r"(?m)^(?=TS\d+ \[ERROR\])", said)[1:]
        for error in errors:
            place = re.search(r"at file://\S*/payloads\.ts:(\d+):\d+", error)
            index = int(place.group(1)) - first if place else -1
            if index < 0:
                raise Failure(f"deno found an error outside the payloads:\n{error}")
            payloads[index].type_error = error.strip()
        told = re.search(r"Found (\d+) errors?", said)
        if len(errors) != (int(told.group(1)) if told else min(len(errors), 1)) or (done.returncode == 1) != bool(errors):
            raise Failure(f"what deno said was not understood:\n{said[:2000]}")


def copy_for_the_wire(folder):
    """Writes the contract files as TypeScript sees what `JSON.parse` gives: a string, never a member of a string enum.

    `enum E { A = "a" }` becomes `type E = "a"` with `E.A` beside it; nothing else changes.
    """
    os.makedirs(os.path.join(folder, "wire"), exist_ok=True)
    for name in contract_files(folder):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            source = file.read()
        place = os.path.join(folder, "wire", name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(re.sub(r"export (?:const )?enum (\w+) \{([^}]*)\}", literals_of_enum, source))


def literals_of_enum(match):
    members = re.findall(r'(\w+) = ("[^"]*")', match.group(2))
    if not members:
        return match.group(0)
    aliases = " ".join(f"export type {name} = {value};" for name, value in members)
    return (f"export type {match.group(1)} = {' | '.join(value for _, value in members)};\n"
            f"export namespace {match.group(1)} {{ {aliases} }}")


class Checker:
    """`assay verify --type`."""

    def __init__(self, assay, sources):
        self.assay = assay
        self.sources = sources

    def judge(self, payloads, folder):
        files = os.path.join(folder, "payloads")
        os.makedirs(files, exist_ok=True)
        names = {}
        for index, payload in enumerate(payloads):
            name = f"payloads/{index}.json"
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(payload.text)
            names[name] = payload
        for type_name in sorted({payload.type_name for payload in payloads}):
            mine = [name for name, payload in names.items() if payload.type_name == type_name]
            arguments = [self.assay, "verify", *self.sources, "--format", "json", "--type", type_name, *mine]
            done = run(arguments, folder, accepted=(0, 1))
            for finding in json.loads(done.stdout)["findings"]:
                for place in [finding["place"], *finding.get("morePlaces", [])]:
                    if place.get("file") not in names:
                        if finding["severity"] != "error":
                            continue
                        raise Failure(f"assay reports {finding['rule']} outside the payloads: {finding['message']}")
                    names[place["file"]].findings.append({**finding, "pointer": place.get("pointer", "")})


PROGRAM = """\
import Foundation

func again<T: Codable>(_ type: T.Type) -> (Data) throws -> Data {
  { try JSONEncoder().encode(JSONDecoder().decode(type, from: $0)) }
}

let types: [String: (Data) throws -> Data] = [
%s
]
while let line = readLine(strippingNewline: true) {
  guard let tab = line.utf8.firstIndex(of: 9), let type = types[String(line[..<tab])] else {
    print("?")
    continue
  }
  do {
    print("=" + String(decoding: try type(Data(line[line.utf8.index(after: tab)...].utf8)), as: UTF8.self))
  } catch {
    print("!" + "\\(error)".split(separator: "\\n").joined(separator: " "))
  }
}
"""


class Decoder:
    """The Swift that `assay generate` emits, compiled; a payload is decoded and encoded again."""

    def __init__(self, assay, swiftc, sources):
        self.assay = assay
        self.swiftc = swiftc
        self.sources = sources

    def judge(self, payloads, folder):
        run([self.assay, "generate", *self.sources, "--swift", "Generated"], folder)
        names = sorted({payload.type_name for payload in payloads})
        with open(os.path.join(folder, "main.swift"), "w", encoding="utf-8") as file:
            file.write(PROGRAM % "\n".join(f'  "{name}": again({name}.self),' for name in names))
        emitted = sorted(name for name in os.listdir(os.path.join(folder, "Generated")) if name.endswith(".swift"))
        arguments = [self.swiftc, "-swift-version", "6", "-module-name", "Judged", "-o", "judged", "main.swift"]
        run(arguments + ["Generated/" + name for name in emitted], folder)
        lines = "".join(f"{payload.type_name}\t{payload.text}\n" for payload in payloads)
        done = run([os.path.join(folder, "judged")], folder, input=lines.encode("utf-8"))
        answers = done.stdout.decode("utf-8").split("\n")[:-1]
        if len(answers) != len(payloads):
            raise Failure(f"the compiled decoder answered {len(answers)} of {len(payloads)} payloads")
        for payload, answer in zip(payloads, answers):
            payload.decoded = answer


def contract_files(folder):
    """The contract files in a folder and those under it, as paths from there, without the copies in `wire`."""
    names = [os.path.relpath(path, folder) for path in glob.glob(os.path.join(folder, "**", "*.ts"), recursive=True)]
    return sorted(name for name in names if not name.startswith("wire" + os.sep))


def copy_contract(source, folder):
    """Copies contract files, each to its place under the folder of the run, since they import one another.

    Gives what each exported type is to a file in that folder.
    """
    types = {}
    for name in contract_files(source):
        place = os.path.join(folder, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        shutil.copyfile(os.path.join(source, name), place)
        with open(place, encoding="utf-8") as file:
            for match in re.finditer(r"(?m)^export (?:interface|type|enum|const enum) (\w+)", file.read()):
                types[match.group(1)] = f'import("./{name}").{match.group(1)}'
    return types
