#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tests of what is installed with the command-line tools: pages of the manual and completions say
# each option that the tools have, and can be read.
#
#     test-cli-pages.sh TOOL VERIFIER DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# says_all FILE PREFIX: what stands in `options` is there, PREFIX before each.
says_all ()
{
  while read -r option; do
    grep -qE -e "$2$option([^a-z-]|\$)" "$1" || complain "$1: no --$option"
  done <options
}

# completes WORDS… EXPECTED: the last of the words is completed so.
completes ()
{
  # The script of bash is no script of sh.
  # shellcheck disable=SC2016
  found=$(bash -c '. "$1.bash"; shift
    expected=${!#}
    COMP_WORDS=("${@:1:$#-1}") COMP_CWORD=$(($# - 2))
    compopt () { :; }
    "_${COMP_WORDS[0]//-/_}" "${COMP_WORDS[0]}"
    echo "${COMPREPLY[*]}"' bash "$name" "$name" "$@")
  for expected in "$@"; do :; done
  [ "$found" = "$expected" ] || complain "$name: completions of $*: '$found'"
}

test_pages ()
{
  program=$1
  name=$(basename "$program")
  "$program" --help-all | grep -oE '^  --[a-z][a-z-]+' | sed 's/^  --//; /^help/d' | sort -u >options
  [ "$(grep -c . options)" -gt 12 ] || complain "$name: options: $(cat options)"
  for kind in man bash zsh fish; do
    "$program" --generate $kind >"$name.$kind" || complain "--generate $kind: $?"
  done
  # A hyphen of an option is one that is typed.
  sed 's/\\-/-/g' "$name.man" >plain
  says_all plain '^.fB--'
  says_all "$name.bash" '[ "]--'
  says_all "$name.zsh" "^  '[*]?--"
  says_all "$name.fish" ' -l '
  ! LC_ALL=C grep -q '[^ -~]' "$name.man" || complain "$name.man: not ASCII"
  if command -v man >/dev/null; then
    LC_ALL=C.UTF-8 man --warnings -l "$name.man" >page 2>warnings || complain "man: $?"
    [ ! -s warnings ] || complain "$name.man: $(cat warnings)"
    for title in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLE; do
      grep -qx "$title" page || complain "$name.man: no $title"
    done
  else
    skip "the page as man shows it"
  fi
  if command -v bash >/dev/null; then
    bash -n "$name.bash" || complain "$name.bash"
    mkdir -p files
    touch files/table.csv
    completes --inp '--input'
    completes --input files/t 'files/table.csv'
    completes --input = files/t 'files/table.csv'
    completes --json --ver '--version --verbose'
    [ "$name" != deid-apply ] || completes --unknown = 'error suppress top'
    ! grep -qx lattice options || completes --lattice s 'subtrees'
    ! grep -qx quality options || completes --quality = 'loss precision height nuentropy normentropy ebil dm dmstar aecs ambiguity kl ce payout payoutmap'
  else
    skip "completions of bash"
  fi
  if command -v zsh >/dev/null; then
    zsh -n "$name.zsh" || complain "$name.zsh"
  else
    skip "completions of zsh"
  fi
  if command -v fish >/dev/null; then
    fish -n "$name.fish" || complain "$name.fish"
  else
    skip "completions of fish"
  fi
  "$program" --generate nonsense >stdout 2>stderr && complain "--generate nonsense"
  grep -q 'expected man, bash, zsh or fish' stderr || complain "--generate: $(cat stderr)"
}

test_pages "$tool"
test_pages "$verifier"
test_pages "$(dirname "$tool")/deid-apply"
test_pages "$(dirname "$tool")/deid-hierarchy"
finish
