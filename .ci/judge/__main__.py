"""Holds Assay's checker and its compiled decoder against independent judges, on mutants of conforming values.

    python3 .ci/judge [--assay FILE] [--payloads N] [--only typescript|zod] [--keep FOLDER]

Needs `deno` (PyPI, brew) and `swiftc` on the path, or names them by DENO and SWIFTC; for Zod, ZOD_PATH names its package.
A judge that is not installed is skipped with the reason. Two fifths of TypeScript's payloads are recorded answers of the
sample, whose types come from Zod 4 schemas too: without its sources in ZOD_PATH that part is skipped with the reason, and
the written shapes have all payloads, so that their number stays the same. Exit 0: all agree, or differ as the design says;
1: they disagree; 2: a judge failed; 77: every judge was skipped.
"""

import argparse
import collections
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import jsontext  # noqa: E402
import judges  # noqa: E402
import mutants  # noqa: E402
import verdicts  # noqa: E402
import zodjudge  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SEED = "2026-01-31"


def sample_seeds():
    """The recorded answers of this repository, by the named type that the contract declares for them."""
    with open(os.path.join(ROOT, "fixtures", "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    seeds = {}
    for entry in manifest["entries"]:
        # Of a list, the elements are judged: an array type has no name of its own.
        declared = re.fullmatch(r"(\w+)(\[\])?", entry.get("type") or "")
        if not declared or "file" not in entry:
            continue
        with open(os.path.join(ROOT, "fixtures", entry["file"]), encoding="utf-8") as file:
            value = jsontext.parse(file.read())
        for part in value if declared.group(2) else [value]:
            seeds.setdefault(declared.group(1), {})[jsontext.text(part)] = part
    return {name: list(values.values()) for name, values in seeds.items()}


def written_seeds(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return jsontext.parse(file.read())


def spread(seeds, count):
    """Payloads of each type, more for types with more in them, `count` in sum unless the mutants run out."""
    names = sorted(seeds, key=lambda name: (len(mutants.scalars(seeds[name])), name))
    weights = {name: len(mutants.scalars(seeds[name])) + 8 for name in names}
    payloads, left = [], sum(weights.values())
    # Small types first: what they have too few mutants for goes to the larger ones.
    for name in names:
        share = (count - len(payloads)) * weights[name] // left
        left -= weights[name]
        payloads += [judges.Payload(name, value) for value in mutants.payloads(name, seeds[name], share, SEED)]
    return payloads


def typescript(options, folder):
    """Judges the two contracts three ways; gives all payloads."""
    zod, reason = zodjudge.sources_for_types(os.environ.get("ZOD_PATH"))
    payloads = []
    if zod:
        payloads += judged_by_types(options, folder, "sample", options.payloads * 2 // 5, zod)
    else:
        print(f"TypeScript: the sample is skipped, its payloads go to the shapes: {reason}")
    return payloads + judged_by_types(options, folder, "shapes", options.payloads - len(payloads))


def judged_by_types(options, folder, name, count, zod=None):
    """Judges the sample's contract, whose types come from Zod's schemas as well, or that of the shapes."""
    place = os.path.join(folder, name)
    os.makedirs(place)
    if name == "sample":
        types = judges.copy_contract(os.path.join(ROOT, "contracts"), place)
        zodjudge.write_config(place, [
            {"kind": "typescript", "include": ["types/**/*.ts"]},
            {"kind": "zod", "include": ["requests/**/*.ts"], "zodVersion": "4"},
        ])
        seeds, sources = of_types(sample_seeds(), types), ["--config", "assay.json"]
    else:
        types = judges.copy_contract(os.path.join(HERE, "contract"), place)
        seeds, sources = written_seeds("seeds.json"), ["--typescript", "*.ts"]
    payloads = spread(seeds, count)
    judges.Checker(options.assay, sources).judge(payloads, place)
    judges.Decoder(options.assay, options.swiftc, sources).judge(payloads, place)
    judges.TypeScriptJudge(options.deno, zod).judge(payloads, types, place)
    return payloads


def of_types(seeds, types):
    """The seeds whose types the contract declares in TypeScript; adds to `types` the instantiations among them."""
    for name in seeds:
        generic, _, arguments = name.partition("Of")
        arguments = [types.get(argument) for argument in arguments.split("And")]
        if name not in types and generic in types and all(arguments):
            types[name] = f"{types[generic]}<{', '.join(arguments)}>"
    others = sorted(set(seeds) - set(types))
    if others:
        print(f"TypeScript: not judged, as other documents declare them: {', '.join(others)}")
    return {name: values for name, values in seeds.items() if name in types}


def zod(options, folder):
    """Judges request bodies three ways; gives the payloads, or None with the reason printed."""
    path = os.environ.get("ZOD_PATH")
    if not path:
        print("Zod: skipped: ZOD_PATH names no Zod (the package from npm, or packages/zod of its repository)")
        return None
    place = os.path.join(folder, "zod")
    os.makedirs(place)
    zodjudge.prepare(HERE, place, path)
    payloads = spread(written_seeds(os.path.join("zod", "seeds.json")), options.payloads)
    sources = ["--config", "assay.json"]
    try:
        judges.Decoder(options.assay, options.swiftc, sources).judge(payloads, place)
    except judges.Failure as failure:
        if "cannot be read yet" not in str(failure):
            raise
        print("Zod: skipped: this assay does not read sources of kind zod")
        return None
    judges.Checker(options.assay, sources).judge(payloads, place)
    zodjudge.ZodJudge(options.deno, path).judge(payloads, place)
    return payloads


def report(title, payloads, expectation):
    """Prints counts and disagreements; gives whether there are none."""
    kinds, exceptions, disagreements = collections.Counter(), collections.Counter(), []
    for payload in payloads:
        verdict = verdicts.verdict(payload, expectation)
        kinds[verdict.kind] += 1
        exceptions.update(verdict.exceptions)
        if verdict.kind == "disagreement":
            disagreements.append((payload, verdict))
    print(f"{title}: {len(payloads)} payloads of {len({payload.type_name for payload in payloads})} types")
    print(f"  all accept {kinds['accepted']}, all refuse {kinds['refused']}")
    print(f"  documented exceptions {kinds['exception']}")
    for name, count in sorted(exceptions.items()):
        print(f"    {count:5} {name}")
    print(f"  disagreements {kinds['disagreement']}")
    for payload, verdict in sorted(disagreements, key=lambda pair: len(pair[0].text))[:20]:
        print(f"    {payload.type_name}: {verdict.reason}\n      {payload.text}")
        for finding in payload.findings[:3]:
            print(f"      assay: {finding['pointer']} {finding['message']} [{finding['rule']}]")
        print(f"      decoder: {payload.decoded[:240]}")
        for line in (payload.type_error or "").splitlines()[:3]:
            print(f"      {line.strip()[:240]}")
    if not kinds["accepted"] or not kinds["refused"]:
        print("  nothing was accepted, or nothing refused: this proves nothing")
        return False
    return not disagreements


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="judge", description=__doc__.split("\n\n")[0])
    parser.add_argument("--assay", default=os.path.join(ROOT, ".build", "release", "assay"))
    parser.add_argument("--payloads", type=int, default=2000)
    parser.add_argument("--only", choices=["typescript", "zod"])
    parser.add_argument("--keep", help="work in this new folder and leave it")
    options = parser.parse_args(arguments)
    options.assay = os.path.abspath(options.assay)
    options.deno = os.environ.get("DENO") or shutil.which("deno")
    options.swiftc = os.environ.get("SWIFTC") or shutil.which("swiftc")
    return options


def missing(options):
    """Why nothing can be judged, or None."""
    if not os.access(options.assay, os.X_OK):
        return f"{os.path.relpath(options.assay, ROOT)} is not built: make build"
    if not options.deno:
        return "deno is not on the path: pip install deno"
    if not options.swiftc:
        return "swiftc is not on the path"
    return None


def main(arguments):
    options = options_of(arguments)
    reason = missing(options)
    if reason:
        print(f"judge: skipped: {reason}")
        return 77
    folder = options.keep or tempfile.mkdtemp(prefix="assay-judge-")
    os.makedirs(folder, exist_ok=True)
    try:
        agree = True
        if options.only != "zod":
            agree &= report("TypeScript", typescript(options, folder), verdicts.expectation)
        if options.only != "typescript":
            payloads = zod(options, folder)
            if payloads is None and options.only:
                return 77
            if payloads is not None:
                agree &= report("Zod", payloads, verdicts.expectation_of_zod)
        return 0 if agree else 1
    except judges.Failure as failure:
        print(f"judge: {failure}", file=sys.stderr)
        return 2
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
