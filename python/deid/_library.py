# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls of the library: errors become exceptions, and Ctrl-C ends a call."""
import _thread
import os
import threading

from . import _errors
from ._cffi import ffi

NULL = ffi.NULL


def _open_library():
    """A wheel has the library in a folder of its own; otherwise the system finds it."""
    bundled = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                           '.deid.mesonpy.libs', 'libdeid.so.0')
    return ffi.dlopen(bundled if os.path.exists(bundled) else 'libdeid.so.0')


lib = _open_library()


def decode(text):
    return None if text == NULL else ffi.string(text).decode()


VERSION = decode(lib.deid_get_version())


def encode(text):
    """The bytes of a text or a path; None stays NULL."""
    return NULL if text is None else os.fspath(text).encode('utf-8', 'surrogateescape')


# What frees a result that belongs to the caller. A text becomes a str, all other results stay as they are.
_OWNED = {ffi.typeof(f'{name} *'): free for name, free in (
    ('DeidDataset', lib.deid_dataset_unref),
    ('DeidJob', lib.deid_job_unref),
    ('DeidReport', lib.deid_report_unref),
    ('DeidResult', lib.deid_result_unref),
    ('DeidSearch', lib.deid_search_unref),
    ('DeidStoredPolicy', lib.deid_stored_policy_unref),
)}
_TEXT = ffi.typeof('char *')


def own(result):
    """Lets Python free what the library returned."""
    kind = ffi.typeof(result) if isinstance(result, ffi.CData) else None
    if kind is _TEXT:
        try:
            return decode(result)
        finally:
            lib.deid_free(result)
    return ffi.gc(result, _OWNED[kind]) if kind in _OWNED else result


def _check(result, error):
    if error[0] != NULL:
        code, message = lib.deid_error_get_code(error[0]), decode(lib.deid_error_get_message(error[0]))
        lib.deid_error_free(error[0])
        raise _errors.CLASSES.get(code, _errors.Error)(message)
    if not result:
        raise _errors.Error('the library refused the call: see what it printed')
    return own(result)


def call(function, *arguments):
    """Calls a function whose last parameter is a place for an error."""
    error = ffi.new('GError **')
    return _check(function(*arguments, error), error)


class Work:
    """A call that may take long. For the main thread, which signals interrupt, another thread makes it."""

    def __init__(self, function, *arguments):
        self._function, self._arguments = function, arguments
        self._error, self._result = ffi.new('GError **'), None
        self._cancellable = ffi.gc(lib.deid_cancellable_new(), lib.deid_cancellable_free)
        self._state, self._done = _thread.allocate_lock(), _thread.allocate_lock()
        self._is_begun = self._is_abandoned = self._is_ended = False
        self._done.acquire()

    def cancel(self):
        """Ends the call. Any thread may do so."""
        lib.deid_cancellable_cancel(self._cancellable)

    def _run(self):
        self._result = self._function(*self._arguments, self._cancellable, self._error)

    def _run_apart(self):
        with self._state:
            if self._is_abandoned:
                return
            self._is_begun = True
        try:
            self._run()
        finally:
            self._is_ended = True
            self._done.release()

    def _end(self):
        """Cancels the call and waits for its end, whatever signals arrive meanwhile."""
        while True:
            try:
                self.cancel()
                with self._state:
                    self._is_abandoned = True
                while self._is_begun and not self._is_ended:
                    self._done.acquire(timeout=0.01)
                return
            except BaseException:
                continue

    def finish(self, keeps_best=False):
        """Makes the call. With @keeps_best, a result that it has despite Ctrl-C is returned."""
        if threading.current_thread() is not threading.main_thread():
            self._run()
            return _check(self._result, self._error)
        try:
            _thread.start_new_thread(self._run_apart, ())
            self._done.acquire()
        except BaseException as interruption:
            self._end()
            result = own(self._result) if self._result else None
            lib.deid_error_free(self._error[0])
            if result is not None and keeps_best and isinstance(interruption, KeyboardInterrupt):
                return result
            raise
        return _check(self._result, self._error)


def work(function, *arguments):
    """Calls a function whose last parameters are a cancellable and a place for an error."""
    return Work(function, *arguments).finish()
