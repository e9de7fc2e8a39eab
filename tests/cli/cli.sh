# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the tests of the command-line tools share: read by test-cli*.sh with their arguments,
#
#     TOOL DATA_DIRECTORY PYTHON
#
# The test stands in $tests and runs in a folder of its own, which is removed.
#
# shellcheck shell=sh disable=SC2034,SC2154
set -u

case $1 in
/*) tool=$1 ;;
*) tool=$PWD/$1 ;;
esac
data=$2
python=$3
tests=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
n_failed=0

skip ()
{
  echo "left out: $*" >&2
}

complain ()
{
  echo "FAILED: $*" >&2
  n_failed=$((n_failed + 1))
}

# Runs the verb `run` on the sample table, or another one that $verb names. Options given here override
# those given before; --qi and --sensitive, which add columns, take the place of them.
verb=run
anonymize ()
{
  case " $* " in *" --sensitive "*) ;; *) set -- --sensitive diagnosis "$@" ;; esac
  case " $* " in *" --qi "*) ;; *) set -- --qi age,sex,zip "$@" ;; esac
  "$tool" "$verb" --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" "$@"
}

# Runs the verb `explore` on the sample table.
look ()
{
  verb=explore
  anonymize "$@"
  set -- $?
  verb=run
  return "$1"
}

# fails STATUS TEXT COMMAND…: it ends with a status, and says TEXT in one line of standard error.
fails ()
{
  status=$1
  text=$2
  shift 2
  "$@" >stdout 2>stderr
  actual=$?
  [ $actual -eq "$status" ] || complain "$*: exit status $actual, expected $status"
  grep -qF -e "$text" stderr || complain "$*: no '$text' in: $(cat stderr)"
  [ "$(wc -l <stderr)" -eq 1 ] || complain "$*: more than one line: $(cat stderr)"
}

# leaves_nothing STATUS TEXT COMMAND…: it fails, prints nothing else, and leaves no file in the folder
# out, which is there only for it.
leaves_nothing ()
{
  mkdir out
  fails "$@"
  [ ! -s stdout ] || complain "$*: printed: $(cat stdout)"
  [ -z "$(ls -A out)" ] || complain "$*: left $(ls -A out)"
  rm -rf out
}

# works COMMAND…: it succeeds, and says nothing.
works ()
{
  "$@" >stdout 2>stderr || complain "$*: exit status $?: $(cat stderr)"
  [ ! -s stderr ] || complain "$*: said: $(cat stderr)"
}

# Prints what was printed in one line: reports are wrapped.
unwrap ()
{
  tr -s ' \n' ' ' <stdout
}

# refuses STATUS TEXT OPTION…: the tool fails, and leaves no file where it was to write.
refuses ()
{
  expected=$1
  said=$2
  shift 2
  leaves_nothing "$expected" "$said" \
    anonymize --output out/release.csv --policy out/policy.json "$@"
}

# succeeds OPTION…
succeeds ()
{
  works anonymize "$@"
}

# verifies STATUS TEXT OPTION…: deid verify, with the problem stated in $problem, ends with a status
# and says TEXT.
verifies ()
{
  status=$1
  text=$2
  shift 2
  # The options are split into words.
  # shellcheck disable=SC2086
  "$tool" verify --input "$data/discharges.csv" --delimiter ';' --hierarchies "$data/hierarchy_" \
    $problem "$@" >stdout 2>stderr
  actual=$?
  [ $actual -eq "$status" ] || complain "deid verify $*: exit status $actual, expected $status"
  grep -qF -e "$text" stdout stderr || complain "deid verify $*: no '$text': $(cat stdout stderr)"
  [ "$status" -eq 0 ] || [ ! -s stdout ] || complain "deid verify $*: printed: $(cat stdout)"
  [ "$status" -ne 0 ] || [ ! -s stderr ] || complain "deid verify $*: said: $(cat stderr)"
}

# a_small_table POLICY SUPPRESSED OPTION…: of the records x, x, x, y, each model as by hand.
a_small_table ()
{
  expected="$1 $2"
  shift 2
  succeeds --input small.csv --hierarchies small_ --qi a --sensitive '' --json "$@"
  actual=$("$python" -c 'import json, sys
report = json.load(sys.stdin)
print(report["optimum"]["a"], report["suppressed"])' <stdout)
  [ "$actual" = "$expected" ] || complain "$*: level and suppressed $actual, expected $expected"
}

# The last command of a test.
finish ()
{
  [ $n_failed -eq 0 ] || { echo "$n_failed checks failed" >&2; exit 1; }
}
