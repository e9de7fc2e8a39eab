# SPDX-License-Identifier: LGPL-2.1-or-later
"""Arrow streams in capsules of Python."""
from ._library import NULL, ffi, lib, work

_NAME = b'arrow_array_stream'
# The streams whose capsules live, by address.
_streams = {}
_api = None


class _Api:
    """What makes and reads capsules. Other packages set types on ctypes.pythonapi, so these are its own."""

    def __init__(self):
        import ctypes

        def find(name, *types):
            return ctypes.PYFUNCTYPE(*types)((name, ctypes.pythonapi))

        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        self.get = find('PyCapsule_GetPointer', pointer, ctypes.py_object, text)
        self.new = find('PyCapsule_New', ctypes.py_object, pointer, text, pointer)
        # A capsule that is being destroyed has no references any more, and is no object here.
        get_of_dying = find('PyCapsule_GetPointer', pointer, pointer, text)
        self._kept = ctypes.PYFUNCTYPE(None, pointer)(lambda capsule: _release(get_of_dying(capsule, _NAME)))
        self.destructor = ctypes.cast(self._kept, pointer)


def _get_api():
    """ctypes is loaded when a table needs it."""
    global _api
    _api = _api or _Api()
    return _api


def _release(address):
    """Ends a stream that nobody took out of its capsule, and frees its memory."""
    stream = _streams.pop(address)
    if stream.release != NULL:
        stream.release(stream)


def read(frame):
    """A dataset of what a frame exports."""
    capsule = frame.__arrow_c_stream__()
    stream = ffi.cast('struct ArrowArrayStream *', _get_api().get(capsule, _NAME))
    return work(lib.deid_dataset_new_from_arrow_stream, stream, NULL)


def export(dataset, lists=()):
    """A capsule of the columns of a dataset. Those of @lists are lists of values."""
    stream = ffi.new('struct ArrowArrayStream *')
    names = [ffi.new('char[]', name.encode()) for name in lists]
    work(lib.deid_dataset_export_lists_to_arrow_stream, dataset, ffi.new('char *[]', [*names, NULL]), stream)
    address = int(ffi.cast('uintptr_t', stream))
    _streams[address] = stream
    return _get_api().new(address, _NAME, _get_api().destructor)
