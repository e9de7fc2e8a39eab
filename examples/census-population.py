# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes a population table for deid from table PCT12 (sex by single years of age) of the US Census: a row for each sex,
race and age with the number of people. Race is in the iterations PCT12A to PCT12G, in one file or several, as CSV files
of the Census Bureau or its API have them, with columns such as PCT012A003 (2000 and 2010) or PCT12A_003N (2020).

usage: census-population.py [--place COLUMN] FILE... >population.csv

With --place, rows are told apart by this column, such as GEO_ID, which becomes the column place. Without it, the people of
all rows are added up, so take a file of areas that do not overlap.
"""
import csv
import re
import sys
from collections import Counter

CELL = re.compile(r'PCT0?12([A-G])_?(\d{3})N?')
RACES = {'A': 'White', 'B': 'Black', 'C': 'American Indian', 'D': 'Asian', 'E': 'Pacific Islander', 'F': 'Other',
         'G': 'Two or more'}
AGES = [*map(str, range(100)), '100-104', '105-109', '110+']
FIRST = {'Male': 3, 'Female': 107}  # the cells before them are sums


def find_cells(heading):
    """The sex, race and age of each column that has some."""
    for i, name in enumerate(heading):
        match = CELL.fullmatch(name.strip())
        for sex, first in FIRST.items():
            if match and first <= int(match[2]) < first + len(AGES):
                yield i, sex, RACES[match[1]], AGES[int(match[2]) - first]


def add_file(path, place, people):
    """Adds the people of a file. A second line of headings is left out."""
    with open(path, encoding='utf-8-sig', newline='') as file:
        heading, *rows = csv.reader(file)
    cells = list(find_cells(heading))
    if not cells:
        sys.exit(f'{path}: no column is one of PCT12A to PCT12G, such as PCT012A003')
    if place and place not in heading:
        sys.exit(f'{path}: there is no column {place}')
    if not rows[0][cells[0][0]].strip().isdigit():
        del rows[0]
    for number, row in enumerate(rows, 1):
        where = [row[heading.index(place)]] if place else []
        for i, *cell in cells:
            if not row[i].strip().isdigit():
                sys.exit(f'{path}: row {number}, column {heading[i]}: expected a number of people, not {row[i]!r}')
            people[(*where, *cell)] += int(row[i])


paths, place = sys.argv[1:], None
if paths[:1] == ['--place']:
    place, paths = paths[1], paths[2:]
if not paths:
    sys.exit(__doc__)
people = Counter()
for path in paths:
    add_file(path, place, people)
writer = csv.writer(sys.stdout, lineterminator='\n')
writer.writerow([*(['place'] if place else []), 'sex', 'race', 'age', 'count'])
writer.writerows([*cell, n] for cell, n in people.items() if n > 0)
