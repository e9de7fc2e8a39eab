# SPDX-License-Identifier: LGPL-2.1-or-later
"""Times `deid engine` on a table that its engine makes, against what the engine needs by itself: a GROUP BY
of all columns, and a CREATE TABLE AS that joins labels.

usage: engine-rows.py DEID ENGINE ROWS [CLIENT]

    python3 bench/engine-rows.py build/tools/deid duckdb 100000000 'duckdb rows.duckdb'
    python3 bench/engine-rows.py build/tools/deid clickhouse 100000000
    python3 bench/engine-rows.py build/tools/deid postgresql 20000000 'psql -X mydb'
    python3 bench/engine-rows.py build/tools/deid sqlite 1400000

ENGINE is sqlite, postgresql, duckdb or clickhouse. CLIENT is the command that `deid engine` starts; without
it, SQLite and DuckDB use a new file, and ClickHouse a server of its own. The database must have no tables
named bench_…. Memory is the peak of `deid engine` alone, less that of a run on 1,000 rows.
"""
import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXIT_SKIPPED = 77
# Each column: how many values it has, and the rule of its hierarchy.
COLUMNS = {
    'age': (90, 'intervals:5,10,20,40'), 'region': (64, 'intervals:8,32'), 'education': (16, 'intervals:4,8'),
    'work': (12, 'intervals:3,6'), 'sex': (2, 'intervals:2'), 'year': (5, 'intervals:5'),
    'quarter': (4, 'intervals:4'), 'marital': (6, 'intervals:3,6'), 'origin': (5, 'intervals:5'),
}
# The values of a row are those of one of so many persons. The lower of two draws decides, so that some
# persons have many rows, and others none.
N_PERSONS = 6000000
PRIME = 2147483647
SOURCES = {
    'sqlite': 'WITH RECURSIVE r (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < {n} - 1) '
              'SELECT {person} AS p FROM r',
    'postgresql': 'SELECT {person} AS p FROM generate_series (0, {n} - 1) r (i)',
    'duckdb': 'SELECT {person} AS p FROM range({n}) r (i)',
    'clickhouse': 'SELECT {person} AS p FROM (SELECT toInt64(number) AS i FROM numbers({n}))',
}
FLAGS = {'sqlite': ['-batch', '-bail'], 'postgresql': ['-q', '-v', 'ON_ERROR_STOP=1'], 'duckdb': ['-bail', '-noheader'],
         'clickhouse': ['--multiquery']}
SERVER = '''<yandex><logger><level>none</level></logger><listen_host>127.0.0.1</listen_host>
<tcp_port>{port}</tcp_port><path>{folder}/</path><tmp_path>{folder}/tmp/</tmp_path>
<mark_cache_size>1000000</mark_cache_size><users_config>config.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<profiles><default></default></profiles><quotas><default></default></quotas><users><default>
<password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile>
<quota>default</quota></default></users></yandex>
'''


def start_clickhouse(folder):
    """Returns the server and the command of its client."""
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        port = probe.getsockname()[1]
    config = Path(folder, 'config.xml')
    config.write_text(SERVER.format(port=port, folder=folder), encoding='utf-8')
    server = subprocess.Popen(['clickhouse-server', f'--config-file={config}'], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    client = f'clickhouse-client --host 127.0.0.1 --port {port}'
    while subprocess.run([*client.split(), '--query', 'SELECT 1'], capture_output=True).returncode != 0:
        if server.poll() is not None:
            sys.exit('clickhouse-server does not start')
        time.sleep(0.1)
    return server, client


class Engine:
    def __init__(self, name, client):
        self.name = name
        self.client = client
        self.storage = ' ENGINE = MergeTree ORDER BY tuple()' if name == 'clickhouse' else ''
        self.join = 'ALL INNER JOIN' if name == 'clickhouse' else 'JOIN'
        self.to_text = 'toString({})' if name == 'clickhouse' else 'CAST({} AS varchar(20))'

    def run(self, sql):
        """Seconds that a statement takes, with the start of the client."""
        start = time.monotonic()
        subprocess.run([*shlex.split(self.client)[:1], *FLAGS[self.name], *shlex.split(self.client)[1:]],
                       input=f'{sql};\n', text=True, stdout=subprocess.DEVNULL, check=True)
        return time.monotonic() - start

    def create(self, table, query):
        return self.run(f'CREATE TABLE {table}{self.storage} AS {query}')

    def fill(self, table, n_rows):
        number = 'CAST(i AS bigint)' if self.name == 'postgresql' else 'i'
        first, second = (f'{number} * {factor} % {PRIME} % {N_PERSONS}' for factor in (1000003, 15485863))
        source = SOURCES[self.name].format(person=f'CASE WHEN {first} < {second} THEN {first} ELSE {second} END',
                                           n=n_rows)
        values = (self.to_text.format(f'(p + 1) * {pow(48271, c + 1, PRIME)} % {PRIME} % {n}') + f' AS {column}'
                  for c, (column, (n, _)) in enumerate(COLUMNS.items()))
        self.create(table, f'SELECT {", ".join(values)} FROM ({source}) p')

    def time_grouping(self):
        columns = ', '.join(COLUMNS)
        return self.run(f'SELECT count(*), sum(n) FROM (SELECT {columns}, count(*) AS n FROM bench_people '
                        f'GROUP BY {columns}) g')

    def time_joins(self):
        """Seconds of a release with one label for each value, without a check or a random order."""
        source = 'bench_people'
        for column in COLUMNS:
            self.create(f'bench_{column}', f"SELECT {column}, 'about ' || {column} AS {column}_label "
                        f'FROM (SELECT DISTINCT {column} FROM bench_people) v')
            source = f'(SELECT * FROM {source} s {self.join} bench_{column} USING ({column}))'
        return self.create('bench_copy', f'SELECT {", ".join(f"{c}_label" for c in COLUMNS)} FROM {source} s')

    def release(self, deid, table):
        """Seconds and report of the whole job."""
        rules = [f'--rule={column}={rule}' for column, (_, rule) in COLUMNS.items()]
        command = [deid, 'engine', '--dialect', self.name, '--command', self.client, '--table', table,
                   '--output-table', f'{table}_release', '--qi', ','.join(COLUMNS), *rules, '--model', 'k:5',
                   '--suppression-limit', '5%', '--json']
        start = time.monotonic()
        # A process counts the memory of the one that forked it: a shell needs less than Python.
        report = subprocess.run(['sh', '-c', '"$@"; exit $?', 'sh', *command], stdout=subprocess.PIPE,
                                check=True).stdout
        return time.monotonic() - start, json.loads(report)


def measure(engine, deid, n_rows):
    engine.fill('bench_few', 1000)
    engine.fill('bench_people', n_rows)
    _, few = engine.release(deid, 'bench_few')
    seconds, report = engine.release(deid, 'bench_people')
    grouping, joins = engine.time_grouping(), engine.time_joins()
    n = report['risks']['before']['classes']['number']
    memory = report['peak_rss_bytes'] - few['peak_rss_bytes']
    print(f'{engine.name}: {n_rows} rows, {n} combinations, {os.cpu_count()} cores')
    print(f'deid engine              {seconds:9.2f} s')
    for step in ('load', 'search', 'report', 'engine'):
        print(f'  {step:22} {report["seconds"][step]:9.2f} s')
    print(f'GROUP BY                 {grouping:9.2f} s')
    print(f'CREATE TABLE AS, labels  {joins:9.2f} s')
    print(f'ratio                    {seconds / (grouping + joins):9.2f}, target 3')
    print(f'bytes a combination      {memory / n:9.1f}, target 90')


def main():
    deid, name, n_rows = sys.argv[1:4]
    with tempfile.TemporaryDirectory(prefix='deid-rows-') as folder:
        server = None
        client = sys.argv[4] if len(sys.argv) > 4 else None
        if client is None and name == 'clickhouse':
            server, client = start_clickhouse(folder)
        elif client is None:
            client = f'{"sqlite3" if name == "sqlite" else name} {folder}/rows.db'
        if shutil.which(shlex.split(client)[0]) is None:
            sys.exit(EXIT_SKIPPED)
        try:
            measure(Engine(name, client), deid, int(n_rows))
        finally:
            if server is not None:
                server.terminate()
                server.wait()


if __name__ == '__main__':
    main()
