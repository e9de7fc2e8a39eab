// SPDX-License-Identifier: LGPL-2.1-or-later
// A job in JavaScript with Node and koffi, which reads declarations as C writes them.
//
//     npm install koffi
//     node job.js examples/data
const koffi = require('koffi');

const library = koffi.load('libdeid.so.0');
for (const type of ['DeidJob', 'DeidResult', 'DeidPolicy', 'DeidDataset', 'GCancellable', 'GError'])
  koffi.opaque(type);
koffi.disposable('Text', 'str', library.func('void deid_free (void *memory)'));

const deid = {};
for (const declaration of [
  'DeidJob *job_new (void)', 'void job_unref (DeidJob *job)',
  'int job_load_file (DeidJob *job, str path, GCancellable *cancellable, _Out_ GError **error)',
  'int job_set (DeidJob *job, str section, str key, str value, str origin, _Out_ GError **error)',
  'DeidResult *job_run (DeidJob *job, GCancellable *cancellable, _Out_ GError **error)',
  'DeidDataset *job_release (DeidJob *job, DeidResult *result, GCancellable *cancellable, _Out_ GError **error)',
  'void result_unref (DeidResult *result)', 'DeidPolicy *result_get_policy (DeidResult *result)',
  'double result_get_loss (DeidResult *result)', 'Text policy_to_text (DeidPolicy *policy, _Out_ GError **error)',
  'void dataset_unref (DeidDataset *table)', 'uint64_t dataset_get_n_rows (DeidDataset *table)',
  'int error_get_code (GError *error)', 'str error_get_message (GError *error)', 'void error_free (GError *error)',
  'str enum_get_name (str type, int value)',
]) {
  const name = declaration.match(/(\w+) \(/)[1];
  deid[name] = library.func(declaration.replace(name, `deid_${name}`));
}

// Calls a function whose last parameter is a place for an error, and throws the error.
function call(name, ...values) {
  const place = [null];
  const answer = deid[name](...values, place);
  const [failure] = place;
  if (failure) {
    const error = new Error(deid.error_get_message(failure));
    error.code = deid.enum_get_name('DeidError', deid.error_get_code(failure));
    deid.error_free(failure);
    throw error;
  }
  return answer;
}

// The problem file names the table and its hierarchies.
function withJob(use) {
  const job = deid.job_new();
  try {
    call('job_load_file', job, `${process.argv[2] ?? 'examples/data'}/discharges.ini`, null);
    use(job);
  } finally {
    deid.job_unref(job);
  }
}

withJob(job => {
  const result = call('job_run', job, null);
  const table = call('job_release', job, result, null);
  console.log(`policy ${call('policy_to_text', deid.result_get_policy(result))}`);
  console.log(`loss ${deid.result_get_loss(result).toFixed(6)}`);
  console.log(`rows ${deid.dataset_get_n_rows(table)}`);
  deid.dataset_unref(table);
  deid.result_unref(result);
});

// The table has fewer than 5,000 patients, so no policy makes 5,000 of them look alike.
withJob(job => {
  call('job_set', job, 'models', 'model', 'k:5000', null);
  try {
    call('job_run', job, null);
  } catch (error) {
    if (error.code !== 'no-solution')
      throw error;
    console.log(`k:5000 ${error.code}`);
  }
});
