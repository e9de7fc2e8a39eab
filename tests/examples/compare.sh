#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Runs a program and compares what it prints with a file.
#
#     compare.sh EXPECTED PROGRAM [ARGUMENT…]
#
# EXPECTED may be a Markdown file: what is expected is then the text of its first block ```output.
# Blanks, semicolons and line ends in a row count as one of them, because tables are aligned only
# where the command column is installed.
set -eu

expected=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

case $expected in
*.md) awk '/^```output$/ { is_in = 1; next } /^```$/ && is_in { exit } is_in' "$expected" ;;
*) cat "$expected" ;;
esac | sed 's/[; ]\{1,\}/ /g; s/ $//' >"$scratch/expected"
test -s "$scratch/expected" || { echo "$expected: nothing is expected" >&2; exit 1; }

"$@" >"$scratch/printed"
sed 's/[; ]\{1,\}/ /g; s/ $//' "$scratch/printed" >"$scratch/actual"
diff -u "$scratch/expected" "$scratch/actual"
