#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: cell suppression.
#
#     test-cli-cells.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# cells OPTION…
cells ()
{
  works "$tool" run --input "$data/discharges.csv" --delimiter ';' --qi age,sex,zip --model k:5 \
    --recoding cells --iterations 10000 --seed 3 "$@"
}

# Without hierarchies; report, text and page say what a reader of the release counts.
test_release ()
{
  cells --json --output release.csv --page page.html
  cp stdout report.json
  cells
  cp stdout report.txt
  "$python" - report.json release.csv "$data/discharges.csv" report.txt page.html <<'END' || complain "--recoding cells"
import collections, csv, json, re, sys

report = json.load(open(sys.argv[1]))
rows, before = (list(csv.DictReader(open(path), delimiter=";")) for path in sys.argv[2:4])
text, page = (open(path).read() for path in sys.argv[4:])
names = ["age", "sex", "zip"]
assert report["recoding"] == "cells" and report["optimum"] is None and report["verified"]
assert min(collections.Counter(tuple(row[n] for n in names) for row in rows).values()) >= 5
columns = {column["name"]: column for column in report["columns"]}
n_all = 0
for name in names:
    n = sum(row[name] == "*" for row in rows)
    values = {row[name] for row in before} | {"*"}
    assert {row[name] for row in rows} <= values
    assert columns[name]["suppressed_cells"] == n and columns[name]["missing_cells"] == [0, 0]
    assert columns[name]["records_by_level"] == [len(rows) - n, n]
    assert re.search(rf"^{name} .* {n} cells suppressed ", text, re.MULTILINE), text
    n_all += n
assert report["suppressed_cells"] == n_all
assert abs(report["loss"] - n_all / len(rows) / 3) < 1e-9
assert page.count("cell by cell: ") == 3
END
}

# What is missing stays missing, or is suppressed.
test_missing ()
{
  "$python" - "$data/discharges.csv" >gaps.csv <<'END'
import csv, sys

rows = list(csv.reader(open(sys.argv[1]), delimiter=";"))
age = rows[0].index("age")
for i, row in enumerate(rows):
    if i > 0 and i % 9 == 0:
        row[age] = ""
csv.writer(sys.stdout, delimiter=";").writerows(rows)
END
  cells --set input.input=gaps.csv --json --output gaps-released.csv
  "$python" - stdout gaps-released.csv <<'END' || complain "missing values"
import csv, json, sys

report = json.load(open(sys.argv[1]))
ages = [row["age"] for row in csv.DictReader(open(sys.argv[2]), delimiter=";")]
column = next(column for column in report["columns"] if column["name"] == "age")
assert column["missing_cells"] == [5000 // 9, ages.count("")] and ages.count("") > 0, column
assert column["suppressed_cells"] == ages.count("*")
END
  cells --set input.input=gaps.csv
  unwrap | grep -q " age .*missing: 555 .*before, [0-9]* after)" || complain "missing values, text"
}

# The column that weighs more keeps more cells.
test_importance ()
{
  for weight in 1 10; do
    cells --set "column zip.loss-weight=$weight" --json
    cp stdout weight-$weight.json
  done
  "$python" - weight-1.json weight-10.json <<'END' || complain "weights of columns"
import json, sys

cells = []
for path in sys.argv[1:]:
    report = json.load(open(path))
    columns = [column for column in report["columns"] if column["role"] == "quasi-identifying"]
    cells.append({column["name"]: column["suppressed_cells"] for column in columns})
    loss = sum(column["weight"] * column["suppressed_cells"] for column in columns)
    assert abs(report["loss"] - loss / 5000 / sum(column["weight"] for column in columns)) < 1e-9
assert cells[1]["zip"] < cells[0]["zip"] and cells[1]["age"] > cells[0]["age"], cells
END
}

# With hierarchies, cells keep the label of the lowest level, or are suppressed if levels allow it.
test_hierarchies ()
{
  cells --hierarchies "$data/hierarchy_" --set "column zip.levels=2.." --set "column sex.levels=0" \
    --output levels.csv --json
  "$python" - stdout levels.csv "$data/hierarchy_zip.csv" <<'END' || complain "cells of levels"
import csv, json, sys

report = json.load(open(sys.argv[1]))
rows = list(csv.DictReader(open(sys.argv[2]), delimiter=";"))
labels = {row[2] for row in csv.reader(open(sys.argv[3]), delimiter=";")}
assert report["recoding"] == "cells"
assert "*" in {row["zip"] for row in rows} <= labels | {"*"}
assert {row["sex"] for row in rows} == {"female", "male"}
assert any(row["age"].isdigit() for row in rows)
END
  cells --rule zip=prefix:2 --set "column zip.levels=1" --output kept.csv
  ! cut -d ';' -f 3 kept.csv | grep -qx '\*' || complain "levels=1 suppresses cells"
}

# An auditor checks the bound, whole records may be suppressed, and sweeps compare recodings.
test_others ()
{
  cells --rises 4 --output bounded.csv --certificate bound.jsonl --page bounded.html
  "$tool" verify --input "$data/discharges.csv" --delimiter ';' --qi age,sex,zip --model k:5 \
    --recoding cells --bound bound.jsonl --release bounded.csv >stdout || complain "deid verify"
  cells --set limits.suppression-limit=5% --distortion --left-out pairs --json
  grep -q '"verified" *: *true' stdout || complain "suppressed records"
  cells --hierarchies "$data/hierarchy_" --sweep search.recoding=cells,local --json \
    --page sweep.html
  "$python" - stdout <<'END' || complain "a sweep of recodings"
import json, sys

cells = json.load(open(sys.argv[1]))["tradeoff"]["cells"]
assert [cell["policy"] for cell in cells] == ["cell suppression", "local recoding"]
assert cells[0]["loss"] > cells[1]["loss"]
END
}

# A problem file says the same, and is written and read back.
test_problem_file ()
{
  cells --write-problem cells.ini
  grep -q "^recoding=cells$" cells.ini || complain "recoding=cells is not written"
  cells --output options.csv --quiet
  works "$tool" run --problem cells.ini --output file.csv --quiet
  cmp options.csv file.csv || complain "options and a problem file differ"
  works "$tool" run --problem cells.ini --algorithm local --output named.csv --quiet
  cmp options.csv named.csv || complain "--algorithm local beside --recoding cells"
}

test_refusals ()
{
  fails 2 "--recoding: cells are kept or suppressed, expected a lattice of levels" \
    anonymize --model k:5 --recoding cells --generalize-by cuts
  fails 2 "column age.generalize-by: cells are kept or suppressed, expected a lattice of levels" \
    anonymize --model k:5 --recoding cells --set "column age.generalize-by=cuts"
  fails 2 "column sex.levels" anonymize --model k:5 --recoding cells --set "column sex.levels=0..7"
  fails 2 "expected the algorithm auto" anonymize --model k:5 --recoding cells --algorithm flash
  fails 2 "--recoding: the policy is stated and nothing is searched" \
    anonymize --model k:5 --recoding cells --evaluate age:1
  fails 2 "cannot be applied to other records" \
    anonymize --model k:5 --recoding cells --policy policy.json
}

test_release
test_missing
test_importance
test_hierarchies
test_others
test_problem_file
test_refusals
finish
