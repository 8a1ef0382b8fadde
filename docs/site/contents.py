# SPDX-License-Identifier: Apache-2.0
"""contents.py FOLDER: adds tables of contents to README.md of a copy of the documents, in that folder.

The parts and their documents are those of docs/README.md; the READMEs of the folders follow.
"""
import pathlib
import re
import sys

PART = re.compile(r"^\*\*([^*]+)\*\*", re.M)
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)\)")
ROW = re.compile(r"^\| \[[^\]]*\]\(([^)#]+)[^)]*\) \|", re.M)


def table(caption, pages):
    """A table of contents as MyST's Markdown has it."""
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```", ""])


def without_folders(page):
    """The text of a page with links to folders replaced: a site has pages only for files."""

    def replaced(link):
        text, target = link.group(1), link.group(2)
        if "://" in target or not (page.parent / target).is_dir():
            return link.group(0)
        readme = pathlib.PurePosixPath(target) / "README.md"
        return f"[{text}]({readme})" if (page.parent / readme).is_file() else text

    return LINK.sub(replaced, page.read_text(encoding="utf-8"))


def main():
    """Writes the tables, and the pages without links to folders."""
    folder = pathlib.Path(sys.argv[1]).resolve()
    for page in folder.rglob("*.md"):
        page.write_text(without_folders(page), encoding="utf-8")
    listing = (folder / "docs/README.md").read_text(encoding="utf-8")
    parts = PART.split(listing)
    seen = {"README"}
    text = ""
    for caption, rows in zip(parts[1::2], parts[2::2]):
        pages = []
        for target in ROW.findall(rows):
            page = (folder / "docs" / target).resolve().relative_to(folder)
            name = str(page.with_suffix(""))
            if page.suffix == ".md" and name not in seen:
                seen.add(name)
                pages.append(name)
        text += table(caption, pages)
    others = sorted(str(page.relative_to(folder).with_suffix("")) for page in folder.rglob("*.md"))
    text += table("Folders", [name for name in others if name not in seen])
    readme = folder / "README.md"
    readme.write_text(readme.read_text(encoding="utf-8") + text, encoding="utf-8")


main()
