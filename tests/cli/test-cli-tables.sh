#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Tables as people have them: encodings, exports of other programs, rows and columns without values.
#
#     test-cli-tables.sh TOOL DATA_DIRECTORY PYTHON
#
# shellcheck disable=SC2154
. "$(dirname "$0")/cli.sh"

# Eight patients, of whom two have the same sex and town each.
cat >people.csv <<E
id,Größe,Stadt,Geschlecht
1,170,München,weiblich
2,181,Köln,männlich
3,165,Zürich,weiblich
4,177,Köln,männlich
5,172,München,weiblich
6,169,Zürich,weiblich
E

# encode NAME: the people in an encoding
encode ()
{
  "$python" -c 'import sys; sys.stdout.buffer.write(open("people.csv", encoding="utf-8").read().encode(sys.argv[1]))' "$1"
}

# A release of such a table, with its encoding given or suggested, is that of the table in UTF-8.
test_encodings ()
{
  settings='--qi Stadt --sensitive Geschlecht --rule Stadt=suppress --model k:2 --keep-order'
  # shellcheck disable=SC2086
  "$tool" run people.csv $settings --output expected.csv >/dev/null || complain "UTF-8"
  for encoding in latin1 windows-1252 cp850 utf-16 utf-16le utf-16be; do
    encode $encoding >encoded.csv
    # shellcheck disable=SC2086
    "$tool" run encoded.csv --encoding $encoding $settings --output r.csv >/dev/null ||
      complain "--encoding $encoding"
    cmp expected.csv r.csv || complain "--encoding $encoding: another release"
    # shellcheck disable=SC2086
    fails 2 "encoding=" "$tool" run encoded.csv $settings --output none.csv
    "$tool" suggest encoded.csv --output suggested.ini || complain "deid suggest of $encoding"
    grep -q '^encoding=' suggested.ini || complain "deid suggest of $encoding: no encoding="
    # shellcheck disable=SC2086
    "$tool" run suggested.ini $settings --output r.csv >/dev/null || complain "suggested $encoding"
    cmp expected.csv r.csv || complain "suggested $encoding: another release"
    "$tool" suggest - <encoded.csv >piped.ini || complain "deid suggest of a pipe in $encoding"
    grep -q '^encoding=' piped.ini || complain "deid suggest of a pipe in $encoding: no encoding="
  done
  "$tool" suggest people.csv --output suggested.ini || complain "deid suggest of UTF-8"
  ! grep -q '^encoding=' suggested.ini || complain "deid suggest of UTF-8: an encoding"
  fails 2 "--encoding: encoding 'nonsense', expected a name that iconv knows" \
    "$tool" run people.csv --encoding nonsense --qi Stadt --model k:2
  fails 2 "the file is UTF-8, not latin1" "$tool" suggest people.csv --encoding latin1
}

# Population, hierarchies and new records are in the same encoding.
test_other_files ()
{
  encode latin1 >table.csv
  printf 'München;Süd;*\nZürich;Süd;*\nKöln;Nord;*\n' >utf8.csv
  "$python" -c 'open("latin1.csv", "wb").write(open("utf8.csv", "rb").read().decode().encode("latin1"))'
  for hierarchy in utf8 latin1; do
    "$tool" run table.csv --encoding latin1 --qi Stadt --hierarchy Stadt=$hierarchy.csv \
      --population table.csv --model kmap:2 --policy policy.json --output r.csv >/dev/null ||
      complain "a hierarchy in $hierarchy"
    "$tool" apply policy.json table.csv --encoding latin1 --population table.csv \
      --output applied.csv >/dev/null || complain "deid apply of latin1"
    fails 2 "encoding=windows-1252" "$tool" apply policy.json table.csv --output none.csv
  done
  "$tool" explore table.csv --encoding latin1 --qi Stadt --rule Stadt=suppress --model k:2 \
    >/dev/null || complain "deid explore of latin1"
}

# Exports of R, pandas and Excel give the release of the plain table, and a warning says what was left
# out.
test_exports ()
{
  settings='--qi Stadt --sensitive Geschlecht --rule Stadt=suppress --model k:2 --keep-order'
  # shellcheck disable=SC2086
  "$tool" run people.csv $settings --output expected.csv >/dev/null || complain "a plain table"
  awk -F, 'NR == 1 {print "\"\"," $0; next} {print "\"" NR - 1 "\"," $0}' people.csv >r.csv
  awk 'NR == 1 {print "," $0; next} {print NR - 2 "," $0}' people.csv >pandas.csv
  awk 'NR == 1 {print; next} {print "\"" NR - 1 "\"," $0}' people.csv >table.csv
  sed 's/$/,/' people.csv >trailing.csv
  awk '{print; print ",,,"}' people.csv >blank-rows.csv
  { printf '\357\273\277sep=;\r\n'; sed 's/,/;/g;s/$/\r/' people.csv; } >excel.csv
  for export in r pandas table trailing blank-rows excel; do
    # shellcheck disable=SC2086
    "$tool" run $export.csv $settings --json --output released.csv >report.json ||
      complain "an export: $export"
    tr ';' ',' <released.csv | cmp - expected.csv || complain "another release of $export"
    grep -Eq '"(columns-left-out|empty-rows|delimiter-line)"' report.json ||
      complain "no warning of $export: $(cat report.json)"
    "$tool" suggest $export.csv --output suggested.ini || complain "deid suggest of $export"
    # shellcheck disable=SC2086
    "$tool" run suggested.ini $settings --output released.csv >/dev/null || complain "suggested $export"
    tr ';' ',' <released.csv | cmp - expected.csv || complain "another suggested release of $export"
  done
  # What deid suggest sees, no option says.
  for delimiter in ';' '\t' ' '; do
    awk -v d="$delimiter" 'BEGIN {FS = ","; OFS = d}
      {for (i = 1; i <= NF; i++) $i = "\"" $i "\""; $1 = $1; print (NR > 1 ? "\"" NR - 1 "\"" d : "") $0}' \
      people.csv | "$python" -c 'import sys; sys.stdout.buffer.write(sys.stdin.read().encode("utf-16"))' >table.csv
    "$tool" suggest table.csv --output suggested.ini || complain "deid suggest of '$delimiter'"
    # shellcheck disable=SC2086
    "$tool" run suggested.ini $settings --output other.csv >/dev/null || complain "suggested '$delimiter'"
    tr ";\t " ',,,' <other.csv | cmp - expected.csv || complain "another suggested release of '$delimiter'"
  done
  head -1 released.csv | grep -q ';' || complain "sep=;: the release has another delimiter"
  # shellcheck disable=SC2086
  fails 2 "sep=; names another delimiter" "$tool" run excel.csv --delimiter , $settings
}

# What was left out of a population, and of new records, is told as well.
test_notes ()
{
  awk '{print; print ",,,"}' people.csv >blank-rows.csv
  "$tool" run people.csv --qi Stadt --rule Stadt=suppress --population blank-rows.csv --model kmap:2 \
    --policy policy.json --output r.csv --json >report.json || complain "a population with empty rows"
  grep -q '7 lines of blank-rows.csv are blank or hold delimiters only' report.json ||
    complain "no warning of the population: $(cat report.json)"
  "$tool" apply policy.json blank-rows.csv --population people.csv --output applied.csv >report.txt ||
    complain "deid apply with empty rows"
  tr -s ' \n' ' ' <report.txt | grep -q '7 lines of blank-rows.csv are blank or hold delimiters only' ||
    complain "no warning of deid apply: $(cat report.txt)"
  "$tool" run - --qi Stadt --rule Stadt=suppress --model k:2 --output r.csv <blank-rows.csv >report.txt ||
    complain "a table from standard input"
  tr -s ' \n' ' ' <report.txt | grep -q '7 lines of standard input are blank or hold delimiters only' ||
    complain "no warning of standard input: $(cat report.txt)"
}

# Characters by name, and quotes that are none.
test_layouts ()
{
  settings='--qi Stadt --rule Stadt=suppress --model k:2 --keep-order'
  # shellcheck disable=SC2086
  "$tool" run people.csv $settings --output expected.csv >/dev/null || complain "a plain table"
  for layout in 'tab \t' 'semicolon ;' 'pipe |'; do
    "$python" -c 'import sys; print(open("people.csv").read().replace(",", sys.argv[1].encode().decode("unicode_escape")), end="")' \
      "${layout#* }" >table.csv
    for delimiter in $layout; do
      # shellcheck disable=SC2086
      "$tool" run table.csv --delimiter "$delimiter" $settings --output released.csv >/dev/null ||
        complain "--delimiter $delimiter"
      cmp released.csv expected.csv || complain "--delimiter $delimiter: another release"
    done
  done
  printf 'part,Stadt\n5" pipe,Bonn\n6" pipe,Bonn\n' >table.csv
  # shellcheck disable=SC2086
  fails 2 "quote=none" "$tool" run table.csv $settings --insensitive part
  # shellcheck disable=SC2086
  "$tool" run table.csv --quote none $settings --insensitive part --output released.csv >/dev/null ||
    complain "--quote none"
  grep -q '"5"" pipe"' released.csv || complain "--quote none: $(cat released.csv)"
  fails 2 "expected one character" "$tool" run table.csv --delimiter ';;' --qi Stadt --model k:2
}

test_encodings
test_other_files
test_exports
test_notes
test_layouts
finish
