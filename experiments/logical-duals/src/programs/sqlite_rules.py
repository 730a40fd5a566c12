"""Tries what SQLite lets one declare, and lets two connections race in every order; prints one line of JSON.

Standard input is JSON: `orders`, each of digits 1 and 2.
"""

import json
import sqlite3
import sys

# Statements that declare a rule, that keep it, and that break it.
RULES = {
    "unique": ("create table t (a unique)", "insert into t values (1), (2)", "insert into t values (1)"),
    "not-null": ("create table t (a not null)", "insert into t values (1)", "insert into t values (null)"),
    "references": (
        "pragma foreign_keys = on; create table s (a integer primary key); create table t (a references s)",
        "insert into s values (1); insert into t values (1)",
        "insert into t values (2)",
    ),
    "check-row": ("create table t (a, b, check (a <= b))", "insert into t values (1, 2)", "insert into t values (2, 1)"),
    "exclude": ("create table t (r, exclude using gist (r with &&))", "", ""),
    "without-overlaps": ("create table t (a, valid, primary key (a, valid without overlaps))", "", ""),
    "period": (
        "create table s (a, valid, primary key (a, valid)); "
        "create table t (a, valid, foreign key (a, period valid) references s (a, period valid))",
        "",
        "",
    ),
    "one-row": ("create table t (a integer primary key check (a = 1))", "insert into t values (1)", "insert into t values (2)"),
    "check-subquery": (
        "create table t (a, check ((select count(*) from t) <= 1))",
        "insert into t values (1)",
        "insert into t values (2)",
    ),
    "check-function": (
        "create table t (a); create function few() returns boolean as 'select count(*) <= 1 from t'",
        "insert into t values (1)",
        "insert into t values (2)",
    ),
    "assertion": (
        "create table t (a); create assertion few check ((select count(*) from t) <= 1)",
        "insert into t values (1)",
        "insert into t values (2)",
    ),
    "trigger": (
        "create table t (a); create trigger few after insert on t when (select count(*) from t) > 1 "
        "begin select raise(abort, 'more than one row'); end",
        "insert into t values (1)",
        "insert into t values (2)",
    ),
}


def attempt(connection, statements):
    try:
        for statement in [statements] if " trigger " in statements and "begin" in statements else statements.split(";"):
            if " trigger " in statement:
                connection.executescript(statement)
            else:
                connection.execute(statement)
        return None
    except sqlite3.Error as error:
        return str(error)


def rules():
    found = {}
    for key, (declare, keep, violate) in RULES.items():
        connection = sqlite3.connect(":memory:", isolation_level=None)
        said = attempt(connection, declare)
        kept = said is None and attempt(connection, keep) is None
        violated = kept and attempt(connection, violate) is None
        found[key] = {"declared": said is None, "kept": kept, "violated": violated, "said": said or ""}
        connection.close()
    return found


def connect(name):
    return sqlite3.connect(name, isolation_level=None, timeout=0)


def race(order, journal):
    name = f"race-{order}-{journal}.db"
    setup = connect(name)
    setup.execute(f"pragma journal_mode = {journal}")
    setup.execute("create table doctors (name text primary key, on_call integer not null)")
    setup.execute("insert into doctors values ('1', 1), ('2', 1)")
    setup.executescript(
        "create trigger somebody after update on doctors when not exists (select 1 from doctors where on_call) "
        "begin select raise(abort, 'nobody is on call'); end"
    )
    connections = [connect(name), connect(name)]
    steps, ends = [0, 0], [None, None]
    for who in [int(digit) - 1 for digit in order]:
        connection, step = connections[who], steps[who]
        steps[who] += 1
        if ends[who]:
            continue
        try:
            if step == 0:
                connection.execute("begin")
                connection.execute("select count(*) from doctors where on_call").fetchall()
            elif step == 1:
                connection.execute("update doctors set on_call = 0 where name = ?", (str(who + 1),))
            else:
                connection.execute("commit")
                ends[who] = "committed"
        except sqlite3.IntegrityError:
            ends[who] = "refused"
        except sqlite3.Error:
            ends[who] = "aborted"
        if ends[who] in ("refused", "aborted"):
            connection.execute("rollback")
    on_call = setup.execute("select count(*) from doctors where on_call").fetchone()[0]
    for connection in [*connections, setup]:
        connection.close()
    return {"ends": ends, "broken": on_call == 0}


told = json.load(sys.stdin)
races = {journal: [race(order, journal) for order in told["orders"]] for journal in ("delete", "wal")}
print(json.dumps({"version": sqlite3.sqlite_version, "rules": rules(), "races": races}))
