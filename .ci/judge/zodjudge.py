"""Zod's own `safeParse` of request bodies."""

import json
import os
import shutil

import judges

PROGRAM = """\
import * as schemas from "./requests.ts";

const lines = (await Deno.readTextFile("payloads.txt")).split("\\n").slice(0, -1);
const answers = lines.map((line) => {
  const [name, text] = line.split("\\t");
  return (schemas as Record<string, any>)[name].safeParse(JSON.parse(text)).success ? "=" : "!";
});
console.log(answers.join("\\n"));
"""


def entry_of(folder):
    """The module of a Zod package: of its sources, or of what npm installs; None when it is neither."""
    for name in ("src/index.ts", "index.mjs", "lib/index.mjs", "index.js"):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return os.path.abspath(path)
    return None


class ZodJudge:
    """Runs the schemas under Deno, with the Zod that ZOD_PATH names; it reads that folder and the run's own, no more."""

    def __init__(self, deno, zod):
        self.deno = deno
        self.zod = entry_of(zod)
        if self.zod is None:
            raise judges.Failure(f"ZOD_PATH names {zod}, which holds no Zod")

    def judge(self, payloads, folder):
        with open(os.path.join(folder, "judge.ts"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(os.path.join(folder, "payloads.txt"), "w", encoding="utf-8") as file:
            for payload in payloads:
                name = payload.type_name[0].lower() + payload.type_name[1:] + "Schema"
                file.write(f"{name}\t{payload.text}\n")
        arguments = [
            self.deno, "run", "--no-config", "--no-lock", "--no-check", "--no-remote", "--sloppy-imports",
            judges.write_import_map(folder, self.zod), f"--allow-read={folder}", "judge.ts",
        ]
        done = judges.run(arguments, folder, env=judges.deno_environment(folder))
        answers = done.stdout.decode("utf-8").split()
        if len(answers) != len(payloads):
            raise judges.Failure(f"Zod answered {len(answers)} of {len(payloads)} payloads")
        for payload, answer in zip(payloads, answers):
            payload.type_error = None if answer == "=" else "Zod refuses it"


def version_of(folder):
    """The version that a Zod package states; its sources alone are those of version 4."""
    try:
        with open(os.path.join(folder, "package.json"), encoding="utf-8") as file:
            return json.load(file)["version"]
    except (OSError, ValueError, KeyError):
        return "4.0.0"


def sources_for_types(folder):
    """(the module of Zod 4's sources, None), from which TypeScript infers types, or (None, why there is none)."""
    if not folder:
        return None, "ZOD_PATH names no Zod, from which its types are inferred"
    entry = entry_of(folder)
    if entry is None:
        raise judges.Failure(f"ZOD_PATH names {folder}, which holds no Zod")
    if version_of(folder).startswith("3."):
        return None, f"its schemas are of Zod 4, and ZOD_PATH names version {version_of(folder)}"
    if not entry.endswith(".ts"):
        return None, f"ZOD_PATH names {folder}, which is without Zod's src/index.ts"
    return entry, None


def prepare(here, folder, zod):
    """The contract of the run: the schemas as a source of kind `zod`, of the version that judges them."""
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        json.dump({"dependencies": {"zod": version_of(zod)}}, file)
    shutil.copyfile(os.path.join(here, "zod", "requests.ts"), os.path.join(folder, "requests.ts"))
    write_config(folder, [{"kind": "zod", "include": ["requests.ts"]}])


def write_config(folder, sources):
    with open(os.path.join(folder, "assay.json"), "w", encoding="utf-8") as file:
        json.dump({"sources": sources, "swift": {"output": "Generated"}}, file)
