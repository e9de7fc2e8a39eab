#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Problem files: what they say, what options say on top of them, and one by the other.
#
#     test-cli-problems.sh TOOL VERIFIER DATA_DIRECTORY PYTHON
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
  "$tool" --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    --qi age,zip --entity patient --sensitive diagnosis --model k:5 --model dl:3 \
    --suppression-limit 0.05 --threads 1 "$@"
}

by_file ()
{
  "$tool" --problem problem.ini --set search.threads=1 "$@"
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
  "$verifier" --problem problem.ini --certificate a.jsonl >/dev/null || complain "deid-verify"
  by_options --json >a.report
  by_file --json >b.report
  "$python" - a.report b.report <<'END' || complain "the problem in reports"
import json, sys

a, b = (json.load(open(name))["problem"] for name in sys.argv[1:])
assert set(a.split("\n")) == set(b.split("\n")), (a, b)
assert "suppression-limit=0.05\n" in a and "model=k:5;dl:3\n" in a, a
END
  "$python" -c 'import json; print(json.load(open("a.report"))["problem"], end="")' >again.ini
  "$tool" --problem again.ini --output d.csv >/dev/null || complain "the problem of a report"
  cmp a.csv d.csv || complain "the problem of a report: another table"
}

# The problem of an evaluated release repeats it, and what only a search finds is refused beside it.
test_stated_policy ()
{
  by_file --evaluate age:3,zip:3 --json --output e.csv >e.report || complain "--evaluate"
  "$python" -c 'import json; print(json.load(open("e.report"))["problem"], end="")' >e.ini
  grep -qx 'evaluate=age:3,zip:3' e.ini || complain "--evaluate: the problem has no policy"
  "$tool" --problem e.ini --output f.csv --json >f.report || complain "the problem of an evaluation"
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
  for option in --search=flash --iterations=7 --rises=8 --polish --time-limit=1 --step-limit=9; do
    rejects "${option%%=*}: nothing is searched" --input nowhere.csv --evaluate age:3,zip:3 "$option"
  done
  works by_file --quiet --evaluate age:3,zip:3 --threads 2 --seed 1
  for option in --explain --certificate=g.jsonl --choose=1; do
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
  grep -qx 'deid-anonymize: --model replaces the models of the problem file, k:5;dl:3' stderr \
    || complain "--model over those of a file: $(cat stderr)"
  by_file --model dl:3 --risk-threshold 0.5 --model k:5 --write-problem - 2>stderr >/dev/null
  [ ! -s stderr ] || complain "--model with those of a file: $(cat stderr)"
  printf '[column zip]\nrule=suppress\n' >rule.ini
  by_file --set "column zip.hierarchy=$data/hierarchy_zip.csv" --output over.csv >over.txt
  by_file --problem rule.ini --set "column zip.hierarchy=$data/hierarchy_zip.csv" --output over.csv \
    >rule.txt || complain "a hierarchy over a rule"
  cmp over.txt rule.txt || complain "a hierarchy over a rule: another release"
  by_file --hierarchy 'zip=suppress' --set 'column age.levels=1..' --write-problem rules.ini
  grep -qx 'rule=suppress' rules.ini || complain "--hierarchy"
  grep -qx 'levels=1..' rules.ini || complain "--set of a column"
  [ "$(stat -c %a rules.ini)" = 600 ] || complain "--write-problem: $(stat -c %a rules.ini)"
  "$tool" --problem rules.ini --write-problem - >same.ini
  cmp rules.ini same.ini || complain "--write-problem of what it wrote"
}

# Every option has a key, and every key an option or --set.
test_each_option ()
{
  "$python" - "$tool" <<'END' || complain "options and keys"
import configparser, re, subprocess, sys

tool = sys.argv[1]

def run(*options):
    return subprocess.run([tool, *options], capture_output=True, text=True, check=True).stdout

def read(*options):
    parser = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#",), default_section=None)
    parser.optionxform = str
    parser.read_string(run(*options, "--write-problem", "-"))
    return {f"{section}.{key}": value for section in parser.sections()
            for key, value in parser.items(section)}

# Options, their values, and what the problem file says then.
options = {
    "input": ("/a.csv", "input.input=/a.csv"), "delimiter": (";", "input.delimiter=;"),
    "show-values": (None, "input.show-values=yes"),
    "qi": ("a", "column a.role=quasi-identifying"), "hierarchies": ("/h_", "lattice.hierarchies=/h_"),
    "hierarchy": ("a=suppress", "column a.rule=suppress"), "sensitive": ("a", "column a.role=sensitive"),
    "sensitive-hierarchy": ("a", "column a.hierarchy=/h_a.csv"),
    "judged": ("a+b", "column a+b.role=judged"), "insensitive": ("a", "column a.role=insensitive"),
    "entity": ("a", "column a.role=entity"), "weight": ("a", "column a.role=weight"),
    "survey-weight": ("a", "column a.role=survey-weight"), "model": ("k:3", "models.model=k:3"),
    "baseline": ("safe-harbor", "baseline.baseline=safe-harbor"), "baseline-day": ("2024-01-31", "baseline.baseline-day=2024-01-31"),
    "zip-populations": ("/z.csv", "baseline.zip-populations=/z.csv"),
    "risk-threshold": ("0.5", "models.model=risk:0.5"), "suppression-limit": ("5%", "limits.suppression-limit=0.05"),
    "suppression-limit-of": ("a=20%", "column a.suppression-limit=0.2"),
    "group-weight": ("a=x=5", "column a.group-weight=x=5"),
    "engine": ("postgresql", "engine.dialect=postgresql"), "table": ("a", "engine.table=a"), "max-combinations": ("9", "engine.max-combinations=9"),
    "engine-command": ("psql", "engine.command=psql"), "output-table": ("d", "engine.output-table=d"),
    "population": ("/p.csv", "population.population=/p.csv"), "population-weight": ("w", "population.population-weight=w"),
    "quality": ("dm", "models.quality=dm"), "lattice": ("cuts", "lattice.generalize-by=cuts"),
    "keep-apart": ("a=18", "column a.keep-apart=18"), "keep-together": ("a=1..2", "column a.keep-together=1..2"),
    "max-blocks": ("a=8", "column a.max-blocks=8"),
    "exact-ends": (None, "lattice.exact-ends=yes"), "search": ("flash", "search.algorithm=flash"),
    "recoding": ("local", "search.recoding=local"), "iterations": ("7", "search.iterations=7"), "rises": ("8", "search.rises=8"),
    "no-forced-labels": (None, "search.no-forced-labels=yes"), "polish": (None, "search.polish=yes"),
    "evaluate": ("a:1", "search.evaluate=a:1"), "time-limit": ("1.5", "search.time-limit=1.5"), "step-limit": ("9", "search.step-limit=9"),
    "threads": ("2", "search.threads=2"), "seed": ("4", "search.seed=4"),
    "choose": ("3", "release.alternative=3"), "keep-suppressed": (None, "release.keep-suppressed=yes"),
    "keep-order": (None, "release.keep-order=yes"), "spreadsheet-safe": (None, "release.spreadsheet-safe=yes"),
    "explain": (None, "report.explain=yes"), "bias": (None, "report.bias=yes"), "report-threshold": ("0.1", "report.report-threshold=0.1"),
    "population-size": ("99", "report.population-size=99"), "attribute-risks": ("2", "report.attribute-risks=2"),
    "groups": ("auto", "report.groups=auto"), "distortion": (None, "report.distortion=yes"), "left-out": ("pairs", "report.left-out=pairs"),
    "utility": (None, "report.utility=yes"), "predict": ("a,b", "report.predict=a;b"),
    "output": ("/o.csv", "output.output=/o.csv"), "policy": ("/o.json", "output.policy=/o.json"),
    "bin-mean": ("a=class", "column a.bin-mean=class"), "minimum-bin": ("7", "release.minimum-bin=7"),
    "microaggregate": ("a=median", "column a.microaggregate=median"),
    "certificate": ("/o.jsonl", "output.certificate=/o.jsonl"), "sql-only": ("/o.sql", "output.sql-only=/o.sql"),
    "mode": ("0640", "output.mode=0640"),
    "report": ("/o.html", "output.page=/o.html"), "audience": ("public", "report.audience=public"),
}
# What says how a tool reports, and what is no setting.
others = {"json", "quiet", "verbose", "version", "problem", "set", "write-problem", "suggest", "sweep",
          "sweep-plot", "frontier", "csv", "choose-capacities", "shift-weights", "restarts"}
named = set(re.findall(r"^  (?:-\w, )?--([a-z][a-z-]*)", run("--help-all"), re.MULTILINE))
named = {name for name in named if not name.startswith("help")}
assert named - others == set(options), named - others ^ set(options)

standard = read()
assert standard == read("--set", "limits.suppression-limit=0"), "a default that was set"
seen = set()
for name, (value, lines) in options.items():
    needs = ["--hierarchies=/h_"] if name == "sensitive-hierarchy" else []
    said = read(*needs, f"--{name}={value}" if value is not None else f"--{name}")
    for line in lines.split():
        seen.add(line)
    keys = dict(line.split("=", 1) for line in re.findall(r"(?:column )?[^ =]+=[^ ]+", lines))
    for key, expected in keys.items():
        assert said.get(key) == expected, (name, key, said.get(key))
    changed = {key for key in said if said[key] != standard.get(key)}
    assert changed - set(keys) <= {"lattice.hierarchies"}, (name, changed)

# Each key by --set: another value than the default, where the key has one.
samples = {"yes": "no", "no": "yes", "": "x", "none": "5", "0": "1", "1": "2", "10": "3", "100": "3",
           "0.2": "0.1", "0600": "0640", "auto": "flash", "levels": "cuts", "loss:arith": "dm",
           "least-loss": "2", "text": "integer", "identifying": "entity", "own-category": "error",
           ",": ";", '"': "'"}
special = {"models.model": "k:2", "engine.dialect": "sqlite", "report.left-out": "values", "column *.levels": "1..2", "column *.rule": "suppress", "column *.generalize-by": "cuts",
           "column *.bin-mean": "table", "column *.microaggregate": "mean", "release.minimum-bin": "7",
            "column *.suppression-limit": "0.1", "column *.group-weight": "x=2",
            "report.audience": "public", "search.recoding": "local", "search.iterations": "7", "search.time-limit": "7"}
for key, value in standard.items():
    sample = special.get(key, samples.get(value))
    said = read("--set", f"{key}={sample}")
    assert said[key] == sample or said[key].endswith("/x"), (key, said[key])
END
}

# The limit goes into a problem file, and no more labels than that come out.
test_few_blocks ()
{
  for n in 2 3; do
    by_file --set "column age.generalize-by=cuts" --search optimal --max-blocks "age=$n" --explain --output "few$n.csv" \
      >few.txt || complain "--max-blocks"
    by_file --set "column age.generalize-by=cuts" --search optimal --max-blocks "age=$n" --write-problem few.ini
    grep -qx "max-blocks=$n" few.ini || complain "--max-blocks in a problem file"
    "$tool" --problem few.ini --output same.csv >/dev/null || complain "max-blocks of a problem file"
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
  fails 2 "$said" "$tool" "$@"
}

test_faults ()
{
  rejects "--set limits.supression-limit: key 'supression-limit'" --problem problem.ini --set limits.supression-limit=1
  rejects "did you mean 'suppression-limit'?" --problem problem.ini --set limits.supression-limit=1
  rejects "--set nonsense: expected SECTION.KEY=VALUE" --problem problem.ini --set nonsense
  rejects "--set limits.suppression-limit 7: expected a number" --problem problem.ini --set limits.suppression-limit=7
  rejects "--suppression-limit-of sex: expected COLUMN=SHARE" --problem problem.ini \
    --suppression-limit-of sex
  rejects "--suppression-limit-of 2: expected a number" --problem problem.ini --suppression-limit-of sex=2
  rejects "--group-weight sex=f: expected COLUMN=VALUE=X" --problem problem.ini --group-weight sex=f
  rejects "--keep-apart sex: expected COLUMN=VALUE" --problem problem.ini --keep-apart sex
  rejects "--keep-together 1..: expected FIRST..LAST" --problem problem.ini --keep-together age=1..
  rejects "has levels, expected one with cuts or subtrees (see --lattice)" --problem problem.ini \
    --keep-apart age=18
  rejects "a local recoding does not keep values" --problem problem.ini --recoding local \
    --set "column age.generalize-by=cuts" --keep-together age=20..30
  rejects "--keep-together: '35..45': " --problem problem.ini --set "column age.generalize-by=cuts" --keep-apart age=40 \
    --keep-together age=10..20 --keep-together age=35..45
  rejects "apart and together" --problem problem.ini --set "column age.generalize-by=cuts" --keep-apart age=30 \
    --keep-apart age=40 --keep-together age=35..45
  rejects "--max-blocks age: expected COLUMN=VALUE" --problem problem.ini --max-blocks age
  rejects "--max-blocks many: expected an unsigned integer or none" --problem problem.ini --max-blocks age=many
  rejects "has levels, of which a range may be set" --problem problem.ini --max-blocks age=2
  rejects "a local recoding does not keep values apart or together, nor limit blocks" --problem problem.ini \
    --recoding local --set "column age.generalize-by=cuts" --max-blocks age=2
  rejects "certificates do not prove" --problem problem.ini --set "column age.generalize-by=cuts" --search optimal \
    --max-blocks age=2 --certificate proof.jsonl
  rejects "may have 1 blocks, but no policy gives it fewer than 2" --problem problem.ini \
    --set "column age.generalize-by=cuts" --keep-apart age=30 --max-blocks age=1
  rejects "--group-weight f=0: group weight 0, expected" --problem problem.ini --group-weight sex=f=0
  rejects "no record has value 'Z' in column 'zip'" --problem problem.ini --group-weight zip=Z=2
  rejects "--hierarchy zip: expected COLUMN=RULE" --problem problem.ini --hierarchy zip
  rejects "--hierarchy nonsense: " --problem problem.ini --hierarchy zip=nonsense
  rejects "did you mean 'zip'?" --problem problem.ini --hierarchy zi=suppress
  rejects "nowhere.ini" --problem nowhere.ini
  rejects "the same file as the input" --problem problem.ini --policy problem.ini
  rejects "needed: --input ([input] input) or --engine ([engine] dialect); --model or" --set limits.suppression-limit=0
  rejects "needed: --qi (role=quasi-identifying of a column); --hierarchy or --hierarchies (" \
    --input x --model k:5
  rejects "needed: --hierarchy or --hierarchies (" --input x --model k:5 --qi sex
  rejects "needed: --qi (role=quasi-identifying of a column); see --help" --input x --model k:5 \
    --lattice cuts
  grep -v model= problem.ini >modelless.ini
  rejects "needed: --model or --risk-threshold ([models] model); see --help" --problem modelless.ini
  printf '[limits]\nsuppression-limit=5%%\n[limits]\n' >twice.ini
  rejects "twice.ini: line 3: [limits]" --problem twice.ini
  printf '[column agee]\nrole=sensitive\n' >unknown.ini
  rejects "unknown.ini: line 1: [column agee]" --problem problem.ini --problem unknown.ini
}

# From a bare table to a verified release: only the model is added.
test_suggestions ()
{
  cp "$data/discharges.csv" table.csv
  "$tool" --input table.csv --delimiter ';' --suggest >suggested.ini || complain "--suggest"
  grep -qFx "input=$(pwd -P)/table.csv" suggested.ini || complain "--suggest: $(grep input= suggested.ini)"
  grep -qx 'rule=prefix:4,3,2' suggested.ini || complain "--suggest: no rule of postal codes"
  ! grep -q '^model' suggested.ini || complain "--suggest: a privacy model"
  "$tool" --problem suggested.ini --model k:5 --suppression-limit 5% --output suggested.csv \
    >/dev/null || complain "what was suggested"
  head -1 suggested.csv | grep -qx 'age;sex;zip;admission;insurance;diagnosis;stay;charge' \
    || complain "what was suggested: $(head -1 suggested.csv)"
  "$tool" --input - --delimiter ';' --suggest <table.csv >piped.ini || complain "--suggest of a pipe"
  sed -e '/^#/d' -e 's/^input=.*/input=-/' suggested.ini >expected.ini
  sed '/^#/d' piped.ini | cmp - expected.ini || complain "--suggest of a pipe: another file"
  # The file may be in any folder.
  mkdir below
  "$tool" --input table.csv --delimiter ';' --suggest >below/suggested.ini || complain "--suggest"
  works "$tool" --problem below/suggested.ini --model k:5 --suppression-limit 5% --quiet
  rejects "--suggest needs --input" --suggest
  rejects "--model k:5: expected none beside --suggest" --input table.csv --suggest --model k:5
  rejects "--output p.ini: expected none beside --suggest" --input table.csv --suggest --output p.ini
  rejects "nowhere.csv" --input nowhere.csv --suggest
  rejects "read with ',', it has one column: is the delimiter ';'" --input table.csv --suggest
  printf 'a\tb\n1\t2\n' >tabs.csv
  rejects "is the delimiter '\\t'" --input tabs.csv --suggest
  works "$tool" --input tabs.csv --delimiter '\t' --suggest
  grep -qxF 'delimiter=\t' stdout || complain "--delimiter \\t: $(cat stdout)"
  works "$tool" --input tabs.csv --set 'input.delimiter=\t' --suggest
  rejects "'c' among its 1 (is the delimiter '\\t'?)" --input tabs.csv --qi c \
    --hierarchy c=suppress --model k:1
}

# One wrong cell: the file runs as it is, and so it does once its comments are taken.
test_dirty_suggestions ()
{
  sed '8s/2023-[0-9-]*/1961/' "$data/discharges.csv" >dirty.csv
  "$tool" --input dirty.csv --delimiter ';' --suggest >dirty.ini || complain "--suggest: a wrong cell"
  sed -e '/^\[column admission\]/,/^$/ {' -e '/^type=/d' -e '/^rule=/d' -e 's/^# missing=$/missing=1961/' \
    -e 's/^# type=/type=/' -e 's/^# rule=/rule=/' -e '}' dirty.ini >taken.ini
  grep -qx 'rule=date:month,quarter,year' taken.ini || complain "--suggest: no rule of nearly all dates"
  for problem in dirty.ini taken.ini; do
    "$tool" --problem $problem --model k:5 --suppression-limit 5% --output dirty-release.csv \
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
  "$verifier" --problem own.ini --certificate own.jsonl --write-problem own.jsonl 2>stderr &&
    complain "--write-problem over a certificate that is read"
  md5sum --quiet -c sums || complain "--write-problem wrote over a file"
  ln -s linked.ini link.ini
  "$tool" --problem own.ini --mode 640 --write-problem link.ini || complain "--write-problem: $?"
  [ -L link.ini ] || complain "--write-problem replaced a link"
  [ "$(stat -c %a linked.ini)" = 640 ] || complain "--mode: $(stat -c %a linked.ini)"
  "$tool" --problem own.ini --output nowhere/a.csv --write-problem other.ini ||
    complain "--write-problem with outputs in a folder that is not there"
  rejects "nowhere/own.ini: cannot create" --problem own.ini --write-problem nowhere/own.ini
}

test_equal
test_stated_policy
test_written_problem
test_suggestions
test_dirty_suggestions
test_layers
test_each_option
test_few_blocks
test_faults
finish
