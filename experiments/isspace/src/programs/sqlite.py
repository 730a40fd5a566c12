"""What SQLite's trim() removes."""

import sqlite3

QUERY = """
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 0x10FFFF)
SELECT n FROM numbers WHERE n NOT BETWEEN 0xD800 AND 0xDFFF AND trim(char(n) || 'x' || char(n)) = 'x'
"""

print("version", sqlite3.sqlite_version)
rows = sqlite3.connect(":memory:").execute(QUERY)
print("sqlite-trim", format(0x110000, "x"), *[format(code_point, "x") for (code_point,) in rows])
print("end")
