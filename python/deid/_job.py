# SPDX-License-Identifier: LGPL-2.1-or-later
"""From arguments and problem files to the settings of a job."""
import os
from collections.abc import Mapping

from ._errors import InvalidArgumentError, RoleError
from ._library import NULL, call, decode, encode, ffi, lib, own, read_json, work

_OF_FILES = ('input', 'delimiter', 'quote', 'header', 'encoding')
# Settings, and sections of settings, that no function here follows.
_OF_COMMAND = ('engine', 'output', 'linked', 'spreadsheet-safe', 'utility', 'predict')
# Of a release by a stored policy, which has all others.
OF_POLICIES = ('keep-order', 'keep-suppressed', 'seed', 'threads', 'pseudonym', 'key-file', 'report-threshold',
               'minimum-cell', 'population-size')
_sections = {}


def _take_list(memory):
    """The texts of a list that the library made, which is freed."""
    texts = []
    while memory[len(texts)] != NULL:
        texts.append(own(memory[len(texts)]))
    lib.deid_free(memory)
    return texts


def _find_section(key):
    """The section of a key that is not one of a column."""
    if not _sections:
        sections = ffi.new('char ***')
        keys = _take_list(lib.deid_job_list_keys(sections, NULL, NULL))
        for name, section in zip(keys, _take_list(sections[0])):
            if not section.startswith('column'):
                _sections.setdefault(name, section)
    if key not in _sections:
        import difflib

        near = difflib.get_close_matches(key, _sections, 1)
        hint = f", did you mean '{near[0].replace('-', '_')}'?" if near else ''
        raise TypeError(f"no setting is called '{key.replace('-', '_')}'{hint}")
    return _sections[key]


def get_section(column):
    """The section of a column."""
    return own(lib.deid_job_get_column_section(encode(str(column))))


def _as_value(value):
    """The text of a setting: of a list its items, with semicolons between them."""
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if isinstance(value, (list, tuple)):
        return ';'.join(_as_value(item).replace('\\', '\\\\').replace(';', '\\;') for item in value)
    return os.fspath(value) if hasattr(value, '__fspath__') else str(value)


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
                 encode(_as_value(value)), encode(origin))

    def set_column(self, column, key, value, origin=None):
        self.set(get_section(column), key, value, origin)

    def get_column(self, column, key):
        return self.get(get_section(column), key)

    def set_roles(self, roles):
        """Columns by role: a name, names, or a mapping from names to rules or to the keys of columns."""
        done = {}
        for argument, role, columns in roles:
            if columns is None:
                continue
            columns = dict(columns.items()) if hasattr(columns, 'items') else columns
            for column in [columns] if isinstance(columns, str) else columns:
                if column in done:
                    raise RoleError(f'column {str(column)!r} is in {done[column]} and in {argument}, '
                                    'expected one role')
                done[column] = argument
                self.set_column(column, 'role', role, argument)
                rule = columns[column] if isinstance(columns, Mapping) else None
                for key, value in rule.items() if isinstance(rule, Mapping) else [('rule', rule)]:
                    self.set_column(column, key, value, argument)

    def set_columns(self, columns):
        """A mapping from names to the keys of columns."""
        for column, keys in (columns or {}).items():
            for key, value in keys.items():
                self.set_column(column, key, value, 'columns')

    def set_all(self, settings, has_table=True, allowed=None):
        """Settings by key, such as `keep_order`."""
        for name, value in settings.items():
            key = name.replace('_', '-')
            section = _find_section(key)
            if has_table and key in _OF_FILES:
                raise TypeError(f"'{name}' is about files, but the table is given")
            if key in _OF_COMMAND or section in _OF_COMMAND:
                raise TypeError(f"'{name}' is a setting of the command deid alone")
            if allowed and key not in allowed:
                raise TypeError(f"'{name}' has no effect on a release by a stored policy")
            self.set(section, key, value, name)

    def load(self, problem):
        """A problem file, as a path or as its text, or a mapping from sections to keys and values."""
        if isinstance(problem, Mapping):
            for section, keys in problem.items():
                for key, value in keys.items():
                    self.set(section, key, value)
        elif isinstance(problem, str) and ('\n' in problem or problem.startswith('[')):
            call(lib.deid_job_load_text, self.handle, encode(problem), NULL, NULL)
        else:
            work(lib.deid_job_load_file, self.handle, encode(problem))

    def names(self, column):
        """Whether a column has a section of its own."""
        return self.get_column(column, 'role') != ''

    def use(self, source):
        """Makes the job use a table instead of that of `[input]`, with what `[input]` says about values."""
        self.source = source
        if self.get('input', 'show-values') == 'yes':
            call(lib.deid_dataset_set_show_values, source.dataset, 1)
        if self.get('input', 'missing') and not self.get('column *', 'missing'):
            self.set('column *', 'missing', self.get('input', 'missing'))
        call(lib.deid_job_set_dataset, self.handle, source.dataset)

    def _needs_rule(self, section):
        by = self.get(section, 'generalize-by') or self.get('lattice', 'generalize-by')
        return (self.get(section, 'role') == 'quasi-identifying' and by != 'cuts'
                and not any(self.get(section, key) for key in ('rule', 'hierarchy', 'joint')))

    def suggest_rules(self):
        """Gives quasi-identifiers without a rule those that the library suggests for the table."""
        left = [section for section in _take_list(lib.deid_job_list_column_sections(self.handle))
                if self._needs_rule(section)]
        if not left or self.get('lattice', 'hierarchies') or self.get('search', 'recoding') == 'cells':
            return
        suggestions = work(lib.deid_job_make_report, self.handle, encode('suggestions'), NULL)
        for row in read_json(suggestions)['columns']:
            column, rule = row['column'], row['rule'] or row['other_rule']
            section = get_section(column)
            if section not in left:
                continue
            if rule is None:
                raise InvalidArgumentError(f'column {column!r}: no rule suits it, expected one')
            self.suggested[column] = rule
            for key, value in ('rule', rule), ('type', row['type']), ('format', row['format']):
                if not self.get(section, key):
                    self.set(section, key, value, 'the suggestion')


def suggest(dataset):
    """The report of suggestions for the columns of a table."""
    return work(lib.deid_report_new_suggestions, dataset, NULL, NULL)
