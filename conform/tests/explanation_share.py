#!/usr/bin/env python3
"""The share of explanations that name the true condition of their planted fault (corpus/faults.table).

./run faults --json | python3 conform/tests/explanation_share.py
"""
import json
import pathlib
import re
import sys

TABLE = pathlib.Path(__file__).parents[2] / "corpus/faults.table"


def conditions():
    """By fault: lists of alternatives, of each of which a sentence must match one."""
    lines = TABLE.read_text().splitlines()
    rows = [line.split(" | ") for line in lines if line and line[0] != "#"]
    return {row[0]: [["fails in all"]] if row[1] == "always" else
            [group.split("; ") for group in row[2].split(" & ")] for row in rows}


def names(required, sentence):
    return all(any(re.search(one, sentence) for one in group) for group in required)


if __name__ == "__main__":
    required = conditions()
    found = [fault for fault in json.load(sys.stdin) if "explanation" in fault]
    wrong = [fault for fault in found if not names(required[fault["fault"]], fault["explanation"])]
    for fault in wrong:
        print(f"{fault['fault']}: {fault['explanation']}")
    print(f"{len(found) - len(wrong)} of {len(found)} explanations name the true condition")
