#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: tables of optima.
#
#     test-cli-tradeoffs.sh TOOL VERIFIER DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# Each cell, and each k of the frontier, is what a run of its own finds.
test_tables ()
{
  succeeds --model k:5 --suppression-limit 5% --sweep k=2,9 --sweep suppression=0,5% --json
  cp stdout sweep.json
  succeeds --model k:5 --suppression-limit 5% --frontier k=2..20 --json
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
assert sweep["axes"] == ["k", "suppression"] and len(sweep["cells"]) == 4
for found in cell, step:
    assert found["loss"] == run["loss"] and found["suppressed"] == run["suppressed"], found
assert cell["proven"] and cell["policy"] == " ".join(f"{c}:{l}" for c, l in run["optimum"].items())
assert step["policy"] == run["optimum"]
END
  done
}

test_forms ()
{
  succeeds --model k:5 --suppression-limit 5% --frontier suppression --csv
  [ "$(head -n 1 stdout)" = 'limit_first,limit_last,loss,suppressed,records,"age","sex","zip"' ] ||
    complain "--csv: $(head -n 1 stdout)"
  succeeds --model k:5 --sweep k=2,5001
  grep -q '^5001  *no solution$' stdout || complain "--sweep without a solution: $(cat stdout)"
  succeeds --model k:5 --frontier k=5000..6000
  grep -q '^no solution from k = 5001 on$' stdout || complain "--frontier: $(cat stdout)"
}

test_plot ()
{
  if ! command -v gnuplot >gnuplot.txt; then
    fails 2 "gnuplot is not installed" anonymize --model k:5 --sweep k=2,3 --sweep-plot plot.svg
    return
  fi
  succeeds --model k:5 --suppression-limit 5% --sweep k=2,3 --sweep suppression=0,1%,5% \
    --sweep-plot plot.svg
  grep -q '</svg>' plot.svg || complain "--sweep-plot draws no SVG"
  [ "$(stat -c %a plot.svg)" = 600 ] || complain "--sweep-plot: $(stat -c %a plot.svg)"
  cp "$data/discharges.csv" own.csv
  fails 2 "own.csv: the same file as the" anonymize --input own.csv --model k:5 --sweep k=2,3 \
    --sweep-plot own.csv
  cmp -s own.csv "$data/discharges.csv" || complain "--sweep-plot wrote over the table"
}

test_refused ()
{
  refuses 2 "--output out/release.csv: expected none beside --sweep" --model k:5 --sweep k=2,3
  fails 2 "--sweep k: expected NAME=V1,V2" anonymize --model k:5 --sweep k
  fails 2 "axis 'nok'" anonymize --model k:5 --sweep nok=3
  fails 2 "--frontier k=3: expected k=A..B" anonymize --model k:5 --frontier k=3
  fails 2 "--frontier k=2..3: expected none beside --sweep" anonymize --model k:5 --sweep k=2 \
    --frontier k=2..3
  fails 2 "--csv needs --sweep" anonymize --model k:5 --csv
  fails 2 "--sweep-plot needs --sweep" anonymize --model k:5 --frontier k=2..3 --sweep-plot a.svg
}

test_tables
test_forms
test_plot
test_refused
finish
