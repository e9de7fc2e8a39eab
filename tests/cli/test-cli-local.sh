#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: local recoding.
#
#     test-cli-local.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The report, and the loss and classes that the released labels have by their definition.
test_release ()
{
  succeeds --model k:5 --recoding local --iterations 20000 --seed 3 --json --output release.csv \
    --page page.html
  cp stdout report.json
  "$python" - report.json release.csv "$data" <<'END' || complain "--recoding local"
import collections, csv, json, sys

report = json.load(open(sys.argv[1]))
assert report["recoding"] == "local" and report["optimum"] is None and report["verified"]
assert report["iterations"] == 20000 and report["suppressed"] == 0 and not report["proved"]
assert report["termination"] == "complete"
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
  grep -q "group by group" page.html || complain "page of a local recoding"
  ! grep -q "each of these occurs in the group" page.html || complain "a page without sets"
  succeeds --model k:5 --recoding local --iterations 20000 --seed 3 --output again.csv
  grep -q "^age  *quasi-identifying  *by class: " stdout || complain "classes, text"
  cmp release.csv again.csv || complain "a seed does not repeat"
  ! grep -q "The search reached" stdout || complain "a search that took all steps"
  succeeds --model k:5 --recoding local --iterations 20000 --step-limit 7
  unwrap | grep -q "The search reached its step limit\." || complain "the end by a step limit, text"
  succeeds --model k:5 --recoding local --iterations 20000 --step-limit 7 --json
  grep -q '"termination" *: *"step-limit"' stdout || complain "the end by a step limit"
}

# Records in classes of two with a label of exactly two finer ones are counted; none is left if that
# is asked for, which other searches refuse.
test_forced_labels ()
{
  succeeds --model k:2 --recoding local --iterations 2000 --json --output usual.csv
  cp stdout usual.json
  succeeds --model k:2 --recoding local --iterations 2000 --no-forced-labels --json --output wide.csv
  "$python" - usual.json usual.csv stdout wide.csv "$data" <<'END' || complain "--no-forced-labels"
import collections, csv, json, sys

names = ["age", "sex", "zip"]
forcing = {}
for name in names:
    finer = collections.defaultdict(lambda: collections.defaultdict(set))
    for labels in csv.reader(open(f"{sys.argv[5]}/hierarchy_{name}.csv"), delimiter=";"):
        for level, label in enumerate(labels):
            for lower in range(level):
                finer[label][lower].add(labels[lower])
    forcing[name] = {label for label, below in finer.items()
                     if len(next((below[i] for i in sorted(below, reverse=True) if len(below[i]) > 1), ())) == 2}

def count(path):
    rows = [tuple(row[n] for n in names) for row in csv.DictReader(open(path), delimiter=";")]
    sizes = collections.Counter(rows)
    return sum(sizes[row] == 2 and any(label in forcing[n] for n, label in zip(names, row)) for row in rows)

usual, wide = (json.load(open(path)) for path in (sys.argv[1], sys.argv[3]))
assert usual["forced_records"] == count(sys.argv[2]) > 0, usual["forced_records"]
assert wide["forced_records"] == count(sys.argv[4]) == 0 and wide["verified"]
assert wide["loss"] > usual["loss"]
END
  succeeds --model k:2 --recoding local --iterations 2000
  unwrap | grep -q "An attacker may work out finer labels " || complain "forced labels, text"
  succeeds --model k:2 --recoding local --iterations 2000 --no-forced-labels
  ! grep -q "An attacker may work out" stdout || complain "--no-forced-labels, text"
  fails 2 "expected the search 'local'" anonymize --model k:2 --no-forced-labels --output no.csv
  # The way out is named where there is one: not with persons.
  set -- --entity patient --model k:2 --recoding local --iterations 200
  succeeds "$@"
  unwrap | grep -q "Without an entity column, --no-forced-labels avoids such labels" || complain "forced labels of persons"
  fails 2 "an entity column and the demand" anonymize "$@" --no-forced-labels
}

# The same from a problem file; a policy loses more.
test_problem_file ()
{
  cat >problem.ini <<END
[input]
input=$data/discharges.csv
delimiter=;
[column age]
role=quasi-identifying
[column zip]
role=quasi-identifying
[lattice]
hierarchies=$data/hierarchy_
[models]
model=k:5
[search]
recoding=local
iterations=5000
END
  "$tool" run --problem problem.ini --json >local.json || complain "recoding=local"
  "$tool" run --problem problem.ini --recoding global --set search.iterations=auto --json >global.json \
    || complain "--recoding global"
  "$python" - local.json global.json <<'END' || complain "global and local"
import json, sys

local, policy = (json.load(open(path)) for path in sys.argv[1:])
assert policy["recoding"] == "global" and policy["optimum"] is not None
assert local["loss"] < policy["loss"] and local["iterations"] == 5000
END
}

# The report, the page and the certificate say the same of the bound; an auditor checks it.
test_bound ()
{
  for by in sets levels; do
    succeeds --model k:5 --recoding local --iterations 20000 --rises 8 --generalize-by "$by" --json --output bounded.csv \
      --certificate bound.jsonl --page bounded.html
    cp stdout bounded.json
    "$tool" verify --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
      --qi age,sex,zip --model k:5 --recoding local --generalize-by "$by" --bound bound.jsonl --release bounded.csv \
      --json >verified.json || complain "deid verify --bound"
    "$python" - bounded.json bound.jsonl verified.json <<'END' || complain "--rises, $by"
import json, sys

report = json.load(open(sys.argv[1]))
claim = json.loads(open(sys.argv[2]).readlines()[1])
verified = json.load(open(sys.argv[3]))
assert report["rises"] == 8 and report["bounds_local_recodings"] and not report["proved"]
assert 0 < report["lower_bound"] == claim["lower_bound"] == verified["lower_bound"] < report["loss"]
assert claim["recoding"] == "local" and claim["k"] == 5
END
  done
  grep -q "deid verify problem.ini --bound bound.jsonl --release bounded.csv" \
    bounded.html || complain "page of a bound"
  "$tool" verify --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    --qi age,sex,zip --model k:5 --bound - <bound.jsonl >stdout || complain "--bound -"
  fails 1 "bound.jsonl" "$tool" verify --input bounded.csv --delimiter ';' \
    --hierarchies "$data/hierarchy_" --qi sex --model k:5 --bound bound.jsonl
  succeeds --model k:5 --recoding local --iterations 20000 --rises 6 --certificate bound.jsonl
  unwrap | grep -q "Any recoding with such labels loses at least [0-9.]* %\." ||
    complain "bound, text"
}

# What stands beside a local recoding on its page: cells of sweeps are none of policies, frontiers of
# risk have it as a point. A run with a time limit does not promise to repeat.
test_page ()
{
  succeeds --model k:5 --recoding local --iterations 2000 --sweep k=3,5,11 --frontier risk \
    --page tables.html --json
  "$python" - stdout tables.html <<'END' || complain "tables of a local recoding"
import json, sys

report = json.load(open(sys.argv[1]))
page = open(sys.argv[2]).read()
points = report["risk_frontier"]["points"]
assert points[0]["source"] == "result" and points[0]["policy"] == "local recoding"
assert points[0]["loss"] == report["loss"], points
assert [cell["policy"] for cell in report["tradeoff"]["cells"]] == ["local recoding"] * 3
assert page.count("this release") == 1 and page.count("<strong>This release</strong>") == 1
END
  succeeds --model k:5 --recoding local --time-limit 0.3 --page timed.html
  grep -q "A run with a time limit does not repeat exactly" timed.html || complain "how a timed run repeats"
}

# Ages as runs of numbers: the classes of the release, and what it says of them. A level is how many
# pairs of neighbours a run merges. The labels are those of exact ends, since a hierarchy lists them.
test_runs ()
{
  succeeds --model k:5 --recoding local --iterations 20000 --seed 3 --set 'column age.generalize-by=cuts' \
    --json --output runs.csv --page runs.html
  cp stdout runs.json
  "$python" - runs.json report.json runs.csv "$data" runs.html <<'END' || complain "runs of ages"
import collections, csv, json, re, sys

report, levels = (json.load(open(path)) for path in sys.argv[1:3])
rows = list(csv.DictReader(open(sys.argv[3]), delimiter=";"))
ages = [int(row[0]) for row in csv.reader(open(f"{sys.argv[4]}/hierarchy_age.csv"), delimiter=";")]
n_covered = [sum(int(row["age"].split("-")[0]) <= age <= int(row["age"].split("-")[-1]) for age in ages)
             for row in rows]
column = {column["name"]: column for column in report["columns"]}["age"]
assert abs(column["loss"] - sum(n - 1 for n in n_covered) / (len(ages) - 1) / len(rows)) < 1e-9
counts = collections.Counter(n_covered)
assert column["records_by_level"] == [counts[n] for n in range(1, max(n_covered) + 1)]
assert column["level"] is None and column["n_levels"] is None
assert report["verified"] and report["loss"] < levels["loss"]
kept = re.search(r'<bdi>age</bdi></th><td class="word">group by group: <span class="n" data-value="([0-9.]+)">'
                 r'[^<]*</span> of the records keep their value', open(sys.argv[5]).read())[1]
assert abs(float(kept) - counts[1] / len(rows)) < 1e-4, (kept, counts[1])
END
}

test_refusals ()
{
  refuses 2 "a local recoding cannot be applied to other records" --model k:5 --recoding local \
    --policy policy.json
  fails 2 "expected --rises" anonymize --model k:5 --recoding local --certificate proof.txt
  fails 2 "--rises: the search is optimal, expected local" \
    anonymize --model k:5 --rises 3
  fails 2 "4294967296 rises" anonymize --model k:5 --recoding local --rises 4294967296
  fails 2 "expected the algorithm auto" anonymize --model k:5 --recoding local --algorithm flash
  refuses 2 "global, local or cells" --model k:5 --recoding locl
  for option in "--recoding local" "--algorithm local" "--algorithm local:1000:2"; do
    # The options are split into words.
    # shellcheck disable=SC2086
    {
      fails 2 "a local recoding is no policy" anonymize --model k:5 $option --explain
      for frontier in k=2..6 suppression-limit; do
        fails 2 "--frontier $frontier: expected no local recoding" \
          anonymize --model k:5 $option --frontier $frontier
        leaves_nothing 2 "--frontier $frontier: expected no local recoding" \
          anonymize --model k:5 $option --frontier $frontier --page out/page.html
      done
      for frontier in risk risk=0.1; do
        fails 2 "--frontier $frontier: expected no local recoding" \
          look --model k:5 $option --frontier $frontier
      done
    }
  done
}

# A certificate is written or refused for both spellings alike.
test_spellings ()
{
  anonymize --model k:5 --iterations 1000 --recoding local --certificate proof.txt --quiet \
    >recoding.txt 2>&1
  status=$?
  anonymize --model k:5 --iterations 1000 --algorithm local --certificate proof.txt --quiet \
    >search.txt 2>&1
  actual=$?
  if [ $actual -ne $status ] || ! cmp recoding.txt search.txt; then
    complain "--certificate beside --algorithm local: exit status $actual: $(cat search.txt)"
  fi
}

# The algorithm for a local recoding is one, and says so in the problem that is written.
test_algorithm ()
{
  for search in local local:1000:2 mondrian mondrian:relaxed rounds rounds:3; do
    succeeds --model k:5 --algorithm $search --write-problem stated.ini
    grep -q "^recoding=auto$" stated.ini || complain "--algorithm $search writes another recoding"
    works "$tool" run --problem stated.ini --set output.output= --json
    grep -q '"recoding" *: *"local"' stdout || complain "--algorithm $search, read back"
    refuses 2 "--recoding: the algorithm is for a local recoding" --model k:5 --algorithm $search \
      --recoding global
    leaves_nothing 2 "--polish: the search is $search, expected bisecting or directed" \
      anonymize --output out/release.csv --model k:5 --algorithm $search --polish
  done
  printf '[search]\nalgorithm=local\nrecoding=global\n' >contradiction.ini
  refuses 2 "contradiction.ini: line 3: [search] recoding: the algorithm is for a local recoding" \
    --problem contradiction.ini --model k:5
  succeeds --model k:5 --algorithm local --iterations 1000 --seed 2 --quiet --output keys.csv
  succeeds --model k:5 --algorithm local:1000:2 --quiet --seed 2 --output stated.csv
  cmp keys.csv stated.csv || complain "--algorithm local:1000:2 and --iterations 1000 --seed 2 differ"
  for search in local:1000:2 bisecting:100:1; do
    leaves_nothing 2 "--iterations: the algorithm is stated as $search, expected its name alone" \
      anonymize --output out/release.csv --model k:5 --algorithm $search --iterations 500
  done
  leaves_nothing 2 "--rises: the algorithm is stated as local:1000:2, expected its name alone" \
    anonymize --output out/release.csv --model k:5 --algorithm local:1000:2 --rises 5
  for search in mondrian rounds:3; do
    leaves_nothing 2 "--iterations: the search is $search, expected bisecting, directed or local" \
      anonymize --output out/release.csv --model k:5 --algorithm $search --iterations 5
    leaves_nothing 2 "--rises: the search is $search, expected local" \
      anonymize --output out/release.csv --model k:5 --algorithm $search --rises 5
  done
  refuses 2 "--iterations: the search is optimal, expected bisecting, directed or local" \
    --model k:5 --iterations 500
}

# A default that was written down stands in the way of no option.
test_written_defaults ()
{
  succeeds --model k:5 --write-problem defaults.ini
  works "$tool" run --problem defaults.ini --algorithm local --iterations 1000 --json
  grep -q '"recoding" *: *"local"' stdout || complain "--algorithm local over a file of defaults"
  works "$tool" run --problem defaults.ini --json
  grep -q '"recoding" *: *"global"' stdout || complain "a file of defaults, read back"
}

# A problem file is refused what the options are, by the key that it has.
test_settings ()
{
  for recoding in recoding=local algorithm=local; do
    printf '[search]\n%s\n' $recoding >search.ini
    fails 2 "--frontier k=2..6: expected no local recoding" \
      anonymize --problem search.ini --model k:5 --frontier k=2..6
    printf '[report]\nexplain=yes\n' >explain.ini
    fails 2 "a local recoding is no policy" \
      anonymize --problem search.ini --problem explain.ini --model k:5
    echo "evaluate=age:1,sex:0,zip:1" >>search.ini
    refuses 2 "[search] ${recoding%=*}: the policy is stated and nothing is searched" \
      --problem search.ini --model k:5
  done
}

# Numbers and dates without a rule have ranges in a local recoding by steps, which say so; where
# something else is stated, they have levels.
test_ranges ()
{
  printf 'day;age\n' >days.csv
  for day in 30.01. 31.01. 01.02. 10.03. 11.03. 12.03.; do echo "${day}2023;40" >>days.csv; done
  set -- "$tool" run days.csv --delimiter ';' --qi day,age --model k:3 --iterations 500 --seed 1
  "$@" --recoding local --output days.out >stdout 2>notes || complain "ranges of dates"
  printf "deid run: column '%s' has ranges of its values; --rule sets other labels\n" day age | cmp - notes ||
    complain "the notes of ranges"
  printf 'day;age\n' >expected.csv
  for _ in 1 2 3; do echo "30.01.2023 to 01.02.2023;40" >>expected.csv; done
  for _ in 1 2 3; do echo "10.03.2023 to 12.03.2023;40" >>expected.csv; done
  sort days.out >sorted.out
  sort expected.csv | cmp - sorted.out || complain "ranges of dates: another table"
  "$@" --recoding local --generalize-by sets >stdout 2>notes || complain "dates beside sets"
  grep -q "'day' has ranges of its values" notes || complain "dates beside sets: no ranges"
  for option in "--levels day=0..1" "--generalize-by day=subtrees" "--algorithm rounds --iterations auto"; do
    # The options are split into words.
    # shellcheck disable=SC2086
    "$@" --recoding local $option >stdout 2>notes
    grep -q "column 'day' has the suggested rule date" notes || complain "$option: $(cat notes)"
  done
}

# What sets of values refuse says what to do instead, and the page what they tell.
test_sets ()
{
  succeeds --model k:3 --recoding local --iterations 500 --generalize-by sets --no-forced-labels \
    --output no.csv --page sets.html --json
  grep -q '"forced_records" *: *0' stdout || complain "sets and --no-forced-labels"
  grep -q "a list may name values that do not occur in the group" sets.html || complain "a page of wide sets"
  ! grep -q "each of these occurs in the group" sets.html || complain "a page of wide sets: also as others"
  succeeds --model k:3 --recoding local --iterations 500 --generalize-by sets --page sets.html
  grep -q "each of these occurs in the group" sets.html || complain "a page of sets"
  "$python" - no.csv <<'END' || complain "sets of as many values as records"
import collections, csv, sys

rows = [tuple(row[n] for n in ("age", "sex", "zip")) for row in csv.DictReader(open(sys.argv[1]), delimiter=";")]
assert all(row[2].count(",") + 1 != n or n == 1 for row, n in collections.Counter(rows).items())
END
  set -- --model k:5 --recoding local --iterations 500
  fails 2 "--set-size: no label is a set of values, expected generalize-by=sets" anonymize "$@" --set-size 4
  fails 2 "--set-size: column 'age': no label is a set of values" anonymize "$@" --generalize-by sets \
    --set-size age=4
  fails 2 "text for suppressed values that begins with a brace" anonymize "$@" --generalize-by sets \
    --suppressed 'sex={female, male}'
  fails 2 "expected levels from 0 on, or generalize-by=levels for the column" anonymize "$@" \
    --generalize-by zip=sets --levels zip=1..
  fails 2 "expected the search local, or generalize-by=levels" anonymize "$@" --iterations auto \
    --generalize-by zip=sets --algorithm mondrian
  fails 2 "subtrees of a hierarchy" anonymize "$@" --generalize-by zip=subtrees --rises 4
  verb=report fails 2 "expected recoding=local, or generalize-by=levels" anonymize --model k:5 \
    --generalize-by sets
  look "$@" --generalize-by sets --sweep lattice.set-size=2,none --csv >sizes.csv 2>sizes.txt || complain "--sweep"
  "$python" - sizes.csv <<'END' || complain "--sweep lattice.set-size"
import csv, sys

cells = list(csv.DictReader(open(sys.argv[1])))
assert [cell["values[0]"] for cell in cells] == ["2", "none"], cells
assert float(cells[0]["loss"]) > float(cells[1]["loss"])
END
}

test_release
test_forced_labels
test_runs
test_problem_file
test_bound
test_page
test_refusals
test_spellings
test_algorithm
test_written_defaults
test_settings
test_sets
test_ranges
finish
