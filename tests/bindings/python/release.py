# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Python package releases the sample table with the numbers of the command line.

usage: release.py SOURCE COMMAND
"""
import csv
import doctest
import json
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import deid

source, command = sys.argv[1:]
DATA = Path(source, 'examples/data')


def read_table():
    with open(DATA / 'discharges.csv', encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file, delimiter=';'))
    return {name: [row[name] for row in rows] for name in rows[0]}


def run_command(*options):
    """The report and the released rows of the command."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, 'release.csv')
        done = subprocess.run([command, 'run', '--delimiter', ';', '--json', '--output', output, *options,
                               DATA / 'discharges.csv'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
        with open(output, encoding='utf-8', newline='') as file:
            rows = list(csv.DictReader(file, delimiter=';'))
    return json.loads(done.stdout), rows


def count_rows(rows):
    return Counter(tuple(sorted((name, value or None) for name, value in row.items())) for row in rows)


class SampleTable(unittest.TestCase):
    def compare(self, release, options):
        report, rows = run_command(*options)
        self.assertEqual(release.loss, report['loss'])
        self.assertEqual(release.lower_bound, report['lower_bound'])
        self.assertEqual(release.suppressed, report['suppressed'])
        self.assertEqual(release.policy, ' '.join(f'{name}:{level}' for name, level in report['optimum'].items()))
        self.assertEqual(release.description, report['description'])
        for kind, moment in ('risks', 'after'), ('input_risks', 'before'):
            self.assertEqual({**release.report[kind], 'problem': None}, {**report['risks'][moment], 'problem': None})
        self.assertEqual(count_rows(release.table.to_rows()), count_rows(rows))
        self.assertEqual([warning['text'] for warning in release.warnings],
                         [warning['text'] for warning in report['warnings']])

    def test_rules(self):
        release = deid.anonymize(read_table(), {'age': 'intervals:5,10,20', 'zip': 'prefix:4,3'}, models=['k:5'],
                                 sensitive=['diagnosis'], insensitive=['stay'], suppression=0.05)
        self.assertIsInstance(release.frame, dict)
        self.compare(release, ['--qi', 'age,zip', '--rule', 'age=intervals:5,10,20', '--rule', 'zip=prefix:4,3',
                               '--model', 'k:5', '--sensitive', 'diagnosis', '--insensitive', 'stay',
                               '--suppression-limit', '5%'])

    def test_suggested_rules(self):
        release = deid.anonymize(read_table(), ['age', 'zip', 'admission'], models='k:5', entity='patient',
                                 suppression='5%')
        self.assertEqual(list(release.suggested), ['age', 'zip', 'admission'])
        self.compare(release, ['--qi', 'age,zip,admission', '--model', 'k:5', '--entity', 'patient',
                               '--suppression-limit', '5%'])

    def test_settings_and_columns(self):
        release = deid.anonymize(
            read_table(), {'age': {'rule': 'intervals:5,10', 'levels': '1..2'}, 'zip': 'prefix:4,3'},
            models=['k:5', 'dl:2'], sensitive='diagnosis', columns={'insurance': {'role': 'insensitive'}},
            suppression_count=100, keep_order=True, algorithm='flash')
        self.compare(release, ['--qi', 'age,zip', '--rule', 'age=intervals:5,10', '--levels', 'age=1..2',
                               '--rule', 'zip=prefix:4,3', '--model', 'k:5', '--model', 'dl:2', '--sensitive',
                               'diagnosis', '--insensitive', 'insurance', '--suppression-count', '100', '--keep-order',
                               '--algorithm', 'flash'])


def load_tests(loader, tests, pattern):
    """The examples in docstrings are tests, too."""
    for module in deid, deid._run, deid._model, deid._release, deid._tables:
        tests.addTests(doctest.DocTestSuite(module))
    return tests


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
