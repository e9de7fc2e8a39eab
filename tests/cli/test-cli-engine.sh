#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools on the sample data: a table that stays in its engine.
#
#     test-cli-engine.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

command -v sqlite3 >/dev/null 2>&1 || { skip 'sqlite3 is not installed'; exit 77; }
sqlite3 my.db '.separator ;' ".import $data/discharges.csv discharges"

# stated VERB OPTION…: what is said of the table, wherever it is.
stated ()
{
  verb=$1
  shift
  case " $* " in *" --sensitive "*) ;; *) set -- --sensitive diagnosis --insensitive stay "$@" ;; esac
  "$tool" "$verb" --delimiter ';' --hierarchies "$data/hierarchy_" --qi age,sex,zip --model k:5 --model dl:2 \
    --suppression-limit 5% "$@"
}

# engine OPTION…
engine ()
{
  stated engine --dialect sqlite --command 'sqlite3 my.db' --table discharges "$@"
}

# list TABLE: its rows, sorted.
list ()
{
  sqlite3 -separator ';' my.db "SELECT age, sex, zip, diagnosis, stay FROM $1" | sort
}

# The same policy, loss and rows as from the file.
test_release ()
{
  works stated run --input "$data/discharges.csv" --json --output file.csv
  cp stdout file.json
  works stated run --input "$data/discharges.csv" --policy file.policy --quiet
  works engine --json --output-table release --page page.html --policy engine.policy
  grep -q 'my\.db' stdout page.html && complain "arguments of the command in reports"
  "$python" - file.json stdout <<'END' || complain "the engine's figures"
import json, sys

file, engine = (json.load(open(path)) for path in sys.argv[1:])
for key in ["optimum", "loss", "suppressed", "evaluated", "proved"]:
    assert file[key] == engine[key], (key, file[key], engine[key])
assert "columns_not_released" in file and "columns_not_released" not in engine
assert "engine" in engine["seconds"] and "engine" not in file["seconds"]
END
  works "$tool" verify --dialect sqlite --command 'sqlite3 my.db' --output-table release --policy file.policy \
    --table discharges
  unwrap | grep -q 'what the policy makes of the original' || complain "verifying by the policy of a file"
  works "$tool" apply engine.policy "$data/discharges.csv" --delimiter ';' --output applied.csv
  cut -d ';' -f 1-4 file.csv >released.csv
  cmp applied.csv released.csv || complain "the policy of an engine on a file"
  list release >engine.rows
  tail -n +2 file.csv | sort >file.rows
  cmp file.rows engine.rows || complain "the engine's release"
  [ "$(sqlite3 my.db .tables | wc -w)" -eq 2 ] || complain "tables are left: $(sqlite3 my.db .tables)"
}

# Models of numbers and of several sensitive columns.
test_models ()
{
  set -- --sensitive diagnosis,stay --model to:0.3:text@stay --model el:1.5@diagnosis
  works stated run --input "$data/discharges.csv" --json --output models.csv "$@"
  cp stdout models.json
  works engine --json --output-table models "$@"
  "$python" - models.json stdout <<'END' || complain "the engine's figures by models"
import json, sys

file, engine = (json.load(open(path)) for path in sys.argv[1:])
for key in ["optimum", "loss", "suppressed", "evaluated", "proved"]:
    assert file[key] == engine[key], (key, file[key], engine[key])
END
  sqlite3 my.db 'DROP TABLE models'
}

# Levels that are raised to meet a limit are stated, and with them the file gives the same policy,
# loss and rows.
test_levels ()
{
  works engine --json --max-combinations 500 --output-table levelled
  cp stdout engine.json
  levels=$("$python" - engine.json <<'END'
import json, re, sys

problem = json.load(open(sys.argv[1]))["problem"]
for column, text in re.findall(r"\[column (.*)\]\n(?:[^\[].*\n)*?levels=(.*)", problem):
    print("--set", "column %s.levels=%s" % (column, text), sep="\n")
END
  )
  case $levels in *=[1-9]*) ;; *) complain "no level was raised: $levels" ;; esac
  IFS='
'
  # shellcheck disable=SC2086
  works stated run --input "$data/discharges.csv" --json --output levelled.csv $levels
  unset IFS
  "$python" - stdout engine.json <<'END' || complain "the engine's figures by levels"
import json, sys

file, engine = (json.load(open(path)) for path in sys.argv[1:])
for key in ["optimum", "loss", "suppressed", "evaluated", "proved"]:
    assert file[key] == engine[key], (key, file[key], engine[key])
codes = [warning["code"] for warning in engine["warnings"]]
assert "generalized-before" in codes, codes
END
  list levelled >levelled.rows
  tail -n +2 levelled.csv | sort >levelled.sorted
  cmp levelled.sorted levelled.rows || complain "the engine's release by levels"
  sqlite3 my.db 'DROP TABLE levelled'
  engine --max-combinations 500 --sweep k=5,10 >stdout 2>stderr || complain "a sweep by levels"
  grep -q "'age' has levels from 3 on" stderr || complain "no note of levels beside a sweep"
  fails 2 "at most 1" engine --max-combinations 1
}

# Codes of all columns, and of one: the same policy, loss and rows as from the file. The policy knows
# the codes when the release is checked later.
test_missing ()
{
  set -- --sensitive diagnosis --insensitive stay --set 'input.missing=I50;7' --set 'column sex.missing=female'
  works stated run --input "$data/discharges.csv" --json --output missing.csv "$@"
  cp stdout missing.json
  works engine --json --output-table missing --fingerprint --policy missing.policy "$@"
  "$python" - missing.json stdout <<'END' || complain "the engine's figures with missing codes"
import json, sys

file, engine = (json.load(open(path)) for path in sys.argv[1:])
for key in ["optimum", "loss", "suppressed", "evaluated", "proved"]:
    assert file[key] == engine[key], (key, file[key], engine[key])
END
  list missing >missing.rows
  grep -q -e I50 -e ';7$' missing.rows && complain "a missing code was released"
  # A file has the first code for what is missing.
  tail -n +2 missing.csv | sed 's/I50//g' | sort >missing.sorted
  cmp missing.sorted missing.rows || complain "the engine's release with missing codes"
  works "$tool" verify --dialect sqlite --command 'sqlite3 my.db' --output-table missing --policy missing.policy \
    --table discharges
  unwrap | grep -q 'what the policy makes of the original' || complain "verifying with missing codes"
  works engine --output-table by_hand --sql-only missing.sql "$@"
  sqlite3 my.db <missing.sql || complain "the script with missing codes"
  list by_hand | cmp - missing.rows || complain "the rows of the script with missing codes"
  sqlite3 my.db 'DROP TABLE missing; DROP TABLE by_hand'
}

# compare_combinations OPTION…: the same loss, suppressed records and rows from the engine, also by a
# script, as from the file.
compare_combinations ()
{
  works stated run --input "$data/discharges.csv" --json --output combined.csv "$@"
  cp stdout combined.json
  works engine --json --output-table combined --fingerprint "$@"
  "$python" - combined.json stdout <<'END' || complain "the engine's figures by $*"
import json, sys

file, engine = (json.load(open(path)) for path in sys.argv[1:])
for key in ["optimum", "loss", "suppressed"]:
    assert file[key] == engine[key], (key, file[key], engine[key])
END
  columns=$(head -n 1 combined.csv | tr ';' ',')
  tail -n +2 combined.csv | sort >combined.sorted
  works engine --output-table by_hand --sql-only combined.sql "$@"
  sqlite3 my.db <combined.sql || complain "the script by $*"
  for table in combined by_hand; do
    sqlite3 -separator ';' my.db "SELECT $columns FROM $table" | sort | cmp - combined.sorted || complain "$table by $*"
    sqlite3 my.db "DROP TABLE $table"
  done
}

# Labels that depend on the whole combination.
test_combinations ()
{
  compare_combinations --set 'column age.type=integer' --set 'column age.bin-mean=class' \
    --set release.minimum-bin=5
  compare_combinations --set 'column age.type=integer' --set 'column age.microaggregate=mean'
  compare_combinations --recoding local --algorithm mondrian
  compare_combinations --recoding local --algorithm rounds:2
  # A name that SQLite takes for that of the means is refused, and one that is not released is not.
  sqlite3 my.db 'CREATE TABLE twice AS SELECT *, stay AS Age_Mean FROM discharges'
  set -- --table twice --set 'column age.type=integer' --set 'column age.bin-mean=class'
  for role in sensitive insensitive; do
    fails 2 "'Age_Mean' of the table has the name of a column of means" engine "$@" --output-table means --role "Age_Mean=$role"
  done
  works engine "$@" --output-table means --quiet
  sqlite3 my.db 'DROP TABLE twice; DROP TABLE means'
  # A search that draws at random: each class has 5 records, and none is lost.
  works engine --json --output-table combined --recoding local --iterations 20000
  n=$("$python" -c 'import json, sys; print(5000 - json.load(sys.stdin)["suppressed"])' <stdout)
  [ "$(sqlite3 my.db "SELECT min(n) >= 5 AND sum(n) = $n FROM (SELECT count(*) AS n FROM combined
    GROUP BY age, sex, zip)")" = 1 ] || complain "the classes of a local recoding"
  sqlite3 my.db 'DROP TABLE combined'
}

# Persons with several rows: the same policy, loss and rows as from the file.
test_persons ()
{
  for model in k:5 persons:3; do
    set -- --entity patient --set "models.model=$model" --suppression-limit 20%
    works stated run --input "$data/discharges.csv" --json --output persons.csv "$@"
    cp stdout persons.json
    works engine --json --output-table persons --policy persons.policy "$@"
    "$python" - persons.json stdout <<'END' || complain "the engine's figures of persons by $model"
import json, sys

file, engine = (json.load(open(path)) for path in sys.argv[1:])
for key in ["optimum", "loss", "suppressed", "evaluated", "proved"]:
    assert file[key] == engine[key], (key, file[key], engine[key])
END
    list persons >persons.rows
    tail -n +2 persons.csv | sort | cmp - persons.rows || complain "the engine's release of persons by $model"
    set -- "$tool" verify --dialect sqlite --command 'sqlite3 my.db' --output-table persons --policy persons.policy
    works "$@" --table discharges
    unwrap | grep -q 'what the policy makes of the original' || complain "verifying a release of persons by $model"
    fails 0 "no model was checked" "$@" --quiet
    sqlite3 my.db 'ALTER TABLE persons ADD patient'
    fails 1 "has a column 'patient', which the policy does not release" "$@"
    sqlite3 my.db 'DROP TABLE persons'
  done
}

# A script that is run by hand makes the same table, and once only; nothing is made before.
test_script ()
{
  works engine --output-table by_hand --sql-only release.sql --policy policy.json
  grep -qx 'Not released: all columns of the table in the engine but those above' stdout \
    || complain "columns that stay in the engine"
  sed -n '/^Column/,/^$/s/^\([a-z][a-z]*\) .*/\1/p' stdout | tr '\n' ' ' | grep -qx 'age sex zip diagnosis stay ' \
    || complain "the columns of a released table: $(cat stdout)"
  [ "$(sqlite3 my.db .tables | wc -w)" -eq 2 ] || complain "a table was made by --sql-only"
  works engine --output-table by_hand --json --sql-only other.sql
  sed -n '/^  "columns"/,/^  ]/s/.*"\(name\|role\)" : "\(.*\)".*/\2/p' stdout | paste -s -d ' ' - \
    | grep -qx 'age quasi-identifying sex quasi-identifying zip quasi-identifying diagnosis sensitive stay insensitive' \
    || complain "the columns of a released table as JSON: $(cat stdout)"
  grep -qx -e "-- $(sha256sum policy.json | cut -d ' ' -f 1)" release.sql \
    || complain "the policy's digest in a script"
  works engine --output-table by_hand --sql-only - --quiet
  cmp stdout release.sql || complain "a script on standard output"
  sqlite3 my.db <release.sql >made || complain "running a script: $(cat made)"
  list by_hand | cmp - engine.rows || complain "the release by a script"
  sqlite3 my.db <release.sql 2>/dev/null && complain "a script replaces a table"
  sqlite3 my.db 'DROP TABLE by_hand'
  cp my.db other.db
  sqlite3 other.db 'UPDATE discharges SET diagnosis = age'
  sqlite3 other.db <release.sql 2>complaint && complain "a script on another table"
  grep -q 'has changed since it was counted' complaint || complain "what a script says of a change"
  [ "$(sqlite3 other.db .tables | wc -w)" -eq 2 ] || complain "tables are left by a script"
  fails 2 "expected the name of the released table" engine --sql-only other.sql
}

# The policy that is stored, and what is said of it, do not depend on the order of the rows.
test_order ()
{
  works engine --policy forward.json --output-table forward
  sed -n '/^Column/,/^$/p' stdout >forward.words
  sqlite3 my.db 'CREATE TABLE turned AS SELECT * FROM discharges ORDER BY rowid DESC'
  works engine --table turned --policy backward.json --output-table backward
  cmp forward.json backward.json || complain "the policy by another order of rows"
  sed -n '/^Column/,/^$/p' stdout | cmp - forward.words || complain "words by another order of rows"
  sqlite3 my.db 'DROP TABLE turned; DROP TABLE forward; DROP TABLE backward'
}

# What a killed run leaves is warned of; a value that differs by blanks is explained, and shown by a
# statement of the message, or by the message where that is asked for.
test_traces ()
{
  cp my.db traces.db
  sqlite3 traces.db "CREATE TABLE deid_0123456789abcdef_kept (a);
    UPDATE discharges SET sex = sex || ' ' WHERE rowid = 17"
  fails 2 "without blanks at its ends" engine --command 'sqlite3 traces.db'
  grep -q "'female '\|'male '" stderr && complain "a value in a message"
  sed -n 's/.*(shown by: \(SELECT .*OFFSET [0-9]*\)).*/\1;/p' stderr >shown.sql
  sqlite3 traces.db <shown.sql | cut -d '|' -f 2 >shown
  sqlite3 traces.db 'SELECT sex FROM discharges WHERE rowid = 17' | cmp - shown \
    || complain "the statement that shows a row"
  fails 2 "male ' (row " engine --command 'sqlite3 traces.db' --set input.show-values=yes
  sqlite3 traces.db 'UPDATE discharges SET sex = trim(sex)'
  works engine --command 'sqlite3 traces.db'
  unwrap | grep -q 'DROP TABLE "deid_0123456789abcdef_kept"' || complain "traces of a killed run"
  sqlite3 traces.db 'CREATE TABLE deid_20200229000000_0123456789ab_label0 (a)'
  works engine --command 'sqlite3 traces.db' --drop-leftovers 24
  unwrap | grep -q '1 helper table of runs' || complain "no word of tables that were dropped"
  sqlite3 traces.db .tables | grep -q deid_2020 && complain "an old helper table is left"
}

# Names with a schema, and helper tables in another one.
test_names ()
{
  works engine --table main.discharges --output-table 'main."named.out"' --helper-schema temp --fingerprint --quiet
  list '"named.out"' | cmp - engine.rows || complain "the release by names with schemas"
  sqlite3 my.db 'DROP TABLE "named.out"'
  fails 2 "has 3 parts, expected at most 2" engine --table my.main.discharges
  fails 2 "--helper-schema: the schema of helper tables" engine --helper-schema a.b
  fails 2 "--output-table: the name of a table" engine --output-table '"out'
}

# A release that is looked at later, with the table it was made of and without it.
test_later ()
{
  works engine --output-table later --policy later.json --survey-weight charge --judged insurance --quiet
  set -- "$tool" verify --dialect sqlite --command 'sqlite3 my.db' --output-table later --policy later.json
  works "$@" --table discharges
  grep -c '^Checked: ' stdout | grep -qx 5 || complain "what is checked with the original: $(cat stdout)"
  works "$@" --json
  "$python" - stdout <<'END' || complain "what is checked without the original"
import json, sys

checks = [(check["name"], check["passed"]) for check in json.load(open(sys.argv[1]))["checks"]]
assert checks == [("columns", False), ("labels", True), ("models", True), ("models", True), ("models", False),
                  ("digest", True), ("original", False)], checks
END
  stated engine --dialect sqlite --command 'sqlite3 my.db' --table discharges --write-problem later.ini
  works "$tool" verify later.ini --output-table later --policy later.json --quiet
  fails 2 "policy: not set" "$tool" verify later.ini --output-table later
  for column in charge insurance; do
    sqlite3 my.db "CREATE TABLE longer AS SELECT *, 1 AS $column FROM later"
    fails 1 "has a column '$column', which the policy does not release" "$@" --output-table longer
    sqlite3 my.db 'DROP TABLE longer'
  done
  sqlite3 my.db "CREATE TABLE kept AS SELECT * FROM later; INSERT INTO later SELECT * FROM later LIMIT 1"
  fails 1 "other classes, sensitive values or numbers" "$@"
  sqlite3 my.db "DELETE FROM later; INSERT INTO later SELECT * FROM kept; UPDATE later SET zip = '1' WHERE rowid = 1"
  fails 1 "1 texts that are no labels" "$@"
  sqlite3 my.db "DELETE FROM later; INSERT INTO later SELECT * FROM kept WHERE rowid = 1"
  fails 1 "does not meet k:5" "$@"
  sqlite3 my.db "DELETE FROM later"
  fails 1 "has no rows" "$@"
  sqlite3 my.db "INSERT INTO later SELECT * FROM kept ORDER BY random(); ALTER TABLE later ADD remark"
  works "$@"
  sqlite3 my.db "CREATE TABLE other AS SELECT * FROM discharges; UPDATE other SET diagnosis = 'flu'"
  fails 2 "comparing with the original" "$@" --table other
  sqlite3 my.db "ALTER TABLE later DROP sex"
  fails 1 "has no column 'sex'" "$@"
  sqlite3 my.db "DROP TABLE later; DROP TABLE kept; DROP TABLE other"
  fails 2 "there is no table 'later'" "$@"
}

# The settings of a run are a problem file, and a certificate is checked against the engine's table.
test_problem_file ()
{
  engine --write-problem engine.ini
  works "$tool" engine engine.ini --output-table again --certificate proof.jsonl --quiet
  list again | cmp - engine.rows || complain "a problem file with an engine"
  "$tool" verify engine.ini --certificate proof.jsonl >stdout \
    || complain "deid verify with an engine"
  sqlite3 my.db 'DELETE FROM discharges WHERE rowid = 1'
  fails 1 "" "$tool" verify engine.ini --certificate proof.jsonl
}

# A dialect may be a file, which a problem file names from where it is.
test_dialect ()
{
  file=$tests/../../docs/dialects/sqlite.dialect
  engine --dialect "$file" --write-problem dialect.ini
  grep -q '^dialect=/*.*sqlite\.dialect$' dialect.ini || complain "the file of a dialect in a problem"
  works "$tool" engine dialect.ini --output-table spoken
  list spoken | cmp - engine.rows || complain "the release by a file of a dialect"
  sqlite3 my.db 'DROP TABLE spoken'
  grep -v '^join=' "$file" >joinless.dialect
  fails 2 "the dialect lacks the fragment 'join'" engine --dialect joinless.dialect
  sed 's/^join=/joint=/' "$file" >joint.dialect
  fails 2 "did you mean 'join'?" engine --dialect joint.dialect
  fails 2 "client-setup" engine --dialect "$(dirname "$file")/bigquery.dialect"
}

test_refusals ()
{
  fails 2 "--output-table: there is a table 'release'" engine --output-table release
  fails 2 "there is no table 'nothing'" engine --table nothing
  fails 2 "did you mean 'discharges'?" engine --table dischrages
  fails 2 "did you mean 'insurance'?" engine --judged insuranc
  fails 2 "command: not set" stated engine --dialect sqlite --table discharges
  fails 2 "cannot be started" engine --command nowhere/sqlite3
  fails 2 "status 1" engine --command 'sqlite3 nowhere/my.db'
  fails 2 "pseudonym: the table is in an engine" engine --entity patient --set persons.pseudonym=random
  fails 2 "keeps rows and dates as they are" engine --entity patient --set persons.max-rows=1
  fails 2 "--dialect: expected sqlite, postgresql, duckdb, clickhouse, ansi or a file: oracle: " engine --dialect oracle
  fails 2 "needed: a table in an engine (--dialect, or" stated engine "$data/discharges.csv"
  fails 2 "TABLE: the table is in an engine" engine "$data/discharges.csv"
  fails 2 "--set input.input: the table is in an engine" engine --set "input.input=$data/discharges.csv"
  fails 2 "unknown option --input" engine --input "$data/discharges.csv"
  fails 2 "unknown option --dialect" stated run --dialect sqlite
  fails 2 "release.keep-order: the table is in an engine" engine --set release.keep-order=yes
  fails 2 "microaggregate: the table is in an engine" engine --set 'column stay.microaggregate=mean'
  fails 2 "missing codes of column 'stay'" engine --sensitive diagnosis --weight stay --set 'column stay.missing=7'
  fails 2 "each person counts for itself" engine --entity patient --max-combinations 10
  fails 2 "expected with it --output-table" "$tool" verify --dialect sqlite --command 'sqlite3 my.db' --policy policy.json
  fails 2 "a local recoding or means ask for the values" engine --recoding local --max-combinations 100
  fails 2 "a local recoding cannot be applied" engine --recoding local --iterations 10 --policy no.policy
  fails 2 "unknown option --dialect" "$tool" suggest --dialect sqlite
}

test_release
test_models
test_levels
test_missing
test_combinations
test_persons
test_script
test_order
test_traces
test_dialect
test_names
test_later
test_problem_file
test_refusals
finish
