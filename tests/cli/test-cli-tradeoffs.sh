#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command on the sample data: tables of optima and of alternatives, alone by `deid explore` and
# beside a release by `deid run`.
#
#     test-cli-tradeoffs.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154,SC2034
. "$(dirname "$0")/cli.sh"

# lists OPTION…: it prints a table, and says nothing.
lists ()
{
  works look "$@"
}

# Each cell, and each k of the frontier, is what a run of its own finds.
test_tables ()
{
  lists --model k:5 --suppression-limit 5% --sweep k=2,9 --sweep suppression-limit=0,5% --json
  cp stdout sweep.json
  lists --model k:5 --suppression-limit 5% --frontier k=2..20 --json
  cp stdout frontier.json
  for k in 2 9; do
    succeeds --threads 1 --model k:$k --suppression-limit 5% --json
    cp stdout run.json
    "$python" - $k <<'END' || complain "--sweep and --frontier of k = $k"
import json, sys

k = sys.argv[1]
run, sweep, frontier = (json.load(open(f"{name}.json")) for name in ("run", "sweep", "frontier"))
cell, = [cell for cell in sweep["cells"] if cell["values"] == [k, "5%"]]
step, = [step for step in frontier["steps"] if step["first"] <= int(k) <= step["last"]]
assert sweep["axes"] == ["k", "suppression-limit"] and len(sweep["cells"]) == 4
for found in cell, step:
    assert found["loss"] == run["loss"] and found["suppressed"] == run["suppressed"], found
assert cell["proven"] and cell["policy"] == " ".join(f"{c}:{l}" for c, l in run["optimum"].items())
assert step["policy"] == cell["policy"]
END
  done
}

# Columns with an equals sign in their names can be varied, by keys and by capacities.
test_names ()
{
  sed '1s/age/a=b/' "$data/discharges.csv" >named.csv
  set -- --input named.csv --qi a=b,sex --model k:5 --set 'column a=b.rule=capacity:8' --csv
  lists "$@" --sweep 'capacity:a=b=100,2000'
  sed '1d; s/^/capacity:/' stdout >expected.csv
  lists "$@" --sweep 'column a=b.rule=capacity:100,capacity:2000'
  [ -s expected.csv ] && sed 1d stdout | cmp - expected.csv || complain "--sweep of a=b: $(cat stdout)"
  sed '1s/age/a = b/' "$data/discharges.csv" >named.csv
  set -- --input named.csv --qi 'a = b,sex' --model k:5 --csv
  lists "$@" --set 'column a = b.rule=capacity:8' --sweep 'capacity:a%20=%20b=100,2000'
  grep -q '^100,' stdout || complain "--sweep of a name with blanks: $(cat stdout)"
}

# Policies are printed as --evaluate reads them, whatever the names of columns are.
test_pasted_policies ()
{
  printf '%s\n' 'age in years,"zip, new",back\slash,a:b' >names.csv
  awk 'BEGIN { for (i = 0; i < 90; i++) printf "%d,Z %d,x\\y,%d\n", 20 + i % 3, i % 2, i % 2 }' >>names.csv
  set -- --input names.csv --qi 'age in years,zip\, new,back\slash,a:b' --model k:3
  for rule in 'age in years=intervals:2' 'zip, new=suppress' 'back\slash=suppress' a:b=suppress; do
    set -- "$@" --rule "$rule"
  done
  for table in --sweep=k=3,16 --frontier=k=3..20 --frontier=risk=0.2; do
    lists_of_names "$table" "$@"
  done
}

# lists_of_names TABLE OPTION…: each policy of a table can be pasted, and gives what the table says of it.
lists_of_names ()
{
  table=$1
  shift
  works "$tool" explore "$@" "$table"
  sed -n 's/.*  \(age\\ in.*\)/\1/p' stdout >policies
  [ -s policies ] || complain "$table: no policy in: $(cat stdout)"
  while IFS= read -r policy; do
    works "$tool" run "$@" --evaluate "$policy" --json
    "$python" - "$policy" <<'END' || complain "--evaluate '$policy'"
import json, re, sys

levels = re.findall(r":(\d+)(?: |$)", sys.argv[1])
assert [str(level) for level in json.load(open("stdout"))["policy"].values()] == levels, levels
END
  done <policies
}

test_forms ()
{
  lists --model k:5 --suppression-limit 5% --frontier suppression-limit --csv
  [ "$(head -n 1 stdout)" = first,last,loss,suppressed,policy ] ||
    complain "--csv: $(head -n 1 stdout)"
  lists --model k:5 --sweep k=2,5001
  grep -q '^  5001  *no  *yes  *-' stdout || complain "--sweep without a solution: $(cat stdout)"
  lists --model k:5 --frontier k=5000..6000
  grep -q '^last:  *6000$' stdout && grep -q '^   5000  *5000 .* age:' stdout || complain "--frontier: $(cat stdout)"
}

# At each threshold the optimum is what a run with its k, or its model, finds.
test_risks ()
{
  lists --model k:5 --suppression-limit 5% --frontier risk=0.09,0.2 --json
  cp stdout highest.json
  lists --model k:5 --suppression-limit 5% --frontier average-risk=5% --json
  cp stdout average.json
  for models in k:12 k:5 "k:5 avg:0.05"; do
    set --
    for model in $models; do
      set -- "$@" --model "$model"
    done
    succeeds --threads 1 "$@" --suppression-limit 5% --json
    cp stdout "run-${models##* }.json"
  done
  "$python" - <<'END' || complain "--frontier risk"
import json

def load(name):
    return json.load(open(f"{name}.json"))

highest, average = load("highest"), load("average")
assert highest["audience"] == "custodian-only" and highest["measure"] == "highest"
points = highest["points"] + average["points"]
for point, run in zip(points, ("run-k:12", "run-k:5", "run-avg:0.05"), strict=True):
    run = load(run)
    assert point["proven"] and point["risk"] <= point["threshold"], point
    assert point["loss"] == run["loss"] and point["suppressed"] == run["suppressed"], point
END
  lists --model k:5 --frontier risk --csv
  [ "$(wc -l <stdout)" -eq 6 ] || complain "--frontier risk --csv: $(cat stdout)"
  lists --model k:5 --suppression-limit 5% --frontier at-risk=0,0.01
  grep -q '^  optimum  *0  *yes  *yes  *0  0\.[0-9]* .* yes  age:' stdout ||
    complain "--frontier at-risk: $(cat stdout)"
  fails 2 "--frontier x" look --model k:5 --frontier risk=x
  fails 2 "expected more than 0" look --model k:5 --frontier risk=0
}

# The rules that were chosen make a job that finds what the best trial says.
test_capacities ()
{
  cat >capacities.ini <<'END'
[models]
model=k:5
[limits]
suppression-limit=5%
[column age]
role=quasi-identifying
type=integer
rule=capacity:100
[column stay]
role=quasi-identifying
type=integer
rule=capacity:200
[column charge]
role=insensitive
type=integer
END
  set -- --delimiter ';' --input "$data/discharges.csv" --problem capacities.ini
  look "$@" --choose-capacities all --restarts 1 --seed 4 --json >trials.json ||
    complain "--choose-capacities fails"
  look "$@" --choose-capacities age --shift-weights 0,0,1 --csv >trials.csv ||
    complain "--shift-weights fails"
  [ "$(head -n 1 trials.csv | cut -d, -f 1-6)" = 'capacities[0],solved,proven,best,start,score' ] ||
    complain "--choose-capacities --csv: $(head -n 1 trials.csv)"
  "$python" - <<'END' >chosen.ini || complain "--choose-capacities chooses another one"
import json

found = json.load(open("trials.json"))
best, = [trial for trial in found["trials"] if trial["best"]]
assert found["columns"] == ["age", "stay"] and found["seed"] == 4 and found["restarts"] == 1
assert found["trials"][0]["capacities"] == [100, 200] and best["proven"]
assert all((trial["lost"], trial["score"]) >= (best["lost"], best["score"])
           for trial in found["trials"])
for rule in found["best"]:
    print("[column {column}]\nrule={rule}".format(**rule))
END
  anonymize "$@" --problem chosen.ini --json >run.json || complain "the rules that were chosen fail"
  "$python" - <<'END' || complain "--choose-capacities and a run differ"
import json

run, found = (json.load(open(f"{name}.json")) for name in ("run", "trials"))
best, = [trial for trial in found["trials"] if trial["best"]]
assert run["loss"] == best["loss"] and run["suppressed"] == best["suppressed"], (run, best)
END
  fails 2 "--shift-weights 1: expected MEAN,CORRELATION" look "$@" --choose-capacities all \
    --shift-weights 1
  fails 2 "--restarts 3: expected --choose-capacities with it" look "$@" --restarts 3
  fails 2 "expected only one of --sweep, --frontier and --choose-capacities" look "$@" --choose-capacities all --sweep k=2
  fails 2 "whose rule is capacity" look "$@" --choose-capacities charge
}

test_plot ()
{
  if ! command -v gnuplot >gnuplot.txt; then
    fails 2 "gnuplot is not installed" look --model k:5 --sweep k=2,3 --sweep-plot plot.svg
    return
  fi
  lists --model k:5 --suppression-limit 5% --sweep k=2,3 --sweep suppression-limit=0,1%,5% \
    --sweep-plot plot.svg
  grep -q '</svg>' plot.svg || complain "--sweep-plot draws no SVG"
  [ "$(stat -c %a plot.svg)" = 600 ] || complain "--sweep-plot: $(stat -c %a plot.svg)"
  cp "$data/discharges.csv" own.csv
  fails 2 "own.csv: the same file as the" look --input own.csv --model k:5 --sweep k=2,3 \
    --sweep-plot own.csv
  look --model k:5 --sweep k=2,3 --csv --sweep-plot same.svg >same.svg 2>err &&
    complain "--sweep-plot over standard output"
  grep -q '^--sweep-plot.*same.svg\|same.svg' err || complain "--sweep-plot: $(cat err)"
  look --model k:5 --sweep k=100000,200000 --sweep-plot none.svg >none.txt 2>err
  grep -q '^  100000  *no  ' none.txt || complain "a plot of nothing loses the table"
  cmp -s own.csv "$data/discharges.csv" || complain "--sweep-plot wrote over the table"
}

# Tables come beside the release of the problem as it is asked: its report and its page have those that
# `deid explore` prints.
test_beside ()
{
  set -- --model k:5 --suppression-limit 5% --threads 1
  lists "$@" --sweep k=2,9 --json
  cp stdout sweep.json
  lists "$@" --frontier risk=0.09,0.2 --json
  cp stdout risks.json
  lists "$@" --frontier k=2..20 --json
  cp stdout frontier.json
  succeeds "$@" --json --output run.csv
  cp stdout run.json
  succeeds "$@" --sweep k=2,9 --frontier risk=0.09,0.2 --json --page both.html --output both.csv
  cp stdout both.json
  succeeds "$@" --frontier k=2..20 --json
  cp stdout beside.json
  "$python" - <<'END' || complain "--sweep and --frontier beside a release"
import json

both, beside, run, sweep, risks, frontier = (json.load(open(f"{name}.json")) for name in
    ("both", "beside", "run", "sweep", "risks", "frontier"))
for report in both, beside:
    for member in "optimum", "loss", "suppressed":
        assert report[member] == run[member], member
    assert report["seconds"]["tables"] >= 0 and "tables" not in run["seconds"]
for found, expected in (both["tradeoff"], sweep), (beside["frontier"], frontier):
    for table in found, expected:
        table.pop("problem", None)
    assert found == expected
points = both["risk_frontier"]["points"]
assert [p["source"] for p in points] == ["optimum", "optimum", "result", "cell", "cell"], points
for point, alone in zip(points, risks["points"]):
    assert {**point, "non_dominated": 0} == {**alone, "non_dominated": 0}, point
assert points[2]["loss"] == run["loss"] and points[2]["risk"] == run["risks"]["after"]["prosecutor"]["highest"]
for point, cell in zip(points[3:], sweep["cells"]):
    assert point["settings"] == [{"axis": "k", "value": cell["values"][0]}] and point["risk"] == cell["highest_risk"], point
    assert point["loss"] == cell["loss"] and point["policy"] == cell["policy"], point
page = open("both.html", encoding="utf-8").read()
for name, table in ("tradeoff.cells", both["tradeoff"]["cells"]), ("risk_frontier.points", points):
    assert all(f'data-figure="{name}.{i}.loss"' in page for i in range(len(table))), name
END
  cmp run.csv both.csv || complain "--sweep changes the released table"
  succeeds "$@" --sweep k=2,9
  grep -q '^Released: ' stdout && grep -q '^Trade-offs: ' stdout || complain "--sweep: $(cat stdout)"
  anonymize "$@" --sweep models.quality=loss:arith,dm --frontier risk --page losses.html >stdout 2>stderr ||
    complain "a sweep over losses: $?"
  grep -q "no points of --sweep in --frontier: axis 'models.quality'" stderr ||
    complain "a sweep over losses: $(cat stderr)"
  # What a problem file says of outputs is for runs.
  printf '[output]\npage=file.html\noutput=file.csv\n' >page.ini
  lists "$@" --problem page.ini --sweep k=2,9
  [ ! -e file.html ] && [ ! -e file.csv ] || complain "deid explore writes outputs of the problem file"
  succeeds "$@" --problem page.ini --sweep k=2,9
  [ -e file.html ] && [ -e file.csv ] || complain "--sweep: no outputs, though the problem file names some"
}

# Without another table, alternatives are listed, by the search that is given or another one.
test_alternatives ()
{
  set -- --model k:5 --suppression-limit 5%
  lists "$@" --json
  cp stdout found.json
  lists "$@" --algorithm bisecting --json
  cmp found.json stdout || complain "deid explore: other alternatives than of --algorithm bisecting"
  lists "$@" --csv
  cp stdout found.csv
  succeeds "$@" --json --algorithm bisecting --groups 2
  cp stdout run.json
  "$python" - <<'END' || complain "deid explore"
import csv, json

found, run = json.load(open("found.json")), json.load(open("run.json"))
rows = list(csv.DictReader(open("found.csv")))
assert len(rows) == len(found["policies"]) > 2, rows
assert [float(row["loss"]) for row in rows] == [policy["loss"] for policy in found["policies"]]
assert [policy["loss"] for policy in run["alternatives"]] == [policy["loss"] for policy in found["policies"]]
END
  lists "$@"
  "$python" - <<'END' || complain "deid explore: $(cat stdout)"
import json, re

policies = json.load(open("found.json"))["policies"]
text = open("stdout").read()
assert text.startswith("Alternatives")
numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", text, re.M)]
shown = [i for i, policy in enumerate(policies) if policy["bettered_by"] is None]
assert numbers == sorted(shown, key=lambda i: policies[i]["loss"]), (numbers, shown)
assert len(re.findall("Proven optimal: ", text)) == 1
assert f"{len(policies) - len(shown)} more have neither" in " ".join(text.split())
END
  fails 1 "fail k:5001" look --model k:5001
  lists "$@" --groups 2 --json
  "$python" -c 'import json, sys
groups = json.load(sys.stdin)["groups"]
assert len(groups) == 2, groups
members = [number for group in groups for number in group["policies"]]
assert sorted(members) == list(range(len(members))), members' <stdout || complain "deid explore --groups"
  fails 2 "--groups 0: expected at least 1, or auto" look "$@" --groups 0
  fails 2 "--groups 2: expected none with a table of another kind" look "$@" --groups 2 --sweep k=2,3
  fails 2 "--algorithm flash: expected a search that lists alternatives: bisecting, directed or" look "$@" \
    --algorithm flash
  fails 2 "--recoding local: expected global, as alternatives are policies" look "$@" --recoding local
}

test_refused ()
{
  for option in --output=none.csv --page=none.html --policy=none.json --evaluate=age:1; do
    fails 2 "unknown option ${option%%=*}" look --model k:5 --sweep k=2,3 "$option"
  done
  for option in --csv --sweep-plot=none.svg --choose-capacities=all; do
    fails 2 "unknown option ${option%%=*}" anonymize --model k:5 --sweep k=2,3 "$option"
  done
  for verb in run explore; do
    fails 2 "--sweep k: expected NAME=V1,V2" anonymize --model k:5 --sweep k
    fails 2 "--sweep #k=5: expected NAME=V1,V2" anonymize --model k:5 --sweep '#k=5'
    fails 2 "axis 'nok'" anonymize --model k:5 --sweep nok=3
    fails 2 "--frontier k=3: expected k=A..B" anonymize --model k:5 --frontier k=3
    fails 2 "--frontier x: expected k=A..B" anonymize --model k:5 --frontier x
    fails 2 "needed: a privacy model" anonymize --sweep k=2,3
  done
  verb=run
  fails 2 "expected only one of --sweep, --frontier and" look --model k:5 --sweep k=2 --frontier k=2..3
  look --model k:5 --sweep k=2 --csv --json >stdout && complain "--csv --json"
  grep -qF -e "--csv: expected no --json with it" stdout || complain "--csv --json: $(cat stdout)"
  fails 2 "axis 'nok'" anonymize --model k:5 --sweep nok=3 --page none.html --output none.csv
  fails 1 "no policy is a solution" anonymize --model k:5001 --sweep k=2,3 --page none.html
  [ ! -e none.html ] && [ ! -e none.csv ] || complain "a page or a table of a run that failed"
  fails 2 "--sweep-plot: expected --sweep with it" look --model k:5 --frontier k=2..3 --sweep-plot a.svg
}

test_tables
test_names
test_pasted_policies
test_forms
test_risks
test_capacities
test_plot
test_beside
test_alternatives
test_refused
finish
