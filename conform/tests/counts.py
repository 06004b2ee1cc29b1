"""Shows that the numbers of a JSON report add up, and prints how many cases were given.

    counts.py REPORT      exit status 1 if there are failures

A program of several operations counts once in all, and once for each of its operations.
"""

import json
import sys


def not_judged(counted):
    return sum(counted["reasons"].values())


with open(sys.argv[1]) as file:
    report = json.load(file)
rows, sums = report["operations"], report["failures"]
for row in rows:
    assert row["cases"] == row["executed"] + row["rejected"]
    edges = row["edges"]
    assert edges["judged"] + len(edges["missed"]) == edges["reachable"]
    assert not_judged(row) == row["unsupported"] + row["not_judged"]
    assert row["failures"] <= row["executed"] and (row["failures"] > 0) == (row["status"] == "fails")
given = sum(row["cases"] + not_judged(row) for row in rows)
assert report["cases"] + not_judged(report) <= given

failures = sum(row["failures"] for row in rows)
explained = sum(finding["failures"] for finding in report["findings"] if finding["examined"])
assert sums["cases"] == failures and sums["not_kept"] >= 0
assert sums["explained"] == explained == failures - sums["not_examined"] - sums["not_kept"]
assert sums["explained"] + sums["not_examined"] == sum(cause["failures"] for cause in report["causes"])
for cause in report["causes"]:
    assert cause["failures"] == sum(row["failures"] for row in cause["operations"])
print(given, "cases given")
sys.exit(failures > 0)
