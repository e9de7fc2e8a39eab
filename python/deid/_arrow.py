# SPDX-License-Identifier: LGPL-2.1-or-later
"""Arrow streams in capsules of Python."""
from ._library import NULL, ffi, lib, work

_NAME = b'arrow_array_stream'
_kept = {}


def _get_api():
    """What makes and reads capsules. ctypes is loaded when a frame needs it."""
    import ctypes

    api = ctypes.pythonapi
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    api.PyCapsule_New.restype = ctypes.py_object
    api.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return ctypes, api


def read(frame):
    """A dataset of what a frame exports."""
    ctypes, api = _get_api()
    capsule = frame.__arrow_c_stream__()
    address = api.PyCapsule_GetPointer(id(capsule), _NAME)
    return work(lib.deid_dataset_new_from_arrow_stream, ffi.cast('struct ArrowArrayStream *', address), NULL)


def _release(address):
    """Ends a stream that nobody took out of its capsule, and frees its memory."""
    stream = _kept.pop(address, None)
    if stream is not None and stream.release != NULL:
        stream.release(stream)


def _make_destructor():
    ctypes, api = _get_api()

    @ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
    def destroy(capsule):
        _release(api.PyCapsule_GetPointer(capsule, _NAME))

    return ctypes.cast(destroy, ctypes.c_void_p), destroy


def export(dataset):
    """A capsule of the columns of a dataset."""
    ctypes, api = _get_api()
    if 'destructor' not in _kept:
        _kept['destructor'] = _make_destructor()
    stream = ffi.new('struct ArrowArrayStream *')
    work(lib.deid_dataset_export_to_arrow_stream, dataset, stream)
    address = int(ffi.cast('uintptr_t', stream))
    _kept[address] = stream
    return api.PyCapsule_New(address, _NAME, _kept['destructor'][0])
