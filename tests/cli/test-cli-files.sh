#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of what the command-line tools do with files and streams: links, other names, devices,
# pipes, signals, and streams that take nothing.
#
#     test-cli-files.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The system's messages are compared, in any locale; numbers are left to the locale.
export LANGUAGE=C

# Runs the tool on copies of the sample files.
anonymize ()
{
  "$tool" run --input table.csv --delimiter ';' --hierarchies h_ --qi age,sex,zip \
    --sensitive diagnosis --model k:5 --suppression-limit 0.05 "$@"
}

# ends STATUS COMMAND…: standard error goes to a file.
ends ()
{
  status=$1
  shift
  "$@" 2>stderr
  actual=$?
  [ $actual -eq "$status" ] || complain "$*: exit status $actual, expected $status: $(cat stderr)"
}

# says TEXT: one line of standard error.
says ()
{
  grep -qF -e "$1" stderr || complain "no '$1' in: $(cat stderr)"
  [ "$(wc -l <stderr)" -eq 1 ] || complain "more than one line: $(cat stderr)"
}

# has DIRECTORY NAMES: what is there, and nothing else.
has ()
{
  found=$(cd "$1" && find . ! -name . | sed 's|^\./||' | LC_ALL=C sort | tr '\n' ' ')
  [ "$found" = "$2" ] || complain "in $1: '$found', expected '$2'"
}

start ()
{
  rm -rf out
  mkdir out
}

test_links ()
{
  start
  mkdir out/in
  echo before >out/in/real.csv
  chmod 644 out/in/real.csv
  ln -s in/real.csv out/release.csv
  ln -s in/new.json out/policy.json
  ends 0 anonymize --output out/release.csv --policy out/policy.json >/dev/null
  if [ ! -L out/release.csv ] || [ ! -L out/policy.json ]; then complain "a link was replaced"; fi
  cmp out/in/real.csv expected.csv || complain "not where the link leads"
  grep -q '"format"' out/in/new.json || complain "not where the dangling link leads"
  [ "$(stat -c %a out/in/real.csv out/in/new.json | tr '\n' ' ')" = "600 600 " ] ||
    complain "modes of files behind links"
  has out "in in/new.json in/real.csv policy.json release.csv "
}

# An input under another path, and outputs that are one file.
test_one_file ()
{
  start
  cp table.csv h_age.csv people.csv out
  ln -s table.csv out/link.csv
  ln out/table.csv out/name.csv
  ln -s h_age.csv out/link_age.csv
  ln out/people.csv out/people-name.csv
  ln -s new.csv out/new-1.csv
  ln -s "$PWD/out/new.csv" out/new-2.csv
  before=$(cat out/* 2>/dev/null | cksum)
  for output in table.csv link.csv name.csv; do
    ends 2 anonymize --input out/table.csv --output out/$output >stdout
    says "the same file as the input out/table.csv"
  done
  ends 2 anonymize --input out/link.csv --policy out/name.csv >stdout
  says "the same file as the input out/link.csv"
  cp h_zip.csv h_sex.csv out
  ends 2 anonymize --hierarchies out/h_ --certificate out/link_age.csv >stdout
  says "the same file as the input out/h_age.csv"
  cp h_diagnosis.csv out/h_diagnosis.csv
  ends 2 anonymize --hierarchies out/h_ --hierarchy diagnosis=out/h_diagnosis.csv \
    --output out/h_diagnosis.csv >stdout
  says "the same file as the input out/h_diagnosis.csv"
  ends 2 anonymize --population out/people.csv --population-weight people \
    --policy out/people-name.csv >stdout
  says "the same file as the input out/people.csv"
  ends 2 anonymize --output out/new-1.csv --policy out/new-2.csv >stdout
  says "the same file as the output out/new-1.csv"
  ends 2 anonymize --output out/new-1.csv --certificate out/new.csv >stdout
  says "the same file as the output out/new-1.csv"
  ln -s /proc/self/fd/1 out/stdout
  ends 2 anonymize --output - --certificate out/stdout >stdout
  says "the same file as the output /dev/fd/1"
  rm out/stdout
  rm out/h_zip.csv out/h_sex.csv out/h_diagnosis.csv
  [ "$(cat out/* 2>/dev/null | cksum)" = "$before" ] || complain "an input was overwritten"
  ends 0 anonymize --output /dev/null --policy /dev/null >stdout
  grep -q '^Released:' stdout || complain "the report does not go to standard output"
}

# The table on standard output, however that is named, and the report beside it. The link is a
# private one, in the manner of /dev/stdout: a tool that fails here as root would replace that.
test_standard_output ()
{
  start
  ln -s /proc/self/fd/1 out/stdout
  for name in - /dev/fd/1 /proc/self/fd/1 out/stdout; do
    ends 0 anonymize --output $name >table
    cmp table expected.csv || complain "--output $name: $(head -n 3 table)"
    grep -q '^Released:' stderr || complain "--output $name: no report on standard error"
    anonymize --output $name 2>stderr | cmp - expected.csv || complain "--output $name, a pipe"
    anonymize --output $name --json 2>stderr | cmp - expected.csv || complain "--output $name, JSON"
    "$python" -c 'import json, sys; json.load(sys.stdin)' <stderr || complain "--output $name, JSON"
  done
  [ -L out/stdout ] || complain "the link to standard output was replaced"
  ends 0 anonymize --policy - >policy
  "$python" -c 'import json, sys; json.load(sys.stdin)' <policy || complain "--policy -"
  # The same file under its name: it would be replaced, and what was printed lost with it.
  ln -s release.csv out/link
  for name in release.csv link; do
    for option in output policy certificate; do
      # shellcheck disable=SC2094
      ends 2 anonymize --$option out/$name >out/release.csv
      says "out/$name: replaces the file that standard output goes to"
      [ ! -s out/release.csv ] || complain "--$option: $(cat out/release.csv)"
      anonymize --$option out/$name >stdout 2>out/release.csv && complain "--$option is standard error"
      grep -q 'replaces the file that standard error goes to' out/release.csv || complain "standard error"
    done
  done
  # shellcheck disable=SC2094
  ends 0 anonymize --quiet --output out/release.csv >out/release.csv
  cmp out/release.csv expected.csv || complain "nothing is printed, so that nothing is lost"
  rm out/link
  echo before >appended
  anonymize --output - >>appended 2>stderr
  { echo before && cat expected.csv; } | cmp - appended || complain "not appended"
  has out "release.csv stdout "
}

test_pipes ()
{
  start
  mkfifo out/pipe
  cat out/pipe >from-pipe &
  reader=$!
  ends 0 anonymize --output out/pipe >stdout
  wait $reader
  cmp from-pipe expected.csv || complain "a named pipe"
  grep -q '^Released:' stdout || complain "the report with a named pipe"
  ends 2 anonymize --policy out/policy.json --output out/pipe >stdout
  says "out/pipe: cannot create the file"
  has out "pipe "
  # The reader goes away.
  ( anonymize --policy out/policy.json --output - 2>stderr; echo $? >ended ) | head -c 5 >/dev/null
  [ "$(cat ended)" -eq 2 ] || complain "a broken pipe: exit status $(cat ended)"
  says "standard output: cannot write the file: Broken pipe"
  has out "pipe "
  ( anonymize 2>stderr; echo $? >ended ) | :
  [ "$(cat ended)" -eq 2 ] || complain "a broken pipe, the report: exit status $(cat ended)"
  says "cannot print to standard output: Broken pipe"
  if [ "$(id -u)" -eq 0 ]; then
    chown 65534 out/pipe
    ends 2 anonymize --output out/pipe >stdout
    says "belongs to another user"
    mkdir -m 1777 out/all
    ln -s ../release.csv out/all/link
    chown -h 65534 out/all/link
    ends 2 anonymize --output out/all/link >stdout
    says "a link in a directory for all belongs to another user"
    has out "all all/link pipe "
  else
    skip "pipes and links of another user: only root can give them away"
  fi
}

# Nothing that was to be printed or written is lost without a word.
test_streams_that_take_nothing ()
{
  start
  [ -c /dev/full ] || { skip "/dev/full is not there"; return; }
  ends 2 anonymize >/dev/full
  says "cannot print to standard output: No space left on device"
  ends 2 anonymize --json >/dev/full
  ends 2 "$tool" run --help >/dev/full
  says "cannot print to standard output: No space left on device"
  ends 2 "$tool" verify --help >/dev/full
  ends 2 anonymize --policy out/policy.json --certificate out/proof.jsonl --output - >/dev/full
  says "standard output: cannot write the file: No space left on device"
  ends 2 anonymize --policy out/policy.json --certificate out/proof.jsonl --output /dev/full >stdout
  says "/dev/full: cannot write the file: No space left on device"
  anonymize --output - 2>/dev/full >table && complain "the report is lost: exit status 0"
  # Closed ones, whose numbers no file gets.
  ends 2 anonymize --output out/release.csv >&-
  says "standard output is closed"
  ends 2 anonymize --output - >&-
  ends 2 "$tool" run --help >&-
  says "cannot print to standard output"
  has out ""
  anonymize --output out/release.csv >&- 2>&- && complain "closed streams: exit status 0"
  anonymize --output out/release.csv <&- >&- 2>&- && complain "closed streams: exit status 0"
  has out ""
  ends 0 anonymize --certificate out/proof.jsonl <&- >stdout
  check="$tool verify --input table.csv --delimiter ; --hierarchies h_ --qi age,sex,zip"
  check="$check --sensitive diagnosis --model k:5 --suppression-limit 0.05"
  # The options are split into words.
  # shellcheck disable=SC2086
  {
    ends 2 $check --certificate out/proof.jsonl >/dev/full
    says "cannot print to standard output: No space left on device"
    ends 2 $check --certificate out/proof.jsonl >&-
    says "standard output is closed"
  }
}

# Only another user than root meets a directory that is read-only.
test_read_only ()
{
  start
  chmod 500 out
  if [ "$(id -u)" -ne 0 ]; then
    ends 2 anonymize --output out/release.csv >stdout
  elif setpriv --reuid=65534 --clear-groups true 2>/dev/null; then
    chmod 755 . && chmod a+r ./* && chown 65534 out
    setpriv --reuid=65534 --clear-groups "$tool" run --input table.csv --delimiter ';' \
      --hierarchies h_ --qi age --model k:5 --output out/release.csv >/dev/null 2>denied
    actual=$?
    [ $actual -eq 2 ] || complain "a read-only directory: exit status $actual"
    cp denied stderr
  else
    skip "a read-only directory: setpriv is not there"
    chmod 700 out
    return
  fi
  says "out/release.csv: cannot create the file: Permission denied"
  chmod 700 out
  has out ""
}

# All three files, the report and the file's digest name one release.
test_digests ()
{
  start
  ends 0 anonymize --output out/release.csv --policy out/policy.json \
    --certificate out/proof.jsonl --json >report
  digest=$(sha256sum out/release.csv | cut -d ' ' -f 1)
  "$python" - "$digest" <<'END' || complain "digests: $digest"
import json, sys

assert json.load(open("report"))["release_sha256"] == sys.argv[1]
assert json.load(open("out/policy.json"))["release_sha256"] == sys.argv[1]
with open("out/proof.jsonl") as proof:
    assert json.loads(proof.readline())["release_sha256"] == sys.argv[1]
END
  ends 0 anonymize --output - >table
  grep -qx "SHA-256:      $digest" stderr || complain "the digest in the report"
  ends 0 anonymize >stdout
  ! grep -q SHA stdout || complain "a digest without a release"
  echo >>table
  ends 0 anonymize --certificate out/alone.jsonl >stdout
  check="$tool verify --input table.csv --delimiter ; --hierarchies h_ --qi age,sex,zip"
  check="$check --sensitive diagnosis --model k:5 --suppression-limit 0.05 --certificate"
  # The options are split into words.
  # shellcheck disable=SC2086
  {
    ends 0 $check out/proof.jsonl --release out/release.csv >stdout
    grep -q '^Release: ' stdout || complain "deid verify does not name the release"
    ends 0 $check out/proof.jsonl >stdout
    ends 1 $check out/proof.jsonl --release table >stdout
    says "line 1: member 'release_sha256' is \"$digest\""
    ends 1 $check out/alone.jsonl --release out/release.csv >stdout
    says "line 1: member 'release_sha256' is missing"
    ends 2 $check out/proof.jsonl --release no-such.csv >stdout
    says "no-such.csv: cannot open the file"
  }
}

cp "$data/discharges.csv" table.csv
for name in age sex zip diagnosis; do
  cp "$data/hierarchy_$name.csv" h_$name.csv
done
awk -F ';' -v OFS=';' 'NR == 1 { print $0, "people"; next } { print $0, 2 }' table.csv >people.csv
# What a killed run left is told, with the command that removes it; neither what a process has locked
# nor what only looks alike is.
test_leftovers ()
{
  start
  echo part >out/release.csv.deid-abc123
  echo mine >out/release.csv.backup
  echo mine >out/release.csv.deid-notes
  echo mine >out/release.csv.deid-old-abc123
  ends 0 anonymize --output out/release.csv >/dev/null
  says "out/release.csv.deid-abc123: a temporary file that a killed run left"
  says "; to remove it: rm -- "
  ends 0 "$python" -c '
import fcntl, subprocess, sys
with open("out/release.csv.deid-abc123") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    sys.exit(subprocess.run(sys.argv[1:]).returncode)
' "$tool" run --input table.csv --delimiter ';' --hierarchies h_ --qi age,sex,zip --model k:5 \
    --suppression-limit 0.05 --output out/release.csv >/dev/null
  [ ! -s stderr ] || complain "a file in use is told: $(cat stderr)"
  ends 0 anonymize --output out/release.csv >/dev/null
  sh -c "$(sed 's/.*to remove it: //' stderr)" || complain "the command fails"
  has out "release.csv release.csv.backup release.csv.deid-notes release.csv.deid-old-abc123 "
  ends 0 anonymize --output out/release.csv >/dev/null
  [ ! -s stderr ] || complain "told after it is gone: $(cat stderr)"
}

anonymize --output expected.csv >/dev/null || complain "the tool does not run"

test_links
test_one_file
test_standard_output
test_pipes
test_streams_that_take_nothing
test_read_only
test_leftovers
test_digests
start
"$python" "$tests/test-signals.py" "$tool" || complain "signals"
finish
