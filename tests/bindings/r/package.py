# SPDX-License-Identifier: LGPL-2.1-or-later
"""The R package: it is installed into a folder of its own, passes its own tests, its documents run, and it releases the
sample table with the numbers of the command line.

usage: package.py SOURCE BUILD COMMAND
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

source, build, command = sys.argv[1:]
HERE = Path(source, 'tests/bindings/r')
DATA = Path(source, 'examples/data')
FOLDER = tempfile.TemporaryDirectory()
LIBRARY = Path(FOLDER.name, 'library')
ENVIRONMENT = {**os.environ, 'R_LIBS': str(LIBRARY), 'LC_ALL': 'C.UTF-8', 'PKG_CONFIG_PATH': build, 'MAKEFLAGS': '-j2 -- CFLAGS=-O0'}

# The options of the command that say the same as release.R.
OPTIONS = {
    'rules': ['--delimiter', ';', '--qi', 'age,zip', '--rule', 'age=intervals:5,10,20', '--rule', 'zip=prefix:4,3',
              '--model', 'k:5', '--sensitive', 'diagnosis', '--insensitive', 'stay', '--suppression-limit', '5%',
              DATA / 'discharges.csv'],
    'suggested': ['--delimiter', ';', '--qi', 'age,zip,admission', '--model', 'k:5', '--entity', 'patient',
                  '--suppression-limit', '5%', DATA / 'discharges.csv'],
    'settings': ['--delimiter', ';', '--qi', 'age,zip', '--rule', 'age=intervals:5,10', '--levels', 'age=1..2',
                 '--rule', 'zip=prefix:4,3', '--model', 'k:5', '--model', 'dl:2', '--sensitive', 'diagnosis',
                 '--insensitive', 'insurance', '--suppression-count', '100', '--keep-order', '--algorithm', 'flash',
                 DATA / 'discharges.csv'],
    'problem': [DATA / 'discharges.ini'],
}


def run(*arguments):
    done = subprocess.run(arguments, env=ENVIRONMENT, cwd=FOLDER.name, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise AssertionError(f'{arguments}:\n{done.stdout}')
    return done.stdout


def skip_without_r():
    if not shutil.which('R') or not shutil.which('pkg-config'):
        print('R or pkg-config is missing')
        sys.exit(77)
    if subprocess.run(['Rscript', '-e', 'library(jsonlite)'], stderr=subprocess.DEVNULL).returncode != 0:
        print('the R package jsonlite is missing')
        sys.exit(77)


def read_rows(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file, delimiter=';'))


class Package(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        # R compiles in the folder of the sources.
        shutil.copytree(Path(source, 'R/deid'), Path(FOLDER.name, 'deid'))
        LIBRARY.mkdir()
        run('R', 'CMD', 'INSTALL', '--no-docs', '--no-test-load', '--no-byte-compile', '--install-tests',
            f'--library={LIBRARY}', 'deid')

    def test_own_tests(self):
        for test in sorted(Path(LIBRARY, 'deid/tests').glob('*.R')):
            with self.subTest(test.name):
                run('Rscript', test)

    def test_documents(self):
        run('Rscript', HERE / 'documents.R', 'deid', Path(source, 'docs/r.md'))

    def test_stream_of_arrow(self):
        shutil.copy(HERE / 'producer.c', FOLDER.name)
        flags = run('pkg-config', '--cflags', 'deid').strip()
        run('env', f'PKG_CFLAGS={flags}', 'R', 'CMD', 'SHLIB', 'producer.c')
        run('Rscript', HERE / 'arrow.R', 'producer.so')

    def test_numbers_of_the_command(self):
        run('Rscript', HERE / 'release.R', DATA / 'discharges.csv', FOLDER.name, DATA / 'discharges.ini')
        for name, options in OPTIONS.items():
            with self.subTest(name):
                output = Path(FOLDER.name, 'command.csv')
                done = subprocess.run([command, 'run', '--json', '--output', output, *options],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
                self.compare(json.loads(done.stdout), read_rows(output), Path(FOLDER.name, name))

    def compare(self, report, rows, path):
        figures = json.loads(path.with_suffix('.json').read_text(encoding='utf-8'))
        risks = [report['risks'][moment] for moment in ('after', 'before')]
        self.assertEqual(float(figures['loss']), report['loss'])
        self.assertEqual(float(figures['lower_bound']), report['lower_bound'])
        self.assertEqual(figures['suppressed'], report['suppressed'])
        self.assertEqual(figures['policy'], ' '.join(f'{name}:{level}' for name, level in report['optimum'].items()))
        self.assertEqual(figures['description'], report['description'])
        for figure in 'highest', 'mean':
            self.assertEqual([float(value) for value in figures[figure]], [risk['prosecutor'][figure] for risk in risks])
        self.assertEqual([int(value) for value in figures['classes']], [risk['classes']['number'] for risk in risks])
        self.assertEqual(figures['warnings'], [warning['text'] for warning in report['warnings']])
        self.assertEqual(*[Counter(tuple(sorted(row.items())) for row in table)
                           for table in (read_rows(path.with_suffix('.csv')), rows)])


if __name__ == '__main__':
    skip_without_r()
    unittest.main(argv=sys.argv[:1])
