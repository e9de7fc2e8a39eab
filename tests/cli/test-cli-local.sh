#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: local recoding.
#
#     test-cli-local.sh TOOL VERIFIER DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The report, and the loss and classes that the released labels have by their definition.
test_release ()
{
  succeeds --model k:5 --recoding local --iterations 20000 --seed 3 --json --output release.csv \
    --report page.html
  cp stdout report.json
  "$python" - report.json release.csv "$data" <<'END' || complain "--recoding local"
import collections, csv, json, sys

report = json.load(open(sys.argv[1]))
assert report["recoding"] == "local" and report["optimum"] is None and report["verified"]
assert report["iterations"] == 20000 and report["suppressed"] == 0 and not report["proved"]
rows = list(csv.DictReader(open(sys.argv[2]), delimiter=";"))
names = ["age", "sex", "zip"]
assert len(rows) == 5000
assert min(collections.Counter(tuple(row[n] for n in names) for row in rows).values()) >= 5
columns = {column["name"]: column for column in report["columns"]}
losses = []
for name in names:
    table = list(csv.reader(open(f"{sys.argv[3]}/hierarchy_{name}.csv"), delimiter=";"))
    leaves, levels = collections.defaultdict(set), {}
    for labels in table:
        for level, label in enumerate(labels):
            leaves[label].add(labels[0])
            levels.setdefault(label, level)
    n = len(table)
    losses.append(sum((len(leaves[row[name]]) - 1) / (n - 1) for row in rows) / len(rows))
    assert columns[name]["level"] is None
    assert abs(columns[name]["loss"] - losses[-1]) < 1e-9
    counts = collections.Counter(levels[row[name]] for row in rows)
    assert columns[name]["records_by_level"] == [counts[i] for i in range(len(table[0]))], counts
assert abs(report["loss"] - sum(losses) / len(losses)) < 1e-9
END
  grep -q "class by class" page.html || complain "page of a local recoding"
  succeeds --model k:5 --recoding local --iterations 20000 --seed 3 --output again.csv
  grep -q "^in words: *each class has labels of its own$" stdout || complain "policy, text"
  cmp release.csv again.csv || complain "a seed does not repeat"
}

# The same from a problem file; a policy loses more.
test_problem_file ()
{
  cat >problem.ini <<END
[input]
file=$data/discharges.csv
delimiter=;
[column age]
role=quasi-identifying
[column zip]
role=quasi-identifying
[lattice]
hierarchies=$data/hierarchy_
[models]
privacy=k:5
[search]
recoding=local
iterations=5000
END
  "$tool" --problem problem.ini --json >local.json || complain "recoding=local"
  "$tool" --problem problem.ini --recoding global --set search.iterations=auto --json >global.json \
    || complain "--recoding global"
  "$python" - local.json global.json <<'END' || complain "global and local"
import json, sys

local, policy = (json.load(open(path)) for path in sys.argv[1:])
assert policy["recoding"] == "global" and policy["optimum"] is not None
assert local["loss"] < policy["loss"] and local["iterations"] == 5000
END
}

test_refusals ()
{
  refuses 2 "a local recoding cannot be applied to other records" --model k:5 --recoding local \
    --policy policy.json
  fails 2 "certificates of local recodings are not written yet" \
    anonymize --model k:5 --recoding local --certificate proof.txt
  fails 2 "expected the algorithm auto" anonymize --model k:5 --recoding local --search flash
  refuses 2 "global or local" --model k:5 --recoding locl
}

test_release
test_problem_file
test_refusals
finish
