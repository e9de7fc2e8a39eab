#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of how the command-line tools behave: what they say and where, values of options, standard
# input, places that nothing can be written to.
#
#     test-cli-manners.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# The system's messages are compared, in any locale.
export LANGUAGE=C

limit="--model k:5 --suppression-limit 0.05"

# is_error FILE DOMAIN CODE STATUS TEXT: a file has one JSON object that says so.
is_error ()
{
  "$python" - "$@" <<'END' || complain "error in JSON: $(cat "$1")"
import json, sys

name, domain, code, status, text = sys.argv[1:]
with open(name, encoding="utf-8") as file:
    report = json.load(file)
assert list(report) == ["error"], report
error = report["error"]
assert (error["domain"], error["code"], error["status"]) == (domain, code, int(status)), error
assert text in error["message"], error
END
}

# What the C library or GLib says has a documented domain too.
test_domains ()
{
  LC_ALL=C.UTF-8 anonymize --json --model "$(printf 'k:\377')" >stdout
  is_error stdout option bad-value 2 "--model: expected a text in the encoding of the locale"
  LC_ALL=C.UTF-8 anonymize --json "--sensitive=$(printf '\377')" >stdout
  is_error stdout option bad-value 2 "--sensitive: expected a text in the encoding of the locale"
  anonymize --json --write-problem nowhere/a.ini >stdout
  is_error stdout deid io 2 "nowhere/a.ini: cannot create"
}

test_what_is_said ()
{
  works "$tool" --version
  grep -qx '^deid (libdeid) [0-9]*\.[0-9]*\.[0-9]*$' stdout || complain "--version: $(cat stdout)"
  [ "$(wc -l <stdout)" -eq 1 ] || complain "--version: more than a line"
  works "$tool" --help
  grep -q 'deid help models' stdout || complain "--help does not name the help on models"
  for one in run verify; do
    grep -q "^  $one " stdout || complain "--help does not name the verb $one"
  done
  for one in run verify; do
    works "$tool" $one --help
    grep -q -e --help-all stdout || complain "$one --help does not name --help-all"
    ! grep -q -e --survey-weight stdout || complain "$one --help has more than options of everyday"
    works "$tool" $one --help-all
    grep -q -e --survey-weight stdout || complain "$one --help-all: $(cat stdout)"
  done
  # The options are split into words.
  # shellcheck disable=SC2086
  {
    anonymize $limit --quiet --output quiet.csv >stdout 2>stderr || complain "--quiet: $?"
    [ ! -s stdout ] && [ ! -s stderr ] || complain "--quiet: $(cat stdout stderr)"
    anonymize $limit --quiet --json >stdout || complain "--quiet --json: $?"
    [ ! -s stdout ] || complain "--quiet --json: $(cat stdout)"
    anonymize $limit --quiet --output closed.csv >&- || complain "--quiet, no stream: $?"
    cmp quiet.csv closed.csv || complain "--quiet writes other tables"
    fails 2 "--verbose: expected without --quiet" anonymize $limit --quiet --verbose
    fails 2 "no column called" anonymize $limit --quiet --sensitive nope
    anonymize $limit --verbose --output loud.csv --certificate proof.jsonl >stdout 2>stderr ||
      complain "--verbose: $?"
    cmp quiet.csv loud.csv || complain "--verbose writes other tables"
    anonymize $limit | sed '/^Written:/d' >expected
    sed '/SHA-256/d' stdout | cmp - expected || complain "--verbose: another report"
    for step in read search release write certificate risks files; do
      grep -q "^deid run: $step: .*; [0-9]*\.[0-9]* s, up to now [0-9]*\.[0-9]* MB$" stderr ||
        complain "--verbose: $step: $(cat stderr)"
    done
    grep -q 'read: 5000 records, 9 columns, 50 policies;' stderr || complain "$(cat stderr)"
    anonymize $limit --verbose --json --output - >stdout 2>stderr && complain "all on one stream"
    is_error stderr option bad-value 2 "--verbose: expected standard error for itself"
    anonymize $limit --verbose --output - >table 2>stderr || complain "--verbose --output -: $?"
    cmp quiet.csv table || complain "--verbose --output -"
    problem="--qi age,sex,zip --sensitive diagnosis $limit"
    verifies 0 '"verified" : true' --certificate proof.jsonl --json
    "$tool" verify --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
      $problem --certificate proof.jsonl --quiet >stdout || complain "deid verify --quiet: $?"
    [ ! -s stdout ] || complain "deid verify --quiet: $(cat stdout)"
  }
}

test_errors_in_json ()
{
  anonymize --model k:5 --json --nonsense >stdout 2>stderr
  [ $? -eq 2 ] && [ ! -s stderr ] || complain "an unknown option: $(cat stderr)"
  is_error stdout option unknown-option 2 --nonsense
  anonymize --model k:5 --json --sensitive diagnossi >stdout 2>stderr
  [ $? -eq 2 ] && [ ! -s stderr ] || complain "an unknown column: $(cat stderr)"
  is_error stdout deid unknown-column 2 "did you mean 'diagnosis'?"
  anonymize --model k:5001 --json >stdout
  [ $? -eq 1 ] || complain "no solution in JSON: not 1"
  is_error stdout deid no-solution 1 "5000 fail k:5001"
  anonymize --model k:5 --suppression-limit 2 --json >stdout
  is_error stdout deid invalid-argument 2 "--suppression-limit 2"
  "$tool" run --json >stdout
  is_error stdout option bad-value 2 "needed: a table (TABLE, or input= in a problem file)"
  # The table has standard output for itself, whatever goes wrong.
  for wrong in --nonsense --sensitive=nope --model=x; do
    anonymize --model k:5 --json "$wrong" --output - >stdout 2>stderr && complain "$wrong succeeds"
    [ ! -s stdout ] || complain "$wrong: an error where the table goes"
    is_error stderr "$([ "$wrong" = --nonsense ] && echo option || echo deid)" \
      "$("$python" -c 'import json; print(json.load(open("stderr"))["error"]["code"])')" 2 ""
  done
  echo '{}' >bad.jsonl
  "$tool" verify --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    --qi age --model k:5 --certificate bad.jsonl --json >stdout
  [ $? -eq 1 ] || complain "deid verify: not 1"
  is_error stdout deid certificate 1 "bad.jsonl"
  printf 'age;sex\n1;\377\n' >bytes.csv
  anonymize --model k:5 --json --input bytes.csv >stdout
  is_error stdout deid encoding 2 "bytes.csv"
}

# What is missing is called by the option that gives it, not only as the library calls it.
test_hints ()
{
  fails 2 "expected one (see --population)" anonymize --model kmap:5
  fails 2 "(see --hierarchy)" anonymize --model th:0.2
  fails 2 "expected one behind '@' (see --sensitive)" anonymize --model dl:2 --sensitive ''
  fails 2 "(see --sensitive)" anonymize --model dl:2@zip
  fails 2 "(see --survey-weight)" anonymize --model pu:pitman:survey:0.1
  fails 1 "(see --suppression-limit)" anonymize --model k:5001
  fails 1 "(see --suppression-limit)" anonymize --model k:5 --suppression-limit 5% \
    --suppression-limit diagnosis=0 --evaluate age:2,sex:0,zip:1
}

# Names are escaped in one way, whether the library says them or a tool.
test_names ()
{
  name=$(printf 'a\nb\\c\033\342\200\256\357\270\217d')
  shown='a\nb\\c\x1B\u{202E}\u{FE0F}d'
  printf '"%s",zip\n1,x\n2,x\n' "$name" >names.csv
  locale=${LC_ALL-}
  export LC_ALL=C.UTF-8
  fails 2 "no column called '${shown}z'" "$tool" hierarchy --input names.csv --rule "${name}z=suppress"
  fails 2 "$shown: cannot open the file" "$tool" hierarchy --input "$name" --rule zip=suppress
  works "$tool" hierarchy --input names.csv --column "$name" --rule "$name=suppress"
  grep -qxF "column:    $shown" stdout || complain "deid hierarchy: $(cat stdout)"
  fails 2 "--rule $shown: expected COLUMN=RULE" anonymize --model k:5 --rule "$name"
  fails 2 "--set $shown: expected" anonymize --model k:5 --set "$name"
  fails 2 "--mode $shown: expected" anonymize --model k:5 --mode "$name"
  fails 2 "column '$shown' has another role by --qi" anonymize --qi "$name" --sensitive "$name"
  fails 2 "'$shown': expected one table" anonymize "$name"
  fails 2 "unknown option --$shown" anonymize "--$name"
  "$tool" run --input names.csv --qi zip --rule zip=suppress --model k:2 >stdout || complain "names"
  grep -qxF "Not released: $shown" stdout || complain "withheld: $(cat stdout)"
  cp names.csv ./-names.csv
  works "$tool" run --qi zip --rule zip=suppress --model k:2 -- -names.csv
  works "$tool" hierarchy --rule zip=suppress --output -names.csv.zip -- -names.csv
  fails 2 "'-other.csv': expected one table" "$tool" run --qi zip --model k:2 -- -names.csv -other.csv
  export LC_ALL="$locale"
}

# Shares as percentages are the same numbers, and blanks in lists are nothing.
test_values ()
{
  for share in 0.05 5% 5.0% 0.5e-1; do
    succeeds --model k:5 --suppression-limit $share --qi ' age, sex ,zip ' --sensitive ' diagnosis'
    sed 's/.*SHA.*//' stdout >"report $share"
    cmp "report $share" "report 0.05" || complain "--suppression-limit $share"
  done
  succeeds --model k:5 --suppression-limit 100% --policy all.json
  succeeds --model k:5 --suppression-limit 2.35% --policy exact.json
  tr -d ' \n' <exact.json | grep -q '"suppression_limit":{"fraction":0.0235}' || complain "2.35%: $(grep limit exact.json)"
  refuses 2 "--suppression-limit 5 %" --model k:5 --suppression-limit '5 %'
  refuses 2 "--suppression-limit 1e1%" --model k:5 --suppression-limit 1e1%
  for mode in 640 0640 0604; do
    ( umask 077 && succeeds --model k:5 --output mode.csv --policy mode.json --mode $mode )
    [ "$(stat -c %a mode.csv mode.json | tr '\n' ' ')" = "${mode#0} ${mode#0} " ] ||
      complain "--mode $mode: $(stat -c %a mode.csv mode.json)"
  done
  for mode in 0 000 0750 888 999 u+r 01640; do
    refuses 2 "--mode $mode: expected octal digits from 001 to 666 without rights to execute, such as 0640" --model k:5 --mode "$mode"
  done
  refuses 2 "--mode : expected a value" --model k:5 --mode ''
  # As many threads as are idle: on one core, one.
  if command -v taskset >/dev/null; then
    taskset -c 0 "$tool" run --input "$data/discharges.csv" --delimiter ';' \
      --hierarchies "$data/hierarchy_" --qi age,zip --model k:5 --verbose >stdout 2>stderr
    grep -q 'on 1 thread' stderr || complain "threads on one core: $(cat stderr)"
  fi
  anonymize --model k:5 --threads 2 --verbose >stdout 2>stderr
  grep -q 'on 2 threads' stderr || complain "--threads 2: $(cat stderr)"
}

# From a database to a file in one line, as psql writes it.
query ()
{
  tr ';' , <"$data/discharges.csv"
}

test_standard_input ()
{
  problem="--hierarchies $data/hierarchy_ --qi age,sex,zip --sensitive diagnosis $limit"
  query >table.csv
  # The options are split into words.
  # shellcheck disable=SC2086
  {
    "$tool" run --input table.csv $problem --output expected.csv >/dev/null || complain "no table"
    query | "$tool" run --input - $problem --output - 2>stderr >release.csv || complain "$(cat stderr)"
    cmp release.csv expected.csv || complain "a pipe from input to output"
    grep -q '^Released:' stderr || complain "no report beside the table: $(cat stderr)"
    query | "$tool" run --input=- $problem --output=- --json 2>stderr | cmp - expected.csv ||
      complain "--input=- --output=-"
    "$python" -c 'import json; json.load(open("stderr"))' || complain "$(cat stderr)"
    "$tool" run --input - $problem --output file.csv <table.csv >/dev/null || complain "from a file"
    cmp file.csv expected.csv || complain "from a file"
    # What was read before is not read again.
    { echo "a line to be left out" && cat table.csv; } >longer.csv
    { dd bs=1 count=22 >/dev/null 2>&1 && "$tool" run --input - $problem --output rest.csv; } \
      <longer.csv >/dev/null || complain "the rest of a file"
    cmp rest.csv expected.csv || complain "the rest of a file"
    fails 2 "standard input is closed" "$tool" run --input - $problem <&-
    fails 2 "standard input to be one file only" "$tool" run --input - --population - $problem
    printf 'a,b\n1\n' >short.csv
    fails 2 "standard input: line 2" "$tool" run --input - $problem <short.csv
    fails 2 "standard input" "$tool" run --input - $problem </dev/null
    # The shell opens the file that the tool is to replace.
    # shellcheck disable=SC2094
    fails 2 "the same file as the input" "$tool" run --input - $problem --output table.csv <table.csv
    query | cmp - table.csv || complain "the input is gone"
    for one in output policy certificate; do
      for other in output policy certificate; do
        [ $one = $other ] || fails 2 "the same file as the output" \
          "$tool" run --input table.csv $problem --$one - --$other -
      done
    done
    query | "$tool" run --input - $problem --certificate - >proof.jsonl 2>/dev/null || complain "proof"
    query | "$tool" verify --input - $problem --certificate proof.jsonl >stdout || complain "verify"
    "$tool" verify --input table.csv $problem --certificate - <proof.jsonl >other || complain "verify -"
    cmp stdout other || complain "deid verify --certificate -"
    fails 2 "standard input to be one file only" "$tool" verify --input - $problem --certificate -
    query >people.csv
    "$tool" run --input table.csv --population - $problem --json <people.csv >stdout || complain "people"
    "$python" - <<'END' || complain "a population from standard input"
import json
assert json.load(open("stdout"))["risks"]["before"]["journalist"], "no journalist"
END
  }
}

# On a terminal, what is done and how long it still takes; nowhere else.
test_progress ()
{
  "$python" - "$tool" run --input "$data/discharges.csv" --delimiter ';' --qi age,zip --generalize-by cuts \
    --model k:5 --algorithm bisecting --iterations 1000000000 --time-limit 2 <<'END' || complain "progress"
import fcntl, os, pty, re, struct, subprocess, sys, termios

def run(*options, columns=80):
    """What the tool writes to a terminal."""
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([*sys.argv[1:], *options], stdout=subprocess.DEVNULL, stderr=other)
    os.close(other)
    text = b""
    try:
        while part := os.read(terminal, 4096):
            text += part
    except OSError:
        pass  # the terminal is closed by its last user
    assert process.wait() == 0, (process.returncode, text)
    return text.decode()

lines = run().split("\r")
assert any(re.match(r"\d+ % done; \d+ policies evaluated, ", line) for line in lines), lines
assert any(re.match(r"\d+ % done, about [12] s left; ", line) for line in lines), lines
narrow = run("--time-limit", "1", columns=40).split("\r")
assert all(len(line) < 40 for line in narrow), narrow
assert any(re.fullmatch(r"\d+ % done; \d+ policies evaluated", line) for line in narrow), narrow
assert not run("--time-limit", "1", columns=1).strip("\r ")
assert not run("--quiet", "--time-limit", "0.1")
os.mkfifo("slow")
fifo = subprocess.Popen(["sh", "-c", 'sleep 2; cat "$1" >slow', "sh", sys.argv[4]])
slow = run("--time-limit", "0.1", "--input", "slow")
assert fifo.wait() == 0 and "\rreading, 1 s" in slow and slow.rstrip(" \r").count("reading") < 4, slow
END
}

# What cannot be written to, and what a file system without room takes.
test_places ()
{
  mkdir directory
  ln -s directory to-directory
  ln -s loop loop
  "$python" -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
  for option in output policy certificate; do
    fails 2 "directory: cannot create the file: Is a directory" \
      anonymize --model k:5 --$option directory
    fails 2 "to-directory: cannot create the file: Is a directory" \
      anonymize --model k:5 --$option to-directory
    fails 2 "Is a directory" anonymize --model k:5 --$option directory/
    fails 2 "socket: cannot create the file: expected a regular file, a pipe or a character device" \
      anonymize --model k:5 --$option socket
    fails 2 "loop: cannot follow the link: Too many levels of symbolic links" \
      anonymize --model k:5 --$option loop
  done
  [ -L to-directory ] && [ -L loop ] && [ -S socket ] || complain "a place was replaced"
  [ -z "$(ls -A directory)" ] || complain "files in the directory"
  mkdir small
  if ! unshare -m mount -t tmpfs -o size=64k none small 2>/dev/null; then
    skip "a file system without room: it cannot be mounted"
    return
  fi
  unshare -m sh -eus "$tool" "$data" <<'END' || complain "a full file system: $(cat full)"
tool=$1
data=$2
mount -t tmpfs -o size=64k none small
echo before >small/release.csv
anonymize ()
{
  "$tool" run --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    --qi age,sex,zip --sensitive diagnosis --insensitive patient --model k:5 \
    --suppression-limit 0.05 "$@" >stdout 2>full && return 1
  [ $? -eq 2 ] && grep -q "cannot write the file: No space left on device" full
}
anonymize --output small/release.csv --policy policy.json
[ "$(ls -A small)" = release.csv ] && [ "$(cat small/release.csv)" = before ]
[ ! -e policy.json ]
# What goes to a stream waits among the temporary files.
TMPDIR=$PWD/small anonymize --output -
[ ! -s stdout ] && [ "$(ls -A small)" = release.csv ]
END
}

test_domains
test_what_is_said
test_errors_in_json
test_hints
test_names
test_values
test_standard_input
test_progress
test_places
finish
