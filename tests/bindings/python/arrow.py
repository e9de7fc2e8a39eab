# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Python package reads and gives tables by the Arrow PyCapsule protocol, with a producer and a consumer made
here by ctypes."""
import ctypes
import gc
import unittest

import deid


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GET_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))
Schema._fields_ = [('format', ctypes.c_char_p), ('name', ctypes.c_char_p), ('metadata', ctypes.c_char_p),
                   ('flags', ctypes.c_int64), ('n_children', ctypes.c_int64),
                   ('children', ctypes.POINTER(ctypes.POINTER(Schema))), ('dictionary', ctypes.POINTER(Schema)),
                   ('release', RELEASE_SCHEMA), ('private_data', ctypes.c_void_p)]
Array._fields_ = [('length', ctypes.c_int64), ('null_count', ctypes.c_int64), ('offset', ctypes.c_int64),
                  ('n_buffers', ctypes.c_int64), ('n_children', ctypes.c_int64),
                  ('buffers', ctypes.POINTER(ctypes.c_void_p)), ('children', ctypes.POINTER(ctypes.POINTER(Array))),
                  ('dictionary', ctypes.POINTER(Array)), ('release', RELEASE_ARRAY), ('private_data', ctypes.c_void_p)]
Stream._fields_ = [('get_schema', GET_SCHEMA), ('get_next', GET_NEXT), ('get_last_error', GET_ERROR),
                   ('release', RELEASE_STREAM), ('private_data', ctypes.c_void_p)]

api = ctypes.pythonapi
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
FORMATS = {'l': ctypes.c_int64, 'g': ctypes.c_double, 'tdD': ctypes.c_int32}


class Producer:
    """A table of a foreign library: columns by name as a format and values, of which None is missing."""

    def __init__(self, columns, fails=False):
        self.columns, self.fails, self.kept, self.released, self.given = columns, fails, [], [], False

    def keep(self, thing):
        self.kept.append(thing)
        return thing

    def note(self, kind, what):
        def release(pointer):
            self.released.append(what)
            ctypes.cast(pointer, ctypes.POINTER(kind)).contents.release = type(pointer.contents.release)()

        return release

    def make_schema(self, form, name, children=()):
        schema = self.keep(Schema(form.encode(), name.encode()))
        schema.n_children = len(children)
        schema.children = self.keep((ctypes.POINTER(Schema) * len(children))(*map(ctypes.pointer, children)))
        schema.release = self.keep(RELEASE_SCHEMA(self.note(Schema, 'schema')))
        return schema

    def make_array(self, length, buffers, children=()):
        array = self.keep(Array(length, -1, 0, len(buffers), len(children)))
        array.buffers = self.keep((ctypes.c_void_p * len(buffers))(
            *[buffer and ctypes.addressof(buffer) for buffer in buffers]))
        array.children = self.keep((ctypes.POINTER(Array) * len(children))(*map(ctypes.pointer, children)))
        array.release = self.keep(RELEASE_ARRAY(self.note(Array, 'array')))
        return array

    def make_column(self, form, values):
        bits = [sum((values[i] is not None) << i % 8 for i in range(b, min(b + 8, len(values))))
                for b in range(0, len(values), 8)]
        validity = self.keep((ctypes.c_uint8 * len(bits))(*bits))
        if form != 'u':
            return self.make_array(len(values), [validity, self.keep((FORMATS[form] * len(values))(
                *[value or 0 for value in values]))])
        texts = [(value or '').encode() for value in values]
        ends = [sum(map(len, texts[:i])) for i in range(len(texts) + 1)]
        return self.make_array(len(values), [validity, self.keep((ctypes.c_int32 * len(ends))(*ends)),
                                             self.keep(ctypes.create_string_buffer(b''.join(texts)))])

    def get_schema(self, stream, out):
        out[0] = self.make_schema('+s', '', [self.make_schema(form, name)
                                             for name, (form, _) in self.columns.items()])
        return 0

    def get_next(self, stream, out):
        if self.fails:
            return 5
        if self.given:
            out[0] = Array()
            return 0
        self.given = True
        length = len(next(iter(self.columns.values()))[1])
        out[0] = self.make_array(length, [None], [self.make_column(*column) for column in self.columns.values()])
        return 0

    def __arrow_c_stream__(self, requested_schema=None):
        message = self.keep(ctypes.create_string_buffer(b'the disk is gone'))
        stream = self.keep(Stream(GET_SCHEMA(self.get_schema), GET_NEXT(self.get_next),
                                  GET_ERROR(lambda stream: ctypes.addressof(message)),
                                  RELEASE_STREAM(self.note(Stream, 'stream'))))
        return api.PyCapsule_New(ctypes.addressof(stream), b'arrow_array_stream', None)


def read_items(column, make):
    """What make says of each place of an array that is not null."""
    validity = ctypes.cast(column.buffers[0], ctypes.POINTER(ctypes.c_uint8))
    return [make(i) if not column.buffers[0] or validity[i // 8] >> i % 8 & 1 else None for i in range(column.length)]


def read_texts(column):
    texts = column.dictionary.contents
    ends = ctypes.cast(texts.buffers[1], ctypes.POINTER(ctypes.c_int32))
    keys = ctypes.cast(column.buffers[1], ctypes.POINTER(ctypes.c_int32))
    return read_items(column, lambda i: ctypes.string_at(texts.buffers[2] + ends[keys[i]],
                                                         ends[keys[i] + 1] - ends[keys[i]]).decode())


def read_lists(column):
    ends = ctypes.cast(column.buffers[1], ctypes.POINTER(ctypes.c_int64))
    texts = read_texts(column.children[0].contents)
    return read_items(column, lambda i: texts[ends[i]:ends[i + 1]])


def consume(table):
    """Texts, or lists of them, by column of a table, as a consumer reads it."""
    capsule = table.__arrow_c_stream__()
    stream = Stream.from_address(api.PyCapsule_GetPointer(capsule, b'arrow_array_stream'))
    schema, array, end = Schema(), Array(), Array()
    assert stream.get_schema(stream, schema) == 0 and stream.get_next(stream, array) == 0
    assert stream.get_next(stream, end) == 0 and not end.release
    columns = {}
    for c in range(schema.n_children):
        read = read_lists if schema.children[c].contents.format == b'+L' else read_texts
        columns[schema.children[c].contents.name.decode()] = read(array.children[c].contents)
    schema.release(schema)
    array.release(array)
    stream.release(stream)
    return columns


TABLE = {'g': ('u', ['x', 'x', 'x', 'x']), 'town': ('u', ['Ulm', None, 'Köln', 'Ulm']), 'n': ('l', [1, None, -3, 1]),
         'x': ('g', [0.5, 2.0, None, 0.5]), 'day': ('tdD', [0, 19782, None, 0])}


def release(frame):
    return deid.anonymize(frame, {'g': 'suppress'}, models='k:2', insensitive=['town', 'n', 'x', 'day'],
                          keep_order=True)


class Arrow(unittest.TestCase):
    def test_round_trip(self):
        producer = Producer(TABLE)
        done = release(producer)
        self.assertEqual(sorted(producer.released), ['array', 'schema', 'stream'])
        texts = {'g': ['x'] * 4, 'town': ['Ulm', None, 'Köln', 'Ulm'], 'n': ['1', None, '-3', '1'],
                 'x': ['0.5', '2', None, '0.5'], 'day': ['1970-01-01', '2024-02-29', None, '1970-01-01']}
        for table in done, done.frame, done.table:
            self.assertEqual(consume(table), texts)
        columns = done.table.to_dict()
        self.assertEqual(columns['n'], [1, None, -3, 1])
        self.assertEqual(columns['x'], [0.5, 2.0, None, 0.5])
        self.assertEqual([str(day) for day in columns['day']], ['1970-01-01', '2024-02-29', 'None', '1970-01-01'])

    def test_lists(self):
        frame = Producer({**TABLE, 'town': ('u', ['{Köln, Ulm}', None, 'Köln', '{"", Ulm}'])})
        table = release(frame).table.with_lists('town')
        self.assertEqual(consume(table)['town'], [['Köln', 'Ulm'], None, ['Köln'], [None, 'Ulm']])
        self.assertEqual(table.to_dict()['town'], ['{Köln, Ulm}', None, 'Köln', '{"", Ulm}'])
        with self.assertRaises(deid.UnknownColumnError):
            table.with_lists('village').__arrow_c_stream__()

    def test_release_is_a_frame(self):
        again = release(release(Producer(TABLE)))
        self.assertEqual(again.table.to_dict()['town'], ['Ulm', None, 'Köln', 'Ulm'])

    def test_stream_that_fails(self):
        with self.assertRaisesRegex(deid.IoError, 'the disk is gone'):
            release(Producer(TABLE, fails=True))

    def test_stream_that_was_read(self):
        producer = Producer(TABLE)
        capsule = producer.__arrow_c_stream__()
        producer.__arrow_c_stream__ = lambda: capsule
        release(producer)
        with self.assertRaises(deid.InvalidArgumentError):
            release(producer)

    def test_no_stream(self):
        class Wrong:
            def __arrow_c_stream__(self, requested_schema=None):
                return None

        with self.assertRaises((TypeError, ValueError)):
            release(Wrong())

    def test_capsules_that_nobody_reads(self):
        table = release(Producer(TABLE)).table
        for _ in range(50):
            table.__arrow_c_stream__()
        gc.collect()
        self.assertEqual(deid._arrow._streams, {})


if __name__ == '__main__':
    unittest.main()
