#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Problem files: what they say, what options say on top of them, and one by the other.
#
#     test-cli-problems.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The quickstart's problem, as a file and as options.
cat >problem.ini <<END
# What is read.
[input]
input=$data/discharges.csv
delimiter=;

[lattice]
hierarchies=$data/hierarchy_

[column age]
role=quasi-identifying

[column zip]
role=quasi-identifying

[column patient]
role=entity

[column diagnosis]
role=sensitive

[models]
model=k:5; dl:3

[limits]
suppression-limit=5%
END

by_options ()
{
  "$tool" run --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    --qi age,zip --entity patient --sensitive diagnosis --model k:5 --model dl:3 \
    --suppression-limit 0.05 --threads 1 "$@"
}

by_file ()
{
  "$tool" run --problem problem.ini --set search.threads=1 "$@"
}

test_equal ()
{
  by_options --output a.csv --policy a.json --certificate a.jsonl >a.txt || complain "by options"
  by_file --output b.csv --policy b.json --certificate b.jsonl >b.txt || complain "by a file"
  for kind in csv json jsonl txt; do
    cmp a.$kind b.$kind || complain "by a file: another $kind"
  done
  by_file --problem - --output c.csv <problem.ini >c.txt || complain "a file and standard input"
  cmp a.csv c.csv || complain "--problem -: another table"
  "$tool" verify --problem problem.ini --certificate a.jsonl >/dev/null || complain "deid verify"
  by_options --json >a.report
  by_file --json >b.report
  "$python" - a.report b.report <<'END' || complain "the problem in reports"
import json, sys

a, b = (json.load(open(name))["problem"] for name in sys.argv[1:])
assert set(a.split("\n")) == set(b.split("\n")), (a, b)
assert "suppression-limit=0.05\n" in a and "model=k:5;dl:3\n" in a, a
END
  "$python" -c 'import json; print(json.load(open("a.report"))["problem"], end="")' >again.ini
  "$tool" run --problem again.ini --output d.csv >/dev/null || complain "the problem of a report"
  cmp a.csv d.csv || complain "the problem of a report: another table"
}

# The problem of an evaluated release repeats it, and what only a search finds is refused beside it.
test_stated_policy ()
{
  by_file --evaluate age:3,zip:3 --json --output e.csv >e.report || complain "--evaluate"
  "$python" -c 'import json; print(json.load(open("e.report"))["problem"], end="")' >e.ini
  grep -qx 'evaluate=age:3,zip:3' e.ini || complain "--evaluate: the problem has no policy"
  "$tool" run --problem e.ini --output f.csv --json >f.report || complain "the problem of an evaluation"
  cmp e.csv f.csv || complain "the problem of an evaluation: another table"
  "$python" - e.report f.report <<'END' || complain "an evaluation that was repeated"
import json, sys

first, second = (json.load(open(name)) for name in sys.argv[1:])
assert first["policy"] == {"age": 3, "zip": 3} and "evaluation" in second and "evaluated" not in second
second["problem"] = second["problem"].replace("f.csv", "e.csv")
first.pop("seconds", None), second.pop("seconds", None)
assert first["problem"] == second["problem"]
assert first["evaluation"] == second["evaluation"]
END
  printf '[search]\nevaluate=age:3\n' >half.ini
  by_file --problem half.ini --set search.evaluate= --json | grep -q '"evaluated"' ||
    complain "--set search.evaluate="
  by_file --problem half.ini --set search.evaluate= --evaluate age:3,zip:3 --json |
    grep -q '"evaluation"' || complain "--set search.evaluate= --evaluate"
  rejects "half.ini: line 2: [search] evaluate: policy 'age:3': no level for 'zip'" \
    --problem problem.ini --problem half.ini
  for option in --algorithm=flash --iterations=7 --rises=8 --polish --time-limit=1 --step-limit=9; do
    rejects "${option%%=*}: nothing is searched" --input nowhere.csv --evaluate age:3,zip:3 "$option"
  done
  works by_file --quiet --evaluate age:3,zip:3 --threads 2 --seed 1
  for option in --explain --certificate=g.jsonl --alternative=1; do
    rejects "${option%%=*}: the policy is stated" --problem e.ini --input nowhere.csv "$option"
  done
}

# Options go over files, later files over earlier ones, and --set over all.
test_layers ()
{
  printf '[models]\nmodel=k:2\n[report]\nreport-threshold=0.1\n' >more.ini
  by_file --problem more.ini --report-threshold 30% --write-problem - >layers.ini
  grep -qx 'model=k:2' layers.ini || complain "a later file"
  grep -qx 'report-threshold=0.3' layers.ini || complain "an option over a file"
  by_file --model k:7 --set models.model=k:8 --write-problem - >layers.ini
  grep -qx 'model=k:8' layers.ini || complain "--set over an option"
  by_file --set models.model= --model k:7 --set column\ age.role= --qi age --write-problem - \
    >layers.ini 2>stderr
  grep -qx 'model=k:7' layers.ini || complain "--set that clears the models of a file, and --model"
  grep -qx 'role=quasi-identifying' layers.ini || complain "--set that clears a role, and --qi"
  [ ! -s stderr ] || complain "--set that clears models: $(cat stderr)"
  by_file --set models.model=k:8 --set models.model= --write-problem - >layers.ini
  grep -q 'model=k' layers.ini && complain "--set that clears an earlier one"
  by_file --model k:7 --quiet 2>stderr
  [ ! -s stderr ] || complain "--model --quiet: $(cat stderr)"
  by_file --model k:7 --write-problem - 2>stderr >/dev/null
  grep -qx 'deid run: --model replaces the models of the problem file, k:5;dl:3' stderr \
    || complain "--model over those of a file: $(cat stderr)"
  by_file --model dl:3 --model risk:0.5 --model k:5 --write-problem - 2>stderr >/dev/null
  [ ! -s stderr ] || complain "--model with those of a file: $(cat stderr)"
  printf '[column zip]\nrule=suppress\n' >rule.ini
  by_file --set "column zip.hierarchy=$data/hierarchy_zip.csv" --output over.csv >over.txt
  by_file --problem rule.ini --set "column zip.hierarchy=$data/hierarchy_zip.csv" --output over.csv \
    >rule.txt || complain "a hierarchy over a rule"
  cmp over.txt rule.txt || complain "a hierarchy over a rule: another release"
  by_file --rule 'zip=suppress' --set 'column age.levels=1..' --write-problem rules.ini
  grep -qx 'rule=suppress' rules.ini || complain "--rule"
  grep -qx 'levels=1..' rules.ini || complain "--set of a column"
  [ "$(stat -c %a rules.ini)" = 600 ] || complain "--write-problem: $(stat -c %a rules.ini)"
  "$tool" run --problem rules.ini --write-problem - >same.ini
  cmp rules.ini same.ini || complain "--write-problem of what it wrote"
}

# Every option has a key, and every key an option of a run, on files or in an engine, and --set.
test_each_option ()
{
  "$python" - "$tool" <<'END' || complain "options and keys"
import configparser, re, subprocess, sys

tool = sys.argv[1]

def run(*options):
    return subprocess.run([tool, *options], capture_output=True, text=True, check=True).stdout

def read(verb, *options):
    parser = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#",), default_section=None)
    parser.optionxform = str
    parser.read_string(run(verb, *options, "--write-problem", "-"))
    return {f"{section}.{key}": value for section in parser.sections()
            for key, value in parser.items(section)}

# Options that say more than their name, a key of the whole run, or that a column has as well: values,
# and the keys of the problem file that are others than the standard then.
texts = "title purpose recipient release-date custodian legal-basis release-number"
roles = "qi=quasi-identifying sensitive insensitive judged entity weight survey-weight"
options = {
    **{name: [("1/2", {f"page.{name}": "1/2"})] for name in texts.split()},
    **{name.split("=")[0]: [("a,b", {f"column {column}.role": name.split("=")[-1] for column in "ab"})]
       for name in roles.split() if name != "entity"},
    "entity": [("a", {"column a.role": "entity"}), ("a\\,b", {"column a,b.role": "entity"})],
    "input": [("/a.csv", "input.input=/a.csv")],
    "linked": [("/b.csv", "input.linked=/b.csv"), (("/b.csv", "/c.csv"), "input.linked=/b.csv;/c.csv")],
    "delimiter": [(";", "input.delimiter=;"), ("\\t", "input.delimiter=\\t")],
    "quote": [("'", "input.quote='")],
    "header": [("no", "input.header=no"), (None, "")],
    "encoding": [("latin1", "input.encoding=latin1")],
    "missing": [("NA", "input.missing=NA"), (("NA", "?"), "input.missing=NA;?"),
                (("a=NA", "a=?"), {"column a.missing": "NA;?"})],
    "decimal": [(",", "input.decimal=,"), ("a=,", {"column a.decimal": ","})],
    "thousands": [(" ", "input.thousands=blank"), ("a='", {"column a.thousands": "'"})],
    "suppressed": [("a=NA", {"column a.suppressed": "NA"}), ("a=empty", {"column a.suppressed": "empty"})],
    "unparsable": [("a=missing", {"column a.unparsable": "missing"})],
    "keep": [("a<3", "input.keep=a < 3"), (("a=3", "b = x"), "input.keep=a = 3;b = x")],
    "drop": [("a = 3", "input.drop=a = 3")],
    "show-values": [(None, "input.show-values=yes"), ("no", "")],
    "role": [("a=sensitive", {"column a.role": "sensitive"})],
    "type": [("a=integer", {"column a.type": "integer"})],
    "format": [("a=%Y", {"column a.format": "%Y"})],
    "missing-policy": [("a=error", {"column a.missing-policy": "error"})],
    "joint": [("a=b", {"column a.joint": "b"})],
    "separator": [("a=|", {"column a.separator": "|"}), ("a=blank", {"column a.separator": "blank"})],
    "rule": [("a=suppress", {"column a.rule": "suppress"})],
    "hierarchy": [("a=/h.csv", {"column a.hierarchy": "/h.csv"})],
    "hierarchies": [("/h_", "lattice.hierarchies=/h_")],
    "hierarchy-header": [("a=yes", {"column a.hierarchy-header": "yes"})],
    "uneven": [("a=repeat", {"column a.uneven": "repeat"})],
    "levels": [("a=1..2", {"column a.levels": "1..2"})],
    "keep-apart": [(("a=18", "a=21"), {"column a.keep-apart": "18;21"})],
    "keep-together": [("a=1..2", {"column a.keep-together": "1..2"})],
    "set-size": [("4", "lattice.set-size=4"), ("a=4", {"column a.set-size": "4"})],
    "max-blocks": [("a=8", {"column a.max-blocks": "8"})],
    "loss-weight": [("a=3", {"column a.loss-weight": "3"})],
    "group-weight": [("a=x=5", {"column a.group-weight": "x=5"})],
    "generalize-by": [("cuts", "lattice.generalize-by=cuts"), ("a=cuts", {"column a.generalize-by": "cuts"})],
    "bin-mean": [("a", {"column a.bin-mean": "table"}), ("a=class", {"column a.bin-mean": "class"})],
    "microaggregate": [("a=median", {"column a.microaggregate": "median"})],
    "person-time": [("a=shifted", {"column a.person-time": "shifted"})],
    "max-rows": [("5,20:last@a", "persons.max-rows=5,20:last@a")], "shift-days": [("9:weekdays", "persons.shift-days=9:weekdays")],
    "pseudonym": [("hmac:12:hex", "persons.pseudonym=hmac:12:hex"), (("hmac", "hmac@a"), "persons.pseudonym=hmac;hmac@a")], "key-file": [("/k", "persons.key-file=/k")],
    "model": [("k:3", "models.model=k:3"), (("k:3", "dl:2"), "models.model=k:3;dl:2")],
    "quality": [("dm", "models.quality=dm")],
    "suppression-limit": [("5%", "limits.suppression-limit=0.05"),
                          ("a=20%", {"column a.suppression-limit": "0.2"})],
    "suppression-count": [("9", "limits.suppression-count=9")],
    "baseline": [("safe-harbor", "baseline.baseline=safe-harbor"), ("/b.ini", "baseline.baseline=/b.ini")],
    "baseline-limit": [(None, "baseline.baseline-limit=yes")],
    "baseline-day": [("2024-01-31", "baseline.baseline-day=2024-01-31")],
    "zip-populations": [("/z.csv", "baseline.zip-populations=/z.csv")],
    "dialect": [("postgresql", "engine.dialect=postgresql")], "command": [("psql", "engine.command=psql")],
    "table": [("a", "engine.table=a")], "output-table": [("d", "engine.output-table=d")],
    "max-combinations": [("9", "engine.max-combinations=9")],
    "helper-schema": [("s", "engine.helper-schema=s")], "fingerprint": [(None, "engine.fingerprint=yes")],
    "drop-leftovers": [("24", "engine.drop-leftovers=24")],
    "population": [("/p.csv", "population.population=/p.csv"), ("table", "population.population=table")],
    "population-weight": [("w", "population.population-weight=w")],
    "exact-ends": [(None, "lattice.exact-ends=yes")],
    "algorithm": [("flash", "search.algorithm=flash")], "recoding": [("local", "search.recoding=local")],
    "iterations": [("7", "search.iterations=7")], "rises": [("8", "search.rises=8")],
    "no-forced-labels": [(None, "search.no-forced-labels=yes")], "polish": [(None, "search.polish=yes")],
    "evaluate": [("a:1", "search.evaluate=a:1")], "time-limit": [("1.5", "search.time-limit=1.5")],
    "step-limit": [("9", "search.step-limit=9")], "threads": [("2", "search.threads=2")],
    "seed": [("4", "search.seed=4")], "alternative": [("3", "release.alternative=3")],
    "keep-suppressed": [(None, "release.keep-suppressed=yes")], "keep-order": [(None, "release.keep-order=yes")],
    "spreadsheet-safe": [(None, "release.spreadsheet-safe=yes")], "minimum-bin": [("7", "release.minimum-bin=7")],
    "explain": [(None, "report.explain=yes"), ("no", "")], "bias": [(None, "report.bias=yes")],
    "report-threshold": [("0.1", "report.report-threshold=0.1")],
    "minimum-cell": [("11", "report.minimum-cell=11")], "population-size": [("99", "report.population-size=99")],
    "attribute-risks": [("2", "report.attribute-risks=2")], "groups": [("auto", "report.groups=auto")],
    "distortion": [(None, "report.distortion=yes")], "left-out": [("pairs", "report.left-out=pairs")],
    "utility": [(None, "report.utility=yes")],
    "predict": [("a,b", "report.predict=a;b"), (("a", "b"), "report.predict=a;b")],
    "audience": [("public", "report.audience=public")],
    "output": [("/o.csv", "output.output=/o.csv")], "linked-output": [("/p.csv", "output.linked-output=/p.csv")], "policy": [("/o.json", "output.policy=/o.json")],
    "certificate": [("/o.jsonl", "output.certificate=/o.jsonl")], "page": [("/o.html", "output.page=/o.html")],
    "sql-only": [("/o.sql", "output.sql-only=/o.sql")],
    "form": [("dbt", "output.form=dbt")], "mode": [("0640", "output.mode=0640")],
}
# What says how the command reports, and what is no setting.
others = {"json", "quiet", "verbose", "problem", "set", "write-problem", "sweep", "frontier"}
listed = {}
for verb in "run", "engine":
    text = run(verb, "--help-all")
    assert max(map(len, text.split("\n"))) <= 100, [line for line in text.split("\n") if len(line) > 100]
    listed[verb] = set(re.findall(r"^  (?:-\w, )?--([a-z][a-z-]*)", text, re.MULTILINE))
    assert others < listed[verb], others - listed[verb]
named = listed["run"] | listed["engine"]
assert named - others == set(options), named - others ^ set(options)

standard = read("run")
assert standard == read("run", "--set", "limits.suppression-limit=0") == read("engine"), "a default that was set"
keys = {key.rsplit(".", 1)[1] for key in standard}
assert keys <= named, keys - named
seen = set()
for name in sorted(options):
    verb = "run" if name in listed["run"] else "engine"
    for values, lines in options[name]:
        values = values if isinstance(values, tuple) else (values,)
        said = read(verb, *(f"--{name}={value}" if value is not None else f"--{name}" for value in values))
        expected = lines if isinstance(lines, dict) else dict([lines.split("=", 1)] if lines else [])
        changed = {key: said[key] for key in said
                   if said[key] != standard.get(key, standard.get("column *." + key.rsplit(".", 1)[1]))}
        assert changed == expected, (verb, name, values, changed)
        seen |= {re.sub("^column [^.]*", "column *", key) for key in expected}
for name in "model", "output", "page", "qi", "suppression-limit":
    value = options[name][0][0]
    assert read("run", f"-{name[0]}", value) == read("run", f"--{name}", value) == read("run", f"--{name}={value}")
assert seen == set(standard), set(standard) - seen

# Each key by --set: another value than the default, where the key has one.
samples = {"yes": "no", "no": "yes", "": "x", "none": "5", "0": "1", "1": "2", "10": "3", "100": "3",
           "0.2": "0.1", "0600": "0640", "auto": "flash", "levels": "cuts", "loss:arith": "dm",
           "least-loss": "2", "text": "integer", "identifying": "entity", "own-category": "error",
           "custodian": "public", "error": "repeat", "once": "dbt", ",": ";", '"': "'", "utf-8": "latin1"}
special = {"models.model": "k:2", "input.keep": "a = 3", "input.drop": "a = 3", "input.decimal": ",", "input.thousands": "'", "column *.decimal": ",",
           "column *.thousands": "blank", "column *.unparsable": "missing", "column *.suppressed": "NA", "engine.dialect": "sqlite", "report.left-out": "values", "column *.levels": "1..2", "column *.rule": "suppress", "column *.generalize-by": "cuts", "column *.set-size": "4",
           "column *.bin-mean": "table", "column *.microaggregate": "mean", "column *.person-time": "relative", "persons.pseudonym": "random", "release.minimum-bin": "7",
            "column *.suppression-limit": "0.1", "column *.group-weight": "x=2",
            "report.audience": "public", "search.recoding": "local", "search.iterations": "7", "search.time-limit": "7"}
for key, value in standard.items():
    sample = special.get(key, samples.get(value))
    said = read("run", "--set", f"{key}={sample}")
    assert said[key] == sample or said[key].endswith("/x"), (key, said[key])
END
}

# The limit goes into a problem file, and no more labels than that come out.
test_few_blocks ()
{
  for n in 2 3; do
    by_file --set "column age.generalize-by=cuts" --algorithm optimal --max-blocks "age=$n" --explain --output "few$n.csv" \
      >few.txt || complain "--max-blocks"
    by_file --set "column age.generalize-by=cuts" --algorithm optimal --max-blocks "age=$n" --write-problem few.ini
    grep -qx "max-blocks=$n" few.ini || complain "--max-blocks in a problem file"
    "$tool" run --problem few.ini --output same.csv >/dev/null || complain "max-blocks of a problem file"
    cmp "few$n.csv" same.csv || complain "max-blocks of a problem file: another table"
    [ "$(tail -n +2 "few$n.csv" | cut -d ';' -f 1 | sort -u | wc -l)" = "$n" ] || complain "--max-blocks $n"
  done
  head -n 1 few2.csv | grep -q '^age;' || complain "--max-blocks: another first column"
}

# rejects TEXT OPTION…
rejects ()
{
  said=$1
  shift
  fails 2 "$said" "$tool" run "$@"
}

test_faults ()
{
  rejects "--set limits.supression-limit: key 'supression-limit'" --problem problem.ini --set limits.supression-limit=1
  rejects "did you mean 'suppression-limit'?" --problem problem.ini --set limits.supression-limit=1
  rejects "--set nonsense: expected SECTION.KEY=VALUE" --problem problem.ini --set nonsense
  rejects "--set limits.suppression-limit 7: expected a number" --problem problem.ini --set limits.suppression-limit=7
  rejects "--suppression-limit sex: expected a number from 0 to 1, or a percentage" --problem problem.ini \
    --suppression-limit sex
  rejects "--suppression-limit sex=: expected COLUMN=SHARE" --problem problem.ini --suppression-limit sex=
  rejects "--suppression-limit 2: expected a number" --problem problem.ini --suppression-limit sex=2
  rejects "-s 7x: expected a number" --problem problem.ini -s 7x
  rejects "-q: " --problem problem.ini -q nope
  rejects "-m k:x: " --problem problem.ini -m k:x
  rejects "--baseline-limit: expected a baseline too" --problem problem.ini --baseline-limit
  rejects "--group-weight sex=f: expected COLUMN=VALUE=X" --problem problem.ini --group-weight sex=f
  rejects "--keep-apart sex: expected COLUMN=VALUE" --problem problem.ini --keep-apart sex
  rejects "--keep-together 1..: expected FIRST..LAST" --problem problem.ini --keep-together age=1..
  rejects "has levels, expected one with cuts or subtrees (see --generalize-by)" --problem problem.ini \
    --keep-apart age=18
  rejects "a local recoding does not keep values" --problem problem.ini --recoding local \
    --set "column age.generalize-by=cuts" --keep-together age=20..30
  rejects "--keep-together: '35..45': " --problem problem.ini --set "column age.generalize-by=cuts" --keep-apart age=40 \
    --keep-together age=10..20 --keep-together age=35..45
  rejects "apart and together" --problem problem.ini --set "column age.generalize-by=cuts" --keep-apart age=30 \
    --keep-apart age=40 --keep-together age=35..45
  rejects "--max-blocks age: expected COLUMN=N" --problem problem.ini --max-blocks age
  rejects "--max-blocks many: expected an unsigned integer or none" --problem problem.ini --max-blocks age=many
  rejects "has levels, of which a range may be set" --problem problem.ini --max-blocks age=2
  rejects "a local recoding does not keep values apart or together, nor limit blocks" --problem problem.ini \
    --recoding local --set "column age.generalize-by=cuts" --max-blocks age=2
  rejects "certificates do not prove" --problem problem.ini --set "column age.generalize-by=cuts" --algorithm optimal \
    --max-blocks age=2 --certificate proof.jsonl
  rejects "may have 1 blocks, but no policy gives it fewer than 2" --problem problem.ini \
    --set "column age.generalize-by=cuts" --keep-apart age=30 --max-blocks age=1
  rejects "--group-weight f=0: group weight 0, expected" --problem problem.ini --group-weight sex=f=0
  rejects "no record has value 'Z' in column 'zip'" --problem problem.ini --group-weight zip=Z=2
  rejects "--rule zip: expected COLUMN=RULE" --problem problem.ini --rule zip
  rejects "--rule nonsense: " --problem problem.ini --rule zip=nonsense
  rejects "did you mean 'zip'?" --problem problem.ini --rule zi=suppress
  rejects "nowhere.ini" --problem nowhere.ini
  rejects "the same file as the input" --problem problem.ini --policy problem.ini
  rejects "needed: a table (TABLE, or input= in a problem file); quasi-identifiers (--qi, or \
role=quasi-identifying of columns); a privacy model (--model, or model= in a problem file), such as k:5" \
    --set limits.suppression-limit=0
  rejects "needed: quasi-identifiers (--qi, or role=quasi-identifying of columns)" --input x --model k:5
  rejects "x: cannot open the file" --input x --model k:5 --qi sex
  rejects "needed: quasi-identifiers (--qi, or role=quasi-identifying of columns)" --input x --model k:5 \
    --generalize-by cuts
  grep -v model= problem.ini >modelless.ini
  rejects "needed: a privacy model (--model, or model= in a problem file), such as k:5" modelless.ini
  rejects "'b.csv': expected one table; a problem file ends in .ini, or has --problem" a.csv b.csv
  printf '[limits]\nsuppression-limit=5%%\n[limits]\n' >twice.ini
  rejects "twice.ini: line 3: [limits]" --problem twice.ini
  printf '[column agee]\nrole=sensitive\n' >unknown.ini
  rejects "unknown.ini: line 1: [column agee]" --problem problem.ini --problem unknown.ini
}

# From a bare table to a verified release: only the model is added.
test_suggestions ()
{
  cp "$data/discharges.csv" table.csv
  "$tool" suggest table.csv --delimiter ';' >suggested.ini || complain "deid suggest"
  grep -qFx "input=$(pwd -P)/table.csv" suggested.ini || complain "deid suggest: $(grep input= suggested.ini)"
  grep -qx 'rule=prefix:4,3,2' suggested.ini || complain "deid suggest: no rule of postal codes"
  ! grep -q '^model' suggested.ini || complain "deid suggest: a privacy model"
  "$tool" run suggested.ini --model k:5 --suppression-limit 5% --output suggested.csv \
    >/dev/null || complain "what was suggested"
  head -1 suggested.csv | grep -qx 'age;sex;zip;admission;insurance;diagnosis;stay;charge' \
    || complain "what was suggested: $(head -1 suggested.csv)"
  "$tool" suggest - --delimiter ';' <table.csv >piped.ini || complain "deid suggest of a pipe"
  sed -e '/^#/d' -e 's/^input=.*/input=-/' suggested.ini >expected.ini
  sed '/^#/d' piped.ini | cmp - expected.ini || complain "deid suggest of a pipe: another file"
  # The file may be in any folder.
  mkdir below
  "$tool" suggest table.csv --delimiter ';' >below/suggested.ini || complain "deid suggest"
  works "$tool" run --problem below/suggested.ini --model k:5 --suppression-limit 5% --quiet
  fails 2 "deid suggest: expected a table" "$tool" suggest
  fails 2 "unknown option --model" "$tool" suggest table.csv --model k:5
  works "$tool" suggest table.csv --delimiter ';' --output written.ini
  cmp written.ini suggested.ini || complain "deid suggest --output: another file"
  fails 2 "table.csv: the same file as the" "$tool" suggest table.csv --delimiter ';' --output table.csv
  fails 2 "nowhere.csv" "$tool" suggest nowhere.csv
  # Without --delimiter, the table has the one that its first lines have as often.
  "$tool" suggest table.csv >looked.ini && cmp looked.ini suggested.ini || complain "deid suggest: the delimiter"
  "$tool" suggest - <table.csv >stdout && grep -qxF 'delimiter=;' stdout || complain "deid suggest -: the delimiter"
  printf 'a\tb\n1\t2\n' >tabs.csv
  works "$tool" suggest tabs.csv
  grep -qxF 'delimiter=\t' stdout || complain "tabs: $(cat stdout)"
  fails 2 "read with ',', it has one column: is the delimiter" "$tool" suggest tabs.csv --delimiter ,
  printf 'a,b;c\n1,2;3\n"1,5",2\n' >mixed.csv
  works "$tool" suggest mixed.csv
  grep -qx 'delimiter=,' stdout || complain "commas in quotes: $(cat stdout)"
  rejects "'c' among its 1 (is the delimiter '\\t'?)" --input tabs.csv --qi c \
    --rule c=suppress --model k:1
}

# A quasi-identifier without a rule or a hierarchy gets the suggested one, and a note says so.
test_suggested_rules ()
{
  by_table ()
  {
    "$tool" run "$data/discharges.csv" --delimiter ';' --qi age,zip --model k:5 --suppression-limit 5% \
      --set search.threads=1 "$@" 2>stderr
  }
  by_table --output bare.csv >bare.txt || complain "a table without rules: $(cat stderr)"
  printf '%s\n' "deid run: column 'age' has the suggested rule intervals:5,10,20,40;top=90; --rule sets another" \
    "deid run: column 'zip' has the suggested rule prefix:4,3,2; --rule sets another" >notes
  cmp notes stderr || complain "a table without rules: $(cat stderr)"
  by_table --output ruled.csv --set 'column age.type=integer' --rule 'age=intervals:5,10,20,40;top=90' \
    --rule zip=prefix:4,3,2 >ruled.txt || complain "the suggested rules: $(cat stderr)"
  [ ! -s stderr ] || complain "rules that are given: $(cat stderr)"
  cmp bare.csv ruled.csv || complain "the suggested rules: another table"
  by_table --rule zip=suppress --quiet
  [ ! -s stderr ] || complain "suggested rules, --quiet: $(cat stderr)"
  by_table --type admission=text --qi admission --rule admission=suppress --write-problem - >stdout
  [ ! -s stderr ] || complain "suggested rules, --write-problem: $(cat stderr)"
}

# What a pattern or [column *] says of a column goes before the suggestion, and gives roles too.
test_suggested_rules_of_patterns ()
{
  mkdir -p folder
  cp "$data/discharges.csv" folder/near.csv
  by_pattern ()
  {
    printf '%s\n' '[input]' 'input=near.csv' 'delimiter=;' '[models]' 'model=k:5' '[limits]' \
      'suppression-limit=50%' "$@" >folder/patterns.ini
    "$tool" run folder/patterns.ini --output patterns.csv >stdout 2>stderr ||
      complain "patterns $*: $(cat stderr)"
  }
  by_pattern '[column zip]' 'role=quasi-identifying' '[column z*]' 'rule=prefix:1' 'levels=1' \
    '[column *]' 'rule=suppress'
  [ ! -s stderr ] || complain "a rule of a pattern: $(cat stderr)"
  grep -q '^0\*\*\*\*$' patterns.csv || complain "a rule of a pattern: $(head -3 patterns.csv)"
  by_pattern '[column z*]' 'role=quasi-identifying'
  echo "deid run: column 'zip' has the suggested rule prefix:4,3,2; --rule sets another" | cmp - stderr ||
    complain "a role of a pattern: $(cat stderr)"
  by_pattern '[column *]' 'generalize-by=cuts' '[column stay]' 'role=quasi-identifying'
  [ ! -s stderr ] || complain "cuts of all columns: $(cat stderr)"
  sed '2,$ s/;\([0-9]*\)-\([0-9]*\)-\([0-9]*\);/;\3.\2.\1;/' "$data/discharges.csv" >folder/near.csv
  by_pattern '[column admission]' 'role=quasi-identifying' 'type=text'
  grep -qF 'date:month,quarter,year;format=DD.MM.YYYY' stderr || complain "a text of dates: $(cat stderr)"
  # A table is found beside its problem file.
  echo 'a,b' >near.csv
  works "$tool" suggest folder/patterns.ini
  grep -q '^\[column admission\]' stdout || complain "another table than that of the problem file"
}

# One wrong cell: the file runs as it is, and so it does once its comments are taken.
test_dirty_suggestions ()
{
  sed '8s/2023-[0-9-]*/1961/' "$data/discharges.csv" >dirty.csv
  "$tool" suggest dirty.csv --delimiter ';' >dirty.ini || complain "deid suggest: a wrong cell"
  sed -e '/^\[column admission\]/,/^$/ {' -e '/^type=/d' -e '/^rule=/d' -e 's/^# missing=$/missing=1961/' \
    -e 's/^# type=/type=/' -e 's/^# rule=/rule=/' -e '}' dirty.ini >taken.ini
  grep -qx 'rule=date:month,quarter,year' taken.ini || complain "deid suggest: no rule of nearly all dates"
  for problem in dirty.ini taken.ini; do
    "$tool" run --problem $problem --model k:5 --suppression-limit 5% --output dirty-release.csv \
      >/dev/null || complain "$problem of a wrong cell"
    rm -f dirty-release.csv
  done
}

# The problem is written as all files are: over none that is read or named, and through links.
test_written_problem ()
{
  cp "$data/discharges.csv" own.csv
  for name in age sex zip; do
    cp "$data/hierarchy_$name.csv" "own_$name.csv"
  done
  printf 'proof\n' >own.jsonl
  printf '[models]\nmodel=k:2\n' >own.ini
  md5sum own* >sums
  for name in own.csv own_zip.csv own.jsonl own.ini; do
    rejects "$name: the same file as the" --problem own.ini --input own.csv --hierarchies own_ \
      --qi age,zip --certificate own.jsonl --write-problem "$name"
  done
  printf 'proof\n' >own.jsonl
  "$tool" verify --problem own.ini --certificate own.jsonl --write-problem own.jsonl 2>stderr &&
    complain "--write-problem over a certificate that is read"
  md5sum --quiet -c sums || complain "--write-problem wrote over a file"
  ln -s linked.ini link.ini
  "$tool" run --problem own.ini --mode 640 --write-problem link.ini || complain "--write-problem: $?"
  [ -L link.ini ] || complain "--write-problem replaced a link"
  [ "$(stat -c %a linked.ini)" = 640 ] || complain "--mode: $(stat -c %a linked.ini)"
  "$tool" run --problem own.ini --output nowhere/a.csv --write-problem other.ini ||
    complain "--write-problem with outputs in a folder that is not there"
  rejects "nowhere/own.ini: cannot create" --problem own.ini --write-problem nowhere/own.ini
}

test_equal
test_stated_policy
test_written_problem
test_suggestions
test_suggested_rules
test_suggested_rules_of_patterns
test_dirty_suggestions
test_layers
test_each_option
test_few_blocks
test_faults
finish
