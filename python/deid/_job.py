# SPDX-License-Identifier: LGPL-2.1-or-later
"""From arguments and problem files to the settings of a job."""
import datetime
import decimal
import functools
import os
from collections.abc import Iterable, Mapping

from ._errors import EncodingError, InvalidArgumentError, RoleError
from ._library import NULL, call, decode, encode, ffi, lib, own, read_json, take_list, work
from ._tables import float_text

_LAYOUT = ('delimiter', 'quote', 'encoding')
_OF_FILES = ('input', 'header', *_LAYOUT)
# Settings, and sections of settings, that no function here follows.
_OF_COMMAND = ('engine', 'output', 'linked', 'spreadsheet-safe', 'utility', 'predict')
# The settings of a release by a stored policy: all others are those of the policy.
OF_POLICIES = ('keep-order', 'keep-suppressed', 'seed', 'threads', 'pseudonym', 'key-file', 'report-threshold',
               'minimum-cell', 'population-size', 'show-values')


@functools.lru_cache(None)
def list_keys():
    """The keys of problem files: the section of each, and those of columns."""
    sections = ffi.new('char ***')
    keys = take_list(lib.deid_job_list_keys(sections, NULL, NULL))
    pairs = list(zip(keys, take_list(sections[0])))
    return ({key: section for key, section in reversed(pairs) if not section.startswith('column')},
            [key for key, section in pairs if section.startswith('column')])


def _find_section(key):
    """The section of a key that is not one of a column."""
    sections, _ = list_keys()
    if key not in sections:
        import difflib

        near = difflib.get_close_matches(key, sections, 1)
        hint = f", did you mean '{near[0].replace('-', '_')}'?" if near else ''
        raise TypeError(f"no setting is called '{key.replace('-', '_')}'{hint}")
    return sections[key]


def get_section(column):
    """The section of a column."""
    return own(lib.deid_job_get_column_section(encode(str(column))))


def _by_column(argument, columns):
    """A mapping from columns to rules or None, of a column, columns, or such a mapping."""
    if columns is None or isinstance(columns, (str, int)):
        return {} if columns is None else {columns: None}
    if isinstance(columns, Mapping):
        return dict(columns)
    # A Series or a data frame of pandas has values of persons.
    if isinstance(columns, Iterable) and not hasattr(columns, 'items'):
        return dict.fromkeys(columns)
    raise TypeError(f'{argument} is a {type(columns).__name__}, expected names of columns')


def _as_value(key, value):
    """The text of a setting: of a list its items, with semicolons between them."""
    if isinstance(value, (list, tuple)):
        return ';'.join(_as_value(key, item).replace('\\', '\\\\').replace(';', '\\;') for item in value)
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if hasattr(value, '__fspath__'):
        return os.fspath(value)
    kinds = str, int, float, decimal.Decimal, datetime.date
    if not isinstance(value, kinds) and getattr(value, 'ndim', None) != 0:
        raise TypeError(f"'{key}' is a {type(value).__name__}, expected a text, a number, a path or a list of these")
    if isinstance(value, float) and abs(value) < float('inf'):
        return float_text(float(value))
    return str(value)


class Job:
    """The settings of a run: a handle of the library, and the table that it is about."""

    def __init__(self):
        self.handle, self.source, self.suggested, self.models = own(lib.deid_job_new()), None, {}, []

    def get(self, section, key):
        """A value as text; of a column '' if its own section does not set it."""
        return decode(lib.deid_job_get(self.handle, encode(section), encode(key))) or ''

    def set(self, section, key, value, origin=None):
        """Sets a key, unless the value is None. Messages name the origin."""
        if value is not None:
            call(lib.deid_job_set, self.handle, encode(section), encode(key.replace('_', '-')),
                 encode(_as_value(key, value)), encode(origin))

    def _set_keys(self, column, keys, argument):
        """Keys of a column, whose role no other argument has given."""
        if not isinstance(keys, Mapping):
            raise TypeError(f'{argument}: column {str(column)!r} has a {type(keys).__name__}, expected a dict of keys')
        role = self.get_column(column, 'role')
        if role and keys.get('role') not in (None, role):
            raise RoleError(f'{argument}: column {str(column)!r} has two roles, expected one')
        rules = [keys.get('rule'), keys.get('hierarchy')]
        if rules != [None, None] and (None not in rules or self.get_column(column, 'rule')
                                      or self.get_column(column, 'hierarchy')):
            raise InvalidArgumentError(f'{argument}: column {str(column)!r} has two rules, expected one')
        if isinstance(keys.get('rule'), (list, tuple)):
            raise TypeError(f'{argument}: column {str(column)!r} has a list as its rule, expected a text')
        for key, value in keys.items():
            self.set_column(column, key, value, argument)

    def set_column(self, column, key, value, origin=None):
        self.set(get_section(column), key, value, origin)

    def get_column(self, column, key):
        return self.get(get_section(column), key)

    def set_roles(self, roles):
        """Columns by role: a name, names, or a mapping from names to rules or to the keys of columns."""
        for argument, role, columns in roles:
            for column, rule in _by_column(argument, columns).items():
                self._set_keys(column, {'role': role}, argument)
                self._set_keys(column, rule if isinstance(rule, Mapping) else {'rule': rule}, argument)

    def set_columns(self, columns):
        """A mapping from names to the keys of columns."""
        if not isinstance(columns or {}, Mapping):
            raise TypeError(f'columns is a {type(columns).__name__}, expected a dict from names to dicts of keys')
        for column, keys in (columns or {}).items():
            self._set_keys(column, keys, 'columns')

    def set_all(self, settings, has_table=True, allowed=None):
        """Settings by key, such as `keep_order`."""
        for name, value in settings.items():
            key = name.replace('_', '-')
            section = _find_section(key)
            if value is None:
                continue
            is_of_population = key in _LAYOUT and (settings.get('population') or self.get('population', 'population'))
            if has_table and key in _OF_FILES and not is_of_population:
                raise TypeError(f"'{name}' is about files, but the table is given")
            if key in _OF_COMMAND or section in _OF_COMMAND:
                raise TypeError(f"'{name}' is a setting of the command deid alone")
            if allowed and key not in allowed:
                raise TypeError(f"'{name}' cannot be given with a stored policy")
            self.set(section, key, value, name)

    def load(self, problem):
        """A problem file, as a path or as its text, or a mapping from sections to keys and values."""
        if isinstance(problem, Mapping):
            for section, keys in problem.items():
                if not isinstance(keys, Mapping):
                    raise TypeError(f'section {section!r} is a {type(keys).__name__}, expected a dict of keys')
                for key, value in keys.items():
                    self.set(section, key, value)
        elif isinstance(problem, str) and ('\n' in problem or problem.startswith('[')):
            call(lib.deid_job_load_text, self.handle, encode(problem), NULL, NULL)
        else:
            work(lib.deid_job_load_file, self.handle, encode(os.fspath(problem)))
        if self.get('input', 'linked') or self.get('engine', 'table'):
            raise NotImplementedError('linked tables, and tables that stay in a database, are released by the '
                                      'command deid')

    def names(self, column):
        """Whether a column has a section of its own."""
        try:
            return self.get_column(column, 'role') != ''
        except EncodingError:
            return False

    def take(self, source):
        self.source = source
        if self.get('input', 'show-values') == 'yes':
            call(lib.deid_dataset_set_show_values, source.dataset, 1)

    def use(self, source):
        """Makes the job use a table instead of that of `[input]`."""
        self.take(source)
        call(lib.deid_job_set_dataset, self.handle, source.dataset)

    def _needs_rule(self, section):
        by = self.get(section, 'generalize-by') or self.get('lattice', 'generalize-by')
        return (self.get(section, 'role') == 'quasi-identifying' and by != 'cuts'
                and not any(self.get(section, key) for key in ('rule', 'hierarchy', 'joint')))

    def suggest_rules(self):
        """Gives quasi-identifiers without a rule those that the library suggests for the table."""
        left = [section for section in take_list(lib.deid_job_list_column_sections(self.handle))
                if self._needs_rule(section)]
        if not left or self.get('lattice', 'hierarchies') or self.get('search', 'recoding') == 'cells':
            return
        suggestions = work(lib.deid_job_make_report, self.handle, encode('suggestions'), NULL)
        for row in read_json(suggestions)['columns']:
            column, rule = row['column'], row['rule'] or row['other_rule']
            section = get_section(column)
            if section not in left:
                continue
            if self.get('search', 'recoding') == 'local' and row['type'] in ('integer', 'decimal', 'date'):
                rule = None  # numbers and dates have ranges
            elif rule is None:
                raise InvalidArgumentError(f'column {column!r}: no rule suits it, expected one')
            else:
                self.suggested[column] = rule
            for key, value in ('rule', rule), ('type', row['type']), ('format', row['format']):
                if not self.get(section, key):
                    self.set(section, key, value, 'the suggestion')
