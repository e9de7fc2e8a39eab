#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: options, searches, files and what is said.
#
#     test-cli.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

test_bad_options ()
{
  refuses 2 "needed: a privacy model (--model, or model= in a problem file), such as k:5"
  refuses 2 "unknown option --nonsense; see deid run --help" --model k:5 --nonsense
  refuses 2 "unknown option --modle (did you mean '--model'?); see deid run --help" --modle k:5
  fails 2 "deid: 'rum' is no verb (did you mean 'run'?); see deid --help" "$tool" rum --model k:5
  refuses 2 "'extra': expected one table" --model k:5 extra
  refuses 2 "foo:3" --model foo:3
  refuses 2 "between two (see --model)" --model 'k:5,dl:2@diagnosis'
  refuses 2 "privacy model k: 0" --model k:0
  refuses 2 "privacy model k: '-1'" --model k:-1
  refuses 2 "privacy model dl: 'x'" --model dl:x
  refuses 2 "nope" --model dl:2@nope
  refuses 2 "--suppression-limit 1.5: expected a number from 0 to 1" --model k:5 --suppression-limit 1.5
  refuses 2 "--suppression-limit -0.1: expected a number from 0 to 1" --model k:5 --suppression-limit -0.1
  refuses 2 "--suppression-limit nan: expected a number from 0 to 1" --model k:5 --suppression-limit nan
  refuses 2 "privacy model risk: '0,5', expected a number or a percentage" --model k:5 --model risk:0,5
  refuses 2 "--time-limit 1,5: expected a number from 0 on or auto|none, with a decimal point" --model k:5 \
    --time-limit 1,5
  refuses 2 "--suppression-limit 0,05: expected a number from 0 to 1, or a percentage, with a" --model k:5 --suppression-limit 0,05
  refuses 2 "--suppression-limit 0x5%" --model k:5 --suppression-limit 0x5%
  refuses 2 "--suppression-limit %" --model k:5 --suppression-limit %
  refuses 2 "--suppression-limit 101%: expected a number from 0 to 1" --model k:5 --suppression-limit 101%
  refuses 2 "--quiet: expected no value" --model k:5 --quiet=no
  refuses 2 "--json: expected no value" --model k:5 --json=yes
  refuses 2 "--delimiter ab" --model k:5 --delimiter ab
  refuses 2 "search 'best', expected auto, optimal, " --model k:5 --algorithm best
  refuses 2 "--seed -1" --model k:5 --seed -1
  refuses 2 "quality model 'foo'" --model k:5 --quality foo
  refuses 2 "0 threads" --model k:5 --threads 0
  refuses 2 "--time-limit -0.5: expected a number from 0 on" --model k:5 --time-limit -0.5
  refuses 2 "--report-threshold 1.5: expected a number from 0 to 1" --model k:5 --report-threshold 1.5
  refuses 2 "--report-threshold x" --model k:5 --report-threshold x
  refuses 2 "--population-size -1" --model k:5 --population-size -1
  refuses 2 "a population of 4999 people" --model k:5 --population-size 4999
  refuses 2 "atlantis" --model k:5 --population-size atlantis
  refuses 2 "--attribute-risks 0" --model k:5 --attribute-risks 0
  refuses 2 "--attribute-risks two" --model k:5 --attribute-risks two
  refuses 2 "step limit of 0" --model k:5 --step-limit 0
}

test_bad_columns_and_files ()
{
  refuses 2 "no column called 'nope'" --model k:5 --sensitive nope
  refuses 2 "--sensitive: column 'age' has another role by --qi" --model k:5 --sensitive age
  refuses 2 "--role: column 'age' has another role by --qi" --model k:5 --role age=sensitive
  succeeds --model k:5 --role age=quasi-identifying
  succeeds --model k:5 --role age=identifying --output without.csv
  grep -qx 'sex;zip;diagnosis' without.csv || complain "--role age=identifying: $(head -1 without.csv)"
  refuses 2 "no-such.csv" --model k:5 --input no-such.csv
  refuses 2 "no-such_age.csv" --model k:5 --hierarchies no-such_
  refuses 2 "no column called 'nope'" --model k:5 --qi age,nope
  refuses 2 "no column called 'diagnossi' among its 9 (did you mean 'diagnosis'?)" --model k:5 \
    --sensitive diagnossi
  refuses 2 "no column called 'Zip' among its 9 (did you mean 'zip'?)" --model k:5 --qi age,Zip
  refuses 2 "hierarchy_charge.csv" --model k:5 --qi age,charge
  printf 'a;b\n1;2\n3\n' >ragged.csv
  refuses 2 "ragged.csv" --model k:5 --input ragged.csv
  sed 's/^30;/130;/' "$data/hierarchy_age.csv" >h_age.csv
  refuses 2 "1 value is not in its hierarchy (h_age.csv): the first in line " \
    --model k:5 --hierarchies h_ --qi age
  refuses 2 "'30' (57 records, the first in line " --model k:5 --hierarchies h_ --qi age --show-values
}

test_searches ()
{
  for search in optimal exhaustive flash flash:explicit best-first sub-lattices ola igreedy \
      datafly; do
    succeeds --model k:5 --algorithm "$search"
  done
}

test_quality_models ()
{
  for quality in precision:arith height:geo nuentropy:max normentropy:sum ebil dm dmstar aecs \
      ambiguity kl ce@diagnosis; do
    succeeds --model k:5 --quality "$quality"
  done
}

test_no_solution ()
{
  refuses 1 "the suppression limit allows 0; 5000 fail k:5001" --model k:5001
  refuses 1 "the suppression limit allows 500; 5000 fail dl:25@diagnosis" --model dl:25 \
    --suppression-limit 0.1
  refuses 1 "which leaves none" --model k:5001 --suppression-limit 1
  refuses 1 "time limit" --model k:5 --time-limit 1e-9
  refuses 2 "the same file as the output out/release.csv" --model k:5 \
    --policy out/../out/release.csv
  refuses 2 "the same file as the input" --model k:5 --certificate "$data/discharges.csv"
  refuses 2 "seed" --model k:5 --suppression-limit 1 --certificate out/proof.jsonl --seed abc
}

# Of each sex and of each diagnosis no more is left out than its limit allows, and the limits bind.
test_group_limits ()
{
  limit="--model k:5 --suppression-limit 0.05 --qi age,zip --insensitive sex"
  # shellcheck disable=SC2086
  {
    succeeds $limit --output all.csv
    succeeds $limit --suppression-limit sex=1% --suppression-limit diagnosis=0.03 \
      --output limited.csv --policy limited.json
  }
  "$python" - "$data/discharges.csv" all.csv limited.csv <<'END' || complain "limits of groups"
import csv, collections, sys

before, free, limited = [list(csv.DictReader(open(name), delimiter=";")) for name in sys.argv[1:]]

def is_kept(rows, column, share):
    n, left = (collections.Counter(row[column] for row in table) for table in (before, rows))
    return all((n[value] - left[value]) / n[value] <= share for value in n)

assert is_kept(limited, "sex", 0.01) and is_kept(limited, "diagnosis", 0.03)
assert not is_kept(free, "sex", 0.01) or not is_kept(free, "diagnosis", 0.03)
END
  grep -q '"group_limits"' limited.json || complain "limits of groups are not stored"
  refuses 2 "--suppression-limit: column 'patient' does not have the role" --model k:5 \
    --suppression-limit patient=0.1
  "$tool" apply limited.json "$data/discharges.csv" --delimiter ';' --suppression-limit sex=0 >/dev/null 2>stderr && complain "deid apply: a limit of groups"
  grep -q "in column 'sex', of which the group limit allows 0" stderr \
    || complain "deid apply: $(cat stderr)"
}

test_unwritable_files ()
{
  refuses 2 "no-such/policy.json" --model k:5 --policy no-such/policy.json
  refuses 2 "no-such/release.csv" --model k:5 --policy /dev/null --output no-such/release.csv
  refuses 2 "/dev/full" --model k:5 --policy /dev/null --output /dev/full
  # A file that grows too large for its disk; what stood there before stays.
  mkdir full
  echo before >full/release.csv
  (
    trap '' XFSZ
    ulimit -f 8
    anonymize --model k:5 --suppression-limit 0.05 --output full/release.csv
  ) >/dev/null 2>stderr
  [ $? -eq 2 ] || complain "a full disk: exit status is not 2"
  grep -qF full/release.csv stderr || complain "a full disk: $(cat stderr)"
  [ "$(ls -A full)" = release.csv ] || complain "a full disk left $(ls -A full)"
  [ "$(cat full/release.csv)" = before ] || complain "a full disk: the old file is gone"
}

test_output ()
{
  limit="--model k:5 --model dl:2 --suppression-limit 0.05"
  # The options are split into words.
  # shellcheck disable=SC2086
  {
    umask 022
    succeeds $limit --output a.csv --policy a.json
    succeeds $limit --output b.csv --seed 0
    succeeds $limit --output c.csv --seed 18446744073709551615
    succeeds $limit --output d.csv --keep-order --insensitive patient
    succeeds $limit --output e.csv --keep-order --keep-suppressed --insensitive patient
  }
  [ "$(stat -c %a a.csv a.json | tr '\n' ' ')" = "600 600 " ] || complain "modes of files"
  cmp a.csv b.csv || complain "the order differs for the same seed"
  ! cmp -s a.csv c.csv || complain "the order is the same for another seed"
  sort a.csv >a.sorted
  sort c.csv >c.sorted
  cmp a.sorted c.sorted || complain "another seed releases other rows"
  "$python" - "$data/discharges.csv" a.csv d.csv e.csv <<'END' || complain "released rows"
import csv, collections, json, sys

before, shuffled, ordered, kept = [list(csv.DictReader(open(name), delimiter=";"))
                                   for name in sys.argv[1:]]
assert list(shuffled[0]) == ["age", "sex", "zip", "diagnosis"], list(shuffled[0])
assert list(ordered[0]) == ["patient", "age", "sex", "zip", "diagnosis"], list(ordered[0])
# Place holders: nothing is left but what is insensitive.
assert [row["patient"] for row in kept] == [row["patient"] for row in before]
suppressed = [row for row in kept if row["age"] == row["sex"] == row["zip"] == "*"]
assert suppressed and all(row["diagnosis"] == "" for row in suppressed)
# Without them: the others, in the order of the input.
assert ordered == [row for row in kept if row not in suppressed]
assert len(ordered) == len(before) - len(suppressed)
values = lambda row: (row["age"], row["sex"], row["zip"], row["diagnosis"])
assert list(map(values, shuffled)) != list(map(values, ordered))
assert sorted(map(values, shuffled)) == sorted(map(values, ordered))
classes = collections.defaultdict(list)
for row in shuffled:
    classes[values(row)[:3]].append(row["diagnosis"])
assert min(map(len, classes.values())) >= 5
assert min(len(set(c)) for c in classes.values()) >= 2
policy = json.load(open("a.json"))
assert isinstance(policy, dict) and policy
END
}

# Pairs of values are judged, and nobody is shown the column that makes them.
test_judged_columns ()
{
  succeeds --sensitive diagnosis,insurance --judged diagnosis+insurance \
    --model dl:6@diagnosis+insurance --output pairs.csv --policy pairs.json
  "$python" - pairs.csv pairs.json <<'END' || complain "diversity of pairs"
import csv, collections, json, sys

values = collections.defaultdict(set)
for row in csv.DictReader(open(sys.argv[1]), delimiter=";"):
    assert "diagnosis+insurance" not in row
    values[row["age"], row["sex"], row["zip"]].add((row["diagnosis"], row["insurance"]))
assert len(values) > 2 and min(map(len, values.values())) >= 6
assert json.load(open(sys.argv[2]))["roles"]["diagnosis+insurance"] == "judged"
END
  succeeds --sensitive "" --judged diagnosis --model dl:2 --output judged.csv
  ! grep -q diagnosis judged.csv || complain "a judged column is released"
  refuses 2 "no column called 'drug'" --judged diagnosis+drug --model k:5
}

# Neither the names that a file without a header line seems to have, nor a report in the table.
test_what_is_not_shown ()
{
  sed 1d "$data/discharges.csv" >headless.csv
  record=$(sed -n 1p headless.csv)
  refuses 2 "headless.csv: line 1: it looks like a record" --model k:5 --input headless.csv
  refuses 2 "headless.csv: no column called" --model k:5 --header=yes --input headless.csv
  anonymize --model k:5 --header=yes --input headless.csv >stdout 2>stderr
  for value in $(echo "$record" | tr ';' ' '); do
    if grep -qF "'$value'" stderr; then complain "shows $value: $(cat stderr)"; fi
  done
  anonymize --model k:5 --header=yes --input headless.csv --show-values >stdout 2>stderr
  grep -qF "'${record%%;*}'" stderr || complain "--show-values: $(cat stderr)"
  anonymize --model k:5 --output - >both 2>&1 && complain "table and report in one file"
  grep -qF "standard output and standard error are one file" both || complain "$(head -n 3 both)"
  anonymize --model k:5 --output /dev/stdin <&- >stdout 2>stderr && complain "a closed input: $(cat stdout)"
  succeeds --model k:5 --report-threshold 1e-8 --json
  "$python" -c 'import json, sys; json.load(sys.stdin)' <stdout || complain "--report-threshold 1e-8"
}

# `deid help models` lists the specification of each model and what it asks.
test_help ()
{
  "$tool" help models >wrapped || complain "deid help models"
  awk '/^   /{sub(/^ +/, " "); printf "%s", $0; next} {printf "\n%s", $0} END{print ""}' wrapped >help
  for option in model quality; do
    anonymize --model k:5 --$option nonsense >/dev/null 2>names
    sed 's/.* expected //; s/, AGGREGATE .*//; s/ or /, /g; s/, /\n/g' names |
      sed 's/[^a-z].*//' | sort -u >usages
    [ "$(grep -c . usages)" -gt 5 ] || complain "--$option nonsense: $(cat names)"
    while read -r name; do
      grep -qE "^  ${name}([]:@[][^ ]*)? +[A-Za-z1]" help || complain "deid help models: $name"
    done <usages
  done
}

test_bad_options
test_bad_columns_and_files
test_searches
test_quality_models
test_no_solution
test_group_limits
test_unwritable_files
test_output
test_judged_columns
test_what_is_not_shown
test_help
finish
