#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: reports.
#
#     test-cli-reports.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

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
    --attribute-risks 5 --algorithm bisecting:0:0
}

test_json ()
{
  succeeds --threads 1 --qi age,zip --model k:5 --model dl:2 --suppression-limit 0.05 --json
  cp stdout report.json
  succeeds --threads 1 --qi age,zip --model k:5 --model dl:2 --suppression-limit 0.05
  "$python" - report.json stdout <<'END' || complain "--json"
import json, re, sys

report = json.load(open(sys.argv[1]))
text = " ".join(open(sys.argv[2]).read().split())
assert list(report) == ["policies", "evaluated", "termination", "recoding", "optimum", "description", "suppressed", "loss",
                        "lower_bound", "proved", "verified", "columns_not_released", "seconds", "peak_rss_bytes",
                        "risks", "problem", "columns", "warnings"], list(report)
assert all("problem" not in risks for risks in report["risks"].values()), "once is enough"
assert "Not released: " + ", ".join(report["columns_not_released"]) + " Verified:" in text
assert list(report["seconds"]) == ["load", "search", "apply", "report", "write"], report["seconds"]
assert all(type(s) is float and 0 <= s < 600 for s in report["seconds"].values())
assert report["policies"] == 25 and 1 <= report["evaluated"] <= 25
assert report["proved"] is True and report["verified"] is True
assert report["loss"] == report["lower_bound"] and 0 < report["loss"] < 1
assert 0 <= report["suppressed"] <= 250
assert report["peak_rss_bytes"] > 1 << 20
assert text.startswith(f"Released: {5000 - report['suppressed']} of 5000 records, "
                       f"{100 * report['loss']:.3g} % of the detail lost. Proven optimal: no policy "
                       "that meets the conditions loses less. Protected: Every released record has the "
                       f"same age and zip as at least {report['risks']['after']['classes']['smallest'] - 1} "
                       "other records. Each group of records that look alike has at least 2 different "
                       "values of diagnosis, where a missing value counts as one. Column "), text
for column in report["columns"]:
    if "level" in column:
        assert re.search(f" {column['name']} quasi-identifying level {column['level']} of "
                         f"{column['n_levels'] - 1}, such as {column['distinct']['before']} "
                         f"{column['distinct']['after']} {100 * column['loss']:.3g} % '", text), text
assert " diagnosis sensitive released as it is " in text
assert "Not released: patient, sex, admission, insurance, stay, charge Verified: " in text
assert "separate code checked the released table Written: no table Risk: " in text, text
# Rows below it are of attackers who know more, or less.
assert "Unless a row says otherwise, the attacker knows only that the person is in the table" in text
assert "unique by everything released" in text and "nothing else" not in text
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
    row = next(line for line in text.splitlines() if line.startswith("Records with a risk above 15 %"))
    assert row.split()[-2 + ["before", "after"].index(name)] == str(at_risk), row
    assert [s["attributes"] for s in attributes["subsets"]] == [["age"], ["zip"], ["age", "zip"]]
    for subset in attributes["subsets"]:
        counts = collections.Counter(tuple(row[a] for a in subset["attributes"]) for row in table)
        separated = n * (n - 1) // 2 - sum(c * (c - 1) // 2 for c in counts.values())
        assert subset["distinct"] == len(counts) and subset["separated"] == separated
        assert subset["distinction"] == len(counts) / n
        assert subset["separation"] == separated / attributes["pairs"]
        assert any(f" {len(counts)} " in line and f" {separated} " in line
                   for line in text.splitlines()
                   if line.startswith("  " + ", ".join(subset["attributes"]) + "  ")), subset
END
    complain "risks"
}

test_population_size ()
{
  succeeds --qi age,zip --model k:5 --suppression-limit 0.05 --population-size belgium
  grep -q "^People in the population  *11600000  *11600000\$" stdout &&
    grep -q "^Unique there, estimated by Dankar " stdout ||
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
text = re.sub(": +", ": ", open(sys.argv[2]).read())
explanation = report["explanation"]
assert list(explanation) == ["audience", "candidates", "better", "nearest"], list(explanation)
assert explanation["audience"] == "custodian-only"
assert explanation["candidates"] >= explanation["better"] == len(explanation["nearest"]) > 0
assert f"\ncandidates: {explanation['candidates']} policies\nbetter: {explanation['better']} " in text
for blocked in explanation["nearest"]:
    assert list(blocked) == ["policy", "loss", "suppressed", "too_many", "failing", "blocked_by",
                             "saved"]
    failing = [(f["model"], f["records"]) for f in blocked["failing"]]
    assert [model for model, _ in failing] == ["k:5", "dl:2@diagnosis"]
    assert max(n for _, n in failing) <= blocked["suppressed"] <= sum(n for _, n in failing)
    assert blocked["loss"] < report["loss"] and blocked["suppressed"] == 100 + blocked["too_many"]
    policy = " ".join(f"{name}:{level}" for name, level in blocked["policy"].items())
    row = [policy, f"{blocked['loss']:.3g}", blocked["suppressed"], blocked["too_many"],
           ", ".join(str(n) for _, n in failing), blocked["blocked_by"], blocked["saved"]]
    assert any(all(str(cell)[:8] in line for cell in row) for line in text.split("\n")), (row, text)
END
  succeeds --model k:5 --suppression-limit 0.02 --step-limit 2 --explain
  grep -q "^No explanation: the policy is not proven optimal$" stdout || complain "--explain, text"
  succeeds --model k:5 --suppression-limit 0.02 --step-limit 2 --explain --json
  grep -q '"explanation" : null' stdout || complain "--explain of an unproven policy, JSON"
}

# The released table tells the same of labels and of records that are unique.
# Nothing is suppressed, so that released rows in order are those of the table.
test_numbers ()
{
  set -- --model k:5 --keep-order --insensitive stay --set 'column age.type=integer' \
    --set 'column stay.type=integer' --bin-mean age --microaggregate stay=mean --bias
  succeeds "$@" --output numbers.csv --json
  cp stdout numbers.json
  succeeds "$@"
  "$python" - "$data/discharges.csv" numbers.csv numbers.json stdout <<'END' || complain "numbers"
import csv, json, math, statistics, sys

table, release = (list(csv.DictReader(open(path), delimiter=";")) for path in sys.argv[1:3])
report = json.load(open(sys.argv[3]))
text = " ".join(open(sys.argv[4]).read().split())
assert len(table) == len(release)

def check_means(name, released, key):
    values = {}
    for before, after in zip(table, release):
        values.setdefault(key(after), []).append(int(before[name]))
    errors = 0
    for before, after in zip(table, release):
        mean = statistics.fmean(values[key(after)])
        if len(set(values[key(after)])) == 1 and released != name:
            assert after[released] == ""
            continue
        assert math.isclose(float(after[released]), mean, rel_tol=1e-12), (name, after)
        errors += (int(before[name]) - mean) ** 2
    return errors / len(table)

check_means("age", "age_mean", lambda row: row["age"])
error = check_means("stay", "stay", lambda row: (row["age"], row["sex"], row["zip"]))
variance = statistics.pvariance([int(row["stay"]) for row in table])
[stay] = report["microaggregation"]
assert (stay["column"], stay["method"]) == ("stay", "mean"), stay
assert math.isclose(stay["mean_squared_error"], error, rel_tol=1e-9), stay
assert math.isclose(stay["share_of_variance"], error / variance, rel_tol=1e-9), stay
assert " stay insensitive the mean of each class in its place; " in text

ages = [int(row["age"]) for row in table]
bias = {column["column"]: column for column in report["bias"]["columns"]}
assert list(bias) == ["age", "stay"]
assert math.isclose(bias["age"]["mean"], statistics.fmean(ages), rel_tol=1e-12)
assert math.isclose(bias["age"]["standard_deviation"], statistics.pstdev(ages), rel_tol=1e-9)
assert bias["stay"]["shift"] == bias["stay"]["predicted_shift"] == 0
assert "Bias: which means suppression moves (custodian-only) k: 5 " in text
END
}

test_columns_and_warnings ()
{
  set -- --model k:5 --insensitive insurance --suppression-limit 0.05
  succeeds "$@" --json --output released.csv
  cp stdout report.json
  succeeds "$@" --keep-order --keep-suppressed --output whole.csv
  "$python" - report.json stdout released.csv "$data/discharges.csv" whole.csv <<'END' || complain "columns and warnings"
import collections, csv, json, sys

report = json.load(open(sys.argv[1]))
text = " ".join(open(sys.argv[2]).read().split())
rows = list(csv.DictReader(open(sys.argv[3]), delimiter=";"))
columns = {c["name"]: c for c in report["columns"]}
assert list(columns) == ["patient", "age", "sex", "zip", "admission", "insurance", "diagnosis",
                         "stay", "charge"]
assert [c["role"] for c in report["columns"]] == [
    "identifying", "quasi-identifying", "quasi-identifying", "quasi-identifying", "identifying",
    "insensitive", "sensitive", "identifying", "identifying"]
for name in ["age", "sex", "zip"]:
    labels = {row[name] for row in rows}
    assert columns[name]["n_labels"] == len(labels), name
    assert set(columns[name]["labels"]) <= labels
    assert len(columns[name]["labels"]) == min(len(labels), 20)
    assert columns[name]["level"] == report["optimum"][name] < columns[name]["n_levels"]
    assert columns[name]["weight"] == 1
assert abs(sum(columns[n]["loss"] for n in ["age", "sex", "zip"]) / 3 - report["loss"]) < 1e-12

def count_unique(names):
    counts = collections.Counter(tuple(row[n] for n in names) for row in rows)
    return sum(n for n in counts.values() if n == 1)

qi = ["age", "sex", "zip"]
unique = count_unique(qi + ["insurance", "diagnosis"]) - count_unique(qi)
# Suppressed records are kept without a diagnosis; the others have the patient of the input's row.
patients = [row["patient"] for row in csv.DictReader(open(sys.argv[4]), delimiter=";")]
whole = list(csv.DictReader(open(sys.argv[5]), delimiter=";"))
classes = collections.defaultdict(set)
for patient, row in zip(patients, whole):
    if row["diagnosis"]:
        classes[tuple(row[n] for n in qi)].add(patient)
persons = len(set().union(*classes.values()))
assert [(w["code"], w["column"], w["records"]) for w in report["warnings"]] == [
    ("unprotected-sensitive", "diagnosis", len(rows)),
    ("unique-by-insensitive", None, unique),
    ("repeated-identifier", "patient", len(rows) - persons)], report["warnings"]
fewest = min(map(len, classes.values()))
assert f" class has {fewest} person{'s' * (fewest > 1)}, and 1 class has " in report["warnings"][2]["text"]
assert sum(len(c) < 5 for c in classes.values()) == 1
released = report["risks"]["after"]["unique_by_release"]
assert released["figures"] == "exact"
assert released["all"] == count_unique(qi + ["insurance", "diagnosis"])
assert {c["column"]: c["records"] for c in released["columns"]} == {
    name: count_unique(qi + [name]) for name in ["insurance", "diagnosis"]}
assert report["risks"]["before"]["unique_by_release"] is None
for i, warning in enumerate(report["warnings"]):
    assert f" {i + 1}. {warning['text'][:1].upper()}{warning['text'][1:]}. " in text
assert " --model dl:2@diagnosis," in text and " --entity patient." in text, text
END
}

# What is no solution is reported on, and nothing is written; what is one is released as after a
# search.
test_evaluate ()
{
  anonymize --model k:5 --evaluate zip:1,age:0,sex:0 --json --output none.csv >stdout 2>stderr
  [ $? -eq 1 ] || complain "--evaluate: exit status of no solution"
  [ ! -e none.csv ] || complain "--evaluate: wrote a table that is no solution"
  cp stdout report.json
  anonymize --model k:5 --evaluate zip:1,age:0,sex:0 >stdout 2>stderr
  grep -q "records, the suppression limit allows 0; [0-9]* fail k:5" stderr \
    || complain "--evaluate: $(cat stderr)"
  grep -q '^Records unique by the quasi-identifiers  *[1-9][0-9]*  *0$' stdout ||
    complain "--evaluate: the risks before and after what is no solution: $(cat stdout)"
  succeeds --model k:5 --evaluate 'age:3 sex:0 zip:3' --json --output stated.csv
  cp stdout solution.json
  succeeds --model k:5 --evaluate 'age:3 sex:0 zip:3'
  grep -q '^failing records:  *0$' stdout || complain "--evaluate: no evaluation"
  grep -q 'proven\|policies evaluated' stdout && complain "--evaluate: figures of a search"
  "$python" - report.json solution.json "$data" stated.csv <<'END' || complain "--evaluate"
import collections, csv, json, sys

def read(path):
    return list(csv.DictReader(open(path), delimiter=";"))

failed, solution = (json.load(open(path)) for path in sys.argv[1:3])
rows = read(sys.argv[3] + "/discharges.csv")
zips = {line.split(";")[0]: line.split(";")[1] for line in open(sys.argv[3] + "/hierarchy_zip.csv")}
counts = collections.Counter((r["age"], r["sex"], zips[r["zip"]]) for r in rows)
n = sum(count for count in counts.values() if count < 5)
evaluation = failed["evaluation"]
assert "model=k:5" in failed["problem"] and "problem" not in evaluation
assert evaluation["policy"] == "age:0 sex:0 zip:1" and evaluation["solution"] is False
assert evaluation["suppressed"] == evaluation["too_many"] == evaluation["failing"][0] == n > 0
assert failed["risks"]["records"] == len(rows) - n
whole = collections.Counter((r["age"], r["sex"], r["zip"]) for r in rows)
assert failed["input_risks"]["table"] == "input" and failed["input_risks"]["records"] == len(rows)
assert failed["input_risks"]["unique"] == sum(count == 1 for count in whole.values()) > 0
assert failed["risks"]["classes"]["number"] == sum(count >= 5 for count in counts.values())
assert solution["policy"] == {"age": 3, "sex": 0, "zip": 3}
assert solution["evaluation"]["solution"] is True and solution["evaluation"]["failing"] == [0]
assert set(solution["evaluation"]) == set(evaluation), solution["evaluation"]
assert not {"policies", "evaluated", "optimum", "lower_bound", "proved"} & set(solution)
assert len(read(sys.argv[4])) == len(rows) - solution["suppressed"]
END
  refuses 2 "--evaluate: policy 'zip:3': no level for 'age'" --model k:5 --evaluate zip:3
}

# The pMSE is that of a plain Newton method over the labels of the release, suppressed records
# included; without liblinear the report says so.
test_utility ()
{
  set -- --qi age,zip --model k:5 --suppression-limit 0.05 --insensitive insurance
  succeeds "$@" --utility --predict insurance,sex --json
  cp stdout report.json
  succeeds "$@" --utility
  if grep -q "^No figures of utility: deid run was built without liblinear" stdout; then
    grep -q '"utility" : null' report.json || complain "--utility without liblinear, JSON"
    return
  fi
  "$python" - report.json stdout "$data" <<'END' || complain "--utility"
import collections, csv, json, math, re, sys

report, text, data = json.load(open(sys.argv[1])), open(sys.argv[2]).read(), sys.argv[3]
utility, policy = report["utility"], report["optimum"]

def read(name):
    return list(csv.reader(open(f"{data}/{name}.csv"), delimiter=";"))

table = read("discharges")
columns = dict(zip(table[0], zip(*table[1:])))
for name, level in policy.items():
    labels = {row[0]: row[level] for row in read(f"hierarchy_{name}")}
    columns[name] = [labels[value] for value in columns[name]]
keys = list(zip(*(columns[name] for name in ("age", "zip"))))
sizes = collections.Counter(keys)
released = [sizes[key] >= 5 for key in keys]
assert released.count(False) == report["suppressed"] > 0

numbers = {}
for name in ("age", "zip", "diagnosis", "insurance"):
    for value in sorted(set(columns[name]))[1:]:
        numbers[name, value] = len(numbers) + 1
n_parameters = len(numbers) + 1
records = [tuple([0] + [numbers[name, columns[name][i]] for name in ("age", "zip", "diagnosis", "insurance")
                        if (name, columns[name][i]) in numbers]) for i in range(len(keys))]
both, ones = collections.Counter(records), collections.Counter()
for record, is_released in zip(records, released):
    both[record] += is_released
    ones[record] += is_released
share = sum(ones.values()) / sum(both.values())

def probability(beta, record):
    return 1 / (1 + math.exp(-sum(beta[f] for f in record)))

beta = [0.0] * n_parameters
for _ in range(25):
    gradient = [-1e-9 * b for b in beta]
    hessian = [[1e-9 * (f == g) for g in range(n_parameters)] for f in range(n_parameters)]
    for record, n in both.items():
        p = probability(beta, record)
        for f in record:
            gradient[f] += ones[record] - n * p
            for g in record:
                hessian[f][g] += n * p * (1 - p)
    for i in range(n_parameters):
        for j in range(i + 1, n_parameters):
            factor = hessian[j][i] / hessian[i][i]
            if factor != 0:
                for k in range(i, n_parameters):
                    hessian[j][k] -= factor * hessian[i][k]
                gradient[j] -= factor * gradient[i]
    for i in reversed(range(n_parameters)):
        gradient[i] -= sum(hessian[i][j] * gradient[j] for j in range(i + 1, n_parameters))
        gradient[i] /= hessian[i][i]
    beta = [b + step for b, step in zip(beta, gradient)]
n = sum(both.values())
pmse = sum(count * (probability(beta, record) - share) ** 2 for record, count in both.items()) / n
expected = (n_parameters - 1) * (1 - share) ** 2 * share / n
assert utility["audience"] == "custodian-only" and utility["excluded"] == []
assert utility["drawn"] == len(keys) and utility["released"] == released.count(True)
assert utility["parameters"] == n_parameters, n_parameters
assert abs(utility["pmse"] / pmse - 1) < 1e-5, (utility["pmse"], pmse)
assert abs(utility["expected_pmse"] / expected - 1) < 1e-9
assert abs(utility["pmse_ratio"] * expected / pmse - 1) < 1e-5
assert re.search(rf"\npmse: +{utility['pmse']:.3g}\nexpected pmse: +{utility['expected_pmse']:.3g}\n", text), text

assert [target["column"] for target in utility["targets"]] == ["insurance", "sex"]
for target in utility["targets"]:
    counts = collections.Counter(columns[target["column"]])
    assert target["values"] == len(counts)
    assert abs(target["baseline"] - max(counts.values()) / len(keys)) < 1e-12
    assert 0 < target["before"] < 1 and 0 < target["after"] < 1
END
  succeeds "$@" --predict insurance
  grep -q "^  insurance  *[0-9]*  *[0-9.]* %  *[0-9.]* %  *[0-9.]* %\$" stdout || complain "--predict"
  refuses 2 "--predict: column 'patient' has 4588 values to predict, expected 2 to 100" \
    --model k:5 --predict patient
  refuses 2 "--predict: " --model k:5 --predict nowhere
  refuses 2 "--predict a,,b: expected names of columns" --model k:5 --predict a,,b
}

test_too_many_subsets
test_json
test_numbers
test_columns_and_warnings
test_evaluate
test_risks
test_population_size
test_explain
test_utility
finish
