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
    try:
        return ffi.dlopen(bundled if os.path.exists(bundled) else 'libdeid.so.0')
    except OSError as error:
        raise ImportError(f'{error}: install libdeid and run ldconfig, or name its folder in LD_LIBRARY_PATH'
                          ) from None


lib = _open_library()
# GLib frees what the C library allocates.
libc = ffi.dlopen(None)


def decode(text):
    return None if text == NULL else ffi.string(text).decode()


VERSION = decode(lib.deid_get_version())


def encode(text):
    """The bytes of a text or a path; None stays NULL."""
    if text is None:
        return NULL
    try:
        data = os.fsdecode(text).encode('utf-8', 'surrogateescape')
    except UnicodeEncodeError:
        raise _errors.EncodingError('a name or a setting is not valid Unicode') from None
    if b'\0' in data:
        raise _errors.EncodingError('a name or a setting has a NUL byte')
    return data


# What frees a result that belongs to the caller. A text becomes a str, all other results stay as they are.
_OWNED = {ffi.typeof(f'{name} *'): free for name, free in (
    ('DeidDataset', lib.deid_dataset_unref),
    ('DeidJob', lib.deid_job_unref),
    ('DeidPrivacyModel', lib.deid_privacy_model_unref),
    ('DeidReleaseOptions', lib.deid_release_options_unref),
    ('DeidReport', lib.deid_report_unref),
    ('DeidResult', lib.deid_result_unref),
    ('DeidRiskOptions', lib.deid_risk_options_unref),
    ('DeidSearch', lib.deid_search_unref),
    ('DeidStoredPolicy', lib.deid_stored_policy_unref),
)}
# These keep what they return.
_LENDING = (lib.deid_job_get_dataset, lib.deid_job_get_problem)
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


def take_list(memory):
    """The texts of a list that the library made, which is freed."""
    texts = []
    while memory[len(texts)] != NULL:
        texts.append(own(memory[len(texts)]))
    lib.deid_free(memory)
    return texts


# The exceptions of callbacks, by thread, until the call that they end is over.
_failures = {}


def keep_failure(failure):
    """Has the call of the library that runs in this thread raise the exception of a callback."""
    _failures.setdefault(_thread.get_ident(), failure)


def _take_failure():
    return _failures.pop(_thread.get_ident(), None) if _failures else None


def _check(function, result, error, failure=None):
    if failure is not None:
        if result and function not in _LENDING:
            own(result)
        lib.deid_error_free(error[0])
        raise failure
    if error[0] != NULL:
        code, message = lib.deid_error_get_code(error[0]), decode(lib.deid_error_get_message(error[0]))
        lib.deid_error_free(error[0])
        raise _errors.CLASSES.get(code, _errors.Error)(message)
    if not result:
        raise _errors.Error('the library refused the call: see what it printed')
    return result if function in _LENDING else own(result)


def call(function, *arguments):
    """Calls a function whose last parameter is a place for an error."""
    error = ffi.new('GError **')
    return _check(function, function(*arguments, error), error, _take_failure())


# Threads that make calls for the main thread, and wait now. They do not end: a thread that ends holds locks of GLib
# for a moment, and a process that is forked then would wait for them. A forked process has none of these threads.
_idle = []
os.register_at_fork(after_in_child=_idle.clear)


class _Worker:
    def __init__(self):
        self._task, self._woken = None, _thread.allocate_lock()
        self._woken.acquire()
        _thread.start_new_thread(self._loop, ())

    def give(self, task):
        self._task = task
        self._woken.release()

    def _loop(self):
        while True:
            self._woken.acquire()
            task, self._task = self._task, None
            done = task.done
            task.run_apart()
            # Whoever waits frees the task, so that this thread calls nothing any more.
            del task
            _idle.append(self)
            done.release()


class Work:
    """A call that may take long. For the main thread, which signals interrupt, another thread makes it."""

    def __init__(self, function, *arguments):
        self._function, self._arguments = function, arguments
        self._error, self._result = ffi.new('GError **'), None
        self._cancellable = ffi.gc(lib.deid_cancellable_new(), lib.deid_cancellable_free)
        self._state, self.done = _thread.allocate_lock(), _thread.allocate_lock()
        self._is_begun = self._is_abandoned = self._is_ended = False
        self._failure = None
        self.done.acquire()

    def cancel(self):
        """Ends the call. Any thread may do so."""
        lib.deid_cancellable_cancel(self._cancellable)

    def _run(self):
        self._result = self._function(*self._arguments, self._cancellable, self._error)
        self._failure = _take_failure()

    def run_apart(self):
        """Makes the call in the thread of a worker, unless it was abandoned before."""
        with self._state:
            if self._is_abandoned:
                return
            self._is_begun = True
        try:
            self._run()
        except BaseException as failure:
            self._failure = failure
        self._is_ended = True

    def _end(self):
        """Cancels the call and waits for its end, whatever signals arrive meanwhile."""
        is_over = False
        while not is_over:
            try:
                self.cancel()
                with self._state:
                    self._is_abandoned = True
                is_over = not self._is_begun or self.done.acquire(timeout=0.01) or self._is_ended
            except BaseException:
                continue

    def finish(self, keeps_best=False):
        """Makes the call. With @keeps_best, a result that it has despite Ctrl-C is returned."""
        if threading.current_thread() is not threading.main_thread():
            self._run()
            return _check(self._function, self._result, self._error, self._failure)
        try:
            (_idle.pop() if _idle else _Worker()).give(self)
            # A signal that arrives just before the wait does not end it.
            while not self.done.acquire(timeout=0.05):
                pass
        except BaseException as interruption:
            self._end()
            if self._result and keeps_best and isinstance(interruption, KeyboardInterrupt):
                return own(self._result)
            if self._result and self._function not in _LENDING:
                own(self._result)
            lib.deid_error_free(self._error[0])
            raise
        return _check(self._function, self._result, self._error, self._failure)


def work(function, *arguments):
    """Calls a function whose last parameters are a cancellable and a place for an error."""
    return Work(function, *arguments).finish()


def read_json(report):
    """A report as a dict."""
    import json

    return json.loads(call(lib.deid_report_to_json, report))
