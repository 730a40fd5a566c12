"""What Python calls a space."""

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
print("end")
