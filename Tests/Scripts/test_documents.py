# SPDX-License-Identifier: Apache-2.0
"""Holds the documents to each other: links lead somewhere, and settings are listed in both places."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def read(path):
    return path.read_text(encoding="utf-8")


def anchors(document):
    """The names that a heading can be linked by."""
    headings = re.findall(r"^#+ (.*)$", read(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Documents(unittest.TestCase):
    def test_links(self):
        count = 0
        for document in DOCUMENTS:
            for link in re.findall(r"\]\(([^)\s]+)\)", read(document)):
                if re.match(r"[a-z]+:", link):
                    continue
                count += 1
                path, _, anchor = link.partition("#")
                aim = document.parent / path if path else document
                with self.subTest(document=document.name, link=link):
                    self.assertTrue(aim.exists())
                    self.assertTrue(not anchor or anchor in anchors(aim))
        self.assertGreater(count, 0)

    def test_settings(self):
        example = re.findall(r"^#?(WAXWING_[A-Z_]+)=", read(ROOT / "deploy/waxwing.env"), re.MULTILINE)
        operating = read(ROOT / "docs/operating.md")
        table = re.findall(r"^\| (`--.*)$", operating, re.MULTILINE)
        listed = [variable for row in table for variable in re.findall(r"`(WAXWING_[A-Z_]+)`", row)]
        flags = [flag for row in table for flag in re.findall(r"`--([a-z-]+)`", row)]
        self.assertEqual(sorted(example), sorted(listed))
        self.assertEqual(listed, ["WAXWING_" + flag.upper().replace("-", "_") for flag in flags])

    def test_the_readme_is_short(self):
        self.assertLessEqual(read(ROOT / "README.md").count("\n"), 200)


if __name__ == "__main__":
    unittest.main()
