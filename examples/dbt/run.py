#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Stands in for `dbt build` in tests: loads the seeds of the project in the current folder, makes its models in their
order, and runs its tests, each as soon as what it asks is there. A test fails if it selects a row.

    run.py [--no-tests] COMMAND…

The command reads SQL from its standard input and ends with a status that is not 0 if a statement fails."""
import csv
import json
import re
import subprocess
import sys
from pathlib import Path

REFERENCE = re.compile(r"\{\{ (?:ref\('(\w+)'\)|source\('(\w+)', '(\w+)'\)|'(\{)') \}\}")


def run(command, sql):
    done = subprocess.run(command, input=sql, capture_output=True, encoding='utf-8')
    if done.returncode != 0:
        sys.exit(f'{done.stderr or done.stdout}in: {sql[:1000]}')
    return done.stdout


def quote(text):
    return "'" + text.replace("'", "''") + "'"


def load(command, seed):
    """As dbt does: an empty field is NULL, and so is the word null."""
    types = seed['config']['column_types']
    with open(f'seeds/{seed["name"]}.csv', encoding='utf-8', newline=None) as file:
        names, *rows = csv.reader(file)
    assert names == list(types), names
    columns = ', '.join(f'{name} {types[name]}' for name in names)
    sql = f'DROP TABLE IF EXISTS {seed["name"]};\nCREATE TABLE {seed["name"]} ({columns});\n'
    values = [', '.join('NULL' if value.lower() in ('', 'null') else quote(value) for value in row) for row in rows]
    if values:
        sql += f'INSERT INTO {seed["name"]} VALUES ({"), (".join(values)});\n'
    run(command, sql)


def read(path, properties):
    """The SQL of a file, and the models that it needs."""
    needed = []
    sources = {(source['name'], table['name']): table['identifier']
               for source in properties['sources'] for table in source['tables']}

    def resolve(match):
        if match[4]:
            return match[4]
        if match[1]:
            needed.append(match[1])
            return match[1]
        return '"' + sources[match[2], match[3]].replace('"', '""') + '"'

    return REFERENCE.sub(resolve, path.read_text(encoding='utf-8')), needed


def main():
    is_tested = sys.argv[1] != '--no-tests'
    command = sys.argv[1 if is_tested else 2:]
    failed = set()
    for properties in map(json.loads, (path.read_text() for path in sorted(Path('seeds').glob('*.yml')))):
        for seed in properties['seeds']:
            load(command, seed)
    for properties in map(json.loads, (path.read_text() for path in sorted(Path('models').glob('*.yml')))):
        tests = {path: read(path, properties) for path in sorted(Path('tests').glob('*.sql'))}
        for model in (model['name'] for model in properties['models']):
            sql, needed = read(Path(f'models/{model}.sql'), properties)
            if failed & set(needed):
                print(f'skipped {model}')
                continue
            run(command, f'DROP TABLE IF EXISTS {model};\nCREATE TABLE {model} AS {sql};\n')
            for path, (query, asked) in tests.items():
                # A test of the input alone belongs to the first model, as everything here depends on it.
                if is_tested and (model in asked or not asked) and path not in failed:
                    if run(command, f'SELECT * FROM ({query}) q;\n').strip():
                        print(f'failed {path.stem}')
                        failed |= {path, model}
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
