# SPDX-License-Identifier: Apache-2.0
"""Holds the documents to each other: links, settings that are listed in two places, and the two languages."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
COMMANDED = {"api", "encryption"}
TRANSLATIONS = {
    "answers": "reponses",
    "api": "api",
    "cli": "cli",
    "encryption": "chiffrement",
    "errors": "erreurs",
    "notifications": "notifications",
    "relay": "relay",
    "schedules": "planification",
    "webhooks": "webhooks",
}


def read(path):
    return path.read_text(encoding="utf-8")


def anchors(document):
    """The names that a heading can be linked by."""
    headings = re.findall(r"^#+ (.*)$", read(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def rows(document):
    """The cells of each row of a table that begins with something in backquotes."""
    return [[cell.strip() for cell in row.split("|")] for row in re.findall(r"^\| (`.*) \|$", read(document), re.MULTILINE)]


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

    def test_units_keep_memory_out_of_dumps_and_logs(self):
        for unit in sorted(ROOT.glob("deploy/*.service")):
            with self.subTest(unit.name):
                self.assertRegex(read(unit), r"(?m)^LimitCORE=0$")
                self.assertRegex(read(unit), r"(?m)^Environment=SWIFT_BACKTRACE=enable=no$")

    def test_both_languages_say_the_same(self):
        for pages in TRANSLATIONS.items():
            with self.subTest(pages[0]):
                english, french = (ROOT / f"docs/{language}/{page}.md" for language, page in zip(("en", "fr"), pages))
                self.assertEqual([row[0] for row in rows(english)], [row[0] for row in rows(french)])
                if pages[0] in COMMANDED:
                    fences = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
                    self.assertEqual(fences.findall(read(english)), fences.findall(read(french)))

    def test_both_languages_have_the_same_french_texts(self):
        pairs = zip(rows(ROOT / "docs/en/errors.md"), rows(ROOT / "docs/fr/erreurs.md"))
        for english, french in ((english, french) for english, french in pairs if english[0].isupper()):
            with self.subTest(english[0]):
                self.assertIn(next(cell for cell in french[1:] if not cell.isdecimal()), english)

    def test_no_build_throws_away_another(self):
        """What a release build shares its folder with has the same flags, which ./run gives it."""
        for document in DOCUMENTS:
            for line in re.findall(r"^.*swift build -c release.*$", read(document), re.MULTILINE):
                with self.subTest(document=document.name, line=line):
                    is_alone = "--scratch-path" in line
                    variables = "WAXWING_CRYPTO_MB=1 PKG_CONFIG_PATH=$PWD/.build/crypto_mb"
                    self.assertTrue(is_alone or variables in read(document))
                    self.assertEqual(is_alone, "--static-swift-stdlib" in line)

    def test_the_libraries_of_pushward(self):
        """Every page that lists them lists the same; Tests/Interop/linkage_check.py holds the program to them."""
        lists = [
            set(re.findall(r"`(lib[a-z0-9-]+)`", read(ROOT / f"docs/{language}/{page}.md")))
            for language in ("en", "fr") for page in ("cli", "github-action")
        ]  # fmt: skip
        self.assertEqual(len(lists[0]), 6)
        self.assertEqual(lists, lists[:1] * 4)

    def test_no_example_takes_the_port_of_the_server(self):
        for language in ("en", "fr"):
            page = read(ROOT / f"docs/{language}/mcp.md")
            (port,) = re.findall(r"^pushward mcp --http 127\.0\.0\.1:(\d+)$", page, re.MULTILINE)
            self.assertNotEqual(port, "8080")
            self.assertIn(f"`http://127.0.0.1:{port}/mcp`", page)

    def test_the_readme_is_short(self):
        self.assertLessEqual(read(ROOT / "README.md").count("\n"), 200)


if __name__ == "__main__":
    unittest.main()
