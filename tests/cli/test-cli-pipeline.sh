#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of the command-line tools: releases that pipelines make.
#
#     test-cli-pipeline.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

command -v sqlite3 >/dev/null 2>&1 || { skip 'sqlite3 is not installed'; exit 77; }
example=$tests/../../examples/dbt
shell=$(dirname "$tool")/../tests/duckdb-shell

# release OPTION…: with the settings of the example, in SQLite.
release ()
{
  "$tool" engine "$example/release.ini" --dialect sqlite --command "sqlite3 $PWD/my.db" --quiet "$@"
}

# list COMMAND…: the rows of the release, sorted.
list ()
{
  echo "SELECT * FROM release;" | "$@" | tr '|' ';' | sort
}

# build: what dbt would do in SQLite.
build ()
{
  "$python" "$example/run.py" "$@" sqlite3 -bail -noheader -list my.db
}

"$tool" run --delimiter ';' --hierarchies "$data/hierarchy_" --qi age,sex,zip --sensitive diagnosis \
  --insensitive stay --model k:5 --model dl:2 --suppression-limit 5% --input "$data/discharges.csv" \
  --output file.csv --quiet || complain "the release of the file"
tail -n +2 file.csv | sort >file.rows

# The files of the example are those that the command writes, and make the release of the file.
test_example ()
{
  if ! echo 'SELECT 1;' | "$shell" -bail -noheader -list try.duckdb >try 2>&1; then
    skip "DuckDB is not here"
    return
  fi
  mkdir duck
  cd duck || exit 1
  set -- "$shell" -bail -noheader -list my.duckdb
  echo "CREATE TABLE discharges AS SELECT * FROM read_csv('$data/discharges.csv', delim = ';', header = true,
    all_varchar = true);" | "$@" || complain "a table in DuckDB"
  "$tool" engine "$example/release.ini" --command "$shell my.duckdb" --sql-only - --form dbt --quiet >files.sh
  sh files.sh || complain "writing the files of a project"
  for path in seeds/* models/* tests/* release.sha256; do
    cmp "$path" "$example/$path" || complain "examples/dbt/$path differs from what the command writes"
  done
  sha256sum --quiet -c release.sha256 || complain "the digests of the seeds"
  "$python" "$example/run.py" "$@" || complain "running a project in DuckDB"
  list "$@" | cmp - ../file.rows || complain "the release of a project in DuckDB"
  cd ..
}

# Run twice, on a table that changed, and with a seed that was cut.
test_runs ()
{
  sqlite3 my.db '.separator ;' ".import $data/discharges.csv discharges"
  release --sql-only - --form dbt | sh
  for run in first second; do
    build >said || complain "the $run run: $(cat said)"
    list sqlite3 my.db | cmp - file.rows || complain "the release of the $run run"
  done
  cp seeds/release_kept.csv kept.csv
  head -n 3 kept.csv >seeds/release_kept.csv
  sha256sum --quiet -c release.sha256 >/dev/null 2>&1 && complain "the digest of a seed that was cut"
  build >said && complain "a seed that was cut"
  grep -q 'failed release_classes' said || complain "the test of a seed that was cut: $(cat said)"
  list sqlite3 my.db | cmp - file.rows || complain "the release of the run before"
  build --no-tests
  [ "$(list sqlite3 my.db | wc -l)" -eq 0 ] || complain "a release that was not checked"
  cp kept.csv seeds/release_kept.csv
  cp my.db all.db
  sqlite3 my.db 'DELETE FROM discharges WHERE rowid = (SELECT min (rowid) FROM discharges)'
  build >said && complain "a table with a record less"
  grep -q 'failed release_records' said || complain "the test of a table with a record less: $(cat said)"
  mv all.db my.db
  build >said || complain "the table as it was: $(cat said)"
  list sqlite3 my.db | cmp - file.rows || complain "the release of the table as it was"
}

# Only the fingerprint shows a change in an insensitive column.
test_fingerprint ()
{
  mkdir marked
  cd marked || exit 1
  cp ../my.db my.db
  release --command "sqlite3 $PWD/my.db" --fingerprint --sql-only - --form dbt | sh
  build >said || complain "a project with a fingerprint: $(cat said)"
  sqlite3 my.db "UPDATE discharges SET stay = stay || '0' WHERE rowid = 17"
  build >said && complain "a table with another insensitive value"
  [ "$(grep -c failed said)" -eq 1 ] || complain "the tests of another insensitive value: $(cat said)"
  grep -q 'failed release_fingerprint' said || complain "the test of the fingerprint: $(cat said)"
  list sqlite3 my.db | cmp - ../file.rows || complain "the release before an insensitive value changed"
  cd ..
}

# A local recoding has one seed for labels, in which a value may be missing.
test_combinations ()
{
  mkdir local
  cd local || exit 1
  set -- --recoding local --algorithm mondrian --set 'column sex.missing=male'
  "$tool" run --delimiter ';' --hierarchies "$data/hierarchy_" --qi age,sex,zip --sensitive diagnosis \
    --insensitive stay --model k:5 --input "$data/discharges.csv" --output recoded.csv --quiet "$@" ||
    complain "a local recoding of the file"
  tail -n +2 recoded.csv | sort >recoded.rows
  grep -q ';;' recoded.rows || complain "no missing label in the local recoding"
  cp ../my.db my.db
  "$tool" engine --dialect sqlite --command "sqlite3 $PWD/my.db" --table discharges --delimiter ';' \
    --hierarchies "$data/hierarchy_" --qi age,sex,zip --sensitive diagnosis --insensitive stay --model k:5 \
    --output-table release --sql-only - --form dbt --quiet "$@" | sh
  build >said || complain "a project with a local recoding: $(cat said)"
  list sqlite3 my.db | cmp - recoded.rows || complain "the local recoding of a project"
  cd ..
}

# What dbt would take for its own, or for NULL.
test_hostile ()
{
  sqlite3 odd.db "CREATE TABLE odd (\"{{ env_var('HOME') }}\", \"a\"\"b\", note);
    INSERT INTO odd VALUES ('null', '=', '{{ 1 }}'), ('null', '=', ''), ('', '\"', 'NULL'), (NULL, '\"', NULL),
      ('x' || char(10) || 'deid_', ',', 'y'), ('x' || char(10) || 'deid_', ',', 'y'), ('-', '-', 'z')"
  set -- --dialect sqlite --command "sqlite3 $PWD/odd.db" --table odd --qi "{{ env_var('HOME') }}" --sensitive 'a"b' \
    --insensitive note --set 'column *.rule=suppress' --model k:2 --suppression-limit 20% --quiet
  mkdir odd
  cd odd || exit 1
  works "$tool" engine "$@" --output-table plain
  works "$tool" engine "$@" --output-table release --sql-only files.sh --form dbt
  sh files.sh
  "$python" "$example/run.py" sqlite3 -bail -noheader -list ../odd.db || complain "running a hostile project"
  for table in plain release; do
    sqlite3 ../odd.db "SELECT quote(\"{{ env_var('HOME') }}\"), quote(\"a\"\"b\"), quote(note) FROM $table" | sort >$table
  done
  cmp plain release || complain "the release of a hostile project"
  [ "$(sqlite3 ../odd.db 'SELECT count(*) FROM release')" -eq 6 ] || complain "the rows of a hostile project"
  fails 2 "names the files of a project" "$tool" engine "$@" --output-table 'a b' --sql-only - --form dbt
  sqlite3 ../odd.db "UPDATE odd SET note = '', \"a\"\"b\" = 'p' || char(13) WHERE note = 'z'"
  works "$tool" engine "$@" --output-table other --sql-only - --form dbt
  sqlite3 ../odd.db "UPDATE odd SET \"a\"\"b\" = 'p' || char(13)"
  fails 2 "has a carriage return" "$tool" engine "$@" --output-table other --sql-only - --form dbt
  cd ..
}

# A script for a scheduler may run again, replaces what it made, and keeps it if the table has changed.
test_repeatable ()
{
  release --sql-only again.sql --form repeatable
  sqlite3 my.db 'DROP TABLE IF EXISTS release'
  mark=$(sed -n 's/^-- \([0-9a-f]\{16\}\)[0-9a-f]*$/\1/p' again.sql)
  sqlite3 my.db "CREATE TABLE deid_${mark}_kept (left_by_a_killed_run)"
  for run in first second; do
    sqlite3 my.db <again.sql || complain "the $run run of a script"
    list sqlite3 my.db | cmp - file.rows || complain "the release of the $run run of a script"
  done
  sqlite3 my.db .tables | grep -q deid_ && complain "what a script leaves: $(sqlite3 my.db .tables)"
  sqlite3 my.db 'DELETE FROM discharges WHERE rowid = (SELECT min (rowid) FROM discharges)'
  sqlite3 my.db <again.sql 2>said && complain "a script on a table with a record less"
  list sqlite3 my.db | cmp - file.rows || complain "the release that a script would have replaced"
  fails 2 "might replace the table that it reads" release --output-table DISCHARGES --sql-only - --form repeatable
  fails 2 "--form monthly: expected once, repeatable or dbt" release --form monthly
}

test_example
test_runs
test_fingerprint
test_combinations
test_hostile
test_repeatable
finish
