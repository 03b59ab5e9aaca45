"""Builds the book: the pages of docs/ and the files of the repository that they link to, into out/docs/book/, and checks every link of what was built.

usage: docs.py MDBOOK
"""

import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SOURCE, BOOK = ROOT / "out/docs/source", ROOT / "out/docs/book"
# A link to a file: where it leads, and the heading there.
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def place(path):
    """Where a file lies in the book."""
    inside = path.relative_to(DOCS) if path.is_relative_to(DOCS) else "repository" / path.relative_to(ROOT)
    # What a folder's README is to GitHub, its index is to a browser.
    return inside.with_name("index.md") if inside.name == "README.md" else inside


def collect():
    """Copies docs/ and whatever its pages link to, and so on; returns the pages of docs/ and those of elsewhere."""
    found = [page for page in sorted(DOCS.glob("*.md"))]
    own = len(found)
    for page in found:
        copy = SOURCE / place(page)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if page.suffix != ".md":
            shutil.copyfile(page, copy)
            continue

        def moved(link):
            target = (page.parent / link[1]).resolve()
            if "://" in link[1] or not target.is_file():
                return link[0]
            if target not in found:
                found.append(target)
            return f"]({os.path.relpath(place(target), place(page).parent)}{link[2] or ''})"

        # The front matter of a model's card is for the program.
        text = re.sub(r"\A---\n.*?\n---\n", "", page.read_text(), flags=re.DOTALL)
        copy.write_text(LINK.sub(moved, text))
    return found[:own], [page for page in found[own:] if page.suffix == ".md"]


def add_contents(more):
    """The pages of elsewhere stand at the end of the table of contents."""
    title = lambda page: next(line[2:] for line in page.read_text().splitlines() if line.startswith("# "))
    entries = [f"- [{title(page)}]({place(page)})" for page in more]
    with open(SOURCE / "SUMMARY.md", "a") as contents:
        contents.write("\n# In the repository\n\n" + "\n".join(entries) + "\n")


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.add(attributes.get("id"))
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


def broken():
    pages = {path: Page(path) for path in BOOK.rglob("*.html")}
    for path, page in pages.items():
        # These two hold the pages once more, or are shown at any address.
        if path.name in ("print.html", "404.html", "toc.html"):
            continue
        for link in page.links:
            where = urllib.parse.urlsplit(link)
            if where.scheme or where.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(where.path)).resolve() if where.path else path
            if not target.is_file():
                yield f"{path.relative_to(BOOK)}: {link} leads nowhere"
            elif where.fragment and target in pages and urllib.parse.unquote(where.fragment) not in pages[target].anchors:
                yield f"{path.relative_to(BOOK)}: {link} has no such heading"


def main(mdbook):
    shutil.rmtree(ROOT / "out/docs", ignore_errors=True)
    pages, more = collect()
    add_contents(more)
    for file in ("book.toml", "book.css"):
        shutil.copyfile(DOCS / file, SOURCE / file)
    subprocess.run([mdbook, "build", SOURCE, "--dest-dir", BOOK], check=True)
    faults = sorted(set(broken()))
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(pages)} pages, and {len(more)} of the repository: {BOOK.relative_to(ROOT)}/index.html")


if __name__ == "__main__":
    main(sys.argv[1])
