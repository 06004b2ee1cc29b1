"""Tests corpus/faults.table and the script that measures explanations by it."""
import pathlib
import re
import unittest

from explanation_share import conditions, names

PAGE = pathlib.Path(__file__).parents[2] / "docs/faults.md"


class Conditions(unittest.TestCase):
    def test_every_fault_has_one(self):
        # A test compares the rows of the page with the faults of the code.
        faults = re.findall(r"^\| (\w+) \|", PAGE.read_text(), re.M)
        self.assertEqual(set(conditions()), set(faults) - {"fault"})

    def test_need_every_required_part(self):
        one, two, always = (conditions()[fault] for fault in
                            ("start_lane_ignored", "row_overlap_accepted", "far_lane_written"))
        self.assertTrue(names(one, "fails when src start lane > 0; passed otherwise; 400 cases tried"))
        self.assertFalse(names(one, "fails when shape.n > 1; passed otherwise; 400 cases tried"))
        self.assertFalse(names(one, "fails in all 400 cases tried"))
        self.assertTrue(names(two, "fails when cols > row_stride and rows > 1; passed otherwise"))
        self.assertFalse(names(two, "fails when rows > 1; passed otherwise"))
        self.assertTrue(names(always, "fails in all 400 cases tried"))
        self.assertFalse(names(always, "fails when shape.n > 1; passed otherwise; 400 cases tried"))


if __name__ == "__main__":
    unittest.main()
