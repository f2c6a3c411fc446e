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
        with open(os.path.join(folder, "imports.json"), "w", encoding="utf-8") as file:
            json.dump({"imports": {"zod": "file://" + self.zod}}, file)
        with open(os.path.join(folder, "judge.ts"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        with open(os.path.join(folder, "payloads.txt"), "w", encoding="utf-8") as file:
            for payload in payloads:
                name = payload.type_name[0].lower() + payload.type_name[1:] + "Schema"
                file.write(f"{name}\t{payload.text}\n")
        arguments = [
            self.deno, "run", "--no-config", "--no-lock", "--no-check", "--no-remote", "--sloppy-imports",
            "--import-map=imports.json", f"--allow-read={folder}", "judge.ts",
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


def prepare(here, folder, zod):
    """The contract of the run: the schemas as a source of kind `zod`, of the version that judges them."""
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as file:
        json.dump({"dependencies": {"zod": version_of(zod)}}, file)
    shutil.copyfile(os.path.join(here, "zod", "requests.ts"), os.path.join(folder, "requests.ts"))
    with open(os.path.join(folder, "assay.json"), "w", encoding="utf-8") as file:
        json.dump({"sources": [{"kind": "zod", "include": ["requests.ts"]}], "swift": {"output": "Generated"}}, file)
