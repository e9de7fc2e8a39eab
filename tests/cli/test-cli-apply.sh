#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of deid apply: a stored policy on new records.
#
#     test-cli-apply.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The system's messages are compared, in any locale.
export LANGUAGE=C

policy=policy.json
table=may.csv

apply ()
{
  "$tool" apply "$policy" "$table" --delimiter ';' "$@"
}

# of POLICY TABLE COMMAND…: a command with another policy and another table.
of ()
{
  policy=$1
  table=$2
  shift 2
  "$@"
  policy=policy.json
  table=may.csv
}

# applies OPTION…
applies ()
{
  works apply "$@"
}

# rejects STATUS TEXT OPTION…: the batch is not released.
rejects ()
{
  expected=$1
  said=$2
  shift 2
  leaves_nothing "$expected" "$said" apply --output out/release.csv "$@"
}

# On the table that the policy was found on, it gives the very release.
test_same_table ()
{
  anonymize --model k:5 --model dl:2 --suppression-limit 5% --output expected.csv --policy policy.json --quiet ||
    complain "no policy"
  cp "$data/discharges.csv" may.csv
  applies --output release.csv
  cmp release.csv expected.csv || complain "another release of the same table"
  unwrap | grep -q '1. .* tables that are released one by one are not protected together' ||
    complain "the report does not say what is not promised"
  works "$tool" apply --help-all
  unwrap | grep -q 'one by one are not protected together' || complain "neither does --help-all"
  for threads in 1 2; do
    applies --threads $threads --output threads.csv
    cmp release.csv threads.csv || complain "--threads $threads: another release"
  done
  rejects 2 "0 threads" --threads 0
  rejects 2 "1025 threads" --threads 1025
  applies --seed 3 --output seed.csv
  ! cmp -s release.csv seed.csv || complain "another seed gives the same order"
  sort seed.csv >seed.sorted
  sort release.csv | cmp - seed.sorted || complain "another seed gives other rows"
  applies --suppression-limit 0.05 --output limit.csv --json --mode 0644
  cmp release.csv limit.csv || complain "the stored limit is 5 %"
  [ "$(stat -c %a limit.csv)" = 644 ] || complain "--mode"
  "$python" - "$(sha256sum limit.csv | cut -d ' ' -f 1)" <<'END' || complain "the report in JSON"
import json, sys

report = json.load(open("stdout"))
policy = json.load(open("policy.json"))
assert report["records"] == 5000 and report["verified"], report
assert report["release_sha256"] == sys.argv[1]
assert set(report["policy"]) == {"age", "sex", "zip"}
assert report["suppressed"] == 5000 - (sum(1 for _ in open("limit.csv")) - 1), report["suppressed"]
assert report["protected_together"] is False and "not protected together" in report["note"]
assert report["risks"]["after"]["prosecutor"]
assert "patient" in report["columns_not_released"]
END
  # shellcheck disable=SC2094
  apply --output own.csv >own.csv 2>stderr && complain "--output is standard output"
  grep -q 'own.csv: replaces the file that standard output goes to' stderr || complain "$(cat stderr)"
  applies --quiet --output quiet.csv
  [ ! -s stdout ] || complain "--quiet: $(cat stdout)"
  apply --verbose >stdout 2>stderr || complain "--verbose: $?"
  for step in read evaluate release risks; do
    grep -q "^deid apply: $step: " stderr || complain "--verbose: $step: $(cat stderr)"
  done
}

# Half of the records: the models hold for these, by themselves.
test_new_records ()
{
  awk 'NR == 1 || NR % 2 == 0' "$data/discharges.csv" >may.csv
  rejects 1 "the suppression limit allows 0" --suppression-limit 0
  applies --suppression-limit 40% --output release.csv --keep-order --json
  "$python" - may.csv release.csv <<'END' || complain "the released batch"
import csv, collections, json, sys

before, after = [list(csv.DictReader(open(name), delimiter=";")) for name in sys.argv[1:]]
report = json.load(open("stdout"))
assert report["records"] == len(before) == 2500
assert report["suppressed"] == len(before) - len(after) > 0
classes = collections.defaultdict(list)
for row in after:
    classes[row["age"], row["sex"], row["zip"]].append(row["diagnosis"])
assert min(map(len, classes.values())) >= 5
assert min(len(set(values)) for values in classes.values()) >= 2
END
  applies --suppression-limit 40% --output kept.csv --keep-order --keep-suppressed
  [ "$(wc -l <kept.csv)" -eq 2501 ] || complain "--keep-suppressed: $(wc -l <kept.csv)"
}

# Two values of zip and one of age that the policy does not know, in three records of 5,001 + 2.
test_unknown_values ()
{
  cp "$data/discharges.csv" may.csv
  {
    echo 'P1;27;female;99999;2023-01-01;statutory;O80;1;2000'
    echo 'P2;127;female;99999;2023-01-01;statutory;O80;1;2000'
    echo 'P3;27;male;88888;2023-01-01;statutory;I10;1;2000'
  } >>may.csv
  rejects 2 "column 'age': 1 value"
  rejects 2 "column 'zip': 2 values"
  rejects 2 "line 5002"
  ! grep -qE '99999|88888|127' stderr || complain "a value is shown: $(cat stderr)"
  rejects 2 "'99999'" --show-values
  rejects 2 "'88888'" --show-values
  rejects 2 "'127'" --show-values
  rejects 2 "--unknown guess: expected error, suppress or top" --unknown guess
  apply --json >stdout && complain "unknown values succeed"
  "$python" -c 'import json
error = json.load(open("stdout"))["error"]
assert (error["domain"], error["code"], error["status"]) == ("deid", "unknown-value", 2), error' ||
    complain "unknown values in JSON: $(cat stdout)"
  # Suppressed, they leave the others as they were.
  applies --unknown suppress --output suppressed.csv --keep-order --json
  sed -n 's/ *"suppressed" : \([0-9]*\),/\1/p' stdout >n_suppressed
  cp "$data/discharges.csv" before.csv
  "$tool" apply policy.json before.csv --delimiter ';' --output before-released.csv \
    --keep-order --json >stdout || complain "the batch before"
  cmp suppressed.csv before-released.csv || complain "--unknown suppress"
  [ "$(cat n_suppressed)" -eq \
    $(($(sed -n 's/ *"suppressed" : \([0-9]*\),/\1/p' stdout) + 3)) ] ||
    complain "--unknown suppress: $(cat n_suppressed) suppressed"
  # They count.
  n=$(cat n_suppressed)
  applies --unknown suppress \
    --suppression-limit "$("$python" -c "print($n / 5003)")"
  rejects 1 "suppress" --unknown suppress \
    --suppression-limit "$("$python" -c "print(($n - 0.5) / 5003)")"
  # The refusal names what is stored, and the unknown values.
  stored=$("$python" -c 'import json
print(" ".join("%s:%d" % (a["name"], a["level"]) for a in json.load(open("policy.json"))["attributes"]))')
  rejects 1 "policy '$stored' has to suppress" --unknown suppress --suppression-limit 0
  rejects 1 "unknown values of column 'age': 1 distinct, in 1 rows" --unknown suppress \
    --suppression-limit 0
  rejects 1 "unknown values of column 'zip': 2 distinct, in 3 rows" --unknown suppress \
    --suppression-limit 0
  # On top they are a class of their own, if there are enough of them.
  for i in 1 2 3 4 5 6; do
    printf 'Q%s;27;female;7777%s;2023-01-01;statutory;%s;1;2000\n' $i $i \
      "$([ $i -lt 4 ] && echo O80 || echo I10)" >>may.csv
  done
  applies --unknown top --output top.csv --keep-order
  "$python" - <<'END' || complain "--unknown top: $(grep -c '[*]' top.csv)"
import csv

rows = [row for row in csv.DictReader(open("top.csv"), delimiter=";") if row["zip"] == "*"]
assert len(rows) >= 6, len(rows)
assert {row["sex"] for row in rows} == {"female"}, rows
END
}

# A policy that keeps a rule has labels for values that no table had, those that a hierarchy with
# rows for them would give.
test_rules ()
{
  cp policy.json labels.json
  "$python" - <<'END'
import json

policy = json.load(open("labels.json"))
zip_code = next(a for a in policy["attributes"] if a["name"] == "zip")
zip_code.pop("labels"), zip_code.pop("top", None)
zip_code.update(rule="prefix:4,3,2", levels=5, level=2)
json.dump(policy, open("policy.json", "w"))
END
  cp "$data/discharges.csv" may.csv
  for i in 1 2 3 4 5 6; do
    printf 'Q%s;27;female;7777%s;2023-01-01;statutory;%s;1;2000\n' $i $i \
      "$([ $i -lt 4 ] && echo O80 || echo I10)" >>may.csv
  done
  applies --output rule.csv --json
  "$python" - <<'END' || complain "a stored rule: $(grep ';77' rule.csv)"
import csv, json

rows = list(csv.DictReader(open("rule.csv"), delimiter=";"))
assert {row["zip"] for row in rows if row["zip"].startswith("77")} == {"777**"}
assert sum(row["zip"] == "777**" for row in rows) == 6
assert all(len(row["zip"]) == 5 and row["zip"].index("*") == 3 for row in rows)
assert json.load(open("stdout"))["unknown_values"] == []
END
  mv labels.json policy.json
}

# What a code stands for is said of the batch, too. It is written as it was read.
test_missing_values ()
{
  sed '2,2001s/;female;/;NA;/' "$data/discharges.csv" >may.csv
  rejects 2 "column 'sex': 1 value"
  sed '2,2001s/;female;/;;/' "$data/discharges.csv" >empty.csv
  of policy.json empty.csv applies --output expected.csv --suppression-limit 100%
  applies --missing NA --missing=-9 --output release.csv --suppression-limit 100%
  grep -q ';NA;' release.csv || complain "--missing: all of them are suppressed"
  sed 's/;NA;/;;/' release.csv | cmp - expected.csv || complain "--missing"
}

# keeps NAME TABLE: the policy of the problem NAME.ini releases its table as the problem did.
keeps ()
{
  "$tool" run --problem "$1.ini" --output "$1-expected.csv" --policy "$1.json" --quiet ||
    complain "$1: no policy: $?"
  of "$1.json" "$2" applies --delimiter , --output "$1-released.csv"
  cmp "$1-released.csv" "$1-expected.csv" ||
    complain "$1: codes are forgotten: $(sort "$1-released.csv" | uniq -c)"
}

# What the policy's columns have as missing codes stands in it. Worked by hand: the second class has
# one value of the diagnosis, that there is none.
test_missing_codes ()
{
  {
    echo sex,diagnosis
    for i in 1 2 3 4 5 6; do printf 'M,I10\nM,E11\n'; done
    for i in 1 2 3; do printf 'F,NA\nF,unknown\n'; done
  } >codes.csv
  {
    printf '[input]\ninput=codes.csv\n[column sex]\nrole=quasi-identifying\nrule=suppress\n'
    printf 'levels=0\n[column diagnosis]\nrole=sensitive\nmissing=NA;unknown\n[models]\n'
    printf 'model=k:5;dl:2@diagnosis\n[limits]\nsuppression-limit=40%%\n'
  } >codes.ini
  keeps codes codes.csv
  [ "$(wc -l <codes-released.csv)" -eq 13 ] || complain "missing codes: $(wc -l <codes-released.csv)"
  # Those of the command line come on top.
  sed 's/I10/-9/; s/E11/NA/' codes.csv >more.csv
  of codes.json more.csv applies --delimiter ,
  of codes.json more.csv rejects 1 "18 fail dl:2@diagnosis" --delimiter , --missing=-9
  # Where a missing value is an error, a code is one.
  echo 'sex,diagnosis' >refused.csv
  for i in 1 2 3; do printf 'M,I10\nM,E11\n'; done >>refused.csv
  sed 's/^missing=.*/&\nmissing-policy=error/; s/input=.*/input=refused.csv/' codes.ini >refused.ini
  "$tool" run --problem refused.ini --policy refused.json --quiet || complain "refused: no policy: $?"
  of refused.json refused.csv applies --delimiter ,
  of refused.json codes.csv rejects 2 "diagnosis" --delimiter ,
}

# Those of the whole table are kept like those of a column; a weight has none.
test_codes_of_table ()
{
  awk -F, '{ print $0 (NR == 1 ? ",n" : ",1") }' codes.csv >weighted.csv
  for section in '' '[column n]
role=weight'; do
    {
      printf '[input]\ninput=weighted.csv\nmissing=NA;unknown\n'
      sed '1,2d; /^missing=/d' codes.ini
      echo "$section"
    } >table.ini
    keeps table weighted.csv
    ! grep -q '^F' table-released.csv || complain "codes of the table are values"
  done
}

# A code among numbers is no number, and a text that is none is said to be one of the option's.
test_codes_of_numbers ()
{
  {
    echo days
    for i in 1 2 3; do printf '5\n6\n-9\n'; done
  } >days.csv
  {
    printf '[input]\ninput=days.csv\n[column days]\nrole=quasi-identifying\nrule=intervals:10\n'
    printf 'levels=1\nmissing=-9\n[models]\nmodel=k:3\n'
  } >days.ini
  keeps days days.csv
  ! grep -q -e -10 days-released.csv || complain "a code became a label"
  sed 's/6/six/' days.csv >words.csv
  of days.json words.csv rejects 2 "(intervals:10): the first in line 3; 3 records have such a value; unknown values can be suppressed or labelled;" \
    --delimiter ,
  of days.json words.csv rejects 2 "(see --unknown and --missing)" --delimiter ,
}

test_streams ()
{
  cp "$data/discharges.csv" may.csv
  applies --output expected.csv --keep-order
  tr ';' , <may.csv |
    "$tool" apply policy.json - --output - --keep-order 2>stderr >piped.csv ||
    complain "a pipe: $(cat stderr)"
  tr ';' , <expected.csv | cmp - piped.csv || complain "another release through a pipe"
  grep -q '^Warnings' stderr || complain "no report beside the table"
  "$tool" apply - may.csv --delimiter ';' --output stdin.csv --keep-order \
    <policy.json >stdout || complain "a policy from standard input"
  cmp stdin.csv expected.csv || complain "a policy from standard input"
  of - - rejects 2 "standard input to be one file only"
  rejects 2 "the same file as the input" --output policy.json
  rejects 2 "the same file as the input" --output may.csv
  fails 2 "expected two files: a stored policy and a table" "$tool" apply may.csv
  of no-such.json may.csv rejects 2 "no-such.json"
  echo '{}' >empty.json
  of empty.json may.csv rejects 2 "empty.json"
  sed '1s/zip/zipp/' may.csv >renamed.csv
  of policy.json renamed.csv rejects 2 "(did you mean 'zipp'?)"
  rejects 2 "--suppression-limit x" --suppression-limit x
  rejects 2 "--seed -1" --seed -1
  apply --output - --json --nonsense >stdout 2>stderr && complain "--nonsense"
  [ ! -s stdout ] || complain "an error where the table goes"
  "$python" -c 'import json; assert json.load(open("stderr"))["error"]["code"] == "unknown-option"' ||
    complain "an error in JSON: $(cat stderr)"
}

# Of columns with cuts all tools say in the same words what is merged. A file without words, as older
# ones are, has levels.
test_words ()
{
  cp "$data/discharges.csv" may.csv
  anonymize --model k:5 --suppression-limit 5% --generalize-by subtrees --set 'column age.generalize-by=cuts' \
    --time-limit 2 \
    --policy cuts.json --keep-apart age=18 >stdout
  unwrap | sed -n 's/.* Policy: \(age: merges .*, .*; .*zip: merges .*\) Not released: .*/\1/p' >expected
  [ -s expected ] ||
    complain "no words: $(cat stdout)"
  of cuts.json may.csv applies --output cuts.csv
  unwrap | sed 's/.* Policy: \(.*\) Not released: .*/\1/' | cmp - expected || complain "other words: $(cat stdout)"
  of cuts.json may.csv applies --output cuts.csv --json
  "$python" - <<'END' || complain "words in JSON"
import json

policy = json.load(open("cuts.json"))
report = json.load(open("stdout"))
assert open("expected").read().strip() == report["description"]
del policy["description"]
json.dump(policy, open("old.json", "w"))
json.dump({**policy, "description": 3}, open("bad.json", "w"))
END
  of old.json may.csv applies --output cuts.csv
  grep -q '^Policy: *age: level 1; sex: level [01]; zip: level 1$' stdout || complain "an old policy: $(cat stdout)"
  of bad.json may.csv rejects 2 "member 'description': expected a string"
}

# What a policy is in words is true of each batch: no label of the table that it was found on is in it.
test_lasting_words ()
{
  printf 'day;sex\n2023-03-01;m\n2023-05-07;f\n2023-11-30;m\n' >year.csv
  "$tool" run --input year.csv --delimiter ';' --qi day,sex --rule day=date:year --rule sex=suppress \
    --model k:3 --policy year.json >stdout || complain "no policy of a year"
  grep -q "^day .* year, '2023' for all " stdout || complain "the words of a year: $(cat stdout)"
  sed 's/2023/2024/' year.csv >next-year.csv
  of year.json next-year.csv applies --output next.csv
  grep -q '^Policy: *day: ' stdout || complain "no words: $(cat stdout)"
  grep -q '2023' stdout && complain "the words of last year: $(cat stdout)"
  grep -q '^2024;' next.csv || complain "another release: $(cat next.csv)"
}

# Rows that conditions leave out: on the command line, in a problem file, and of later tables. The expected tables are
# made by awk.
test_conditions ()
{
  {
    cat "$data/discharges.csv"
    echo 'Total;many;;;;;;;'
  } >with-total.csv
  awk -F ';' 'NR == 1 || ($2 >= 40 && $2 < 80)' "$data/discharges.csv" >middle.csv
  n=$(($(wc -l <"$data/discharges.csv") - 1))
  left=$((n - $(wc -l <middle.csv) + 1))
  anonymize --input middle.csv --model k:5 --suppression-limit 5% --output expected.csv --quiet || complain "no release"
  anonymize --input with-total.csv --type age=integer --drop 'patient = Total' --keep 'age >= 40 and age < 80' --model k:5 \
    --suppression-limit 5% --output release.csv --policy conditions.json >stdout || complain "no release of $(cat stdout)"
  cmp release.csv expected.csv || complain "another release than that of the middle"
  unwrap | grep -q "Drop: the condition on 'patient' leaves out 1 of $((n + 1)) rows" || complain "dropped: $(cat stdout)"
  unwrap | grep -q "Keep: the condition on 'age' and others leaves out $left of $n rows" ||
    complain "kept: $(cat stdout)"
  for next in with-total.csv "$data/discharges.csv" middle.csv; do
    of conditions.json "$next" applies --output release.csv
    cmp release.csv expected.csv || complain "another release of $next"
  done
  of conditions.json with-total.csv applies --output release.csv --json
  "$python" - "$left" "$n" <<'END' || complain "warnings in JSON: $(cat stdout)"
import json
import sys

left, n = map(int, sys.argv[1:])
notes = [warning["text"] for warning in json.load(open("stdout"))["warnings"] if warning["code"] == "rows-left-out"]
assert len(notes) == 2 and f"leaves out {left} of {n} rows" in notes[1], notes
END
  sed 's/;age;/;years;/' "$data/discharges.csv" >renamed.csv
  of conditions.json renamed.csv rejects 2 "no column called 'age'"
}

# Amounts in the German way: read, generalized, released and applied as they came. They are made by awk of whole ones.
test_numbers ()
{
  awk -F ';' 'NR == 1 { print "patient;age;charge;diagnosis" }
    NR > 1 { c = sprintf ("%d", $9); t = ""; while (length (c) > 3) { t = "." substr (c, length (c) - 2) t; c = substr (c, 1, length (c) - 3) }
             print $1 ";" $2 ";€ " c t ",50;" $7 }' "$data/discharges.csv" >german.csv
  awk -F ';' 'NR == 1 { print "patient;age;charge;diagnosis" } NR > 1 { print $1 ";" $2 ";" $9 ".50;" $7 }' \
    "$data/discharges.csv" >points.csv
  printf 'X;many;unknown;A09\n' >>german.csv
  printf 'X;;;A09\n' >>points.csv
  set -- --delimiter ';' --qi age,charge --sensitive diagnosis --type age=integer --type charge=decimal \
    --rule age=intervals:10,20 --rule charge=intervals:500.5,2002 --keep-order
  works "$tool" run "$@" --model k:5 --suppression-limit 5% --input points.csv --output points-out.csv
  works "$tool" run "$@" --model k:5 --suppression-limit 5% --input german.csv --thousands . --unparsable age=missing \
    --unparsable charge=missing --output german-out.csv --policy german.json
  unwrap | grep -q "'charge': 1 value in 1 row is not of the type decimal" || complain "no note: $(cat stdout)"
  sed 's/\([0-9]\)\.\([0-9]\)/\1,\2/g' points-out.csv | cmp - german-out.csv || complain "other labels"
  of german.json german.csv applies --output applied.csv --keep-order
  cmp applied.csv german-out.csv || complain "another release by the policy"
  works "$tool" run "$@" --input german.csv --thousands . --unparsable age=missing --unparsable charge=missing \
    --evaluate age:1,charge:0 --model k:1 --output level.csv
  cut -d ';' -f 2 level.csv >came
  cut -d ';' -f 3 german.csv | sed 's/unknown//' | cmp - came || complain "level 0 is not as it came"
  fails 2 "--decimal" "$tool" run "$@" --model k:5 --input german.csv --decimal , --thousands ,
}

# Suppressed cells have the text of the column, also by a stored policy; of all cells with * those of the column change.
test_suppressed ()
{
  awk -F ';' '{ print $2 ";" $3 ";" $9 }' "$data/discharges.csv" >cells.csv
  set -- --delimiter ';' --qi age,sex,charge --model k:4 --keep-order --input cells.csv --type charge=integer
  works "$tool" run "$@" --recoding cells --output stars.csv
  grep -q '\*' stars.csv || complain "no suppressed cells"
  for text in NA -1 'not shown' empty; do
    written=$text
    [ "$text" != empty ] || written=
    works "$tool" run "$@" --recoding cells --suppressed "charge=$text" --output texts.csv
    sed "s/\*\$/$written/" stars.csv | cmp - texts.csv || complain "--suppressed $text"
  done
  set -- "$@" --rule age=intervals:10,20 --rule sex=suppress --rule charge=suppress --suppression-limit 5%
  works "$tool" run "$@" --suppressed charge=empty --suppressed sex=any --evaluate age:1,sex:1,charge:1 \
    --output empty.csv --policy empty.json
  grep -q '^[0-9]*-[0-9]*;any;$' empty.csv || complain "labels of the top: $(head -n 2 empty.csv)"
  of empty.json cells.csv applies --output again.csv --keep-order
  cmp empty.csv again.csv || complain "another text by the policy"
  fails 2 "'charge': the text for suppressed values" "$tool" run "$@" --suppressed charge=2000
  fails 2 "--suppressed" "$tool" run "$@" --suppressed charge=2000
  fails 2 "'age': the text for suppressed values is also a label" "$tool" run "$@" --suppressed age=20-39 \
    --evaluate age:2,sex:1,charge:1 --output label.csv
  fails 2 "does not have the role quasi-identifying" "$tool" run --input cells.csv --delimiter ';' --qi age --rule age=suppress --model k:2 \
    --insensitive sex --suppressed sex=NA
}

# A policy over combinations of columns, and one of persons who are known by two columns.
test_joint_columns ()
{
  printf 'site;number;sex\n1;1;f\n1;1;f\n1;2;f\n2;1;m\n2;2;m\n' >visits.csv
  set -- --input visits.csv --delimiter ';' --set 'column site+number.joint=site;number' --keep-order
  works "$tool" run "$@" --set 'column site+number.role=entity' --qi sex --rule sex=suppress --model k:2 \
    --output persons.csv --policy persons.json
  of persons.json visits.csv applies --output again.csv --keep-order
  cmp persons.csv again.csv || complain "persons by two columns"
  works "$tool" run "$@" --set 'column site+number.role=quasi-identifying' --rule site+number=suppress --model kmap:2 \
    --suppression-limit 60% --population visits.csv --insensitive sex --evaluate site+number:0 --output pairs.csv \
    --policy pairs.json
  of pairs.json visits.csv applies --population visits.csv --output again.csv --keep-order
  cmp pairs.csv again.csv || complain "combinations"
}

test_same_table
test_joint_columns
test_suppressed
test_numbers
test_conditions
test_words
test_lasting_words
test_new_records
test_unknown_values
test_rules
test_missing_values
test_missing_codes
test_codes_of_table
test_codes_of_numbers
test_streams
finish
