# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables go into the Python package and come back in their kind, with the values that they had."""
import datetime
import decimal
import math
import tempfile
import unittest

import deid

DAY = datetime.date(2024, 2, 29)
TIME = datetime.datetime(2024, 2, 29, 12, 30, 0, 500000)
BERLIN = datetime.timezone(datetime.timedelta(hours=1))

# By kind of value: values, and the texts that they have in the library.
KINDS = {
    'text': (['b', 'a', 'b', 'ä'], ['b', 'a', 'b', 'ä']),
    'integer': ([3, -1, 10 ** 15, 3], ['3', '-1', '1000000000000000', '3']),
    'large': ([2 ** 70, 0, 1, 2], [str(2 ** 70), '0', '1', '2']),
    'float': ([0.1, 5.0, -0.0, 2.5e-300], ['0.1', '5', '0', '2.5e-300']),
    'number': ([1, 2.5, 3, 1.0], ['1', '2.5', '3', '1']),
    'boolean': ([True, False, True, True], ['true', 'false', 'true', 'true']),
    'day': ([DAY, DAY, datetime.date(1, 1, 1), DAY], ['2024-02-29', '2024-02-29', '0001-01-01', '2024-02-29']),
    'midnight': ([datetime.datetime(2024, 2, 29)] * 4, ['2024-02-29'] * 4),
    'time': ([TIME, datetime.datetime(2024, 1, 1), TIME, TIME],
             ['2024-02-29T12:30:00.5', '2024-01-01T00:00:00', '2024-02-29T12:30:00.5', '2024-02-29T12:30:00.5']),
    'zone': ([TIME.replace(tzinfo=BERLIN)] * 4, ['2024-02-29T11:30:00.5Z'] * 4),
    'clock': ([datetime.time(12, 30)] * 4, ['12:30:00'] * 4),
    'decimal': ([decimal.Decimal('1.50'), decimal.Decimal('2'), decimal.Decimal('1E+2'), decimal.Decimal('1.50')],
                ['1.50', '2', '100', '1.50']),
}


def release(frame, names, **settings):
    """The table as it is: what is released is released unchanged, in the order of the input."""
    return deid.anonymize(frame, {'g': 'suppress'}, models='k:2', insensitive=names, keep_order=True, **settings)


class Lists(unittest.TestCase):
    def test_kinds_come_back(self):
        for kind, (values, texts) in KINDS.items():
            with self.subTest(kind):
                done = release({'g': ['x'] * 4, kind: values}, [kind])
                self.assertEqual(done.frame[kind], values)
                self.assertEqual([type(value) for value in done.frame[kind]], [
                    type(values[values.index(value)]) for value in values])
                # Without the values that came in, the type of the column says what a text is.
                done.table._source = None
                self.assertEqual(done.table.to_dict()[kind], [self.read(kind, text) for text in texts])

    @staticmethod
    def read(kind, text):
        if kind in ('integer', 'large'):
            return int(text)
        if kind in ('float', 'number', 'decimal'):
            return float(text)
        if kind in ('day', 'midnight'):
            return datetime.date.fromisoformat(text)
        if kind == 'time':
            return TIME if '.5' in text else datetime.datetime.fromisoformat(text)
        return TIME.replace(tzinfo=BERLIN) if kind == 'zone' else text

    def test_missing_values(self):
        for values in ([1, None, 3, None], ['a', '', None, 'b'], [0.5, math.nan, None, 2.0], [None] * 4,
                       [DAY, None, DAY, DAY], [True, None, False, True],
                       [decimal.Decimal('NaN'), decimal.Decimal('1.50'), None, decimal.Decimal(2)]):
            with self.subTest(values):
                done = release({'g': ['x'] * 4, 'v': values}, ['v'])
                self.assertEqual(done.frame['v'], [
                    None if value is None or value == '' or value != value else value for value in values])

    def test_equal_values_of_other_types(self):
        for values, expected in (([True, 1, 'a', None], ['true', '1', 'a', None]),
                                 (['1', 1, '1', 2], ['1', '1', '1', '2'])):
            self.assertEqual(release({'g': ['x'] * 4, 'v': values}, 'v').frame['v'], expected)

    def test_rows(self):
        rows = [{'g': 'x', 'v': 1}, {'v': 2.5, 'g': 'x'}, {'g': 'x'}]
        self.assertEqual(release(rows, ['v']).frame, [
            {'g': 'x', 'v': 1}, {'g': 'x', 'v': 2.5}, {'g': 'x', 'v': None}])

    def test_many_values(self):
        values = [f'v{i}' for i in range(70000)]
        self.assertEqual(release({'g': ['x'] * 70000, 'v': values}, ['v']).frame['v'], values)

    def test_labels_are_texts(self):
        done = deid.anonymize({'age': [31, 34, 47, 42], 'n': [1, 2, 3, 4]}, {'age': 'intervals:10'}, models='k:2',
                              insensitive='n', keep_order=True)
        self.assertEqual(done.frame, {'age': ['30-39', '30-39', '40-49', '40-49'], 'n': [1, 2, 3, 4]})

    def test_values_of_a_column_that_is_kept(self):
        done = deid.anonymize({'age': [31, 31, 47, 47]}, {'age': 'intervals:10'}, models='k:2', keep_order=True)
        self.assertEqual(done.frame, {'age': [31, 31, 47, 47]})

    def test_refused(self):
        for frame, error in (({'g': [[1], [2]]}, deid.InvalidArgumentError), ({'g': [b'x']}, deid.InvalidArgumentError),
                             ({'g': [object()]}, deid.InvalidArgumentError), ({'g': ['a\0b']}, deid.EncodingError),
                             ({'g': ['\ud800']}, deid.EncodingError), ({'g': 'xx'}, deid.InvalidArgumentError),
                             ({'g': ['x'], 'v': []}, deid.InvalidArgumentError), ('text', TypeError), (7, TypeError),
                             ([1, 2], TypeError), ({}, deid.Error), ({'g': []}, deid.EmptyError)):
            with self.subTest(frame), self.assertRaises(error):
                release(frame, None)

    def test_columns_that_nobody_needs(self):
        frame = {'g': ['x', 'x'], 'v': [[1], [2]], 'w': [b'a', b'b'], 'x': [math.inf, 1.0], 'y': [{}, {}]}
        self.assertEqual(release(frame, None).frame, {'g': ['x', 'x']})
        for name in 'vwy':
            with self.subTest(name), self.assertRaises(deid.InvalidArgumentError):
                release(frame, name)
        self.assertEqual(release(frame, 'x').frame['x'], [math.inf, 1.0])
        self.assertEqual(deid.apply(release(frame, None).stored_policy, frame).frame, {'g': ['x', 'x']})
        self.assertEqual(set(deid.suggest(frame).columns), {'g', 'x'})

    def test_missing_codes(self):
        frame = {'g': ['x', 'x', 'x'], 'v': [9, 1, 2], 'w': ['?', '9', 'a']}
        self.assertEqual(release(frame, ['v', 'w'], missing=['9', '?']).frame, {
            'g': ['x'] * 3, 'v': [None, 1, 2], 'w': [None, None, 'a']})
        self.assertEqual(release(frame, ['v', 'w'], columns={'v': {'missing': '9'}}).frame['w'], ['?', '9', 'a'])
        problem = {'input': {'missing': '9'}, 'column g': {'role': 'quasi-identifying', 'rule': 'suppress'},
                   'column v': {'role': 'insensitive'}, 'models': {'model': 'k:2'}, 'release': {'keep-order': True}}
        self.assertEqual(deid.run(problem, frame).frame['v'], [None, 1, 2])
        self.assertEqual(release(frame, ['v', 'w'], missing='9', columns={'w': {'missing': '?'}}).frame, {
            'g': ['x'] * 3, 'v': [None, 1, 2], 'w': [None, None, 'a']})

    def test_suppressed_text(self):
        frame = {'age': [31, 31, 31, 80], 'note': ['*', 'a', 'b', 'c']}
        for written, cell in ('NA', 'NA'), ('empty', None):
            done = deid.run({'column *': {'suppressed': written}, 'column note': {'role': 'insensitive'},
                             'column age': {'role': 'quasi-identifying', 'rule': 'suppress', 'levels': '0'}}, frame,
                            model='k:3', suppression_limit=0.5, keep_suppressed=True, keep_order=True)
            expected = {'age': [*(['31'] * 3 if cell else [31] * 3), cell], 'note': frame['note']}
            self.assertEqual(done.frame, expected)
            again = deid.apply(done.stored_policy, frame, suppression=0.5, keep_suppressed=True, keep_order=True)
            self.assertEqual(again.frame, expected)

    def test_nul_bytes(self):
        frame = {'g': ['x', 'x'], 'v': ['a\0', 'b'], 'a\0b': ['c', 'd']}
        self.assertEqual(release(frame, None).frame, {'g': ['x', 'x']})
        with self.assertRaisesRegex(deid.EncodingError, "column 'v'"):
            release(frame, 'v')

    def test_settings_of_files(self):
        for key in 'input', 'delimiter', 'quote', 'header':
            with self.subTest(key), self.assertRaisesRegex(TypeError, f"'{key}' is about files"):
                release({'g': ['x', 'x']}, None, **{key: ';'})
        with tempfile.NamedTemporaryFile('w', suffix='.csv') as population:
            population.write('g;n\nx;1\nx;2\nx;3\n')
            population.flush()
            done = deid.anonymize({'g': ['x', 'x']}, {'g': 'suppress'}, models='kmap:3', population=population.name,
                                  delimiter=';')
            self.assertEqual(done.policy, 'g:0')

    def test_names(self):
        frame = {' a ': [1, 1], 'p [e]': [2, 2], '*': [1, 1], 'ä;b': [1, 1], 'x%41': [1, 1], 7: [3, 4]}
        self.assertEqual(deid.anonymize(frame, list(frame)[:5], models='k:2', insensitive=[7], keep_order=True).frame,
                         frame)

    def test_no_object_is_changed(self):
        frame = {'g': ['x', 'x'], 'v': [1, 2]}
        release(frame, ['v'])
        self.assertEqual(frame, {'g': ['x', 'x'], 'v': [1, 2]})


if __name__ == '__main__':
    unittest.main()
