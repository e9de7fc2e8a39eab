#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: certificates and alternatives.
#
#     test-cli-proofs.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# Lists in the file expected what deid verify is to say of the report in stdout.
list_answer ()
{
  "$python" -c 'import json
report = json.load(open("stdout"))
print("Policy: " + report["description"])
print("this one loses %.3g %% of the detail" % (100 * report["loss"]))
print("suppresses %d of 5000 records" % report["suppressed"])' >expected
}

test_certificate ()
{
  problem="--qi age,sex,zip --sensitive diagnosis --model k:5 --model dl:2"
  problem="$problem --suppression-limit 0.05"
  # shellcheck disable=SC2086
  succeeds $problem --certificate c.jsonl --json
  [ "$(stat -c %a c.jsonl)" = 600 ] || complain "the mode of a certificate"
  list_answer
  verifies 0 "no policy that meets the conditions loses less" --certificate c.jsonl
  while read -r line; do
    unwrap | grep -qF "$line" || complain "deid verify lacks: $line"
  done <expected
  verifies 1 "c.jsonl: line 1: member 'quality_model' is something else in the file, expected \"loss:geo\" for this problem" \
    --certificate c.jsonl --quality loss:geo
  verifies 1 "line 1: member 'suppression_limit' is 250 in the file, expected 300 for this problem" --certificate c.jsonl \
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
    --algorithm datafly --certificate out/c.jsonl
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

# Ages that are next to each other may be merged, and subtrees of the others.
test_cut_certificate ()
{
  problem="--qi age,sex,zip --sensitive diagnosis --model k:5 --model dl:2 --quality loss:arith"
  problem="$problem --suppression-limit 0.05 --generalize-by subtrees"
  cuts='column age.generalize-by=cuts'
  # shellcheck disable=SC2086
  succeeds $problem --set "$cuts" --algorithm optimal --certificate c.jsonl --json
  list_answer
  verifies 0 "no policy that meets the conditions loses less" --set "$cuts" --certificate c.jsonl
  while read -r line; do
    unwrap | grep -qF "$line" || complain "deid verify lacks: $line"
  done <expected
  verifies 1 "c.jsonl: line 1: " --certificate c.jsonl
  verifies 2 "it is no mean or sum over attributes" --set "$cuts" --quality loss:geo \
    --certificate c.jsonl
  sed '3s/"least":5/"least":6/' c.jsonl >forged.jsonl
  verifies 1 "forged.jsonl: line 3: classes of at least 6 records are stated" --set "$cuts" \
    --certificate forged.jsonl
}

# The first line is that of a certificate of the optimum; the prices are made here.
test_bound ()
{
  problem="--qi age,sex,zip --sensitive diagnosis --model k:5 --suppression-limit 0.05"
  # shellcheck disable=SC2086
  succeeds $problem --certificate c.jsonl
  for price in 0 8589934592; do
    "$python" - "$price" "$data/discharges.csv" <<'END' >"bound-$price.jsonl"
import csv, hashlib, json, sys

price, rows = int(sys.argv[1]), csv.DictReader(open(sys.argv[2]), delimiter=";")
rows = [(row["age"], row["sex"], row["zip"]) for row in rows]
first_rows = sorted({row: i for i, row in reversed(list(enumerate(rows)))}.values())
bound = price * len(rows) / 2 ** 32 / len(rows) * (1 - 1e-12) / 3 or 0
lines = [open("c.jsonl").readline().strip(),
         json.dumps({"recoding": "local", "k": 5, "combinations": len(first_rows), "lower_bound": bound})]
lines += [json.dumps({"row": row, "price": price}) for row in first_rows]
digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
print("\n".join(lines + [json.dumps({"lines": len(lines), "digest": digest})]))
END
  done
  verifies 0 "any local recoding of this problem loses at least 0 % (rounded)" \
    --bound bound-0.jsonl
  verifies 1 "bound-8589934592.jsonl: the prices exceed what some labels cost" \
    --bound bound-8589934592.jsonl
  verifies 1 "bound-0.jsonl: line 1: " --model k:6 --bound bound-0.jsonl
  verifies 2 "--bound bound-0.jsonl: expected none where --certificate is given" \
    --bound bound-0.jsonl --certificate c.jsonl
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
    verifies 0 "no policy that meets the conditions loses less" --certificate five.jsonl
  done
}

# Without a population the risk is the number of classes.
test_alternatives ()
{
  "$tool" run --input "$data/discharges.csv" --delimiter ';' --qi age,sex --generalize-by cuts \
    --model risk:40.5 --algorithm bisecting --iterations 20 --seed 3 --polish --json \
    --output cut.csv >report.json 2>stderr || complain "--generalize-by cuts: $(cat stderr)"
  "$tool" run --input "$data/discharges.csv" --delimiter ';' --qi age,sex --generalize-by cuts \
    --model risk:40.5 --algorithm bisecting --iterations 20 --seed 3 --polish >text 2>stderr ||
    complain "--generalize-by cuts: $(cat stderr)"
  "$python" - report.json text cut.csv "$data/discharges.csv" <<'END' ||
import csv, json, re, sys

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


plain = re.sub(": +", ": ", text)  # values are aligned
alternatives = report["alternatives"]
assert sum(alternative["found"] for alternative in alternatives) == 20
for i, alternative in enumerate(alternatives):
    bits = [alternative["policy"]["age"], alternative["policy"]["sex"]]
    assert [len(text) + 1 for text in bits] == [len(of_attribute) for of_attribute in values]
    assert alternative["population_risk_sum"] == count_classes(bits) <= 40
    assert all(count_classes(other) > 40 for other in list_specializations(bits))
    assert alternative["boundary"] and alternative["risk_minimal"]
    assert alternative["dominated_by"] is None and alternative["suppressed"] == 0
    assert alternative["bettered_by"] is None or alternative["bettered_by"] != i
    if alternative["from_best"] is None:
        best = i
        assert f'    description: {alternative["description"]}\n' in plain, text
assert f"\nbest: {best}\n" in plain
assert all(f'    change from best: {alternative["from_best"]}\n' in plain
           for i, alternative in enumerate(alternatives) if i != best), text
assert report["loss"] == min(alternative["loss"] for alternative in alternatives)
assert alternatives[best]["policy"] == report["optimum"]
assert alternatives[best]["description"] == report["description"]
text = " ".join(text.split())
assert f" Policy: {report['description']} Not released: " in text, text
assert all(alternative["from_baseline"] is None for alternative in alternatives)
released = {(row["age"], row["sex"]) for row in csv.DictReader(open(sys.argv[3]), delimiter=";")}
assert len(released) == count_classes([report["optimum"]["age"], report["optimum"]["sex"]])
END
    complain "--generalize-by cuts: $(cat report.json text)"
  "$tool" run --input "$data/discharges.csv" --delimiter ';' --qi age,sex --generalize-by cuts \
    --model risk:40.5 --algorithm bisecting --iterations 20 --seed 3 --polish --alternative 7 --groups 3 --json \
    --output chosen.csv \
    >chosen.json 2>stderr || complain "--alternative: $(cat stderr)"
  "$python" - report.json chosen.json chosen.csv <<'END' || complain "--alternative: $(cat chosen.json)"
import csv, json, sys

report, chosen = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
assert chosen["alternatives"] == report["alternatives"]
assert chosen["evaluated"] == report["evaluated"]
alternative = report["alternatives"][7]
assert chosen["optimum"] == alternative["policy"] != report["optimum"]
assert chosen["loss"] == alternative["loss"]
released = {(row["age"], row["sex"]) for row in csv.DictReader(open(sys.argv[3]), delimiter=";")}
assert len(released) == int(alternative["population_risk_sum"])
groups = chosen["alternative_groups"]["groups"]
assert len(groups) == 3 and "alternative_groups" not in report
assert sorted(i for group in groups for i in group["policies"]) == list(range(len(report["alternatives"])))
for group in groups:
    assert group["medoid"] in group["policies"]
    for name in "description", "from_best", "from_baseline":
        assert group[name] == report["alternatives"][group["medoid"]][name]
END
  "$python" - report.json text <<'END' || complain "bound: $(cat text)"
import json, re, sys

report, text = json.load(open(sys.argv[1])), " ".join(open(sys.argv[2]).read().split())
assert not report["lower_bound"] > 0 and "Not proven optimal, and no lower bound is known." in text
END
  succeeds --model k:5 --qi age,zip --generalize-by cuts --step-limit 50 --json
  cp stdout report.json
  succeeds --model k:5 --qi age,zip --generalize-by cuts --step-limit 50
  "$python" - report.json stdout <<'END' || complain "bound: $(cat stdout)"
import json, re, sys

report, text = json.load(open(sys.argv[1])), " ".join(open(sys.argv[2]).read().split())
bound = re.search(r"Not proven optimal: any solution loses at least ([0-9.]+) %[.,]", text)[1]
assert bound == f"{100 * report['lower_bound']:.3g}", bound
END
  refuses 2 "--groups 2: expected none unless a search lists alternatives" --model k:5 --groups 2
  refuses 2 "--groups 0: expected at least 1, or auto" --model k:5 --groups 0
  refuses 2 "--alternative 7: expected a search that lists alternatives, bisecting, directed or boundary (see --algorithm)" \
    --model k:5 --alternative 7
  refuses 2 "--alternative 20: expected the number of one of " --model k:5 --generalize-by cuts \
    --algorithm bisecting --iterations 20 --alternative 20
  refuses 2 "--alternative 7: expected a search that lists alternatives" --model k:5 \
    --generalize-by cuts --alternative 7
  refuses 2 "--alternative -1: expected an unsigned integer" --model k:5 --alternative -1
  succeeds --qi age,zip --model k:5 --generalize-by subtrees --algorithm directed --iterations 5 --json
  grep -q '"alternatives" : \[' stdout || complain "--algorithm directed: $(cat stdout)"
  succeeds --qi age,zip --model k:5 --generalize-by cuts --algorithm bisecting --json
  grep -q '"found" : ' stdout || complain "--algorithm bisecting: $(cat stdout)"
  printf 'x\n%s\n%s\n%s\n' 10 9 nan >words.csv
  "$tool" run --input words.csv --qi x --generalize-by cuts --model k:3 --algorithm bisecting \
    --output cut.csv >stdout 2>stderr && complain "numbers and a text: $(cat cut.csv)"
  grep -qF "column 'x': 2 of 3 values are numbers" stderr || complain "numbers: $(cat stderr)"
  printf 'x\n%s\n%s\n%s\n' 18 18.0 90 >twice.csv
  "$tool" run --input twice.csv --qi x --generalize-by cuts --model k:3 --algorithm bisecting \
    --output cut.csv >stdout 2>stderr && complain "a number spelled twice: $(cat cut.csv)"
  printf 'x\n%s\n%s\n%s\n%s\n' 10 9 nan nan >words.csv
  "$tool" run --input words.csv --qi x --generalize-by cuts --model k:2 --algorithm bisecting --exact-ends \
    --output cut.csv >stdout 2>stderr || complain "--generalize-by cuts: $(cat stderr)"
  grep -qF '{10, 9}' cut.csv || complain "not in the order of texts: $(cat cut.csv)"
  { echo id; seq 1100; } >many.csv
  "$tool" run --input many.csv --qi id --generalize-by cuts --model k:2 --algorithm bisecting --iterations 1 \
    --json >report.json 2>stderr || complain "1100 values to be cut: $(cat stderr)"
  "$python" -c 'import json, sys; assert json.load(sys.stdin)["policies"] is None' <report.json ||
    complain "a lattice of 2^1099 policies: $(cat report.json)"
  refuses 2 "--generalize-by lines: expected levels, cuts, subtrees or sets" --model k:5 --generalize-by lines
  refuses 2 "--iterations x" --model k:5 --algorithm bisecting --iterations x
  refuses 2 "--polish: the search is optimal, expected bisecting or directed" --model k:5 --polish
  refuses 2 "which is not known of te:0.2@diagnosis" --model te:0.2 --algorithm directed \
    --suppression-limit 0.05
  refuses 2 "privacy model risk: a threshold of 0" --model risk:0
  refuses 2 "privacy model risk: 'x', expected a number" --model risk:x
}

test_certificate
test_cut_certificate
test_bound
test_equal_risk
test_alternatives
finish
