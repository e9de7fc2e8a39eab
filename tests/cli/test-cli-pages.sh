#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of help and of what is installed with the command: pages of the manual and completions say each
# option that a verb has, and can be read.
#
#     test-cli-pages.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

all_verbs=$("$tool" --help | sed '1,/^Verbs:/d; /^$/,$d' | grep -oE '^  [a-z]+')

# completes WORDS… EXPECTED: the last of the words is completed so.
completes ()
{
  # The script of bash is no script of sh.
  # shellcheck disable=SC2016
  found=$(bash -c '. ./deid.bash
    expected=${!#}
    COMP_WORDS=(deid "${@:1:$#-1}") COMP_CWORD=$(($# - 1))
    compopt () { :; }
    _deid deid
    echo "${COMPREPLY[*]}"' bash "$@")
  for expected in "$@"; do :; done
  [ "$found" = "$expected" ] || complain "completions of $*: '$found'"
}

# shows FILE TITLE…: `man` shows a page, and the titles in it.
shows ()
{
  page=$1
  shift
  ! LC_ALL=C grep -q '[^ -~]' "$page" || complain "$page: not ASCII"
  if ! command -v man >/dev/null; then
    skip "the page as man shows it"
    return
  fi
  LC_ALL=C.UTF-8 man --warnings -l "$page" >shown 2>warnings || complain "man: $?"
  [ ! -s warnings ] || complain "$page: $(cat warnings)"
  for title in NAME SYNOPSIS "$@"; do
    grep -qx "$title" shown || complain "$page: no $title"
  done
}

# The options of a verb are those of its table: help, its page and the completions say the same of each.
# Those of every day are some of them. No line of help is too long for a terminal.
test_options ()
{
  # Each verb is a word.
  # shellcheck disable=SC2086
  "$python" - "$tool" $all_verbs <<'END' || complain "options in help, pages and completions"
import re, subprocess, sys

tool, *verbs = sys.argv[1:]

def run(*options):
    text = subprocess.run([tool, *options], capture_output=True, text=True, check=True).stdout
    if "help" in "".join(options):
        assert max(map(len, text.split("\n"))) <= 100, [line for line in text.split("\n") if len(line) > 100]
        assert text.isascii(), [line for line in text.split("\n") if not line.isascii()]
    return text

def read_help(text):
    entries = re.findall(r"^  (?:-\w, )?--([a-z][a-z-]+)(.*\n(?:   .*\n)*)", text, re.MULTILINE)
    assert len(dict(entries)) == len(entries), "an option twice"
    return {name: " ".join(entry.split()) for name, entry in entries}

def read_page(text):
    for quoted, plain in (r"\-", "-"), (r"\&", ""), (r"\(aq", "'"), (r"\e", "\\"):
        text = text.replace(quoted, plain)
    entries = re.findall(r"^\.TP\n\\fB(?:-\w, )?--([a-z][a-z-]+)(.*)\n(.*)\.$", text, re.MULTILINE)
    return {name: " ".join((re.sub(r"\\f.", "", form) + " " + meaning).split()) for name, form, meaning in entries}

for topic in [], ["models"], ["rules"]:
    run("help", *topic)
bash, zsh, fish = (run("--generate", shell) for shell in ("bash", "zsh", "fish"))
for verb in verbs:
    everyday = run(verb, "--help")
    assert everyday == run("help", verb) == run(verb, "-h"), verb
    said = read_help(run(verb, "--help-all"))
    few = read_help(everyday)
    assert few.pop("help-all") == "All options"
    assert few.items() <= said.items() and 3 <= len(few) <= 20 and len(said) > 10, (verb, few)
    page = read_page(run("--generate", "man", verb))
    assert page == said, (verb, page.items() ^ said.items())
    names, = re.findall(rf"^    {verb}\) options='(.*)' ;;$", bash, re.MULTILINE)
    assert set(names.split()) == {"--help", "--help-all", *(f"--{name}" for name in said)}, verb
    part, = re.findall(rf"^      {verb}\)$(.*?) ;;$", zsh, re.MULTILINE | re.DOTALL)
    entries = {name: meaning.replace("'\\''", "'").replace("\\", "") for name, meaning in
               re.findall(r"--([a-z-]+)(?:=-?)?(?:[}]')?\[((?:[^]\\]|\\.)*)\]", part)}
    for name, meaning in re.findall(rf"seen_subcommand_from {verb}' -l ([a-z-]+)(?: -s .)? -d '((?:[^'\\]|\\.)*)'", fish):
        meaning = re.sub(r"\\(.)", r"\1", meaning)
        assert said[name].endswith(meaning), (verb, name, meaning)
        assert entries.pop(name) == meaning, (verb, name, meaning)
        said.pop(name)
    assert not said and not entries, (verb, said, entries)
END
}

test_pages ()
{
  [ "$(echo "$all_verbs" | wc -w)" -eq 8 ] || complain "verbs: $all_verbs"
  "$tool" --generate man >deid.1 || complain "--generate man: $?"
  shows deid.1 VERBS 'MODELS AND SEARCHES' RULES 'SEE ALSO'
  for verb in $all_verbs; do
    grep -q "^.fB$verb.fR\$" deid.1 || complain "deid.1: no $verb"
    "$tool" --generate man "$verb" >"deid-$verb.1" || complain "--generate man $verb: $?"
    shows "deid-$verb.1" DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES 'SEE ALSO'
    grep -q "^.BR deid..$verb (1)" deid.1 || complain "deid.1 names no page deid-$verb"
  done
  for shell in bash zsh fish; do
    "$tool" --generate $shell >deid.$shell || complain "--generate $shell: $?"
    if command -v $shell >/dev/null; then
      $shell -n deid.$shell || complain "deid.$shell"
    else
      skip "completions of $shell"
    fi
  done
}

test_completions ()
{
  if ! command -v bash >/dev/null; then
    skip "what bash completes"
    return
  fi
  mkdir -p files
  touch files/table.csv
  completes ver 'verify'
  completes run --inp '--input'
  completes run --input files/t 'files/table.csv'
  completes run --input = files/t 'files/table.csv'
  completes run --problem files/t 'files/table.csv'
  completes run files/t 'files/table.csv'
  completes run --json --ver '--verbose'
  completes apply --unknown = 'error suppress top'
  completes run --generalize-by s 'subtrees sets'
  completes run -m d 'dl dd dp'
  completes run --quality = \
    'loss precision height nuentropy normentropy ebil dm dmstar aecs ambiguity kl ce payout payoutmap'
  # A flag takes no value behind a blank.
  completes run --explain files/t 'files/table.csv'
}

test_faults ()
{
  for words in nonsense 'bash run' 'man rum' ''; do
    # The words are those of the command line.
    # shellcheck disable=SC2086
    fails 2 'deid: --generate: expected man, bash, zsh or fish, or man and a verb' "$tool" --generate $words
  done
  fails 2 "deid: 'rum' is no verb (did you mean 'run'?); see deid --help" "$tool" help rum
  for verb in $all_verbs; do
    fails 2 "deid $verb: unknown option --verbos (did you mean '--verbose'?); see deid $verb --help" \
      "$tool" "$verb" --verbos
    fails 2 "deid $verb: unknown option --nonsense; see deid $verb --help" "$tool" "$verb" --nonsense
  done
}

test_pages
test_options
test_completions
test_faults
finish
