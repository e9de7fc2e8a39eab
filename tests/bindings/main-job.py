# SPDX-License-Identifier: LGPL-2.1-or-later
"""The main job through GObject introspection: a table, errors, a release, progress.

usage: main-job.py GIR
"""
import array
import ctypes
import json
import os
import sys
import tempfile

from gate import find_python, skip

if sys.argv[1] == 'none':
    skip('the build has no introspection')
try:
    import gi
except ImportError:
    python = find_python('gi')
    os.execv(python, [python, *sys.argv])

gi.require_version('Deid', '0')
from gi.repository import Deid, Gio, GLib  # noqa: E402

AGES = ['31', '34', '47', '42', None]
ILLNESSES = ['flu', 'cold', 'flu', 'cold', 'flu']


def expect_error(code, function, *arguments):
    try:
        function(*arguments)
    except GLib.Error as error:
        assert error.matches(Deid.error_quark(), code), error
        return error.message
    raise AssertionError(f'{function} accepted {arguments}')


def list_values(table, column):
    return [table.get_value(row, column) for row in range(table.get_n_rows())]


def make_table():
    table = Deid.Dataset.new('persons')
    table.add_string_column('age', AGES)
    table.add_integer_column('visits', [1, 2, 3, 4, 5], [0b11110])
    table.add_double_column('fever', [36.5, 38.25, 37, 40, 39], None)
    table.add_string_column('illness', ILLNESSES)
    table.set_role('illness', Deid.Role.SENSITIVE)
    table.set_role('visits', Deid.Role.INSENSITIVE)
    table.set_role('fever', Deid.Role.INSENSITIVE)
    assert table.get_n_rows() == 5
    assert [table.get_value(row, 0) for row in range(5)] == AGES
    assert [table.get_value(row, 1) for row in range(5)] == [None, '2', '3', '4', '5']
    assert table.get_value(1, 2) == '38.25'
    assert table.find_column('illness') == (True, 3)
    message = expect_error(Deid.Error.UNKNOWN_COLUMN, table.find_column, 'name')
    assert 'illness' not in message, message
    table.set_show_values(True)
    message = expect_error(Deid.Error.UNKNOWN_COLUMN, table.find_column, 'name')
    assert 'illness' in message, message
    return table


def copy_columns(table):
    """All columns of a table through codes and distinct values."""
    copy = Deid.Dataset.new('copy')
    for column in range(table.get_n_columns()):
        name = table.get_column_name(column)
        codes, width = table.get_codes(column)
        values = table.list_distinct(column)
        copy.add_coded_column(name, values, codes, width)
        numbers = memoryview(codes).cast('BHxI'[width - 1])
        assert [values[number] or None for number in numbers] == [
            copy.get_value(row, column) for row in range(copy.get_n_rows())]
        assert copy.get_codes(column)[0] == codes
    ages = array.array('I', [1, 0, 2]).tobytes()
    coded = Deid.Dataset.new('coded')
    coded.add_coded_column('age', ['31', '34', None], ages, 4)
    assert [coded.get_value(row, 0) for row in range(3)] == ['34', '31', None]
    for values, codes, width in ((['31', '34'], b'\x02', 1), (['31', '31'], b'\x00', 1),
                                 (['31'], b'\x00', 2), (['31'], b'\x00', 3)):
        expect_error(Deid.Error.INVALID_ARGUMENT, coded.add_coded_column, 'other', values,
                     codes, width)
    assert coded.get_n_columns() == 1
    copy.add_joint_column('age+illness', ['age', 'illness'])
    column = copy.get_n_columns() - 1
    assert copy.get_role(column) == Deid.Role.JUDGED
    assert copy.get_value(0, column) == copy.get_value(0, 0) + '+' + copy.get_value(0, column - 1)


def use_arrow(table):
    """A table out as an Arrow stream, five pointers at an address, and in again."""
    stream = (ctypes.c_void_p * 5)()
    table.export_to_arrow_stream(ctypes.addressof(stream), None)
    again = Deid.Dataset.new_from_arrow_stream(ctypes.addressof(stream), 'again', None)
    names = [again.get_column_name(column) for column in range(again.get_n_columns())]
    assert names == ['visits', 'fever', 'illness'], names
    assert [list_values(again, column) for column in range(3)] == [
        list_values(table, column) for column in (1, 2, 3)]
    assert stream[3] is None


def use_streams(table):
    """A table and a hierarchy from memory, and a table into memory."""
    output = Gio.MemoryOutputStream.new_resizable()
    table.write_csv_stream(output, None, None)
    output.close(None)
    text = output.steal_as_bytes()
    assert text.get_data().startswith(b'visits,fever,illness\n,36.5,flu\n'), text.get_data()
    stream = Gio.MemoryInputStream.new_from_bytes(text)
    read = Deid.Dataset.new_from_csv_stream(stream, 'memory', None, None)
    assert not stream.is_closed()
    assert [list_values(read, column) for column in range(3)] == [
        list_values(table, column) for column in (1, 2, 3)]
    labels = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(b'31;30-39\n34;30-39\n'))
    ages = Deid.Hierarchy.new_from_csv_stream(labels, 'ages', None, None)
    assert ages.generalize('34', 1) == (True, '30-39')
    assert ages.get_name() == 'ages'
    assert ages.list_labels(0) == ['31', '34']
    assert ages.list_labels(1) == ['30-39']
    options = Deid.CsvOptions.new()
    options.set_delimiter(';')
    stream = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(b'a;b\n1;2\n'))
    read = Deid.Dataset.new_from_csv_stream(stream, 'memory', options, None)
    assert list_values(read, 1) == ['2']


def make_ages():
    builder = Deid.HierarchyBuilder.new()
    for age in AGES[:4]:
        builder.add_row([age, f'{age[0]}0-{age[0]}9', '*'])
    expect_error(Deid.Error.HIERARCHY, builder.add_row, ['34', '40-49', '*'])
    return builder.build()


def make_problem(table):
    lattice = Deid.Lattice.new(table)
    lattice.add_quasi_identifier('age', make_ages())
    assert lattice.get_size() == (True, 3)
    assert lattice.get_first_dimension(0) == 0
    problem = Deid.Problem.new(lattice)
    problem.add_privacy_model(Deid.PrivacyModel.new_k_anonymity(2))
    problem.add_privacy_model(Deid.PrivacyModel.new_distinct_l_diversity('illness', 2))
    problem.set_quality_model(Deid.QualityModel.new_iyengar_loss(Deid.Aggregate.GEOMETRIC_MEAN, 0.5))
    problem.set_suppression_limit(0.2)
    return problem


def solve(problem):
    result = Deid.Search.new_optimal().run(problem, None)
    assert result.is_proven_optimal()
    assert result.get_termination() == Deid.Termination.COMPLETE
    assert result.get_policy().to_text() == 'age:1'
    assert result.get_n_suppressed() == 1
    return result


def release(table, result):
    options = Deid.ReleaseOptions.new()
    options.set_keep_order(True)
    released = result.apply(options, None)
    assert result.verify(released, None)
    assert [released.get_value(row, 0) for row in range(4)] == ['30-39'] * 2 + ['40-49'] * 2
    expect_error(Deid.Error.INVALID_ARGUMENT, result.verify, table, None)
    copy_columns(released)
    released.write_csv('release.csv', None, None)
    with open('release.csv', encoding='utf-8') as file:
        assert file.readline() == 'age,visits,fever,illness\n'
    report = Deid.Report.new_risks(result, None, True, None, None)
    assert [report.get_count('sizes[0].' + name) for name in ('size', 'classes', 'records')] == [
        (True, 2), (True, 2), (True, 4)]
    assert report.get_number('prosecutor.highest') == (True, 0.5)
    assert json.loads(report.to_json())['records'] == 4
    public = report.new_public(None)
    assert json.loads(public.to_json())['records'] is None
    assert public.get_state('records') == Deid.FigureState.WITHHELD
    assert public.get_n_rows('prosecutor.intervals') == (True, 0)


def explain(problem):
    """Without a limit for the record that has no age, no level below the top is a solution."""
    strict = Deid.Problem.new(problem.get_lattice())
    strict.add_privacy_model(Deid.PrivacyModel.new_k_anonymity(2))
    explanation = Deid.Report.new_explanation(Deid.Search.new_optimal().run(strict, None), 3, None)
    assert explanation.get_count('candidates') == explanation.get_count('better') == (True, 1)
    blocked = explanation.get_policy('policies[0].policy')
    assert blocked.to_text() == 'age:1'
    assert explanation.get_count('policies[0].too_many') == explanation.get_count('policies[0].saved') == (True, 1)
    assert explanation.get_text('policies[0].attribute') == 'age'
    evaluation = Deid.Report.new_evaluation(strict, blocked, None)
    assert evaluation.get_flag('solution') == (True, False) and evaluation.get_count('too_many') == (True, 1)
    assert evaluation.get_number('loss') == explanation.get_number('policies[0].loss')
    assert evaluation.get_number('losses[0].loss') == evaluation.get_number('loss')
    assert 'custodian-only' in explanation.to_text(None)


def choose(problem):
    """Only the middle level is a boundary policy; two classes of two records are left."""
    found = Deid.Search.new_bisecting(5, 1, True).run(problem, None)
    alternatives = Deid.Report.new_alternatives(found, None, 2 ** 64 - 1, False, None)
    assert alternatives.get_n_rows('policies') == (True, 1)
    policy = alternatives.get_policy('policies[0].policy')
    assert policy.to_text() == 'age:1'
    undominated = Deid.Report.new_alternatives(found, None, 0, True, None)
    assert undominated.get_n_rows('policies') == (True, 1) and not undominated.get_n_rows('groups')[0]
    described = policy.describe(None)
    assert described.startswith('age: level 1, as '), described
    chosen = json.loads(alternatives.to_json())['policies']
    loss = alternatives.get_number('policies[0].loss')[1]
    assert chosen == [{'policy': 'age:1', 'description': described, 'from_best': None, 'from_baseline': None,
                       'highest_population_risk': 0.5, 'loss': loss, 'population_risk_sum': 2, 'suppressed': 1, 'found': 5,
                       'boundary': True, 'risk_minimal': True, 'dominated_by': None, 'bettered_by': None}]
    assert alternatives.get_count('groups[0].medoid') == (True, 0)
    try:
        Deid.Report.new_alternatives(Deid.Search.new_optimal().run(problem, None), None, 0, False, None)
        raise AssertionError('another search lists no alternatives')
    except GLib.Error as error:
        assert 'lists no alternatives' in error.message


def sum_up(table):
    """A model of at most two classes by a sum: a term that raises releases nothing."""
    seen = []

    def count_class(class_size, state, *data):
        seen.append((class_size.get_size(), class_size.has_population(),
                     class_size.get_n_population()))
        if fails == 'throws':
            raise RuntimeError('meant to be raised')
        if fails == 'explains':
            raise GLib.Error.new_literal(Gio.io_error_quark(), 'of a term', Gio.IOErrorEnum.FAILED)
        return True, 0, 1

    def accept_table(view, state, *data):
        return True, view.get_sum()[-2:] <= (0, 2)

    def make_own_problem():
        slots = Deid.PrivacyModelFuncs.new()
        slots.set_describe(lambda *data: 'own', None)
        slots.set_accept_table(accept_table, None)
        slots.set_class_term(count_class, None)
        lattice = Deid.Lattice.new(table)
        lattice.add_quasi_identifier('age', make_ages())
        problem = Deid.Problem.new(lattice)
        problem.add_privacy_model(Deid.PrivacyModel.new(slots))
        return problem

    fails = ''
    problem = make_own_problem()
    search = Deid.Search.new_optimal()
    result = search.run(problem, None)
    assert result.get_policy().to_text() == 'age:2', result.get_policy().to_text()
    assert (1, False, 0) in seen, seen
    released = result.apply(None, None)
    assert result.verify(released, None)
    fails = 'throws'
    for function, arguments in (search.run, (make_own_problem(), None)), \
                               (result.verify, (released, None)):
        message = expect_error(Deid.Error.INVALID_ARGUMENT, function, *arguments)
        assert message == 'privacy model own: the class term failed without saying why', message
    fails = 'explains'
    try:
        search.run(problem, None)
    except GLib.Error as error:
        assert error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.FAILED), error
    else:
        raise AssertionError('a term that failed found a solution')


def throw(table):
    """A model that throws ends what asks it, whatever slot it is."""
    fails = ''

    def answer(slot, *values):
        if slot == fails:
            raise RuntimeError('meant to be raised')
        return True, *values

    def make_own_problem():
        slots = Deid.PrivacyModelFuncs.new()
        slots.set_describe(lambda *data: 'own', None)
        slots.set_prepare(lambda *data: answer('prepare', 1), None)
        slots.set_accept(lambda *data: answer('accept', fails != 'necessary'), None)
        slots.set_necessary(lambda *data: answer('necessary', True), None)
        slots.set_accept_table(lambda *data: answer('accept_table', True), None)
        slots.set_recheck(lambda *data: answer('recheck', 1), None)
        lattice = Deid.Lattice.new(table)
        lattice.add_quasi_identifier('age', make_ages())
        problem = Deid.Problem.new(lattice)
        problem.add_privacy_model(Deid.PrivacyModel.new(slots))
        return problem

    search = Deid.Search.new_optimal()
    result = search.run(make_own_problem(), None)
    released = result.apply(None, None)
    assert result.verify(released, None)
    message = 'privacy model own: it failed without saying why'
    for fails in 'prepare', 'accept', 'necessary', 'accept_table':
        assert expect_error(Deid.Error.INVALID_ARGUMENT, search.run, make_own_problem(),
                            None) == message, fails
    fails = 'recheck'
    assert expect_error(Deid.Error.INVALID_ARGUMENT, result.verify, released, None) == message


def keep_state(table):
    """The state of a run is the key of what prepare made, until free_state drops it."""
    states = {}

    def prepare(view, *data):
        states[len(states) + 1] = view.get_n_records()
        return True, len(states)

    def accept(eq_class, state, *data):
        return True, eq_class.get_n_records() * 2 <= states[state]

    slots = Deid.PrivacyModelFuncs.new()
    slots.set_describe(lambda *data: 'half', None)
    slots.set_prepare(prepare, None)
    slots.set_accept(accept, None)
    slots.set_free_state(lambda state, *data: states.pop(state), None)
    lattice = Deid.Lattice.new(table)
    lattice.add_quasi_identifier('age', make_ages())
    problem = Deid.Problem.new(lattice)
    problem.add_privacy_model(Deid.PrivacyModel.new(slots))
    result = Deid.Search.new_optimal().run(problem, None)
    assert result.get_policy().to_text() == 'age:0', result.get_policy().to_text()
    assert result.verify(result.apply(None), None)
    del slots, problem, result
    assert states == {}, states


def certify(problem, result):
    """The certificate is verified; the progress function is called on the way."""
    result.write_certificate('certificate.jsonl', None)
    seen = []
    options = Deid.CertificateOptions.new()
    options.set_progress_func(lambda progress, data: seen.append(data), 'data')
    verified = problem.verify_certificate('certificate.jsonl', options, None)
    assert verified.get_policy().to_text() == result.get_policy().to_text()
    assert seen == ['data'], seen
    strict = Deid.Problem.new(problem.get_lattice())
    strict.add_privacy_model(Deid.PrivacyModel.new_k_anonymity(2))
    message = expect_error(Deid.Error.CERTIFICATE, strict.verify_certificate,
                           'certificate.jsonl', None, None)
    assert 'line 1' in message, message


def run_job():
    """The same as settings: of all keys, of a file, of a path that is no UTF-8; and the file again."""
    with open(b'ages\xff.csv', 'wb') as file:
        file.write(b'age\n31\n31\n47\n47\n')
    job = Deid.Job.new()
    keys, sections, forms, summaries = Deid.Job.list_keys()
    assert len(keys) == len(sections) == len(forms) == len(summaries)
    defaults = {(section, key): job.get(section, key) for section, key in zip(sections, keys)}
    assert defaults['limits', 'suppression-limit'] == '0', defaults
    assert defaults['column *', 'role'] == 'identifying', defaults
    section = Deid.Job.get_column_section('age')
    job.load_text('[models]\nmodel=k:2\n', None, None)
    job.load_text('[input]\ninput=ages\\xFF.csv\n', None, None)
    assert job.get_path('input', 'input') == 'ages\udcff.csv'
    job.set(section, 'role', 'quasi-identifying', None)
    job.set(section, 'rule', 'suppress', None)
    assert job.list_column_sections() == [section]
    message = expect_error(Deid.Error.PARSE, job.set, section, 'rol', 'sensitive', '--role')
    assert message.startswith('--role: '), message
    result = job.run(None)
    text = result.get_problem().get_statement()
    assert text == job.to_text(None) and '\\xFF.csv\n' in text, text
    again = Deid.Job.new()
    again.load_text(text, None, None)
    assert again.to_text(None) == text
    assert again.run(None).get_loss() == result.get_loss() == 0
    report = Deid.Report.new_risks(result, None, True, None, None)
    assert json.loads(report.to_json())['problem'] == text
    assert 'problem' not in json.loads(report.new_public(None).to_json())
    assert job.release(result, None).get_n_rows() == 4


def run_cancelled(problem):
    cancellable = Gio.Cancellable.new()
    cancellable.cancel()
    try:
        Deid.Search.new_optimal().run(problem, cancellable)
    except GLib.Error as error:
        assert error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED), error
    else:
        raise AssertionError('a cancelled search found a solution')


def cancel_from_progress():
    """A search of 2^40 policies, which its progress function ends."""
    table = Deid.Dataset.new('wide')
    for i in range(40):
        table.add_string_column(f'column{i}', ['a', 'a', 'b'])
    lattice = Deid.Lattice.new(table)
    for i in range(40):
        lattice.add_quasi_identifier(f'column{i}', Deid.Hierarchy.new_suppression())
    problem = Deid.Problem.new(lattice)
    problem.add_privacy_model(Deid.PrivacyModel.new_k_anonymity(2))
    problem.set_suppression_limit_count(1)
    cancellable = Gio.Cancellable.new()
    seen = []

    def on_progress(progress, data):
        seen.append((progress.get_n_evaluated() > 0, progress.get_loss()[0], data))
        cancellable.cancel()

    search = Deid.Search.new_exhaustive()
    search.set_progress_func(on_progress, 'data')
    result = search.run(problem, cancellable)
    assert seen == [(True, True, 'data')] * 2, seen
    assert result.get_termination() == Deid.Termination.CANCELLED
    assert not result.is_proven_optimal()


def main():
    assert Deid.get_version() == '0.1.0'
    expect_error(Deid.Error.INVALID_ARGUMENT, Deid.PrivacyModel.new_k_anonymity, 0)
    table = make_table()
    copy_columns(table)
    use_arrow(table)
    use_streams(table)
    problem = make_problem(table)
    result = solve(problem)
    release(table, result)
    certify(problem, result)
    explain(problem)
    choose(problem)
    sum_up(table)
    throw(table)
    keep_state(table)
    run_job()
    run_cancelled(problem)
    cancel_from_progress()
    print('done')


with tempfile.TemporaryDirectory(prefix='deid-python-') as temporary:
    os.chdir(temporary)
    main()
    os.chdir('/')
