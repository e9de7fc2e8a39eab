#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of deid-hierarchy, which stands beside deid-anonymize: a rule meets a column.
#
#     test-cli-hierarchy.sh TOOL VERIFIER DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

maker=$(dirname "$tool")/deid-hierarchy

make ()
{
  "$maker" --input "$data/discharges.csv" --delimiter ';' --column age "$@"
}

# makes OPTION…
makes ()
{
  works make "$@"
}

# rejects TEXT OPTION…
rejects ()
{
  said=$1
  shift
  leaves_nothing 2 "$said" make --output out/h.csv "$@"
}

# A row for each value, and the release of the rule's rows is one as of any hierarchy.
test_rows ()
{
  makes --rule 'intervals:5,10,20;top=80' --output hierarchy_age.csv
  [ "$(stat -c %a hierarchy_age.csv)" = 600 ] || complain "the mode of a hierarchy"
  grep -qx '23;20-24;20-29;20-39;\*' hierarchy_age.csv || complain "no row of 23"
  grep -qx '85;>= 80;>= 80;>= 80;\*' hierarchy_age.csv || complain "no row of 85"
  grep -qx 'rule:      intervals:5,10,20;top=80' stdout || complain "no rule: $(cat stdout)"
  grep -qx 'level 4:   1 label' stdout || complain "no levels: $(cat stdout)"
  cp "$data"/hierarchy_sex.csv "$data"/hierarchy_zip.csv .
  succeeds --hierarchies hierarchy_ --model k:5 --suppression-limit 5% --output release.csv
}

# What a rule became on the data makes the same rows again.
test_frozen ()
{
  makes --rule 'capacity:100,500;top=99%' --output one.csv
  rule=$(sed -n 's/^rule:  *//p' stdout)
  case $rule in
  bands:*) ;;
  *) complain "the rule became '$rule'" ;;
  esac
  makes --rule "$rule" --output two.csv
  cmp one.csv two.csv || complain "'$rule' makes other rows"
  makes --rule 'quantiles:4,2' --json
  "$python" - stdout <<'END' || complain "JSON: $(cat stdout)"
import json, sys

report = json.load(open(sys.argv[1]))
assert list(report) == ["column", "rule", "values", "labels"]
assert report["rule"].startswith("bands:<") and report["labels"][1:] == [4, 2, 1]
assert report["labels"][0] == report["values"]
END
}

# A column without values is described; there is no row to write.
test_missing_values ()
{
  printf 'age;b\n;1\n;2\n' >missing.csv
  for rule in intervals:10 suppress prefix:1 quantiles:2; do
    makes --input missing.csv --rule $rule
    grep -qx 'values:    0' stdout || complain "$rule: $(cat stdout)"
    rejects "column 'age' has missing values only, expected others to make rows of" \
      --input missing.csv --rule $rule
  done
}

test_streams ()
{
  # What is printed would be lost with the file that is replaced.
  # shellcheck disable=SC2094
  make --rule intervals:10 --output own.csv >own.csv 2>stderr && complain "--output is standard output"
  grep -q 'own.csv: replaces the file that standard output goes to' stderr || complain "$(cat stderr)"
  makes --rule intervals:10 --output file.csv
  tr ';' '\t' <"$data/discharges.csv" >tabs.csv
  makes --input tabs.csv --delimiter '\t' --rule intervals:10 --output tabs-h.csv
  tr '\t' ';' <tabs-h.csv | cmp file.csv - || complain "another hierarchy of a table with tabs"
  make --input - --rule intervals:10 --output - <"$data/discharges.csv" >stdout 2>stderr ||
    complain "standard streams: $(cat stderr)"
  cmp file.csv stdout || complain "another hierarchy on standard output"
  grep -q '^rule: ' stderr || complain "no report on standard error: $(cat stderr)"
  make --rule intervals:10 --output - --quiet 2>stderr | head -1 >first
  [ ! -s stderr ] || complain "--quiet: $(cat stderr)"
  "$maker" --list-rules | grep -q '^intervals:WIDTH,\.\.\.$' || complain "--list-rules"
}

test_failures ()
{
  rejects "expected" --rule interval:5
  rejects "'12', expected a multiple" --rule intervals:5,12
  rejects "agee" --rule intervals:5 --column agee
  rejects "diagnosis" --rule intervals:5 --column diagnosis
  rejects "entity column" --rule 'capacity:5;of=persons'
  "$maker" --rule suppress 2>stderr && complain "no input"
  grep -q -e '--input, --column and --rule are needed' stderr || complain "no input: $(cat stderr)"
  cp "$data/discharges.csv" table.csv
  "$maker" --input table.csv --delimiter ';' --column age --rule intervals:5 --output table.csv 2>stderr &&
    complain "over the table"
  cmp table.csv "$data/discharges.csv" || complain "the table was written over"
}

# Both tools suggest the same.
test_suggestions ()
{
  cp "$data/discharges.csv" table.csv
  "$maker" --input table.csv --delimiter ';' --suggest >suggested.ini || complain "--suggest"
  "$maker" --input table.csv --suggest --output s.ini 2>stderr && complain "--suggest with --output"
  grep -qF -e "--output s.ini: expected none beside --suggest" stderr || complain "$(cat stderr)"
  "$tool" --input table.csv --delimiter ';' --suggest | cmp - suggested.ini ||
    complain "--suggest: another file than that of deid-anonymize"
}

test_rows
test_frozen
test_missing_values
test_suggestions
test_streams
test_failures
finish
