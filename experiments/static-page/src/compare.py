"""Compares two books: what of the first is in the second as it was. `compare.py OLD NEW` prints JSON."""

import hashlib
import json
import posixpath
import re
import struct
import sys
import unicodedata
import urllib.parse
import zipfile
from xml.etree import ElementTree


def entries(path):
    """Of every entry by name: the hash of its content, and of its compressed bytes in the archive."""
    found = {}
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        for info in archive.infolist():
            # What is damaged is an error, by its checksum.
            content = archive.read(info)
            file.seek(info.header_offset)
            header = file.read(30)
            names, extra = struct.unpack("<HH", header[26:30])
            file.seek(names + extra, 1)
            compressed = file.read(info.compress_size)
            digest = lambda part: hashlib.sha256(part).hexdigest()
            found[info.filename] = (digest(content), (info.compress_type, digest(compressed)), content)
    return found


def texts(found, ends):
    return [content.decode("utf-8", "replace") for name, (_, _, content) in found.items() if name.endswith(ends)]


def classes(found):
    pages = texts(found, (".xhtml", ".html", ".htm"))
    return {word for page in pages for value in re.findall(r'class="([^"]*)"', page) for word in value.split()}


def selectors(found):
    sheets = (re.sub(r"/\*.*?\*/", "", sheet, flags=re.S) for sheet in texts(found, ".css"))
    lists = (selector for sheet in sheets for selector in re.findall(r"([^{}]+)\{", sheet))
    return {" ".join(selector.split()) for group in lists for selector in group.split(",")}


def located(found, base, reference):
    """The entry that a reference leads to: percent-encoded or as it stands there, in any form of Unicode."""
    names = {unicodedata.normalize("NFC", name): name for name in found}
    paths = (posixpath.normpath(posixpath.join(base, path)) for path in (urllib.parse.unquote(reference), reference))
    return next((names[path] for path in (unicodedata.normalize("NFC", path) for path in paths) if path in names), None)


def package_of(found):
    """The name of the package document that the container names first, if it is there and is one."""
    container = found.get("META-INF/container.xml")
    if container is None:
        return None
    roots = [element.get("full-path") for element in ElementTree.fromstring(container[2]).iter() if element.tag.endswith("rootfile")]
    name = located(found, "", roots[0]) if roots else None
    return name if name and ElementTree.fromstring(found[name][2]).tag.endswith("package") else None


def declares_cover(found):
    """Whether the package document declares a picture as the cover, by the rule of EPUB 2 or of EPUB 3, that is there."""
    name = package_of(found)
    package = ElementTree.fromstring(found[name][2])
    elements = {part: [element for element in package.iter() if element.tag.rsplit("}", 1)[-1] == part] for part in ("meta", "item")}
    named = {meta.get("content") for meta in elements["meta"] if meta.get("name") == "cover"}
    items = [item for item in elements["item"] if item.get("id") in named or "cover-image" in (item.get("properties") or "").split()]
    return any(located(found, posixpath.dirname(name), item.get("href")) for item in items)


def main():
    old, new = (entries(path) for path in sys.argv[1:3])
    both = [name for name in old if name in new]
    print(
        json.dumps(
            {
                "entries": len(old),
                "same_content": sum(old[name][0] == new[name][0] for name in both),
                "same_bytes": sum(old[name][1] == new[name][1] for name in both),
                "classes": len(classes(old)),
                "classes_kept": len(classes(old) & classes(new)),
                "selectors": len(selectors(old)),
                "selectors_kept": len(selectors(old) & selectors(new)),
                "leads_to_package": package_of(new) is not None,
                "declares_cover": package_of(new) is not None and declares_cover(new),
            }
        )
    )


main()
