#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools deid-anonymize and deid-verify on the sample data.
#
#     test-cli.sh TOOL VERIFIER DATA_DIRECTORY PYTHON
set -u

case $1 in
/*) tool=$1 verifier=$2 ;;
*) tool=$PWD/$1 verifier=$PWD/$2 ;;
esac
data=$3
python=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
n_failed=0

complain ()
{
  echo "FAILED: $*" >&2
  n_failed=$((n_failed + 1))
}

# Runs the tool on the sample table. Options given here override those given before.
anonymize ()
{
  "$tool" --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    --qi age,sex,zip --sensitive diagnosis "$@"
}

# refuses STATUS TEXT OPTION…: the tool ends with a status, says TEXT, prints nothing else, and
# leaves no file where it was to write.
refuses ()
{
  status=$1
  text=$2
  shift 2
  mkdir out
  anonymize --output out/release.csv --policy out/policy.json "$@" >stdout 2>stderr
  actual=$?
  [ $actual -eq "$status" ] || complain "$*: exit status $actual, expected $status"
  grep -qF -e "$text" stderr || complain "$*: no '$text' in: $(cat stderr)"
  [ "$(wc -l <stderr)" -eq 1 ] || complain "$*: more than one line: $(cat stderr)"
  [ ! -s stdout ] || complain "$*: printed: $(cat stdout)"
  [ -z "$(ls -A out)" ] || complain "$*: left $(ls -A out)"
  rm -rf out
}

# succeeds OPTION…
succeeds ()
{
  anonymize "$@" >stdout 2>stderr || complain "$*: exit status $?: $(cat stderr)"
  [ ! -s stderr ] || complain "$*: said: $(cat stderr)"
}

test_bad_options ()
{
  refuses 2 "--input and --model or --risk-threshold are needed"
  refuses 2 "--nonsense" --model k:5 --nonsense
  refuses 2 "extra" --model k:5 extra
  refuses 2 "foo:3" --model foo:3
  refuses 2 "privacy model k: 0" --model k:0
  refuses 2 "privacy model k: '-1'" --model k:-1
  refuses 2 "privacy model dl: 'x'" --model dl:x
  refuses 2 "nope" --model dl:2@nope
  refuses 2 "suppression limit 1.5" --model k:5 --suppression-limit 1.5
  refuses 2 "suppression limit -0.1" --model k:5 --suppression-limit -0.1
  refuses 2 "suppression limit nan" --model k:5 --suppression-limit nan
  refuses 2 "--suppression-limit 0,05" --model k:5 --suppression-limit 0,05
  refuses 2 "--suppression-limit 5%" --model k:5 --suppression-limit 5%
  refuses 2 "--delimiter ab" --model k:5 --delimiter ab
  refuses 2 "search 'best', expected optimal, " --model k:5 --search best
  refuses 2 "--seed -1" --model k:5 --seed -1
  refuses 2 "quality model 'foo'" --model k:5 --quality foo
  refuses 2 "0 threads" --model k:5 --threads 0
  refuses 2 "time limit of -0.5" --model k:5 --time-limit -0.5
  refuses 2 "risk threshold 1.5, expected 0 to 1" --model k:5 --report-threshold 1.5
  refuses 2 "--report-threshold x" --model k:5 --report-threshold x
  refuses 2 "--population-size -1" --model k:5 --population-size -1
  refuses 2 "a population of 4999 people" --model k:5 --population-size 4999
  refuses 2 "atlantis" --model k:5 --population-size atlantis
  refuses 2 "--attribute-risks 0" --model k:5 --attribute-risks 0
  refuses 2 "--attribute-risks two" --model k:5 --attribute-risks two
  refuses 2 "step limit of 0" --model k:5 --step-limit 0
}

# Before the search, whose result would be lost: its name is wrong, but nobody has asked for it yet.
test_too_many_subsets ()
{
  "$python" -c 'print(";".join(f"a{i}" for i in range(71)))
print(";".join("x" * 71))
for i in range(71):
    print("x;*", file=open(f"wide_a{i}.csv", "w"))' >wide.csv
  refuses 2 "--attribute-risks 5: 70 attributes have 13077134 subsets of up to 5, expected at most \
65536: the greatest size is 3" --input wide.csv --hierarchies wide_ --sensitive a70 \
    --model k:1 --qi "$(head -n 1 wide.csv | tr ';' ',' | sed 's/,a70$//')" \
    --attribute-risks 5 --search best
}

test_bad_columns_and_files ()
{
  refuses 2 "no column called 'nope'" --model k:5 --sensitive nope
  refuses 2 "column 'age' has another role" --model k:5 --sensitive age
  refuses 2 "no-such.csv" --model k:5 --input no-such.csv
  refuses 2 "no-such_age.csv" --model k:5 --hierarchies no-such_
  refuses 2 "hierarchy_nope.csv" --model k:5 --qi age,nope
  printf 'a;b\n1;2\n3\n' >ragged.csv
  refuses 2 "ragged.csv" --model k:5 --input ragged.csv
  sed 's/^30;/130;/' "$data/hierarchy_age.csv" >h_age.csv
  refuses 2 "1 value is not in its hierarchy (h_age.csv): the first in line " \
    --model k:5 --hierarchies h_ --qi age
  refuses 2 "'30' (line " --model k:5 --hierarchies h_ --qi age --show-values
}

test_searches ()
{
  for search in optimal exhaustive flash flash:explicit best-first sub-lattices ola igreedy \
      datafly; do
    succeeds --model k:5 --search "$search"
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

test_json ()
{
  succeeds --threads 1 --qi age,zip --model k:5 --model dl:2 --suppression-limit 0.05 --json
  cp stdout report.json
  succeeds --threads 1 --qi age,zip --model k:5 --model dl:2 --suppression-limit 0.05
  "$python" - report.json stdout <<'END' || complain "--json"
import json, re, sys

report = json.load(open(sys.argv[1]))
text = open(sys.argv[2]).read()
assert list(report) == ["policies", "evaluated", "optimum", "suppressed", "loss", "lower_bound",
                        "proved", "verified", "seconds", "peak_rss_bytes", "risks"], list(report)
assert list(report["seconds"]) == ["load", "search", "apply", "report", "write"], report["seconds"]
assert all(type(s) is float and 0 <= s < 600 for s in report["seconds"].values())
assert report["policies"] == 25 and 1 <= report["evaluated"] <= 25
assert report["proved"] is True and report["verified"] is True
assert report["loss"] == report["lower_bound"] and 0 < report["loss"] < 1
assert 0 <= report["suppressed"] <= 250
assert report["peak_rss_bytes"] > 1 << 20
policy = " ".join(f"{name}:{level}" for name, level in report["optimum"].items())
assert re.search(f"^policy: +{policy}$", text, re.M), policy
assert re.search(f"^loss: +{report['loss']:.10f} ", text, re.M), report["loss"]
assert re.search(f"^suppressed: +{report['suppressed']} of 5000 records$", text, re.M)
assert re.search(f"^policies evaluated: +{report['evaluated']} of 25$", text, re.M)
assert re.search("^columns not released: +patient sex admission insurance stay charge$", text, re.M)
END
}

test_risks ()
{
  succeeds --qi age,zip --model k:5 --suppression-limit 0.05 --report-threshold 0.15 \
    --attribute-risks 2 --json
  cp stdout report.json
  succeeds --qi age,zip --model k:5 --suppression-limit 0.05 --report-threshold 0.15 \
    --attribute-risks 2 --output released.csv
  "$python" - report.json stdout released.csv "$data/discharges.csv" <<'END' ||
import collections, csv, json, sys

report = json.load(open(sys.argv[1]))
text = open(sys.argv[2]).read()
tables = [list(csv.DictReader(open(name), delimiter=";")) for name in (sys.argv[4], sys.argv[3])]
for table, name in zip(tables, ["before", "after"]):
    risks, attributes = report["risks"][name], report["attribute_risks"][name]
    classes = collections.Counter((row["age"], row["zip"]) for row in table)
    sizes = collections.Counter(classes.values())
    n = len(table)
    assert risks["audience"] == attributes["audience"] == "custodian-only"
    assert risks["records"] == attributes["records"] == n and risks["threshold"] == 0.15
    assert risks["sizes"] == [{"size": size, "classes": sizes[size], "records": size * sizes[size]}
                              for size in sorted(sizes)]
    prosecutor = risks["prosecutor"]
    at_risk = sum(size for size in classes.values() if size < 1 / 0.15)
    assert prosecutor["records_above_threshold"] == at_risk
    assert abs(prosecutor["mean"] - len(classes) / n) < 1e-12
    assert sum(i["records"] for i in prosecutor["intervals"]) == n
    assert prosecutor["intervals"][-1]["cumulative"] == n
    assert risks["unique"] == sizes[1] and risks["population_unique"] is None
    assert f"records with a risk above 0.15: {at_risk} of {n} records" in text, text
    assert [s["attributes"] for s in attributes["subsets"]] == [["age"], ["zip"], ["age", "zip"]]
    for subset in attributes["subsets"]:
        counts = collections.Counter(tuple(row[a] for a in subset["attributes"]) for row in table)
        separated = n * (n - 1) // 2 - sum(c * (c - 1) // 2 for c in counts.values())
        assert subset["distinct"] == len(counts) and subset["separated"] == separated
        assert subset["distinction"] == len(counts) / n
        assert subset["separation"] == separated / attributes["pairs"]
        assert any(line.split()[0] == str(len(counts)) and str(separated) in line
                   for line in text.splitlines()
                   if line.endswith("  " + " ".join(subset["attributes"]))), subset
END
    complain "risks"
}

test_population_size ()
{
  succeeds --qi age,zip --model k:5 --suppression-limit 0.05 --population-size belgium
  grep -q "^unique people by dankar: .* of a population of 11600000 (" stdout ||
    complain "--population-size, a region"
  succeeds --qi age,zip --model k:5 --suppression-limit 0.05 --population-size 50000 --json
  "$python" - stdout <<'END' || complain "--population-size, JSON"
import json, sys

risks = json.load(open(sys.argv[1]))["risks"]
for name in ["before", "after"]:
    assert risks[name]["population_size"] == 50000
    assert list(risks[name]["estimated_uniques"]) == ["pitman", "zayatz", "snb", "dankar"]
assert 0 < risks["before"]["estimated_uniques"]["dankar"] < 50000
assert risks["after"]["estimated_uniques"]["dankar"] == 0
END
}

test_explain ()
{
  succeeds --model k:5 --model dl:2 --suppression-limit 0.02 --explain --json
  cp stdout report.json
  succeeds --model k:5 --model dl:2 --suppression-limit 0.02 --explain
  "$python" - report.json stdout <<'END' || complain "--explain"
import json, re, sys

report = json.load(open(sys.argv[1]))
text = open(sys.argv[2]).read()
explanation = report["explanation"]
assert list(explanation) == ["audience", "candidates", "better", "nearest"], list(explanation)
assert explanation["audience"] == "custodian-only"
assert explanation["candidates"] >= explanation["better"] == len(explanation["nearest"]) > 0
assert re.search(f"^policies next to it: +{explanation['candidates']}, {explanation['better']} of",
                 text, re.M), text
for blocked in explanation["nearest"]:
    assert list(blocked) == ["policy", "loss", "suppressed", "too_many", "failing", "blocked_by",
                             "saved"]
    failing = [(f["model"], f["records"]) for f in blocked["failing"]]
    assert [model for model, _ in failing] == ["k:5", "dl:2@diagnosis"]
    assert max(n for _, n in failing) <= blocked["suppressed"] <= sum(n for _, n in failing)
    by_model = ", ".join(f"{n} fail {model}" for model, n in failing)
    assert blocked["loss"] < report["loss"] and blocked["suppressed"] == 100 + blocked["too_many"]
    policy = " ".join(f"{name}:{level}" for name, level in blocked["policy"].items())
    assert (f"{policy}\n  loss:               {blocked['loss']:.10f}\n"
            f"  suppressed:         {blocked['suppressed']} records, {blocked['too_many']} too many\n"
            f"  by model:           {by_model}\n"
            f"  blocked most by:    {blocked['blocked_by']}, one level more of which saves "
            f"{blocked['saved']} records\n") in text, text
END
  succeeds --model k:5 --suppression-limit 0.02 --step-limit 2 --explain
  grep -q "^No explanation: the policy is not proven optimal$" stdout || complain "--explain, text"
  succeeds --model k:5 --suppression-limit 0.02 --step-limit 2 --explain --json
  grep -q '"explanation" : null' stdout || complain "--explain of an unproven policy, JSON"
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

# verifies STATUS TEXT OPTION…: deid-verify, with the problem stated in $problem, ends with a status
# and says TEXT.
verifies ()
{
  status=$1
  text=$2
  shift 2
  # The options are split into words.
  # shellcheck disable=SC2086
  "$verifier" --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    $problem "$@" >stdout 2>stderr
  actual=$?
  [ $actual -eq "$status" ] || complain "deid-verify $*: exit status $actual, expected $status"
  grep -qF -e "$text" stdout stderr || complain "deid-verify $*: no '$text': $(cat stdout stderr)"
  [ "$status" -eq 0 ] || [ ! -s stdout ] || complain "deid-verify $*: printed: $(cat stdout)"
  [ "$status" -ne 0 ] || [ ! -s stderr ] || complain "deid-verify $*: said: $(cat stderr)"
}

test_certificate ()
{
  problem="--qi age,sex,zip --sensitive diagnosis --model k:5 --model dl:2"
  problem="$problem --suppression-limit 0.05"
  # shellcheck disable=SC2086
  succeeds $problem --certificate c.jsonl
  [ "$(stat -c %a c.jsonl)" = 600 ] || complain "the mode of a certificate"
  grep -E '^(policy|suppressed):' stdout >expected
  grep '^loss:' stdout | cut -d '(' -f 1 >>expected
  verifies 0 "(proven optimal)" --certificate c.jsonl
  while read -r line; do
    grep -qF "$line" stdout || complain "deid-verify lacks: $line"
  done <expected
  verifies 1 "c.jsonl: line 1: member 'quality_model' is something else, expected \"loss:geo\"" \
    --certificate c.jsonl --quality loss:geo
  verifies 1 "line 1: member 'suppression_limit' is 250, expected 300" --certificate c.jsonl \
    --suppression-limit 0.06
  sed '3d' c.jsonl >removed.jsonl
  verifies 1 "removed.jsonl: line " --certificate removed.jsonl
  verifies 2 "no-such.jsonl: cannot open the file" --certificate no-such.jsonl
  verifies 2 "--certificate FILE: expected a certificate"
  verifies 2 "no-such.csv" --certificate c.jsonl --input no-such.csv
  refuses 2 "no-such/c.jsonl" --model k:5 --certificate no-such/c.jsonl
  refuses 1 "before the policy was proven optimal" --model k:5 --suppression-limit 0.05 \
    --step-limit 2 --certificate out/c.jsonl
  refuses 1 "before the policy was proven optimal" --model k:5 --suppression-limit 0.05 \
    --search datafly --certificate out/c.jsonl
  # shellcheck disable=SC2086
  succeeds $problem --certificate c.jsonl --json
  "$python" - c.jsonl stdout <<'END' || complain "a certificate as JSON"
import hashlib, json, sys

lines = open(sys.argv[1], "rb").read().splitlines(keepends=True)
report = json.load(open(sys.argv[2]))
header, claim, end = json.loads(lines[0]), json.loads(lines[1]), json.loads(lines[-1])
assert list(report["seconds"]) == ["load", "search", "prove", "apply", "report", "write"]
assert header["audience"] == "custodian-only" and header["table"]["records"] == 5000
assert dict(zip((a["name"] for a in header["attributes"]), claim["optimum"])) == report["optimum"]
assert (claim["loss"], claim["suppressed"]) == (report["loss"], report["suppressed"])
assert end["lines"] == len(lines) - 1
assert end["digest"] == hashlib.sha256(b"".join(lines[:-1])).hexdigest()
END
}

# The population is the table with every record twice, and some people who are not in it.
test_population ()
{
  awk -F ';' -v OFS=';' 'NR == 1 { print $0, "people"; next } { print $0, 2 }' \
    "$data/discharges.csv" >people.csv
  succeeds --population people.csv --population-weight people --model kmap:10 \
    --suppression-limit 0.05
  cp stdout doubled
  succeeds --model k:5 --suppression-limit 0.05
  for line in policy: suppressed: loss:
  do
    [ "$(grep "$line" doubled)" = "$(grep "$line" stdout)" ] || complain "kmap:10, $line"
  done
  problem="--qi age,sex,zip --population people.csv --population-weight people"
  problem="$problem --model dp:0.5:0.5 --model k:5 --suppression-limit 0.05"
  # shellcheck disable=SC2086
  succeeds $problem --certificate population.jsonl
  grep -qF '"population":{"name":"people.csv","rows":5000,"records":10000' population.jsonl \
    || complain "a certificate does not name the population"
  verifies 0 "(proven optimal)" --certificate population.jsonl
  sed '9s/;2$/;3/' people.csv >changed.csv
  verifies 1 "line 1: member 'population.records' is 10000, expected 10001" \
    --certificate population.jsonl --population changed.csv
  refuses 2 "kmap: the problem has no population table" --model kmap:5
  refuses 2 "dp: the problem has no population table" --model dp:0:0.5
  refuses 2 "noattackmap: the problem has no population table" --model noattackmap:300:4
  refuses 2 "region 'nowhere', expected" --model pu:dankar:nowhere:0.01
  succeeds --model payout:1200:300:300:4 --model pu:dankar:usa:0.01 --suppression-limit 0.05 \
    --quality payout:1200:300:300:4
  refuses 2 "privacy model dp: the minimum exceeds the maximum" --model dp:0.5:0.2
  refuses 2 "no-such.csv" --model kmap:5 --population no-such.csv
  refuses 2 "--population beside it" --model kmap:5 --population-weight people
  refuses 2 "the same file as the input people.csv" --model kmap:5 --population people.csv \
    --policy people.csv
  refuses 2 "in the population people.csv, expected a table that is part of it" --model dp:0:1 \
    --input people.csv --insensitive people --weight people --population people.csv
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
  succeeds $problem --sensitive-hierarchy diagnosis --certificate c.jsonl --policy p.json
  verifies 0 "(proven optimal)" --certificate c.jsonl --sensitive-hierarchy diagnosis
  verifies 1 "c.jsonl: line 1: member 'sensitive_attributes" --certificate c.jsonl
  "$python" - p.json "$data/hierarchy_diagnosis.csv" <<'END' || complain "a stored hierarchy"
import csv, json, sys

stored = json.load(open(sys.argv[1]))["sensitive_hierarchies"]
assert stored == {"diagnosis": list(csv.reader(open(sys.argv[2]), delimiter=";"))}, stored
END
  refuses 2 "hierarchy_charge.csv" --model k:5 --sensitive charge --sensitive-hierarchy charge
  refuses 2 "column 'stay' does not have the role sensitive" --model k:5 \
    --sensitive-hierarchy stay
}

# a_small_table POLICY SUPPRESSED OPTION…: of the records x, x, x, y, each model as by hand.
a_small_table ()
{
  expected="$1 $2"
  shift 2
  succeeds --input small.csv --hierarchies small_ --qi a --sensitive '' --json "$@"
  actual=$("$python" -c 'import json, sys
report = json.load(sys.stdin)
print(report["optimum"]["a"], report["suppressed"])' <stdout)
  [ "$actual" = "$expected" ] || complain "$*: level and suppressed $actual, expected $expected"
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
  for problem in '1 k:2' '0 pu:zayatz:survey:1' '1 pu:zayatz:survey:0'; do
    succeeds --input surveyed.csv --hierarchies small_ --qi a --sensitive '' --survey-weight w \
      --model "${problem#* }"
    grep -q "^policy: *a:${problem% *}\$" stdout || complain "$problem: the policy"
    grep -q '^columns not released: w$' stdout || complain "$problem: the survey weight is released"
    grep -q 'of a population of 54 (' stdout || complain "$problem: the size of the population"
  done
  refuses 2 "a decimal above 0" --input surveyed.csv --hierarchies small_ --qi a --sensitive '' \
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
  verifies 0 "(proven optimal)" --certificate risk.jsonl
}

# Five x and five y have a risk of 2 and a mean of 0.2, told apart: to searches, certificates and
# reports.
test_equal_risk ()
{
  printf 'a\nx\nx\nx\nx\nx\ny\ny\ny\ny\ny\n' >five.csv
  printf 'x;*\ny;*\n' >five_a.csv
  for model in risk:2 risk:0.2:mean; do
    problem="--input five.csv --hierarchies five_ --qi a --model $model"
    # shellcheck disable=SC2086
    succeeds $problem --sensitive '' --output five-out.csv --certificate five.jsonl --json
    "$python" -c 'import json, sys
found = json.load(sys.stdin)["risks"]["after"]["population_risk"]
assert found == {"sum": 2, "mean": 0.2}, found' <stdout || complain "$model: the report"
    grep -q x five-out.csv || complain "$model: x and y are not told apart"
    verifies 0 "(proven optimal)" --certificate five.jsonl
  done
}

# Without a population the risk is the number of classes.
test_alternatives ()
{
  "$tool" --input "$data/discharges.csv" --delimiter ';' --qi age,sex --lattice cuts \
    --risk-threshold 40.5 --search bisecting --iterations 20 --seed 3 --polish --json \
    --output cut.csv >report.json 2>stderr || complain "--lattice cuts: $(cat stderr)"
  "$tool" --input "$data/discharges.csv" --delimiter ';' --qi age,sex --lattice cuts \
    --model risk:40.5 --search bisecting --iterations 20 --seed 3 --polish >text 2>stderr ||
    complain "--lattice cuts: $(cat stderr)"
  "$python" - report.json text cut.csv "$data/discharges.csv" <<'END' ||
import csv, json, sys

report, text = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
rows = [(int(row["age"]), row["sex"]) for row in csv.DictReader(open(sys.argv[4]), delimiter=";")]
values = [sorted({row[a] for row in rows}) for a in range(2)]


def count_classes(bits):
    """The value that each run begins with is its label."""
    labels = []
    for of_attribute, kept in zip(values, bits):
        label = {of_attribute[0]: of_attribute[0]}
        for before, value, bit in zip(of_attribute, of_attribute[1:], kept):
            label[value] = value if bit == "1" else label[before]
        labels.append(label)
    return len({(labels[0][age], labels[1][sex]) for age, sex in rows})


def list_specializations(bits):
    return [bits[:a] + [bits[a][:i] + "1" + bits[a][i + 1:]] + bits[a + 1:]
            for a in range(2) for i, bit in enumerate(bits[a]) if bit == "0"]


alternatives = report["alternatives"]
assert sum(alternative["iterations"] for alternative in alternatives) == 20
for i, alternative in enumerate(alternatives):
    bits = [alternative["policy"]["age"], alternative["policy"]["sex"]]
    assert [len(text) + 1 for text in bits] == [len(of_attribute) for of_attribute in values]
    assert alternative["risk"] == count_classes(bits) <= 40
    assert all(count_classes(other) > 40 for other in list_specializations(bits))
    assert alternative["boundary"] and alternative["risk_minimal"]
    assert alternative["dominated_by"] is None and alternative["suppressed"] == 0
    assert f" age:{bits[0]} sex:{bits[1]}\n" in text, text
assert report["loss"] == min(alternative["loss"] for alternative in alternatives)
assert f"Alternatives: {len(alternatives)} policies" in text
released = {(row["age"], row["sex"]) for row in csv.DictReader(open(sys.argv[3]), delimiter=";")}
assert len(released) == count_classes([report["optimum"]["age"], report["optimum"]["sex"]])
END
    complain "--lattice cuts: $(cat report.json text)"
  "$tool" --input "$data/discharges.csv" --delimiter ';' --qi age,sex --lattice cuts \
    --risk-threshold 40.5 --iterations 20 --seed 3 --polish --choose 7 --json --output chosen.csv \
    >chosen.json 2>stderr || complain "--choose: $(cat stderr)"
  "$python" - report.json chosen.json chosen.csv <<'END' || complain "--choose: $(cat chosen.json)"
import csv, json, sys

report, chosen = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
assert chosen["alternatives"] == report["alternatives"]
assert chosen["evaluated"] == report["evaluated"]
alternative = report["alternatives"][7]
assert chosen["optimum"] == alternative["policy"] != report["optimum"]
assert chosen["loss"] == alternative["loss"]
released = {(row["age"], row["sex"]) for row in csv.DictReader(open(sys.argv[3]), delimiter=";")}
assert len(released) == int(alternative["risk"])
END
  refuses 2 "--choose 7: expected the number of an alternative" --model k:5 --choose 7
  refuses 2 "--choose 20: expected the number of an alternative" --model k:5 --lattice cuts \
    --iterations 20 --choose 20
  refuses 2 "--choose -1: expected an unsigned integer" --model k:5 --choose -1
  succeeds --qi age,zip --model k:5 --lattice subtrees --search directed --iterations 5 --json
  grep -q '"alternatives" : \[' stdout || complain "--search directed: $(cat stdout)"
  succeeds --qi age,zip --model k:5 --lattice cuts --search bisecting --json
  grep -q '"iterations" : ' stdout || complain "--search bisecting: $(cat stdout)"
  printf 'x\n%s\n%s\n%s\n' 10 9 nan >words.csv
  "$tool" --input words.csv --qi x --lattice cuts --model k:3 --search bisecting \
    --output cut.csv >stdout 2>stderr && complain "numbers and a text: $(cat cut.csv)"
  grep -qF "column 'x': 2 of 3 values are numbers" stderr || complain "numbers: $(cat stderr)"
  printf 'x\n%s\n%s\n%s\n' 18 18.0 90 >twice.csv
  "$tool" --input twice.csv --qi x --lattice cuts --model k:3 --search bisecting \
    --output cut.csv >stdout 2>stderr && complain "a number spelled twice: $(cat cut.csv)"
  "$tool" --input words.csv --qi x --lattice cuts --model k:3 --search bisecting --exact-ends \
    --output cut.csv >stdout 2>stderr || complain "--lattice cuts: $(cat stderr)"
  grep -qF '{10, 9, nan}' cut.csv || complain "not in the order of texts: $(cat cut.csv)"
  { echo id; seq 1100; } >many.csv
  "$tool" --input many.csv --qi id --lattice cuts --model k:2 --search bisecting --iterations 1 \
    --json >report.json 2>stderr || complain "1100 values to be cut: $(cat stderr)"
  "$python" -c 'import json, sys; assert json.load(sys.stdin)["policies"] is None' <report.json ||
    complain "a lattice of 2^1099 policies: $(cat report.json)"
  refuses 2 "--lattice lines: expected levels, cuts or subtrees" --model k:5 --lattice lines
  refuses 2 "--iterations x" --model k:5 --search bisecting --iterations x
  refuses 2 "--iterations and --polish need bisecting or directed" --model k:5 --polish
  refuses 2 "which is not known of te:0.2@diagnosis" --model te:0.2 --search directed \
    --suppression-limit 0.05
  refuses 2 "privacy model risk: a threshold of 0" --risk-threshold 0
  refuses 2 "--risk-threshold x: expected a number" --risk-threshold x
}

# Neither the names that a file without a header line seems to have, nor a report in the table.
test_what_is_not_shown ()
{
  sed 1d "$data/discharges.csv" >headless.csv
  record=$(sed -n 1p headless.csv)
  refuses 2 "headless.csv: no column called" --model k:5 --input headless.csv
  anonymize --model k:5 --input headless.csv >stdout 2>stderr
  for value in $(echo "$record" | tr ';' ' '); do
    if grep -qF "'$value'" stderr; then complain "shows $value: $(cat stderr)"; fi
  done
  anonymize --model k:5 --input headless.csv --show-values >stdout 2>stderr
  grep -qF "'${record%%;*}'" stderr || complain "--show-values: $(cat stderr)"
  anonymize --model k:5 --output - >both 2>&1 && complain "table and report in one file"
  grep -qF "standard output and standard error are one file" both || complain "$(head -n 3 both)"
  anonymize --model k:5 --output /dev/stdin <&- >stdout 2>stderr && complain "a closed input: $(cat stdout)"
  succeeds --model k:5 --report-threshold 1e-8 --json
  "$python" -c 'import json, sys; json.load(sys.stdin)' <stdout || complain "--report-threshold 1e-8"
}

# What --help says of --model and --quality has all models.
test_help ()
{
  "$tool" --help >help || complain "--help"
  for option in model quality; do
    anonymize --model k:5 --$option nonsense >/dev/null 2>names
    sed 's/.* expected //; s/, AGGREGATE .*//; s/ or /, /g; s/, /\n/g' names |
      sed 's/[^a-z].*//' | sort -u >usages
    [ "$(grep -c . usages)" -gt 5 ] || complain "--$option nonsense: $(cat names)"
    while read -r name; do
      grep -e "--$option=" help | grep -q "[ (]${name}[]:@ ,;]" || complain "--help of $name"
    done <usages
  done
}

test_bad_options
test_too_many_subsets
test_bad_columns_and_files
test_searches
test_quality_models
test_no_solution
test_unwritable_files
test_json
test_risks
test_population_size
test_explain
test_output
test_two_sensitive_attributes
test_judged_columns
test_models_of_each_attribute
test_sensitive_hierarchy
test_certificate
test_population
test_table_models
test_population_risk
test_equal_risk
test_alternatives
test_what_is_not_shown
test_help
[ $n_failed -eq 0 ] || { echo "$n_failed checks failed" >&2; exit 1; }
