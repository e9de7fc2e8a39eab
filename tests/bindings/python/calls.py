# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls of the Python package: problem files, stored policies, suggestions, proofs, errors, interruption, progress,
threads, processes and memory.

usage: calls.py SOURCE
"""
import csv
import datetime
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import types
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import deid

source = sys.argv[1]
DATA = Path(source, 'examples/data')
PROBLEM = DATA / 'discharges.ini'
PERSONS = {'age': [31, 34, 36, 47, 42, 45], 'town': ['a', 'a', 'b', 'a', 'b', 'b'],
           'illness': ['flu', 'cold', 'flu', 'cold', 'flu', 'flu']}
RULES = {'age': 'intervals:10,20'}
# Far more policies than a test has time for.
ENDLESS = {'quasi_identifiers': {'age': {'type': 'integer'}, 'stay': {'type': 'integer'}, 'admission': {}},
           'models': 'k:5', 'generalize_by': 'cuts', 'time_limit': 'none'}


def read_rows():
    with open(DATA / 'discharges.csv', encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file, delimiter=';'))


def release(**settings):
    return deid.anonymize(PERSONS, RULES, **{'models': 'k:3', 'insensitive': 'town', **settings})


class Verbs(unittest.TestCase):
    def test_problem_file(self):
        done = deid.run(PROBLEM)
        self.assertEqual((done.policy, done.suppressed, round(done.loss, 6)),
                         ('age:3 sex:0 zip:3 admission:2 insurance:2 stay:2', 210, 0.355079))
        for problem, table in ((str(PROBLEM), None), (PROBLEM, read_rows())):
            again = deid.run(problem, table)
            self.assertEqual((again.loss, again.policy), (done.loss, done.policy))
        self.assertIsInstance(done.frame, dict)
        self.assertEqual(len(done.frame['age']), 4790)
        self.assertLess(deid.run(PROBLEM, model='k:5').loss, done.loss)

    def test_problem_as_text_and_as_dict(self):
        text = '[column age]\nrole=quasi-identifying\nrule=intervals:10,20\n[models]\nmodel=k:3\n'
        sections = {'column age': {'role': 'quasi-identifying', 'rule': 'intervals:10,20'}, 'models': {'model': 'k:3'}}
        for problem in text, sections:
            done = deid.run(problem, PERSONS)
            self.assertEqual((done.policy, sorted(set(done.frame['age']))), ('age:1', ['30-39', '40-49']))
        suggested = deid.run({'column age': {'role': 'quasi-identifying'}, 'models': {'model': 'k:3'}}, PERSONS)
        self.assertEqual(list(suggested.suggested), ['age'])
        self.assertIn('model=k:3', suggested.problem)
        self.assertEqual(deid.run(suggested.problem, PERSONS).loss, suggested.loss)

    def test_table_of_an_engine(self):
        with self.assertRaises(NotImplementedError):
            deid.run({'engine': {'dialect': 'sqlite', 'command': 'sqlite3 x.db', 'table': 't'}})

    def test_stored_policy(self):
        january = release()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'policy.json')
            path.write_text(january.stored_policy, encoding='utf-8')
            for policy in january.stored_policy, path, str(path):
                done = deid.apply(policy, {'age': [33, 35, 38, 99], 'town': ['a', 'b', 'a', 'b']}, suppression='50%')
                self.assertEqual(sorted(done.frame['age']), ['30-39'] * 3)
                self.assertEqual(done.suppressed, 1)
        self.assertEqual(done.report['risks']['records'], 3)
        self.assertIsInstance(done.warnings, list)
        with self.assertRaises(deid.NoSolutionError):
            deid.apply(january.stored_policy, {'age': [33], 'town': ['a']})
        with self.assertRaises(deid.UnknownColumnError):
            deid.apply(january.stored_policy, {'age': [33]})
        with self.assertRaises(deid.ParseError):
            deid.apply('{}', PERSONS)
        with self.assertRaises(FileNotFoundError):
            deid.apply('nosuch.json', PERSONS)
        with self.assertRaises(ValueError):
            deid.apply(january.stored_policy, PERSONS, unknown='guess')
        for get in done.page, lambda: done.problem:
            with self.assertRaises(NotImplementedError):
                get()
        with self.assertRaisesRegex(deid.InvalidArgumentError, "column 'town'"):
            deid.apply(january.stored_policy, {'age': [33], 'town': [['a']]})

    def test_unknown_values(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'town.csv')
            path.write_text('a,all\nb,all\n')
            policy = deid.anonymize({'town': ['a', 'a', 'b', 'b']}, {'town': {'hierarchy': path}}, models='k:2')
        policy = policy.stored_policy
        table = {'town': ['a', 'a', 'c', 'c']}
        for unknown, rows in ('suppress', 2), ('top', 4):
            self.assertEqual(len(deid.apply(policy, table, unknown=unknown, suppression=0.5).table), rows)
        with self.assertRaises(deid.UnknownValueError):
            deid.apply(policy, table)

    def test_suggestions(self):
        suggestions = deid.suggest(read_rows())
        self.assertEqual(suggestions.columns['diagnosis']['role'], 'sensitive')
        self.assertIn('rule=prefix:4,3,2', str(suggestions))
        arguments = suggestions.arguments()
        self.assertEqual(list(arguments['entity']), ['patient'])
        done = deid.anonymize(read_rows(), **arguments, models='k:5', suppression=0.05)
        self.assertGreater(len(done.table), 4700)
        self.assertIn('age: quasi-identifying, intervals', repr(suggestions))

    def test_arguments_of_suggestions(self):
        """They release the same as the problem file, with codes, weights and rows that are left out."""
        rows = [{'id': str(i), 'age': str(30 + i % 5), 'diagnosis': ('I10', 'N/A', 'E11')[i % 3], 'weight': 1.5}
                for i in range(60)] + [{'id': 'Total', 'age': '1920', 'diagnosis': None, 'weight': 90}]
        suggestions = deid.suggest(rows)
        arguments = suggestions.arguments()
        self.assertEqual(arguments['drop'], 'id = Total')
        self.assertEqual(arguments['sensitive']['diagnosis']['missing'], 'N/A')
        released = [deid.anonymize(rows, **arguments, models='dl:2:known', keep_order=True),
                    deid.run(suggestions.problem, rows, model='dl:2:known', keep_order=True)]
        self.assertEqual(released[0].frame, released[1].frame)
        self.assertEqual(len(released[0].table), 60)

    def test_suggested_persons(self):
        """Site and number are a person together, so that k counts persons."""
        rows = [{'site': f'S{i // 20}', 'number': i % 20, 'sex': 'fm'[i % 2], 'birth_year': 1950 + i % 40,
                 'diagnosis': f'D{(i + visit) % 7}'} for i in range(200) for visit in range(4)]
        suggestions = deid.suggest(rows)
        released = [deid.anonymize(rows, **suggestions.arguments(), models='k:4'),
                    deid.run(suggestions.problem, rows, model='k:4')]
        self.assertEqual(released[0].report['risks']['persons'], 200)
        self.assertEqual(released[0].policy, released[1].policy)
        again = deid.apply(released[0].stored_policy, rows, keep_order=True)
        self.assertEqual((again.policy, again.report['risks']['persons']), (released[0].policy, 200))

    def test_suggestions_first(self):
        code = "import deid; print(deid.suggest({'age': [31, 34, 47, 42]}).arguments())"
        done = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True)
        self.assertIn("'quasi_identifiers': {'age'", done.stdout, done.stderr)

    def test_proof(self):
        done = release(sensitive='illness', suppression='20%')
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'proof.jsonl')
            done.certify(path)
            proven = deid.verify(done.problem, path, PERSONS)
            self.assertEqual((proven.loss, proven.policy), (done.loss, done.policy))
            with self.assertRaises(deid.CertificateError):
                deid.verify(done.problem, path, {**PERSONS, 'age': [1, 2, 3, 4, 5, 6]})
            text = path.read_text().splitlines(True)
            path.write_text(''.join(text[:1] + [text[1].replace('"suppressed":', '"suppressed":1')] + text[2:]))
            with self.assertRaises(deid.CertificateError):
                deid.verify(done.problem, path, PERSONS)

    def test_reports_and_page(self):
        done = release(sensitive='illness', title='Persons & towns')
        self.assertEqual(done.report['risks']['prosecutor']['highest'], 1 / 3)
        self.assertEqual(len(dict(done.report)), len(done.report))
        with self.assertRaises(KeyError):
            done.report['nosuch']
        self.assertEqual({report['audience'] for report in done.report.public().values()}, {'publishable'})
        self.assertNotIn('warnings', done.report.public())
        self.assertIn('unprotected-sensitive', [warning['code'] for warning in done.warnings])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'page.html')
            path.touch(0o644)
            self.assertEqual(done.page(path), path.read_text(encoding='utf-8'))
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        self.assertIn('Persons &amp; towns', done.page())
        self.assertIn('age: ranges of 10', done._repr_html_())
        self.assertLess(len(done._repr_html_()), 5000)
        json.dumps(dict(done.report))

    def test_local_recoding(self):
        done = deid.anonymize(read_rows(), ['age', 'stay'], models='k:5', recoding='local', iterations=1000)
        self.assertIsNone(done.policy)
        self.assertIn('local recoding', repr(done))
        self.assertEqual(done.suggested, {})
        self.assertNotIn('explanation', dict(done.report))
        with self.assertRaises(deid.InvalidArgumentError):
            done.stored_policy

    def test_microaggregation(self):
        """A stored policy would release the values."""
        done = deid.anonymize({'a': list('xxxxx'), 'n': [1, 2, 3, 4, 5]}, {'a': 'suppress'}, models='k:2',
                              insensitive={'n': {'microaggregate': 'mean'}})
        self.assertEqual(done.frame['n'], [3] * 5)
        with self.assertRaisesRegex(deid.InvalidArgumentError, 'microaggregated'):
            done.stored_policy

    def test_formats_of_dates(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, 't.csv').write_text('d,a\n2020-03-04,x\n2020-05-06,x\n')
            done = deid.run({'input': {'input': Path(folder, 't.csv')}, 'models': {'model': 'k:2'},
                             'column d': {'role': 'insensitive', 'type': 'date', 'format': 'YYYY-DD-MM'},
                             'column a': {'role': 'quasi-identifying', 'rule': 'suppress'}}, keep_order=True)
        self.assertEqual(done.frame['d'], ['2020-03-04', '2020-05-06'])


class Errors(unittest.TestCase):
    def test_codes(self):
        for error, arguments in ((deid.UnknownColumnError, {'sensitive': 'nosuch'}),
                                 (deid.InvalidArgumentError, {'models': 'k:0'}), (deid.ParseError, {'models': 'q:5'}),
                                 (deid.NoSolutionError, {'models': 'k:7'}),
                                 (deid.InvalidArgumentError, {'suppression': 2}),
                                 (deid.RoleError, {'sensitive': 'age'}), (deid.IoError, {'population': 'nosuch.csv'}),
                                 (deid.ParseError, {'columns': {'age': {'nosuch': '1'}}}),
                                 (deid.LimitReachedError, {'step_limit': 1, 'algorithm': 'exhaustive'}),
                                 (deid.UnknownColumnError, {'columns': {'nosuch': {'role': 'sensitive'}}})):
            with self.subTest(arguments), self.assertRaises(error) as caught:
                release(**arguments)
            self.assertIsInstance(caught.exception, deid.Error)
            self.assertTrue(str(caught.exception))
            self.assertIs(type(pickle.loads(pickle.dumps(caught.exception))), error)

    def test_misspelled_setting(self):
        with self.assertRaisesRegex(TypeError, "'keep_ordr', did you mean 'keep_order'"):
            release(keep_ordr=True)
        with self.assertRaises(ValueError):
            release(interrupt='never')

    def test_settings_without_effect(self):
        policy = release().stored_policy
        for call, setting, message in ((release, {'model': 'k:2'}, 'is the argument models'),
                                       (release, {'suppression_limit': 0.1}, 'is the argument suppression'),
                                       (release, {'table': 'x'}, 'of the command deid alone'),
                                       (release, {'output': 'x.csv'}, 'of the command deid alone'),
                                       (release, {'utility': True}, 'of the command deid alone'),
                                       (lambda **more: deid.apply(policy, PERSONS, **more), {'model': 'k:9'},
                                        'cannot be given with a stored policy')):
            with self.subTest(setting), self.assertRaisesRegex(TypeError, message):
                call(**setting)

    def test_roles_and_rules_in_conflict(self):
        rules = {'rule': 'suppress', 'hierarchy': 'x.csv'}
        for error, arguments in ((deid.RoleError, {'columns': {'age': {'role': 'insensitive'}}}),
                                 (deid.RoleError, {'insensitive': {'town': {'role': 'sensitive'}}}),
                                 (deid.InvalidArgumentError, {'columns': {'age': {'rule': 'suppress'}}}),
                                 (deid.InvalidArgumentError, {'columns': {'town': rules}})):
            with self.subTest(arguments), self.assertRaises(error):
                release(**arguments)
        with self.assertRaises(deid.RoleError):
            deid.anonymize({0: [31, 34], 'town': ['a', 'a']}, ['town', 0], models='k:2', insensitive=['0'])

    def test_arguments_of_other_types(self):
        for arguments in ({'models': None}, {'models': 5}, {'insensitive': 2.5}, {'columns': ['age']},
                          {'columns': {'age': 'weight'}}, {'progress': 'yes'}, {'title': {'a': 1}}):
            with self.subTest(arguments), self.assertRaisesRegex(TypeError, 'expected'):
                release(**arguments)
        for function in (lambda: deid.run({'models': 'k:5'}, PERSONS), lambda: deid.run(None),
                         lambda: release().certify(None), lambda: deid.apply(5, PERSONS),
                         lambda: deid.apply(release().stored_policy, PERSONS, models='k:2'),
                         lambda: pickle.dumps(release()), lambda: pickle.dumps(release().table)):
            with self.assertRaises(TypeError):
                function()
        with self.assertRaisesRegex(deid.EmptyError, 'no quasi-identifier'):
            deid.anonymize(PERSONS, models='k:2')
        for models in 'k:3;k:2', {'k:3'}, iter(['k:3', 'k:2']):
            self.assertEqual(release(models=models).policy, 'age:1')
        released = release(release_date=datetime.date(2026, 1, 31), title=None, columns={'age': {'role': None}})
        self.assertIn('2026-01-31', released.page())
        self.assertEqual(pickle.loads(pickle.dumps(released.report))['risks']['records'], 6)
        with self.assertRaises(deid.Error):
            deid.apply(released.stored_policy, PERSONS, suppression='5%9')
        with self.assertRaises(NotImplementedError):
            deid.run('[input]\nlinked=other.csv\n', PERSONS)

    def test_values_are_not_shown(self):
        with self.assertRaises(deid.Error) as caught:
            deid.anonymize({'age': ['31', 'Smith']}, {'age': 'intervals:10'}, models='k:1')
        self.assertNotIn('Smith', str(caught.exception))
        with self.assertRaisesRegex(deid.Error, 'Smith'):
            deid.anonymize({'age': ['31', 'Smith']}, {'age': 'intervals:10'}, models='k:1', show_values=True)


class Ending(unittest.TestCase):
    def interrupt(self, progress):
        """Sends the signal of Ctrl-C when there is a solution."""
        if progress.loss is not None and not self.sent:
            self.sent = True
            os.kill(os.getpid(), signal.SIGINT)

    def setUp(self):
        self.sent = False

    def test_interrupt_raises(self):
        with self.assertRaises(KeyboardInterrupt):
            deid.anonymize(read_rows(), **ENDLESS, progress=self.interrupt)

    def test_interrupt_gives_the_best(self):
        done = deid.anonymize(read_rows(), **ENDLESS, progress=self.interrupt, interrupt='best')
        self.assertEqual(done.termination, 'cancelled')
        self.assertLess(done.lower_bound, done.loss)
        self.assertGreater(len(done.table), 0)

    def test_signal_without_progress(self):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            deid.anonymize(read_rows(), **ENDLESS)
        timer.join()

    def test_handler_of_the_host(self):
        def handle(number, frame):
            raise TimeoutError

        old = signal.signal(signal.SIGALRM, handle)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with self.assertRaises(TimeoutError):
            deid.anonymize(read_rows(), **ENDLESS, interrupt='best')
        signal.signal(signal.SIGALRM, old)

    def test_function_that_fails(self):
        def fail(progress):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            deid.anonymize(read_rows(), **ENDLESS, progress=fail)

    def test_progress(self):
        seen = []
        deid.anonymize(read_rows(), ['age', 'zip', 'stay'], models='k:5', suppression=0.05, progress=seen.append)
        self.assertIsInstance(seen[-1], deid.Progress)
        self.assertEqual(seen[-1].share, 1)
        self.assertGreater(seen[-1].evaluated, 0)

    def test_bar(self):
        """By a stand-in for tqdm."""
        class Bar:
            made = []

            def __init__(self, total, bar_format):
                self.n, self.is_closed = 0, False
                self.made.append(self)

            def update(self, more):
                self.n += more

            def close(self):
                self.is_closed = True

        with mock.patch.dict(sys.modules, {'tqdm': types.ModuleType('tqdm'),
                                           'tqdm.auto': types.SimpleNamespace(tqdm=Bar)}):
            release(progress=True)
            with self.assertRaises(deid.NoSolutionError):
                release(progress=True, models='k:7')
        self.assertEqual([bar.is_closed for bar in Bar.made], [True, True])
        self.assertEqual(Bar.made[0].n, 1)


class Resources(unittest.TestCase):
    def test_threads(self):
        expected = release().loss
        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(lambda _: release().loss, range(40))), [expected] * 40)

    def test_fork(self):
        release()
        for _ in range(30):
            child = os.fork()
            if child == 0:
                signal.alarm(20)
                os._exit(0 if release().policy == 'age:1' else 1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            release()

    def test_memory(self):
        def measure():
            gc.collect()
            return int(Path('/proc/self/statm').read_text().split()[1]) * os.sysconf('SC_PAGE_SIZE')

        def use():
            done = release(sensitive='illness', suppression=0.2)
            done.frame, done.warnings, done.stored_policy, done.page()
            done.table.__arrow_c_stream__()
            deid.apply(done.stored_policy, PERSONS)
            with self.assertRaises(deid.Error):
                release(models='k:7')

        for _ in range(50):
            use()
        before = measure()
        for _ in range(1000 if os.environ.get('DEID_TEST_SOAK') else 200):
            use()
        self.assertLess(measure() - before, 1 << 20)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
