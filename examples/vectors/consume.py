"""Runs test vectors against an implementation in Python.

    python3 consume.py MODULE_FOLDER VECTORS.json...

MODULE_FOLDER has operations.py with Machine(profile), whose place(space, lane, offset, size) gives writable bytes,
OPERATIONS, a function for each name, and Rejected, which a function raises where its parameters violate a rule.
"""

import json
import sys
from pathlib import Path


def place(machine, part):
    space = ["system", "local", "ub", "l1", "l0b"].index(part["space"])
    return machine.place(space, part["lane"], part["offset"], len(part["bytes"]) // 2)


def run(module, vector):
    """The results of the steps, and the machine after them."""
    machine = module.Machine(vector["profile"])
    for part in vector["before"]:
        place(machine, part)[:] = bytes.fromhex(part["bytes"])
    results = []
    for step in vector["steps"]:
        try:
            value = module.OPERATIONS[step["operation"]](machine, **step["parameters"])
            results.append(("done", value or 0))
        except module.Rejected:
            results.append(("rejected", 0))
    return results, machine


def matches(answer, vector, results, machine):
    """Whether the results are those of an answer, and the memory is `before`, with its `after` on top."""
    if [(r["status"], r["returns"]) for r in answer["results"]] != results:
        return False
    parts = vector["before"] + answer["after"]
    found = [bytes(place(machine, part)) for part in parts]
    for part in parts:
        place(machine, part)[:] = bytes.fromhex(part["bytes"])
    return found == [bytes(place(machine, part)) for part in parts]


def main(folder, files):
    sys.path.insert(0, folder)
    import operations as module
    failed = 0
    for name in files:
        vectors = json.loads(Path(name).read_text())["vectors"]
        for vector in vectors:
            results, machine = run(module, vector)
            if not any(matches(a, vector, results, machine) for a in (vector, *vector["others"])):
                failed += 1
                print(f"{vector['result']}: got {results}: {vector['case']}")
        print(f"{name}: {len(vectors)} vectors")
    return 1 if failed else 0


sys.exit(main(sys.argv[1], sys.argv[2:]))
