"""Tests corpus/faults.table and the script that measures explanations by it."""
import pathlib
import re
import unittest

from explanation_share import conditions

PAGE = pathlib.Path(__file__).parents[2] / "docs/faults.md"


class Conditions(unittest.TestCase):
    def test_every_fault_has_one(self):
        # A test compares the rows of the page with the faults of the code.
        faults = re.findall(r"^\| (\w+) \|", PAGE.read_text(), re.M)
        self.assertEqual(set(conditions()), set(faults) - {"fault"})


if __name__ == "__main__":
    unittest.main()
