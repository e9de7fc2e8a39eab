#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Several values in a cell, or in slots: by a problem file, by options, and in the next table.
#
#     test-cli-sets.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

cat >cells.csv <<END
id,dx
1,I10|E11
2,E12 | I11|E11
3,J45
4,J44|J44
5,NA|I10
6,I11
END

cat >icd.csv <<END
I10;I;any
I11;I;any
E11;E;any
E12;E;any
J44;J;any
J45;J;any
END

run_cells ()
{
  "$tool" run --input cells.csv --qi dx --separator 'dx=|' --missing NA --model k:2 --keep-order "$@"
}

test_cell ()
{
  run_cells --rule 'dx=prefix:1;rest=' --output cells.out --policy cells.json --certificate cells.jsonl \
    >cells.txt || complain "sets in cells"
  printf 'dx\nE|I\nE|I\nJ\nJ\nI\nI\n' | cmp - cells.out || complain "sets in cells: another table"
  tr -s ' \n' ' ' <cells.txt >line.txt
  grep -q "'dx': 3 rows had several values in another order" line.txt || complain "sets in cells: no note"
  grep -q "'dx': 1 row had a missing code" line.txt || complain "sets in cells: no note on codes"
  run_cells --hierarchy dx=icd.csv --output rows.out >rows.txt || complain "sets by a file"
  cmp cells.out rows.out || complain "sets by a file: another table"
  "$tool" verify --certificate cells.jsonl --input cells.csv --qi dx --separator 'dx=|' --missing NA \
    --model k:2 --rule 'dx=prefix:1;rest=' >verify.txt || complain "the proof of sets"
}

# Other orders are the same table.
test_order ()
{
  sed 's/I10|E11/E11|I10|I10/; s/E12 | I11|E11/I11|E11|E12/' cells.csv >other.csv
  run_cells --rule 'dx=prefix:1;rest=' --input other.csv --output other.out >other.txt \
    || complain "sets in other orders"
  cmp cells.out other.out || complain "sets in other orders: another table"
}

# The policy meets sets that it does not know.
test_next ()
{
  printf 'id,dx\n7,Z1|A3|A2\n8,A9| Z7\n' >next.csv
  "$tool" apply cells.json next.csv --output next.out >next.txt || complain "the next sets"
  printf 'dx\nA|Z\nA|Z\n' | cmp - next.out || complain "the next sets: another table"
}

test_commas_and_blanks ()
{
  printf 'dx\n"I10, E11"\n"E11,I11,  E11"\n' >commas.csv
  "$tool" run --input commas.csv --qi dx --separator dx=, --rule 'dx=prefix:1;rest=' --model k:2 \
    --output commas.out >commas.txt || complain "commas"
  printf 'dx\n"E,I"\n"E,I"\n' | cmp - commas.out || complain "commas: another table"
  printf 'dx\nI10  E11\nE11 I11\n' >blanks.csv
  printf '[input]\ninput=blanks.csv\n[column dx]\nrole=quasi-identifying\nseparator=blank\n' >blanks.ini
  printf 'rule=prefix:1;rest=\n[models]\nmodel=k:2\n[output]\noutput=blanks.out\n' >>blanks.ini
  "$tool" run blanks.ini >blanks.txt || complain "blanks"
  printf 'dx\nE I\nE I\n' | cmp - blanks.out || complain "blanks: another table"
}

test_slots ()
{
  printf 'id,dx1,dx2,dx3\n1,I10,E11,\n2,E12,I11,E12\n3,,J45,\n4,J44,,J44\n' >slots.csv
  cat >slots.ini <<END
[input]
input=slots.csv
[column dx]
role=quasi-identifying
joint=dx1;dx2;dx3
separator=|
hierarchy=icd.csv
[models]
model=k:2
[release]
keep-order=yes
[output]
output=slots.out
policy=slots.json
END
  "$tool" run slots.ini >slots.txt || complain "slots"
  printf 'dx\nE|I\nE|I\nJ\nJ\n' | cmp - slots.out || complain "slots: another table"
  "$tool" apply slots.json slots.csv --keep-order --output again.out >again.txt \
    || complain "slots, applied"
  cmp slots.out again.out || complain "slots, applied: another table"
}

# On level 1, E and I are in two cells together, J in two and I in four; on level 0, E12 is alone.
test_km ()
{
  run_cells --rule 'dx=prefix:1;rest=' --model km:2:2@dx --output km.out --policy km.json --quiet \
    || complain "km over values"
  # --model adds a model: k:2 alone would do the same
  sed 's/k:2/km:2:2@dx/' slots.ini >km.ini
  "$tool" run km.ini --quiet || complain "km over values of slots"
  printf 'dx\nE|I\nE|I\nJ\nJ\n' | cmp - slots.out || complain "km over values of slots: another table"
  sed 's/k:2/km:3:1@dx/' slots.ini >km.ini
  "$tool" run km.ini --quiet || complain "km over single values"
  printf 'dx\nany\nany\nany\nany\n' | cmp - slots.out || complain "km over single values: another table"
  cmp cells.out km.out || complain "km over values: another table"
}

test_refused ()
{
  fails 2 "punctuation mark" run_cells --rule dx=suppress --separator dx=x
  fails 2 "holds the separator" run_cells --rule 'dx=prefix:1;rest=%7C'
  printf '[column dx1]\nrole=insensitive\n' | cat slots.ini - >leak.ini
  fails 2 "combines 'dx1'" "$tool" run leak.ini
}

test_cell
test_order
test_next
test_commas_and_blanks
test_slots
test_km
test_refused
finish
