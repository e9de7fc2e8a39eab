#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of deid hierarchy: a rule meets a column.
#
#     test-cli-hierarchy.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

make ()
{
  "$tool" hierarchy --input "$data/discharges.csv" --delimiter ';' "$@"
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
  makes --rule 'age=intervals:5,10,20;top=80' --output hierarchy_age.csv
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
  makes --rule 'age=capacity:100,500;top=99%' --output one.csv
  rule=$(sed -n 's/^rule:  *//p' stdout)
  case $rule in
  bands:*) ;;
  *) complain "the rule became '$rule'" ;;
  esac
  makes --rule "age=$rule" --output two.csv
  cmp one.csv two.csv || complain "'$rule' makes other rows"
  makes --rule 'age=quantiles:4,2' --json
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
    makes --input missing.csv --rule age=$rule
    grep -qx 'values:    0' stdout || complain "$rule: $(cat stdout)"
    rejects "column 'age' has missing values only, expected others to make rows of" \
      --input missing.csv --rule age=$rule
  done
}

test_streams ()
{
  # What is printed would be lost with the file that is replaced.
  # shellcheck disable=SC2094
  make --rule age=intervals:10 --output own.csv >own.csv 2>stderr && complain "--output is standard output"
  grep -q 'own.csv: replaces the file that standard output goes to' stderr || complain "$(cat stderr)"
  makes --rule age=intervals:10 --output file.csv
  tr ';' '\t' <"$data/discharges.csv" >tabs.csv
  makes --input tabs.csv --delimiter '\t' --rule age=intervals:10 --output tabs-h.csv
  tr '\t' ';' <tabs-h.csv | cmp file.csv - || complain "another hierarchy of a table with tabs"
  make --input - --rule age=intervals:10 --output - <"$data/discharges.csv" >stdout 2>stderr ||
    complain "standard streams: $(cat stderr)"
  cmp file.csv stdout || complain "another hierarchy on standard output"
  grep -q '^rule: ' stderr || complain "no report on standard error: $(cat stderr)"
  make --rule age=intervals:10 --output - --quiet 2>stderr | head -1 >first
  [ ! -s stderr ] || complain "--quiet: $(cat stderr)"
  "$tool" help rules | grep -q '^  intervals:WIDTH,\.\.\.' || complain "deid help rules"
}

test_failures ()
{
  rejects "expected" --rule age=interval:5
  rejects "'12', expected a multiple" --rule age=intervals:5,12
  rejects "agee" --rule agee=intervals:5
  rejects "diagnosis" --rule diagnosis=intervals:5
  rejects "entity column" --rule 'age=capacity:5;of=persons'
  "$tool" hierarchy --rule age=suppress 2>stderr && complain "no input"
  grep -q 'needed: a table' stderr || complain "no input: $(cat stderr)"
  cp "$data/discharges.csv" table.csv
  "$tool" hierarchy --input table.csv --delimiter ';' --rule age=intervals:5 --output table.csv 2>stderr &&
    complain "over the table"
  cmp table.csv "$data/discharges.csv" || complain "the table was written over"
}

# Without a rule, a column has the one that deid suggest writes.
test_suggestions ()
{
  cp "$data/discharges.csv" table.csv
  works "$tool" suggest table.csv --delimiter ';' --output suggested.ini
  rule=$(sed -n '/^\[column age\]/,/^\[column sex\]/s/^rule=//p' suggested.ini)
  makes --rule "age=$rule" --output stated.csv
  works "$tool" hierarchy suggested.ini --column age --output read.csv
  cmp stated.csv read.csv || complain "another hierarchy by a suggested problem file"
  make --column age --output taken.csv >stdout 2>stderr || complain "no rule: $(cat stderr)"
  cmp stated.csv taken.csv || complain "another hierarchy without a rule"
  grep -qF "column 'age' has the suggested rule $rule; --rule sets another" stderr ||
    complain "a suggested rule is not told: $(cat stderr)"
  fails 2 "expected a column: --column COLUMN, or one --rule COLUMN=RULE" make
  printf '[search]\nrecoding=cells\n' >cells.ini
  works "$tool" hierarchy cells.ini table.csv --delimiter ';' --rule "age=$rule" --output celled.csv
  cmp stated.csv celled.csv || complain "another hierarchy if a problem file suppresses cells"
}

# sexes OPTION…: a run on six records, with the hierarchy in h.csv.
sexes ()
{
  "$tool" run --qi sex --insensitive n --model k:2 --hierarchy sex=h.csv "$@" sexes.csv
}

# Hierarchy files as people have them: a header, short rows, repeated rows, several faults.
test_files ()
{
  printf 'sex,n\nM,1\nF,2\nM,3\nF,4\nM,5\nF,6\n' >sexes.csv
  printf 'Sex;all\nM;*\nF;*\n' >h.csv
  leaves_nothing 2 "h.csv: line 1: the value is the name of the column 'sex', which has no such value; \
hierarchy-header=yes skips a header row" sexes --output out/r.csv
  works sexes --hierarchy-header sex=yes --output skipped.csv
  grep -q 'header' stdout && complain "a header that was skipped is doubted: $(cat stdout)"
  printf '[input]\ninput=sexes.csv\n[column sex]\nrole=quasi-identifying\nhierarchy=h.csv\n' >sexes.ini
  printf 'hierarchy-header=yes\n[column n]\nrole=insensitive\n[models]\nmodel=k:2\n' >>sexes.ini
  works "$tool" run sexes.ini --output stated.csv
  cmp skipped.csv stated.csv || complain "the key makes another release than the option"
  printf 'value;group\nM;*\nF;*\n' >h.csv
  works sexes --json
  grep -q '"code" *: *"header-row"' stdout || complain "no warning of a header: $(cat stdout)"
  works sexes
  unwrap | grep -qF "hierarchy-header=yes skips it" || complain "no warning of a header: $(cat stdout)"
  printf 'M;x;*\nF\nF;x;*\nM;y;*\n' >h.csv
  leaves_nothing 2 "h.csv: line 2: 1 level, expected 3 as in the first row; line 4: the leaf is there \
already, with other labels in line 1, expected each leaf once; uneven=repeat fills short rows" sexes --output out/r.csv
  printf 'M;man;*\nF\nF\nM;man;*\n' >h.csv
  works sexes --uneven sex=repeat --output repeated.csv
  leaves_nothing 2 "column 'n' does not have the role quasi-identifying, sensitive or judged" \
    sexes --uneven n=repeat --output out/r.csv
}

# One value in two spellings is one value in the release, in a stored policy, and in what reports say.
test_spellings ()
{
  printf 'zip,age,n\n2139,90+,1\n02139,>= 90,2\n10115,3,3\n10115,3,4\n' >spelled.csv
  works "$tool" run --qi zip,age --insensitive n --model k:2 --rule 'zip=zip:3;pad=5' \
    --rule 'age=intervals:5,10;top=90;same=90+:>= 90' --output r.csv --policy p.json --keep-order \
    spelled.csv
  printf 'zip,age,n\n02139,>= 90,1\n02139,>= 90,2\n10115,3,3\n10115,3,4\n' >expected.csv
  cmp expected.csv r.csv || complain "the release: $(cat r.csv)"
  unwrap | grep -qF "1 value of column 'zip' is read, and released, in another notation, as same= or \
pad= of the rule says" || complain "no warning: $(cat stdout)"
  printf 'zip,age,n\n2139,90+,1\n2139,90+,2\n501,>= 90,3\n00501,>= 90,3\n' >next.csv
  works "$tool" apply p.json next.csv --output next-r.csv --keep-order
  printf 'zip,age,n\n02139,>= 90,1\n02139,>= 90,2\n00501,>= 90,3\n00501,>= 90,3\n' >expected.csv
  cmp expected.csv next-r.csv || complain "the next release: $(cat next-r.csv)"
  works "$tool" run --qi zip,age --insensitive n --model k:2 --rule 'zip=prefix:3,1;rest=*' \
    --rule 'age=suppress' --output r.csv spelled.csv
  unwrap | grep -qF "If zeros at the start were lost, pad=5 in the rule adds them" ||
    complain "no warning of lengths: $(cat stdout)"
}

test_rows
test_files
test_spellings
test_frozen
test_missing_values
test_suggestions
test_streams
test_failures
finish
