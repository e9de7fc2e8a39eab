# SPDX-License-Identifier: LGPL-2.1-or-later
"""docs/options.md lists the options of all verbs as help shows them:

    DEID_TEST_WRITE=1 meson test -C build options

writes it. No line of help is longer than 100 characters.

usage: options.py SOURCE BUILD
"""
import os
import re
import sys
from pathlib import Path

from gate import finish, run

HEAD = """# Options

This table is made from `deid VERB --help-all`. [command-line.md](command-line.md) explains what the verbs do, and
[problem-file.md](problem-file.md) the keys of problem files, which have the names of options. Options for one column
have the form `COLUMN=VALUE`. An option without a value is a flag; `=no` switches it off.

| option | value | what it does | verbs |
|---|---|---|---|
"""


def list_verbs(help_text):
    return re.findall(r'^  ([a-z]+) ', help_text.partition('Verbs:\n')[2].partition('\n\n')[0], re.MULTILINE)


def list_options(help_text):
    """Name, letter, value and meaning of each option. A meaning may go on in lines below."""
    for found in re.finditer(r'^  (?:(-\w), )?(--[\w-]+)(?:[ =](\S+))?((?: {2,}.*)?(?:\n {28}.*)*)$', help_text,
                             re.MULTILINE):
        letter, name, value, meaning = found.groups()
        yield name, letter or '', value or '', ' '.join(meaning.split())


def make_document(helps):
    """The same option means the same in all verbs, or it has a row for each meaning."""
    rows = {}
    for verb, text in helps.items():
        for row in list_options(text):
            rows.setdefault(row, []).append(verb)
    lines = [(f'`{name}`' + (f', `{letter}`' if letter else ''), value.replace('|', '\\|'), meaning.replace('|', '\\|'),
              'all' if len(verbs) == len(helps) else ', '.join(verbs))
             for (name, letter, value, meaning), verbs in sorted(rows.items())]
    return HEAD + ''.join(f'| {" | ".join(line)} |\n' for line in lines)


def check_all(source, tool):
    os.environ['LC_ALL'] = 'C.UTF-8'  # help is printed in the encoding of the locale
    helps = {verb: run([tool, verb, '--help-all']) for verb in list_verbs(run([tool, '--help']))}
    for verb, text in [('', run([tool, '--help'])), *helps.items()]:
        yield from (f'deid {verb} has a line of help of {len(line)} characters: {line}'
                    for line in text.splitlines() if len(line) > 100)
    path = Path(source, 'docs/options.md')
    made = make_document(helps)
    if 'DEID_TEST_WRITE' in os.environ:
        path.write_text(made, encoding='utf-8')
    if path.read_text(encoding='utf-8') != made:
        yield 'docs/options.md differs from deid VERB --help-all; DEID_TEST_WRITE=1 writes it'


assert list_verbs('Verbs:\n  run   Release\n  apply   A\n          b\n\n  deid x   y\n') == ['run', 'apply']
assert list(list_options('  -q, --qi A=B|C\n' + ' ' * 28 + 'x y\n' + ' ' * 28 + 'z\n  --json     J\n  --no-a=yes|no  K\n')) == [
    ('--qi', '-q', 'A=B|C', 'x y z'), ('--json', '', '', 'J'), ('--no-a', '', 'yes|no', 'K')]
assert make_document({'a': '  --x  X\n', 'b': '  --x  X\n  -y, --y V|W  Y\n'}) == (
    HEAD + '| `--x` |  | X | all |\n| `--y`, `-y` | V\\|W | Y | b |\n')
source, build = sys.argv[1:]
finish(list(check_all(source, f'{build}/tools/deid')), 'docs/options.md')
