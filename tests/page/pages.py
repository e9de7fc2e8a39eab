# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests of pages share: a checker of markup, and a table with hostile names and values."""
import csv
import functools
import itertools
import os
import re
import shutil
import subprocess
import sys

VALIDATE = 'import html5lib, sys; html5lib.HTMLParser(strict=True).parse(sys.stdin.buffer.read())'

WORD = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenkasse'[:60]
NAMES = ['<script>alert(1)</script>', '"quoted" onload=x', "it's & <b>", 'a\u202eb\u2066c', WORD]
VALUES = ['</td><script src="http://evil.test/x.js"></script>', '" onload=x "', '<img src=//evil.test/i>',
          'x\u202ey\u200bz\x01', 'w' * 60]


# With DEID_TEST_QUICK validators, which take longer than the tool, read every fifth page.
PAGES = itertools.count()
STRIDE = 5 if 'DEID_TEST_QUICK' in os.environ else 1

# Options are texts in the encoding of the locale, and some of these names are not ASCII.
ENVIRONMENT = {**os.environ, 'LC_ALL': 'C.UTF-8'}


@functools.cache
def find_validator():
    """A Python that has html5lib, or None: packages of the system are its own Python's."""
    for python in (sys.executable, '/usr/bin/python3'):
        if shutil.which(python) and subprocess.run([python, '-c', 'import html5lib'],
                                                   capture_output=True, check=False).returncode == 0:
            return python
    return None


def check_markup(page):
    """Valid HTML by two checkers, as far as they are installed, without anything to load."""
    is_validated = next(PAGES) % STRIDE == 0
    if is_validated and find_validator() is not None:
        subprocess.run([find_validator(), '-c', VALIDATE], input=page.encode(), check=True)
    if is_validated and shutil.which('tidy'):
        done = subprocess.run(['tidy', '-quiet', '-errors', '-utf8'], input=page, capture_output=True,
                              text=True, encoding='utf-8', check=False)
        assert done.returncode == 0 and not done.stderr.strip(), done.stderr
    markup = re.sub(r'>[^<]*<', '><', page)
    assert not re.search(r'<(script|link|iframe|object|embed|img|form|base)\b', markup)
    assert not re.search(r'\s(src|srcset|action|on\w+)=', markup)
    assert all(target.startswith('#') for target in re.findall(r'\shref="([^"]*)"', markup))
    style = re.search(r'<style>(.*?)</style>', page, re.DOTALL)[1]
    assert 'url(' not in style and '@import' not in style
    assert "default-src 'none'" in page


def write_choices_problem(folder, data):
    """Writes a problem with alternatives that are no riskier than Safe Harbor. Returns the options."""
    settings = folder / 'choices.ini'
    settings.write_text(f'[input]\ninput={data}/discharges.csv\ndelimiter=;\n'
                        '[column age]\nrole=quasi-identifying\ntype=integer\n'
                        '[column sex]\nrole=quasi-identifying\n[lattice]\ngeneralize-by=cuts\n'
                        '[search]\nalgorithm=bisecting\niterations=30\n', encoding='utf-8')
    return ['--problem', settings, '--baseline', 'safe-harbor', '--baseline-limit', '--zip-populations', 'census-2000']


def write_hostile_problem(folder):
    """Writes a table whose names and values try to become markup. Returns the options."""
    table, settings = folder / 'hostile.csv', folder / 'hostile.ini'
    with open(table, 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        for i in range(120):
            writer.writerow([VALUES[(i + c) % 2 + c % 4] for c in range(len(NAMES))])
        writer.writerow(['alone' + value for value in VALUES])
    settings.write_text(f'[input]\ninput={table}\n[models]\nmodel=k:2\n[limits]\nsuppression-limit=5%\n'
                        '[column *]\nrole=quasi-identifying\nrule=suppress\n'
                        f'[column {WORD}]\nrole=sensitive\n', encoding='utf-8')
    return ['--problem', settings, '--distortion']
