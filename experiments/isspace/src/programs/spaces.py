"""What Python calls a space; what str.split() cuts in UTF-8 that was decoded as Latin-1; and what csv skips before a field."""

import csv
import platform
import re
import unicodedata


def print_spaces(name, count, is_space):
    spaces = [format(code_point, "x") for code_point in range(count) if is_space(code_point)]
    print(name, format(count, "x"), *spaces)


print("version", platform.python_version())
print("unicode", unicodedata.unidata_version)
print_spaces("python-str", 0x110000, lambda code_point: chr(code_point).isspace())
print_spaces("python-split", 0x110000, lambda code_point: not chr(code_point).split())
print_spaces("python-regex", 0x110000, lambda code_point: re.fullmatch(r"\s", chr(code_point)) is not None)
print_spaces("python-bytes", 0x100, lambda byte: bytes([byte]).isspace())


def is_cut(code_point):
    if code_point < 0x80 or 0xD800 <= code_point < 0xE000:
        return False
    text = f"a{chr(code_point)}b".encode().decode("latin-1")
    return "".join(text.split()) != text


def read(line, **options):
    try:
        return next(csv.reader([line], **options))
    except csv.Error:
        return None


def is_skipped(code_point):
    line = f"x,{chr(code_point)}y"
    return read(line, skipinitialspace=True) == ["x", "y"] and read(line) == line.split(",")


print_spaces("python-split-latin-1", 0x110000, is_cut)
print_spaces("python-csv", 0x110000, is_skipped)
print("end")
