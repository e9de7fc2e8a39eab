# SPDX-License-Identifier: LGPL-2.1-or-later
"""A population table from files as the Census Bureau has them, and a release whose risk is that in the population.

usage: test-census.py DEID SCRIPT
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

tool, script = sys.argv[1:]


def convert(*arguments):
    return subprocess.run([sys.executable, script, *map(str, arguments)], capture_output=True, text=True, encoding='utf-8')


def write(path, letter, form, places):
    """Male, 20: 1,000 and the place's number; female, 110+: 7; sums that must not be counted: 1,000,000."""
    cells = {1: 10 ** 6, 2: 10 ** 6, 23: 1000, 106: 10 ** 6, 209: 7}
    with path.open('w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(['GEO_ID', 'NAME', *(form.format(letter, cell) for cell in range(1, 210))])
        writer.writerow(['Geography', 'Area', *('Total' for _ in range(209))])
        for n, place in enumerate(places):
            writer.writerow([place, 'somewhere', *(cells.get(cell, 0) + (n if cell == 23 else 0) for cell in range(1, 210))])


def measure_risks(table, population, *options):
    done = subprocess.run([tool, 'run', '--json', '--qi', 'sex,race,age', '--rule', 'sex=suppress', '--rule', 'race=suppress',
                           '--rule', 'age=intervals:10;top=90', '--population', population, '--population-weight', 'count',
                           '--model', 'risk:4', '--evaluate', 'sex:0 race:0 age:1', *options, table],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)['risks']['after']


with tempfile.TemporaryDirectory() as folder:
    white, asian, both = (Path(folder, name) for name in ('white.csv', 'asian.csv', 'population.csv'))
    write(white, 'A', 'PCT012{}{:03}', ['1', '2'])
    write(asian, 'D', 'PCT12{}_{:03}N', ['1'])
    done = convert(white, asian)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ['sex,race,age,count', 'Male,White,20,2001', 'Female,White,110+,14',
                                        'Male,Asian,20,1000', 'Female,Asian,110+,7'], done.stdout
    both.write_text(done.stdout, encoding='utf-8')
    by_place = convert('--place', 'GEO_ID', white).stdout.splitlines()
    assert by_place == ['place,sex,race,age,count', '1,Male,White,20,1000', '1,Female,White,110+,7',
                        '2,Male,White,20,1001', '2,Female,White,110+,7'], by_place
    assert 'no column' in convert('--place', 'STATE', white).stderr
    assert 'PCT12A' in convert(both).stderr

    table = Path(folder, 'table.csv')
    table.write_text('sex,race,age,interest\nMale,White,20,1\nMale,Asian,20,3000\nFemale,Asian,110+,2\n', encoding='utf-8')
    risks = measure_risks(table, both)
    assert risks['population'] == 2001 + 14 + 1000 + 7, risks['population']
    assert abs(risks['journalist']['mean'] - (1 / 2001 + 1 / 1000 + 1 / 7) / 3) < 1e-12, risks['journalist']
    # an attacker who is more interested in some: weights multiply the risks
    risks = measure_risks(table, both, '--weight', 'interest')
    assert abs(risks['population_risk']['sum'] - (1 / 2001 + 3000 / 1000 + 2 / 7)) < 1e-12, risks['population_risk']
