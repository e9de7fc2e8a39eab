# SPDX-License-Identifier: LGPL-2.1-or-later
"""Arrow streams by cffi: one that Python makes, read by the library, and one of the library, read by
Python."""

# As a host declares it.
ARROW = """
struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  struct ArrowSchema **children, *dictionary;
  void (*release) (struct ArrowSchema *);
  void *private_data;
};
struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  struct ArrowArray **children, *dictionary;
  void (*release) (struct ArrowArray *);
  void *private_data;
};
struct ArrowArrayStream {
  int (*get_schema) (struct ArrowArrayStream *, struct ArrowSchema *);
  int (*get_next) (struct ArrowArrayStream *, struct ArrowArray *);
  const char *(*get_last_error) (struct ArrowArrayStream *);
  void (*release) (struct ArrowArrayStream *);
  void *private_data;
};
"""
TOWNS = ['Ulm', 'Köln']


class Stream:
    """A table of a single column, whose memory is kept as long as this is."""

    def __init__(self, ffi, keys, validity):
        self.ffi, self.kept, self.released = ffi, [], []
        texts = [town.encode() for town in TOWNS]
        ends = [sum(map(len, texts[:i])) for i in range(len(texts) + 1)]
        values = self.make_array(len(texts), [ffi.NULL, self.keep('int32_t[]', ends),
                                              self.keep('char[]', b''.join(texts))])
        column = self.make_array(len(keys), [self.keep('uint8_t[]', validity),
                                             self.keep('int16_t[]', keys)], dictionary=values)
        column.null_count = -1
        self.array = self.make_array(len(keys), [ffi.NULL], [column])
        self.schema = self.make_schema(b'+s', b'', [self.make_schema(
            b's', b'town', dictionary=self.make_schema(b'u', b''))])
        self.stream = self.keep('struct ArrowArrayStream *')
        self.stream.get_schema = self.call('int (struct ArrowArrayStream *, struct ArrowSchema *)',
                                           self.get_schema)
        self.stream.get_next = self.call('int (struct ArrowArrayStream *, struct ArrowArray *)',
                                         self.get_next)
        self.stream.get_last_error = self.call('const char *(struct ArrowArrayStream *)',
                                               lambda stream: ffi.NULL)
        self.stream.release = self.make_release('struct ArrowArrayStream *', 'stream')

    def keep(self, kind, *value):
        self.kept.append(self.ffi.new(kind, *value))
        return self.kept[-1]

    def call(self, kind, function):
        self.kept.append(self.ffi.callback(kind, function))
        return self.kept[-1]

    def make_release(self, kind, what):
        def release(released):
            released.release = self.ffi.NULL
            self.released.append(what)

        return self.call(f'void ({kind})', release)

    def make_schema(self, kind, name, children=(), dictionary=None):
        schema = self.keep('struct ArrowSchema *')
        schema.format, schema.name = self.keep('char[]', kind), self.keep('char[]', name)
        schema.n_children = len(children)
        schema.children = self.keep('struct ArrowSchema *[]', list(children))
        schema.dictionary = dictionary or self.ffi.NULL
        schema.release = self.make_release('struct ArrowSchema *', 'schema')
        return schema

    def make_array(self, length, buffers, children=(), dictionary=None):
        array = self.keep('struct ArrowArray *')
        array.length, array.n_buffers, array.n_children = length, len(buffers), len(children)
        array.buffers = self.keep('const void *[]', buffers)
        array.children = self.keep('struct ArrowArray *[]', list(children))
        array.dictionary = dictionary or self.ffi.NULL
        array.release = self.make_release('struct ArrowArray *', 'array')
        return array

    def get_schema(self, stream, schema):
        schema[0] = self.schema[0]
        return 0

    def get_next(self, stream, array):
        array[0] = self.array[0]
        self.array.release = self.ffi.NULL
        return 0


def read_texts(ffi, array):
    """The texts of an array of keys and its dictionary."""
    validity = ffi.cast('const uint8_t *', array.buffers[0])
    keys = ffi.cast('const int32_t *', array.buffers[1])
    ends = ffi.cast('const int32_t *', array.dictionary.buffers[1])
    text = ffi.buffer(ffi.cast('const char *', array.dictionary.buffers[2]),
                      ends[array.dictionary.length])[:]
    values = [text[ends[i]:ends[i + 1]].decode() for i in range(array.dictionary.length)]
    return [values[keys[row]] if validity == ffi.NULL or validity[row // 8] >> row % 8 & 1 else None
            for row in range(array.length)]


def read_stream(ffi, library, dataset):
    """The columns of a dataset that are exported."""
    stream, array = ffi.new('struct ArrowArrayStream *'), ffi.new('struct ArrowArray *')
    schema, error = ffi.new('struct ArrowSchema *'), ffi.new('GError **')
    if not library.deid_dataset_export_to_arrow_stream(dataset, stream, ffi.NULL, error):
        return ffi.string(error[0].message).decode()
    assert stream.get_schema(stream, schema) == 0 and stream.get_next(stream, array) == 0
    stream.release(stream)
    columns = {ffi.string(schema.children[c].name).decode(): read_texts(ffi, array.children[c])
               for c in range(schema.n_children)}
    schema.release(schema)
    array.release(array)
    return columns


def use_arrow(ffi, library):
    made, error = Stream(ffi, [1, 0, 77, 1], [0b1011]), ffi.new('GError **')
    dataset = library.deid_dataset_new_from_arrow_stream(made.stream, b'visits', ffi.NULL, error)
    if dataset == ffi.NULL:
        return [ffi.string(error[0].message).decode()]
    errors = []
    if sorted(made.released) != ['array', 'schema', 'stream']:
        errors.append(f'released {made.released}: expected each once')
    library.deid_dataset_set_role(dataset, b'town', library.DEID_ROLE_INSENSITIVE, error)
    columns = read_stream(ffi, library, dataset)
    library.deid_dataset_unref(dataset)
    expected = {'town': [TOWNS[1], TOWNS[0], None, TOWNS[1]]}
    if columns != expected:
        errors.append(f'{columns}: expected {expected}')
    return errors
