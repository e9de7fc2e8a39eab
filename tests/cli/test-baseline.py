# SPDX-License-Identifier: LGPL-2.1-or-later
"""Safe Harbor by the command line against labels and risks that are worked out here.

usage: test-baseline.py DEID SHARED
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

tool, shared = sys.argv[1], Path(os.environ.get("DEID_SHARED", sys.argv[2]))


def run(*options):
    done = subprocess.run([tool, "run", "--json", *map(str, options)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def near(a, b):
    return abs(a - b) <= 1e-9 * max(1, abs(b))


def measure(labels, people):
    """Population risk, highest and average risk, unique records: by labels of records and people."""
    classes, state = Counter(labels), Counter()
    for label, n in people:
        state[label] += n
    risk = sum(Fraction(1, state[label]) for label in labels)
    return (float(risk), 1 / min(classes.values()), len(classes) / len(labels),
            sum(1 for n in classes.values() if n == 1))


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def check(found, expected):
    assert near(found["population_risk_sum"], expected[0]), (found["population_risk_sum"], expected)
    assert near(found["highest_risk"], expected[1])
    assert near(found["average_risk"], expected[2])
    assert found["unique"] == expected[3]


def patients(folder):
    """A table with each kind of identifier, and its population of people like them."""
    people = {"021": 20001, "036": 20000, "100": 1500000}
    zips = ["02138", "03602", "10001", "02139"]
    rows = [(f"Roe {i}", f"p{i}@example.org", i * 7 % 100, zips[i % 4],
             f"{1926 + i * 11 % 70}-{i % 12 + 1:02}-03", "fm"[i // 5 % 2]) for i in range(400)]
    table = write(folder / "patients.csv", ["name", "email", "age", "zip", "birth_date", "sex"], rows)
    state = write(folder / "state.csv", ["age", "zip", "birth_date", "sex", "n"],
                  [(*row[2:], i % 9 + 1) for i, row in enumerate(rows)])
    areas = write(folder / "areas.csv", ["zip3", "count"], people.items())

    def label(age, code, birth, sex):
        return ("90+" if int(age) >= 90 else age, code[:3] if people[code[:3]] > 20000 else "000",
                "old" if int(birth[:4]) < 1935 else birth[:4], sex)

    expected = measure([label(*row[2:]) for row in rows],
                       [(label(*row[2:]), i % 9 + 1) for i, row in enumerate(rows)])
    options = ["--input", table, "--population", state, "--population-weight", "n",
               "--qi", "age,zip,birth_date,sex", "--rule", "age=intervals:5,10",
               "--rule", "zip=prefix:3", "--rule", "birth_date=date:year",
               "--rule", "sex=suppress", "--zip-populations", areas,
               "--baseline-day", "2024-06-30"]
    report = run(*options, "--model", "k:1", "--baseline", "safe-harbor")["baseline"]
    check(report, expected)
    assert {row["column"]: row["letter"] for row in report["identifiers"]["identifiers"]} == {
        "name": "A", "email": "F", "age": "C", "zip": "B", "birth_date": "C"}
    assert [row["treatment"] for row in report["columns"]] == [
        "removed", "removed", "generalized", "generalized", "generalized", "kept"]
    limited = run(*options, "--baseline", "safe-harbor", "--baseline-limit")
    check(limited["baseline"], expected)
    assert limited["verified"]
    assert limited["risks"]["after"]["population_risk"]["sum"] <= report["population_risk_sum"]
    own = folder / "own.ini"
    own.write_text("[column age]\nrule=intervals:10\n[column birth_date]\ntreatment=remove\n"
                   "[column zip]\nrule=prefix:1\n", encoding="utf-8")
    report = run(*options, "--baseline", own, "--baseline-limit")["baseline"]
    check(report, measure([(row[2] // 10, row[3][0], row[5]) for row in rows],
                          [((row[2] // 10, row[3][0], row[5]), i % 9 + 1)
                           for i, row in enumerate(rows)]))
    assert report["policy"] is None


def adult(folder):
    """Adult with Tennessee: the ages of 60 and over in one group, by cuts."""
    def read(name):
        with open(shared / "data/adult" / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file, delimiter=";"))

    records, state = read("demographics_32561.csv"), read("population_tn.csv")

    def label(row):
        return row["sex"], row["race"], "60+" if int(row["age"]) >= 60 else row["age"]

    own = folder / "sixty.ini"
    own.write_text("[kind ages]\nrule=intervals:1;top=60\n", encoding="utf-8")
    report = run("--input", shared / "data/adult/demographics_32561.csv", "--delimiter", ";",
                 "--population", shared / "data/adult/population_tn.csv",
                 "--population-weight", "count", "--qi", "sex,race,age", "--generalize-by", "cuts",
                 "--algorithm", "bisecting", "--iterations", "3", "--baseline", own, "--baseline-limit")
    check(report["baseline"], measure([label(row) for row in records],
                                      [(label(row), int(row["count"])) for row in state]))
    assert report["baseline"]["policy"] is not None
    assert (report["risks"]["after"]["population_risk"]["sum"]
            <= report["baseline"]["population_risk_sum"])


with tempfile.TemporaryDirectory() as path:
    patients(Path(path))
    if (shared / "data/adult/population_tn.csv").exists():
        adult(Path(path))
    else:
        print(f"{shared}/data/adult is absent: left out")
