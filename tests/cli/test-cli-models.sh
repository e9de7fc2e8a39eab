#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: models, of several attributes, with a population, of the table.
#
#     test-cli-models.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The population is the table with every record twice, and some people who are not in it.
test_population ()
{
  awk -F ';' -v OFS=';' 'NR == 1 { print $0, "people"; next } { print $0, 2 }' \
    "$data/discharges.csv" >people.csv
  succeeds --population people.csv --population-weight people --model kmap:10 \
    --suppression-limit 0.05
  cp stdout doubled
  succeeds --model k:5 --suppression-limit 0.05
  for report in doubled stdout; do
    sed -n '/^Released:/p; /^Column/,/^$/p' $report >"$report.answer"
  done
  cmp doubled.answer stdout.answer || complain "kmap:10"
  problem="--qi age,sex,zip --population people.csv --population-weight people"
  problem="$problem --model dp:0.5:0.5 --model k:5 --suppression-limit 0.05"
  # shellcheck disable=SC2086
  succeeds $problem --certificate population.jsonl
  grep -qF '"population":{"name":"people.csv","rows":5000,"records":10000' population.jsonl \
    || complain "a certificate does not name the population"
  verifies 0 "no policy that meets the conditions loses less" --certificate population.jsonl
  sed '9s/;2$/;3/' people.csv >changed.csv
  verifies 1 "line 1: member 'population.records' is 10000 in the file, expected 10001 for this problem" \
    --certificate population.jsonl --population changed.csv
  refuses 2 "kmap: the problem has no population table" --model kmap:5
  refuses 2 "dp: the problem has no population table" --model dp:0:0.5
  refuses 2 "noattackmap: the problem has no population table" --model noattackmap:300:4
  refuses 2 "region 'nowhere', expected" --model pu:dankar:nowhere:0.01
  succeeds --model payout:1200:300:300:4 --model pu:dankar:usa:0.01 --suppression-limit 0.05 \
    --quality payout:1200:300:300:4
  refuses 2 "privacy model dp: the minimum exceeds the maximum" --model dp:0.5:0.2
  refuses 2 "no-such.csv" --model kmap:5 --population no-such.csv
  refuses 2 "--population-weight: expected --population with it" --model kmap:5 --population-weight people
  refuses 2 "the same file as the input people.csv" --model kmap:5 --population people.csv \
    --policy people.csv
  refuses 2 "in the population people.csv, expected a table that is part of it" --model dp:0:1 \
    --input people.csv --insensitive "" --weight people --population people.csv
  sed 1q people.csv >nobody.csv
  refuses 2 "nobody.csv" --model kmap:5 --population nobody.csv
  { cat people.csv && echo 'P;1;other;1;1;1;1;1;1;1'; } >strangers.csv
  printf 'female\nmale\nother\n' >flat_sex.csv
  refuses 1 "classes of the population without records in the table fail" --model dp:0.1:1 \
    --population strangers.csv --population-weight people --hierarchies flat_ --qi sex
}

# A model that names no sensitive attribute is asked of each.
test_two_sensitive_attributes ()
{
  succeeds --sensitive diagnosis,insurance --model dl:2 --output both.csv
  succeeds --sensitive diagnosis,insurance --model dl:2@diagnosis --model dl:2@insurance \
    --output named.csv
  succeeds --sensitive diagnosis,insurance --model dl:2@diagnosis --output one.csv
  cmp both.csv named.csv || complain "dl:2 is not asked of both attributes"
  ! cmp -s both.csv one.csv || complain "dl:2 is asked of one attribute only"
  "$python" - both.csv <<'END' || complain "diversity of both attributes"
import csv, collections, sys

values = collections.defaultdict(set)
for row in csv.DictReader(open(sys.argv[1]), delimiter=";"):
    for name in ("diagnosis", "insurance"):
        values[row["age"], row["sex"], row["zip"], name].add(row[name])
assert len(values) > 2 and min(map(len, values.values())) >= 2
END
}

# Models of several sensitive attributes, each with parameters of its own.
test_models_of_each_attribute ()
{
  succeeds --sensitive diagnosis,insurance --model el:1.5@insurance --model dl:3@diagnosis \
    --model k:4 --suppression-limit 0.05 --output own.csv --policy own.json
  "$python" - own.csv own.json <<'END' || complain "models of each attribute"
import collections, csv, json, math, sys

classes = collections.defaultdict(list)
for row in csv.DictReader(open(sys.argv[1]), delimiter=";"):
    classes[row["age"], row["sex"], row["zip"]].append(row)

def entropy(rows):
    counts = collections.Counter(row["insurance"] for row in rows).values()
    return -sum(n / len(rows) * math.log(n / len(rows)) for n in counts)

assert min(map(len, classes.values())) >= 4
assert min(len({row["diagnosis"] for row in rows}) for rows in classes.values()) >= 3
assert min(map(entropy, classes.values())) > math.log(1.5) - 1e-9
assert json.load(open(sys.argv[2]))["privacy_models"] == ["el:1.5@insurance", "dl:3@diagnosis",
                                                          "k:4"]
END
}

# Files beside those of the quasi-identifiers, read for the attributes that are named.
test_sensitive_hierarchy ()
{
  problem="--qi age,zip --sensitive diagnosis --model k:5 --model dl:2 --suppression-limit 0.05"
  # shellcheck disable=SC2086
  succeeds $problem --hierarchy "diagnosis=$data/hierarchy_diagnosis.csv" --certificate c.jsonl --policy p.json
  verifies 0 "no policy that meets the conditions loses less" --certificate c.jsonl --hierarchy "diagnosis=$data/hierarchy_diagnosis.csv"
  verifies 1 "c.jsonl: line 1: member 'sensitive_attributes" --certificate c.jsonl
  "$python" - p.json "$data/hierarchy_diagnosis.csv" <<'END' || complain "a stored hierarchy"
import csv, json, sys

stored = json.load(open(sys.argv[1]))["sensitive_hierarchies"]
assert stored == {"diagnosis": list(csv.reader(open(sys.argv[2]), delimiter=";"))}, stored
END
  refuses 2 "hierarchy_charge.csv" --model k:5 --sensitive charge --hierarchy charge=hierarchy_charge.csv
  refuses 2 "column 'stay' does not have the role quasi-identifying, sensitive or" --model k:5 \
    --hierarchy "stay=$data/hierarchy_age.csv"
}

test_table_models ()
{
  printf 'a\nx\nx\nx\ny\n' >small.csv
  printf 'x;*\ny;*\n' >small_a.csv
  a_small_table 0 0 --model avg:0.5
  a_small_table 1 0 --model avg:0.49
  a_small_table 0 1 --model avg:0.49 --suppression-limit 0.25
  a_small_table 0 0 --model uniq:0.25
  a_small_table 1 0 --model uniq:0.24
  a_small_table 0 0 --model km:1:3
  a_small_table 1 0 --model km:2:1
  a_small_table 0 1 --model km:2:1 --suppression-limit 0.25
  a_small_table 0 0 --model atrisk:0.34:0.25
  a_small_table 1 0 --model atrisk:0.33:0.25
  # Three thirds are 1.
  a_small_table 0 0 --model risk:2
  a_small_table 1 0 --model risk:1.9999999999999998
  a_small_table 0 0 --model risk:0.5:mean
  a_small_table 1 0 --model risk:0.49999999999999994:mean
  # A sample that is the population has as many uniques.
  a_small_table 0 0 --model pu:zayatz:1.0:0.25
  a_small_table 1 0 --model pu:dankar:1.0:0.24
  # A record that stands for many people is one record; they make the population.
  printf 'a;w\nx;1.5\nx;0.5\nx;2\ny;50\n' >surveyed.csv
  for problem in 'one k:2' 'kept pu:zayatz:survey:1' 'one pu:zayatz:survey:0'; do
    succeeds --input surveyed.csv --hierarchies small_ --qi a --sensitive '' --survey-weight w \
      --model "${problem#* }"
    grep -q "^a  *quasi-identifying  *${problem% *} " stdout || complain "$problem: the policy"
    grep -q '^Not released: w$' stdout || complain "$problem: the survey weight is released"
    grep -q '^People in the population  *54  *54$' stdout || complain "$problem: the size of the population"
  done
  refuses 2 "a decimal above 0" --input surveyed.csv --generalize-by cuts --qi w --sensitive '' \
    --survey-weight a --model k:2
  # An attack gains 4 / 3 of x, at a cost of 1, and loses the publisher 10 / 3 of 10; y pays 0, as
  # do all four as *, which nobody attacks.
  a_small_table 0 1 --model payout:10:10:4:1 --suppression-limit 0.25 --quality payout:10:10:4:1
  grep -q '"loss" : 0.25,' stdout || complain "the payout lacks 20 of 40, over twice the benefit"
  refuses 1 "1 fail payout:10:10:4:1" --model payout:10:10:4:1 --input small.csv \
    --hierarchies small_ --qi a --sensitive ''
  a_small_table 1 0 --model noattack:4:1
}

# A population risk that is reported admits its own table as the threshold.
test_population_risk ()
{
  awk -F ';' -v OFS=';' 'NR == 1 { print $0, "people"; next } { print $0, 2 }' \
    "$data/discharges.csv" >people.csv
  problem="--qi age,sex,zip --population people.csv --population-weight people"
  # shellcheck disable=SC2086
  succeeds $problem --model jatrisk:0.05:0.01 --suppression-limit 0.05 --output r.csv --json
  risk=$("$python" - r.csv stdout <<'END'
import collections, csv, json, sys

rows = [tuple(row[a] for a in ("age", "sex", "zip"))
        for row in csv.DictReader(open(sys.argv[1]), delimiter=";")]
report = json.load(open(sys.argv[2]))
found = report["risks"]["after"]["population_risk"]
classes = collections.Counter(rows)
assert abs(found["sum"] - len(classes) / 2) < 1e-9, found
assert abs(found["mean"] - len(classes) / 2 / len(rows)) < 1e-12, found
assert sum(n for n in classes.values() if 2 * n < 20) <= len(rows) / 100
print(repr(found["sum"]), report["loss"])
END
  ) || complain "population risk"
  # shellcheck disable=SC2086
  succeeds $problem --model "risk:${risk% *}" --suppression-limit 0.05 \
    --certificate risk.jsonl --json
  "$python" -c 'import json, sys
assert json.load(sys.stdin)["loss"] <= float(sys.argv[1])' "${risk#* }" <stdout ||
    complain "a risk as the threshold"
  problem="$problem --sensitive diagnosis --model risk:${risk% *} --suppression-limit 0.05"
  verifies 0 "no policy that meets the conditions loses less" --certificate risk.jsonl
}

test_two_sensitive_attributes
test_models_of_each_attribute
test_sensitive_hierarchy
test_population
test_table_models
test_population_risk
finish
